/* Sets that are said by plain linear constraints, built without isl's
 * reader. */
#include "model/sections/isl_plain.h"

#include <ctype.h>
#include <isl/ctx.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 64, MAX_ROWS = 160, MAX_NAME = 8, MAX_PARTS = 256 };

/* How many sets without alternatives are looked at. */
enum { MOST_LOOKS = 256 };

static const long MOST = 1L << 28;

/* A linear constraint: the sum of its columns is 0, or at least 0. */
struct row {
  long at[MAX_COLUMNS]; /* the constant, parameters, dimensions, others */
  bool equal;
};

/* A part of a formula: a constraint, or parts of which all hold, or one. */
struct part {
  enum { ROW, ALL, ONE } kind;
  size_t row;
  size_t first; /* part of it, 0: none */
  size_t last;
  size_t next; /* part of the same, 0: none */
};

/* Constraints, and the formula of them that holds. */
struct group {
  struct row rows[MAX_ROWS];
  size_t n_rows;
  size_t n_columns;
  struct part parts[MAX_PARTS]; /* part 1 is the whole */
  size_t n_parts;
};

/* A text that is being read. */
struct reader {
  const char *at;
  size_t n_params;
  size_t n_dims;
  /* what the present group calls its own variables, from column "first" on */
  char names[MAX_COLUMNS][MAX_NAME];
  size_t n_names;
  size_t first;
};

/* Pass over "text" and return true where it comes next. */
static bool take(struct reader *r, const char *text) {
  const size_t n = strlen(text);
  if (strncmp(r->at, text, n) != 0)
    return false;
  r->at += n;
  return true;
}

/* Put the name that comes next into "name"; false where none does. */
static bool take_name(char name[MAX_NAME], struct reader *r) {
  size_t n = 0;
  while (n + 1 < MAX_NAME && isalnum((unsigned char)r->at[n]))
    n++;
  if (!n || !isalpha((unsigned char)*r->at) || isalnum((unsigned char)r->at[n]))
    return false;
  memcpy(name, r->at, n);
  name[n] = '\0';
  r->at += n;
  return true;
}

/* Read a list of names in brackets, which are "letter" with 0, 1, ... */
static bool take_list(size_t *n, struct reader *r, char letter) {
  char name[MAX_NAME];
  if (!take(r, "["))
    return false;
  for (*n = 0; !take(r, "]"); ++*n)
    if ((*n && !take(r, ", ")) || !take_name(name, r) || *name != letter ||
        strtoul(name + 1, NULL, 10) != *n)
      return false;
  return true;
}

/* Return the column of the variable "name"; 0 where it is none. */
static size_t column_of(const struct reader *r, const char *name) {
  if ((*name == 'x' || *name == 'd') && isdigit((unsigned char)name[1])) {
    const size_t i = strtoul(name + 1, NULL, 10);
    const size_t n = *name == 'x' ? r->n_params : r->n_dims;
    return i >= n ? 0 : 1 + i + (*name == 'x' ? 0 : r->n_params);
  }
  for (size_t i = r->n_names; i-- > 0;)
    if (!strcmp(r->names[i], name))
      return r->first + i;
  return 0;
}

/* Add "sign" times the term that comes next to "row". */
static bool take_term(struct row *row, struct reader *r, long sign) {
  char name[MAX_NAME];
  long by = 1;
  size_t column = 0;
  if (!isalpha((unsigned char)*r->at)) {
    char *end = NULL;
    by = strtol(r->at, &end, 10);
    if (end == r->at || by > MOST || by < -MOST)
      return false;
    r->at = end;
    if (!take(r, "*")) {
      row->at[0] += sign * by;
      return true;
    }
  }
  if (!take_name(name, r) || !(column = column_of(r, name)))
    return false;
  row->at[column] += sign * by;
  return true;
}

/* Add "sign" times the sum that comes next to "row". */
static bool take_sum(struct row *row, struct reader *r, long sign) {
  do
    if (!take_term(row, r, sign))
      return false;
  while (take(r, " + "));
  return true;
}

/* Add a part of "kind" to part "of" of "group"; 0 where there are too many. */
static size_t add_part(struct group *group, size_t of, int kind) {
  if (group->n_parts == MAX_PARTS)
    return 0;
  const size_t i = group->n_parts++;
  struct part *parent = &group->parts[of];
  group->parts[i] = (struct part){.kind = kind};
  if (parent->last)
    group->parts[parent->last].next = i;
  else
    parent->first = i;
  parent->last = i;
  return i;
}

/* Add a constraint, 0 >= 0, to part "of" of "group"; NULL where there are too
 * many. */
static struct row *add_row(struct group *group, size_t of) {
  const size_t part = group->n_rows < MAX_ROWS ? add_part(group, of, ROW) : 0;
  if (!part)
    return NULL;
  struct row *row = &group->rows[group->n_rows];
  *row = (struct row){.equal = false};
  group->parts[part].row = group->n_rows++;
  return row;
}

/* Return whether the numbers in "row" are small enough. */
static bool is_small(const struct group *group, const struct row *row) {
  for (size_t k = 0; k < group->n_columns; k++)
    if (row->at[k] > MOST || row->at[k] < -MOST)
      return false;
  return true;
}

/* Add that "left" - "right" is below 0, or above, to part "of" of "group". */
static bool add_different(struct group *group, size_t of,
                          const struct row *left, const struct row *right) {
  const size_t one = add_part(group, of, ONE);
  for (long sign = -1; sign <= 1; sign += 2) {
    struct row *row = one ? add_row(group, one) : NULL;
    if (!row)
      return false;
    for (size_t k = 0; k < group->n_columns; k++)
      row->at[k] = sign * (left->at[k] - right->at[k]);
    row->at[0]--;
    if (!is_small(group, row))
      return false;
  }
  return true;
}

/* Read the comparison that comes next into part "of" of "group". */
static bool take_comparison(struct group *group, struct reader *r, size_t of) {
  static const char *const WORDS[] = {" >= ", " <= ", " > ",
                                      " < ",  " = ",  " != "};
  enum { GE, LE, GT, LT, EQ, NE };
  struct row left = {.equal = false};
  struct row right = {.equal = false};
  size_t word = 0;
  if (!take_sum(&left, r, 1))
    return false;
  while (word <= NE && !take(r, WORDS[word]))
    word++;
  if (word > NE || !take_sum(&right, r, 1))
    return false;
  if (word == NE)
    return add_different(group, of, &left, &right);
  struct row *row = add_row(group, of);
  if (!row)
    return false;
  const long sign = word == LE || word == LT ? -1 : 1;
  for (size_t k = 0; k < group->n_columns; k++)
    row->at[k] = sign * (left.at[k] - right.at[k]);
  row->at[0] -= word == GT || word == LT;
  row->equal = word == EQ;
  return is_small(group, row);
}

/* Read what comes next, parts of which all hold or one, into part "of" of
 * "group": no deeper than "depth" parentheses. */
static bool take_parts(struct group *group, struct reader *r, size_t of,
                       int depth) {
  const size_t one = add_part(group, of, ONE);
  do {
    const size_t all = one ? add_part(group, one, ALL) : 0;
    if (!all)
      return false;
    do
      if (*r->at == '('
              ? !depth || !take(r, "(") ||
                    !take_parts(group, r, all, depth - 1) || !take(r, ")")
              : !take_comparison(group, r, all))
        return false;
    while (take(r, " and "));
  } while (take(r, " or "));
  return true;
}

/* Read the group in parentheses that comes next into "group". */
static bool take_group(struct group *group, struct reader *r) {
  enum { DEPTH = 8 };
  r->n_names = 0;
  r->first = group->n_columns;
  if (!take(r, "("))
    return false;
  if (take(r, "exists ")) {
    do
      if (group->n_columns == MAX_COLUMNS ||
          !take_name(r->names[r->n_names++], r))
        return false;
      else
        group->n_columns++;
    while (take(r, ", "));
    if (!take(r, ": "))
      return false;
  }
  return take_parts(group, r, 1, DEPTH) && take(r, ")");
}

/* What holds together: constraints by number, and parts of which one does, of
 * which the last "n_open" have not been looked at. */
struct chosen {
  size_t rows[MAX_ROWS];
  size_t n_rows;
  size_t open[MAX_PARTS];
  size_t n_open;
};

/* Add all that has to hold where part "i" of "group" does to "chosen". */
static void choose(struct chosen *chosen, const struct group *group, size_t i) {
  const struct part *part = &group->parts[i];
  const bool alone = part->first && part->first == part->last;
  if (part->kind == ROW)
    chosen->rows[chosen->n_rows++] = part->row;
  else if (part->kind == ONE && !alone)
    chosen->open[chosen->n_open++] = i;
  else
    for (size_t k = part->first; k; k = group->parts[k].next)
      choose(chosen, group, k);
}

/* Return the rows of "group" that are "chosen" and equations, or are not, as a
 * matrix. */
static isl_mat *matrix_of(isl_ctx *isl, const struct group *group,
                          const struct chosen *chosen, bool equal) {
  unsigned n = 0;
  for (size_t i = 0; i < chosen->n_rows; i++)
    n += group->rows[chosen->rows[i]].equal == equal;
  isl_mat *mat = isl_mat_alloc(isl, n, (unsigned)group->n_columns);
  int at = 0;
  for (size_t i = 0; i < chosen->n_rows; i++) {
    const struct row *row = &group->rows[chosen->rows[i]];
    if (row->equal != equal)
      continue;
    for (size_t k = 0; k < group->n_columns; k++)
      mat = isl_mat_set_element_si(mat, at, (int)k, (int)row->at[k]);
    at++;
  }
  return mat;
}

/* Return the set of what is "chosen" of "group". */
static isl_set *set_of(isl_ctx *isl, const struct reader *r,
                       const struct group *group, const struct chosen *chosen) {
  isl_space *space =
      isl_space_set_alloc(isl, (unsigned)r->n_params, (unsigned)r->n_dims);
  return isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      space, matrix_of(isl, group, chosen, true),
      matrix_of(isl, group, chosen, false), isl_dim_cst, isl_dim_param,
      isl_dim_set, isl_dim_div));
}

/* Return whether nothing is in the set of what is "chosen" of "group", whatever
 * holds of the parts that are open; -1 where that takes more than "*looks", or
 * isl gives up. */
static int find_empty(isl_ctx *isl, const struct reader *r,
                      const struct group *group, const struct chosen *chosen,
                      int *looks) {
  isl_set *set = *looks > 0 ? set_of(isl, r, group, chosen) : NULL;
  const isl_bool answer = set ? isl_set_is_empty(set) : isl_bool_error;
  isl_set_free(set);
  --*looks;
  if (answer == isl_bool_error)
    return -1;
  if (answer == isl_bool_true || !chosen->n_open)
    return answer == isl_bool_true;
  struct chosen *next = malloc(sizeof *next);
  int empty = next ? 1 : -1;
  const struct part *one = &group->parts[chosen->open[chosen->n_open - 1]];
  for (size_t i = one->first; i && empty == 1; i = group->parts[i].next) {
    *next = *chosen;
    next->n_open--;
    choose(next, group, i);
    empty = find_empty(isl, r, group, next, looks);
  }
  free(next);
  return empty;
}

/* Let "group" be one with no constraints: its parts are none and the whole. */
static void begin(struct group *group, const struct reader *r) {
  group->n_rows = 0;
  group->n_columns = 1 + r->n_params + r->n_dims;
  group->n_parts = 2;
  group->parts[1] = (struct part){.kind = ALL};
}

/* Read the beginning of a set and its groups into "group"; false where they are
 * something else. */
static bool take_groups(struct group *group, struct reader *r) {
  if (!take_list(&r->n_params, r, 'x') || !take(r, " -> { ") ||
      !take_list(&r->n_dims, r, 'd') || !take(r, " : ") ||
      1 + r->n_params + r->n_dims > MAX_COLUMNS)
    return false;
  begin(group, r);
  do
    if (!take_group(group, r))
      return false;
  while (take(r, " and ") && *r->at == '(');
  return true;
}

/* Return the union of the sets without alternatives that come next, each behind
 * a "not "; NULL where they are others. */
static isl_set *take_less(isl_ctx *isl, struct reader *r, struct group *group) {
  isl_set *less = NULL;
  do {
    struct chosen chosen = {.n_rows = 0};
    begin(group, r);
    const bool known = take_group(group, r);
    if (known)
      choose(&chosen, group, 1);
    if (!known || chosen.n_open) {
      isl_set_free(less);
      return NULL;
    }
    isl_set *part = set_of(isl, r, group, &chosen);
    less = less ? isl_set_union(less, part) : part;
  } while (take(r, " and not "));
  return less;
}

/* Put whether the set that "r" speaks of is empty into "*empty", -1 where isl
 * gives up; false where it is not of this kind. */
static bool decide(int *empty, isl_ctx *isl, struct reader *r,
                   struct group *group) {
  struct chosen chosen = {.n_rows = 0};
  int looks = MOST_LOOKS;
  if (!take_groups(group, r))
    return false;
  choose(&chosen, group, 1);
  if (take(r, " }") && !*r->at) {
    *empty = find_empty(isl, r, group, &chosen, &looks);
    return looks >= 0;
  }
  if (chosen.n_open || !take(r, "not "))
    return false;
  isl_set *is = set_of(isl, r, group, &chosen);
  isl_set *less = take_less(isl, r, group);
  const bool known = less && take(r, " }") && !*r->at;
  if (known) {
    const isl_bool answer = isl_set_is_subset(is, less);
    *empty = answer == isl_bool_error ? -1 : answer == isl_bool_true;
  }
  isl_set_free(is);
  isl_set_free(less);
  return known;
}

bool lcm_plain_is_empty(int *empty, struct isl_ctx *isl, const char *text) {
  struct reader *r = calloc(1, sizeof *r);
  struct group *group = calloc(1, sizeof *group);
  bool plain = false;
  if (r && group) {
    r->at = text;
    plain = decide(empty, isl, r, group);
  }
  free(group);
  free(r);
  return plain;
}
