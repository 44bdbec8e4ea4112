/* Reading the typical forms of models, a text that users can edit. */
#include "model/expr/forms.h"

#include <ctype.h>
#include <string.h>

#include "base/list.h"
#include "model/expr/parse.h"

extern const char lcm_typical_forms[];

enum { MOST_VARIABLES = 4 };

/* A row: a form of a category over variables. */
struct row {
  const char *category;
  const char *variables[MOST_VARIABLES];
  size_t n;
  const char *form;
};

struct lcm_forms {
  LCM_LIST(struct row) rows;
};

/* A text being read. */
struct reading {
  lcm_ctx *ctx;
  lcm_loc at;
  const char *line;
  const char *end;
};

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '.';
}

const char *lcm_form_rename(lcm_ctx *ctx, const char *form, const char *from,
                            const char *to) {
  lcm_buf buf = {0};
  const size_t len = strlen(from);
  for (const char *at = form; *at;) {
    size_t n = 0;
    while (in_name(at[n]))
      n++;
    if (n == len && !strncmp(at, from, n))
      lcm_buf_puts(&buf, to);
    else
      lcm_buf_add(&buf, at, n ? n : 1);
    at += n ? n : 1;
  }
  return lcm_ctx_text(ctx, &buf);
}

/* Report that the text at "at" is no row. */
static lcm_status complain(struct reading *r, const char *at,
                           const char *what) {
  r->at.column = (unsigned)(at - r->line) + 1;
  lcm_report(r->ctx, LCM_DIAG_SYNTAX, r->at, "%s", what);
  return LCM_EPARSE;
}

/* Return the next word of the text from "*at" to "end", interned; "" where
 * there is none. */
static const char *next_word(lcm_ctx *ctx, const char **at, const char *end) {
  while (*at < end && isspace((unsigned char)**at))
    ++*at;
  const char *start = *at;
  while (*at < end && !isspace((unsigned char)**at))
    ++*at;
  return lcm_intern_n(ctx, start, (size_t)(*at - start));
}

/* Check that the form from "at" to the end of the line is an expression. */
static lcm_status check_form(struct reading *r, const char *at, size_t len) {
  const lcm_expr *expr = NULL;
  struct lcm_expr_source source = {.text = at, .len = len, .at = r->at};
  source.at.column = (unsigned)(at - r->line) + 1;
  return lcm_expr_parse(&expr, r->ctx, &source);
}

/* Read the row of the line, which has a colon at "colon", into "out". */
static lcm_status read_row(struct row *out, struct reading *r,
                           const char *colon) {
  const char *at = r->line;
  *out = (struct row){.category = next_word(r->ctx, &at, colon)};
  for (;;) {
    const char *word = next_word(r->ctx, &at, colon);
    if (!*word)
      break;
    if (out->n == MOST_VARIABLES)
      return complain(r, at, "a form of more than 4 variables");
    out->variables[out->n++] = word;
  }
  if (!*out->category || !out->n)
    return complain(r, r->line, "expected CATEGORY VARIABLE... : FORM");
  const char *form = colon + 1;
  const char *end = r->end;
  while (form < end && isspace((unsigned char)*form))
    form++;
  while (end > form && isspace((unsigned char)end[-1]))
    end--;
  out->form = lcm_intern_n(r->ctx, form, (size_t)(end - form));
  return check_form(r, form, (size_t)(end - form));
}

/* Return whether "a" and "b" are of one category over the same variables. */
static bool same_kind(const struct row *a, const struct row *b) {
  if (a->category != b->category || a->n != b->n)
    return false;
  for (size_t i = 0; i < a->n; i++)
    if (a->variables[i] != b->variables[i])
      return false;
  return true;
}

/* Read the line into "own"; "*only" where it says that. */
static lcm_status read_line(struct lcm_forms *own, struct reading *r,
                            bool *only) {
  const size_t len = (size_t)(r->end - r->line);
  const char *remark = memchr(r->line, '#', len);
  const char *at = r->line;
  if (remark)
    r->end = remark;
  const char *colon = memchr(r->line, ':', (size_t)(r->end - r->line));
  const char *word = next_word(r->ctx, &at, r->end);
  struct row row;
  if (!*word)
    return LCM_OK;
  if (!colon && !strcmp(word, "only")) {
    *only = true;
    return LCM_OK;
  }
  if (!colon)
    return complain(r, r->line, "expected CATEGORY VARIABLE... : FORM");
  const lcm_status status = read_row(&row, r, colon);
  if (!status)
    LCM_LIST_ADD(lcm_ctx_arena(r->ctx), &own->rows, row);
  return status;
}

/* Append the rows of "base" that "own" has no rows of the kind of. */
static void inherit(struct lcm_forms *own, lcm_ctx *ctx,
                    const lcm_forms *base) {
  const size_t n = own->rows.n;
  for (size_t i = 0; i < base->rows.n; i++) {
    bool replaced = false;
    for (size_t k = 0; k < n; k++)
      replaced = replaced || same_kind(&own->rows.at[k], &base->rows.at[i]);
    if (!replaced)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &own->rows, base->rows.at[i]);
  }
}

lcm_status lcm_forms_parse(const lcm_forms **out, lcm_ctx *ctx,
                           const lcm_forms *base, const char *file,
                           const char *text, size_t len) {
  struct lcm_forms *own = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_forms);
  lcm_status status = LCM_OK;
  bool only = false;
  unsigned number = 1;
  const char *end = text + len;
  for (const char *at = text; at < end; number++) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    struct reading r = {ctx,
                        {lcm_intern(ctx, file), number, 1, 0, 0},
                        at,
                        newline ? newline : end};
    const lcm_status line = read_line(own, &r, &only);
    status = status ? status : line;
    at = newline ? newline + 1 : end;
  }
  if (base && !only)
    inherit(own, ctx, base);
  *out = own;
  return status;
}

const lcm_forms *lcm_forms_default(lcm_ctx *ctx) {
  const lcm_forms *forms = NULL;
  (void)!lcm_forms_parse(&forms, ctx, NULL, "typical.forms", lcm_typical_forms,
                         strlen(lcm_typical_forms));
  return forms;
}

/* Return the index of "name" among the "n" names, or "n". */
static size_t index_of(const char *const *names, size_t n, const char *name) {
  size_t i = 0;
  while (i < n && strcmp(names[i], name) != 0)
    i++;
  return i;
}

/* Return whether a row of "category" is over "variable" alone. */
static bool has_rows(const lcm_forms *forms, const char *category,
                     const char *variable) {
  for (size_t i = 0; i < forms->rows.n; i++) {
    const struct row *row = &forms->rows.at[i];
    if (row->n == 1 && !strcmp(row->category, category) &&
        !strcmp(row->variables[0], variable))
      return true;
  }
  return false;
}

/* What is looked for: forms of a category over some of the names. */
struct finding {
  lcm_ctx *ctx;
  const lcm_forms *forms;
  const char *const *names;
  size_t n;
  LCM_LIST(const char *) found;
};

/* Add the form of "row" with its n being "name". */
static void add_generic(struct finding *f, const struct row *row,
                        const char *name) {
  const char *form = lcm_form_rename(f->ctx, row->form, "n", name);
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->found, form);
}

/* Add the form of "row" where its variables are among the names: one of n alone
 * for each of these that "category" has no rows of its own for. */
static void add_row(struct finding *f, const struct row *row,
                    const char *category) {
  size_t known = 0;
  for (size_t i = 0; i < row->n; i++)
    known += index_of(f->names, f->n, row->variables[i]) < f->n;
  if (known == row->n) {
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->found, row->form);
    if (row->n > 1)
      return;
  }
  for (size_t i = 0; row->n == 1 && i < f->n; i++)
    if (!strcmp(row->variables[0], "n") && strcmp(f->names[i], "n") != 0 &&
        strcmp(f->names[i], "p") != 0 &&
        !has_rows(f->forms, category, f->names[i]))
      add_generic(f, row, f->names[i]);
}

size_t lcm_forms_find(const char *const **out, lcm_ctx *ctx,
                      const lcm_forms *forms, const char *category,
                      const char *const *names, size_t n) {
  struct finding f = {.ctx = ctx, .forms = forms, .names = names, .n = n};
  for (size_t i = 0; i < forms->rows.n; i++) {
    const struct row *row = &forms->rows.at[i];
    const bool any = !strcmp(row->category, "*");
    bool own = !strcmp(row->category, category);
    for (size_t k = 0; any && k < forms->rows.n; k++) {
      const struct row *other = &forms->rows.at[k];
      own = own || (!strcmp(other->category, category) && other->n == row->n &&
                    !memcmp(other->variables, row->variables,
                            row->n * sizeof *row->variables));
    }
    if (own != any)
      add_row(&f, row, category);
  }
  *out = f.found.at;
  return f.found.n;
}
