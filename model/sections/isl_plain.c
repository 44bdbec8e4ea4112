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

enum { MAX_COLUMNS = 64, MAX_ROWS = 160, MAX_NAME = 8 };

static const long MOST = 1L << 28;

/* A linear constraint: the sum of its columns is 0, or at least 0. */
struct row {
  long at[MAX_COLUMNS]; /* the constant, parameters, dimensions, others */
  bool equal;
};

/* Constraints that hold at the same time. */
struct group {
  struct row rows[MAX_ROWS];
  size_t n_rows;
  size_t n_columns;
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

/* Read the comparison that comes next into "group". */
static bool take_comparison(struct group *group, struct reader *r) {
  if (group->n_rows == MAX_ROWS)
    return false;
  struct row *row = &group->rows[group->n_rows++];
  *row = (struct row){.equal = false};
  const char *left = r->at;
  if (!take_sum(row, r, 1))
    return false;
  const bool least = take(r, " >= ");
  const bool most = !least && take(r, " <= ");
  const bool above = !least && !most && take(r, " > ");
  const bool below = !least && !most && !above && take(r, " < ");
  row->equal = !least && !most && !above && !below;
  if (row->equal && !take(r, " = "))
    return false;
  const char *right = r->at;
  const long sign = most || below ? -1 : 1;
  if (sign < 0) {
    *row = (struct row){.equal = false};
    r->at = left;
    (void)take_sum(row, r, sign);
    r->at = right;
  }
  row->at[0] -= above || below;
  if (!take_sum(row, r, -sign))
    return false;
  for (size_t k = 0; k < group->n_columns; k++)
    if (row->at[k] > MOST || row->at[k] < -MOST)
      return false;
  return true;
}

/* Read the group in parentheses that comes next into "group". */
static bool take_group(struct group *group, struct reader *r) {
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
  do
    if (!take_comparison(group, r))
      return false;
  while (take(r, " and "));
  return take(r, ")");
}

/* Return the rows of "group" that are equations, or are not, as a matrix. */
static isl_mat *matrix_of(isl_ctx *isl, const struct group *group, bool equal) {
  unsigned n = 0;
  for (size_t i = 0; i < group->n_rows; i++)
    n += group->rows[i].equal == equal;
  isl_mat *mat = isl_mat_alloc(isl, n, (unsigned)group->n_columns);
  int at = 0;
  for (size_t i = 0; i < group->n_rows; i++) {
    if (group->rows[i].equal != equal)
      continue;
    for (size_t k = 0; k < group->n_columns; k++)
      mat = isl_mat_set_element_si(mat, at, (int)k, (int)group->rows[i].at[k]);
    at++;
  }
  return mat;
}

/* Return the set that "group" describes. */
static isl_set *set_of(isl_ctx *isl, const struct reader *r,
                       const struct group *group) {
  isl_space *space =
      isl_space_set_alloc(isl, (unsigned)r->n_params, (unsigned)r->n_dims);
  return isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      space, matrix_of(isl, group, true), matrix_of(isl, group, false),
      isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

/* Let "group" be one with no constraints. */
static void begin(struct group *group, const struct reader *r) {
  group->n_rows = 0;
  group->n_columns = 1 + r->n_params + r->n_dims;
}

/* Read what "r" says into "*is" and what is taken from it, "*less", which is
 * NULL where nothing is; false where it is no such set. */
static bool take_set(isl_set **is, isl_set **less, isl_ctx *isl,
                     struct reader *r, struct group *group) {
  if (!take_list(&r->n_params, r, 'x') || !take(r, " -> { ") ||
      !take_list(&r->n_dims, r, 'd') || !take(r, " : ") ||
      1 + r->n_params + r->n_dims > MAX_COLUMNS)
    return false;
  begin(group, r);
  do
    if (!take_group(group, r))
      return false;
  while (take(r, " and ") && *r->at == '(');
  *is = set_of(isl, r, group);
  bool more = take(r, "not ");
  while (more) {
    begin(group, r);
    if (!take_group(group, r))
      return false;
    isl_set *part = set_of(isl, r, group);
    *less = *less ? isl_set_union(*less, part) : part;
    more = take(r, " and not ");
  }
  return take(r, " }") && !*r->at;
}

bool lcm_plain_is_empty(int *empty, struct isl_ctx *isl, const char *text) {
  struct reader *r = calloc(1, sizeof *r);
  struct group *group = calloc(1, sizeof *group);
  isl_set *is = NULL;
  isl_set *less = NULL;
  bool plain = false;
  if (r && group) {
    r->at = text;
    plain = take_set(&is, &less, isl, r, group);
  }
  if (plain) {
    const isl_bool answer =
        less ? isl_set_is_subset(is, less) : isl_set_is_empty(is);
    *empty = answer == isl_bool_error ? -1 : answer == isl_bool_true;
  }
  isl_set_free(is);
  isl_set_free(less);
  free(group);
  free(r);
  return plain;
}
