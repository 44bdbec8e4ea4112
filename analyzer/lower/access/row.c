/* Rows of arrays of several dimensions: subscripts that leave them mean an
 * element of another row. */
#include "analyzer/lower/access/row.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/lower/access/collection.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

/* What sums of a few numbers of C stay below. */
static const long long MOST_NUMBER = 1LL << 40;

/* A subscript of an object. */
struct place {
  struct lcm_lowering *l;
  struct lcm_object *object;
  const lcm_ast *ast;
  size_t d;        /* its number, not the first */
  long long count; /* of what it chooses from, 0: not known */
};

/* Return the sizes of the variable "ref", NULL where they are not known. */
static const long long *sizes_of(struct lcm_lowering *l, const lcm_ast *ref) {
  const char *key = NULL;
  const struct lcm_local *local = lcm_lower_local_of(l, ref->key);
  return local ? local->sizes : lcm_lower_declared(&key, l, ref->name);
}

/* Return how many elements step "d" of "object" chooses from, 0 where that is
 * not known; -1 where it is no further subscript of an array: it goes through a
 * pointer, which is as large as the one that it chooses. */
static long long count_of(struct lcm_lowering *l,
                          const struct lcm_object *object, size_t d) {
  const long long *sizes = sizes_of(l, object->base);
  for (size_t i = 0; i <= d; i++)
    if (object->steps[i].field)
      return -1;
  if (!sizes || !d || d > 2 || d == object->loads ||
      (d < object->loads && sizes[d] == sizes[d + 1]))
    return -1;
  return sizes[d] > 0 && sizes[d + 1] > 0 ? sizes[d] / sizes[d + 1] : 0;
}

/* Return the offset behind the bracket that closes the one before "at", 0 where
 * there is none in the "end" bytes of the text. */
static size_t behind_bracket(const struct lcm_lowering *l, size_t at,
                             size_t end) {
  for (unsigned open = 1; at < end; at++) {
    open += (l->text[at] == '[') - (l->text[at] == ']');
    if (!open)
      return at + 1;
  }
  return 0;
}

/* Return whether the array "name" is declared at offset "at". */
static bool is_declared(const struct lcm_lowering *l, size_t at,
                        const char *name) {
  const size_t n = strlen(name);
  const unsigned char before = at ? (unsigned char)l->text[at - 1] : ' ';
  return !strncmp(l->text + at, name, n) && l->text[at + n] == '[' &&
         !isalnum(before) && before != '_';
}

/* Return how many elements the subscript of "p" chooses from as the declarator
 * of the array says, whose size depends on names; NULL where that is not
 * seen. */
static const lcm_expr *declared_count(const struct place *p) {
  struct lcm_lowering *l = p->l;
  const struct lcm_local *local = lcm_lower_local_of(l, p->object->base->key);
  const size_t end = p->object->base->begin;
  const size_t n = local ? strlen(local->name) : 0;
  size_t at = local ? local->begin : end;
  while (at + n < end && !is_declared(l, at, local->name))
    at += l->text[at] == ';' ? end : 1;
  at = at + n < end ? at + n : 0;
  for (size_t d = 0; at && l->text[at] == '['; d++) {
    const size_t behind = behind_bracket(l, at + 1, end);
    if (behind && d == p->d)
      return lcm_lower_expr(l, at + 1, behind - 1);
    at = behind;
  }
  return NULL;
}

/* Let the subscript of "p" and the one before it be unknown. */
static void forget(struct place *p) {
  const struct lcm_extent any = {NULL, NULL, NULL};
  p->object->steps[p->d] = p->object->steps[p->d - 1] = any;
  p->object->why =
      p->object->why ? p->object->why : "a subscript may leave its row";
}

/* Put the terms of "e" that are multiples of "count" into "*rows", divided by
 * that, and the others into "*rest". */
static void divide(const lcm_expr **rows, const lcm_expr **rest, lcm_ctx *ctx,
                   const lcm_expr *e, long long count) {
  const bool sum = lcm_expr_kind_of(e) == LCM_X_SUM_OF;
  *rows = *rest = lcm_expr_int(ctx, 0);
  for (size_t i = 0; i < (sum ? lcm_expr_arity(e) : 1); i++) {
    lcm_rat by;
    const lcm_expr *term = sum ? lcm_expr_arg(e, i) : e;
    (void)lcm_expr_core(ctx, &by, term);
    if (lcm_rat_is_whole(by) && !by.big && (long long)by.num % count == 0)
      *rows = lcm_expr_add(ctx, *rows,
                           lcm_expr_div(ctx, term, lcm_expr_int(ctx, count)));
    else
      *rest = lcm_expr_add(ctx, *rest, term);
  }
}

/* Let the subscript of "p", one element, be one of the row that it lies in. */
static void wrap(struct place *p) {
  lcm_ctx *ctx = p->l->ctx;
  struct lcm_extent *step = &p->object->steps[p->d];
  const lcm_expr *count = lcm_expr_int(ctx, p->count);
  const lcm_expr *rows = NULL;
  const lcm_expr *rest = NULL;
  if (!step[-1].lower || !step[-1].length ||
      !lcm_expr_is_int(step[-1].length, 1)) {
    forget(p);
    return;
  }
  divide(&rows, &rest, ctx, lcm_expr_expand(ctx, step->lower), p->count);
  if (!lcm_fits_below(p->l, p->ast, rest, lcm_expr_int(ctx, p->count - 1))) {
    rows =
        lcm_expr_add(ctx, rows, lcm_expr_binary(ctx, LCM_X_DIV, rest, count));
    rest = lcm_expr_binary(ctx, LCM_X_MOD, rest, count);
  }
  step[-1].lower = lcm_expr_add(ctx, step[-1].lower, rows);
  step->lower = rest;
}

/* Return whether nothing changes what "e" speaks of: local variables that are
 * given a value where they are declared, or by the call. */
static bool is_steady(struct lcm_lowering *l, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  bool steady = true;
  for (size_t i = 0; i < n && steady; i++) {
    const struct lcm_local *local = lcm_lower_local(l, names[i]);
    steady = local && !local->n_assigned && !local->is_static &&
             lcm_lower_last_local(l, names[i]) == local &&
             !lcm_lower_local_before(l, local);
  }
  return steady;
}

/* Return whether "e" is at least 0 where "p" stands for certain. */
static bool is_natural(const struct place *p, const lcm_expr *e) {
  return lcm_fits_below(p->l, p->ast, e, lcm_expr_int(p->l->ctx, MOST_NUMBER));
}

/* As wrap where what the subscript chooses from, "count", depends on names:
 * return whether it lies in its row or the one before, or in its row or the
 * next. */
static bool wrap_once(struct place *p, const lcm_expr *count) {
  lcm_ctx *ctx = p->l->ctx;
  struct lcm_extent *step = &p->object->steps[p->d];
  const lcm_expr *e = step->lower;
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *more = lcm_expr_add(ctx, e, count);
  const lcm_expr *most =
      lcm_expr_sub(ctx, lcm_expr_mul(ctx, count, lcm_expr_int(ctx, 2)), one);
  if (!step[-1].lower || !step[-1].length ||
      !lcm_expr_is_int(step[-1].length, 1) || !is_steady(p->l, count))
    return false;
  const bool before =
      is_natural(p, more) && is_natural(p, lcm_expr_sub(ctx, most, more));
  if (!before &&
      !(is_natural(p, e) && is_natural(p, lcm_expr_sub(ctx, most, e))))
    return false;
  const lcm_expr *out = before ? lcm_expr_binary(ctx, LCM_X_LT, e, zero)
                               : lcm_expr_binary(ctx, LCM_X_LE, count, e);
  const lcm_expr *by = lcm_expr_int(ctx, before ? -1 : 1);
  const lcm_expr *other = before ? more : lcm_expr_sub(ctx, e, count);
  step[-1].lower =
      lcm_expr_add(ctx, step[-1].lower, lcm_expr_if(ctx, out, by, zero));
  step->lower = lcm_expr_if(ctx, out, other, e);
  return true;
}

/* Settle the subscript of "p". */
static void settle(struct place *p) {
  lcm_ctx *ctx = p->l->ctx;
  const struct lcm_extent *step = &p->object->steps[p->d];
  if (!step->lower || !step->length)
    return;
  const lcm_expr *count =
      p->count ? lcm_expr_int(ctx, p->count) : declared_count(p);
  const lcm_expr *high = count ? lcm_expr_sub(ctx, count, step->length) : NULL;
  const bool leaves = lcm_fits_outside(p->l, p->ast, step->lower, high);
  if ((!leaves && !p->object->viewed) ||
      (p->count && lcm_fits_below(p->l, p->ast, step->lower, high)))
    return;
  const bool one = leaves && lcm_expr_is_int(step->length, 1);
  if (p->count && one)
    wrap(p);
  else if (!count || !one || p->object->viewed || !wrap_once(p, count))
    forget(p);
}

void lcm_row_settle(struct lcm_collection *c, struct lcm_object *object,
                    const lcm_ast *ast) {
  if ((!c->l->options->n_kept && !c->l->region.begin) || c->l->options->costs ||
      object->closed)
    return;
  for (size_t d = object->n; d-- > 1;) {
    struct place p = {c->l, object, ast, d, count_of(c->l, object, d)};
    if (p.count >= 0)
      settle(&p);
  }
}

const lcm_expr *lcm_row_length(struct lcm_lowering *l,
                               const struct lcm_object *object) {
  const long long count = object->n && l->options->n_kept && !l->options->costs
                              ? count_of(l, object, object->n - 1)
                              : -1;
  return count < 0 ? NULL : lcm_expr_int(l->ctx, count);
}
