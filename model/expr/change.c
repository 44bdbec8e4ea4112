/* Expressions made of others: substitution, expansion, comparison; the names
 * that occur. */
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/order.h"
#include "model/expr/bounds.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/change_internal.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"
#include "model/expr/over.h"

/* Return whether "e" binds an index. */
static bool is_binder(const lcm_expr *e) {
  return e->kind == LCM_X_SUM || e->kind == LCM_X_PROD ||
         e->kind == LCM_X_MAX_OVER;
}

const lcm_expr *lcm_expr_rebuild(lcm_ctx *ctx, const lcm_expr *like,
                                 const lcm_expr *const *args) {
  switch (like->kind) {
  case LCM_X_OF_LEAVES:
  case LCM_X_COUNT:
    return like;
  case LCM_X_SUM_OF:
    return lcm_expr_nary(ctx, LCM_X_SUM_OF, args, like->n);
  case LCM_X_MUL_OF: {
    lcm_dim dim = like->dim;
    for (size_t i = 0; i < like->n; i++) {
      dim.second = (short)(dim.second - like->args[i]->dim.second);
      dim.byte = (short)(dim.byte - like->args[i]->dim.byte);
      dim.flop = (short)(dim.flop - like->args[i]->dim.flop);
    }
    const lcm_expr *product = lcm_expr_nary(ctx, LCM_X_MUL_OF, args, like->n);
    return lcm_expr_mul(ctx, lcm_expr_number(ctx, like->rat, dim), product);
  }
  case LCM_X_MAX:
  case LCM_X_MIN:
    return lcm_expr_nary(ctx, like->kind, args, like->n);
  case LCM_X_POW:
    return lcm_expr_pow(ctx, args[0], args[1]);
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_NOT:
    return lcm_expr_apply(ctx, like->kind, args[0]);
  case LCM_X_MOD:
  case LCM_X_DIV:
  case LCM_X_OF_COMPARISONS:
  case LCM_X_AND:
  case LCM_X_OR:
    return lcm_expr_binary(ctx, like->kind, args[0], args[1]);
  case LCM_X_IF:
    return lcm_expr_if(ctx, args[0], args[1], args[2]);
  case LCM_X_SUM:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER: {
    const struct lcm_range range = {like->name, args[0], args[1]};
    return lcm_expr_over(ctx, like->kind, range, args[2]);
  }
  }
  return NULL;
}

/* Return the replacement for "name" among the "n" "substs", or NULL. */
static const lcm_expr *replacement(const struct lcm_subst *substs, size_t n,
                                   const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(substs[i].name, name))
      return substs[i].by;
  return NULL;
}

/* Return whether "e" mentions any of the names to replace. */
static bool concerns(const lcm_expr *e, const struct lcm_subst *substs,
                     size_t n) {
  for (size_t i = 0; i < n; i++)
    if (lcm_expr_has(e, substs[i].name))
      return true;
  return false;
}

/* Return the index of the binder "e" renamed where a replacement that is used
 * below has it as a free name. */
static const char *fresh_index(lcm_ctx *ctx, const lcm_expr *e,
                               const struct lcm_subst *substs, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (substs[i].by && lcm_expr_has(substs[i].by, e->name) &&
        strcmp(substs[i].name, e->name) != 0)
      return fresh_index(ctx,
                         &(lcm_expr){.name = lcm_arena_printf(
                                         lcm_ctx_arena(ctx), "%s_", e->name)},
                         substs, n);
  return lcm_intern(ctx, e->name);
}

/* Replacements that are being made. */
struct replacing {
  lcm_ctx *ctx;
  const struct lcm_subst *substs;
  size_t n;
  struct lcm_memo *known; /* parts that are done, NULL: none are kept */
  uintptr_t serial;       /* which they are of all that are made */
};

static const lcm_expr *replace_in(const struct replacing *r, const lcm_expr *e);

/* Return the binder "e" with what "r" says replaced, its own index left
 * alone. */
static const lcm_expr *subst_binder(const struct replacing *r,
                                    const lcm_expr *e) {
  lcm_ctx *ctx = r->ctx;
  const struct lcm_subst *substs = r->substs;
  const size_t n = r->n;
  struct lcm_subst *inner =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, n + 1);
  size_t k = 0;
  const char *index = fresh_index(ctx, e, substs, n);
  for (size_t i = 0; i < n; i++)
    if (strcmp(substs[i].name, e->name) != 0)
      inner[k++] = substs[i];
  if (strcmp(index, e->name) != 0)
    inner[k++] =
        (struct lcm_subst){e->name, lcm_expr_symbol(ctx, index, LCM_DIM_NONE)};
  const struct lcm_range range = {index, replace_in(r, e->args[0]),
                                  replace_in(r, e->args[1])};
  return lcm_expr_over(ctx, e->kind, range,
                       lcm_expr_subst(ctx, e->args[2], inner, k));
}

/* Return "e", which has operands, with what "r" says replaced. */
static const lcm_expr *replaced(const struct replacing *r, const lcm_expr *e) {
  if (is_binder(e))
    return subst_binder(r, e);
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *, e->n);
  for (size_t i = 0; i < e->n; i++)
    args[i] = replace_in(r, e->args[i]);
  return lcm_expr_rebuild(r->ctx, e, args);
}

/* Return "e" (may be NULL) with what "r" says replaced. */
static const lcm_expr *replace_in(const struct replacing *r,
                                  const lcm_expr *e) {
  const struct lcm_memo_key key = {.what = {(uintptr_t)e, r->serial}};
  if (!e || !concerns(e, r->substs, r->n))
    return e;
  if (e->kind == LCM_X_SYMBOL || e->kind == LCM_X_COEF)
    return replacement(r->substs, r->n, e->name);
  const lcm_expr *known = r->known ? lcm_memo_get(r->known, &key) : NULL;
  if (known)
    return known;
  const lcm_expr *out = replaced(r, e);
  if (out && r->known)
    lcm_memo_put(r->ctx, r->known, &key, out);
  return out;
}

const lcm_expr *lcm_expr_subst(lcm_ctx *ctx, const lcm_expr *e,
                               const struct lcm_subst *substs, size_t n) {
  enum { FLAT = 6 };
  struct lcm_expr_state *state = lcm_expr_state(ctx);
  struct lcm_memo *known = e && e->depth > FLAT ? &state->replaced : NULL;
  const struct replacing r = {ctx, substs, n, known, ++state->replacements};
  const size_t before = state->replaced.n;
  const lcm_expr *out = replace_in(&r, e);
  lcm_memo_forget(&state->replaced, before);
  return out;
}

/* Return whether "e" speaks of one of the "n" names at "names" (NULL: true). */
static bool speaks_of(const lcm_expr *e, const char *const *names, size_t n) {
  for (size_t i = 0; names && i < n; i++)
    if (lcm_expr_has(e, names[i]))
      return true;
  return !names;
}

const lcm_expr *lcm_expr_even(lcm_ctx *ctx, const lcm_expr *e,
                              const char *const *names, size_t n) {
  if (!e || !e->n || !speaks_of(e, names, n))
    return e;
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, e->n);
  for (size_t i = 0; i < e->n; i++)
    args[i] = lcm_expr_even(ctx, e->args[i], names, n);
  if (e->kind == LCM_X_IF && speaks_of(e->args[0], names, n))
    return lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, 2),
                        lcm_expr_add(ctx, args[1], args[2]));
  return lcm_expr_rebuild(ctx, e, args);
}

/* Return the product of the expanded "a" and "b", multiplied out. */
static const lcm_expr *multiply_out(lcm_ctx *ctx, const lcm_expr *a,
                                    const lcm_expr *b) {
  if (!a || !b)
    return NULL;
  const size_t n_a = a->kind == LCM_X_SUM_OF ? a->n : 1;
  const size_t n_b = b->kind == LCM_X_SUM_OF ? b->n : 1;
  if (lcm_ctx_spend(ctx, n_a * n_b))
    return NULL;
  const lcm_expr **terms =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, n_a *n_b);
  for (size_t i = 0; i < n_a; i++)
    for (size_t j = 0; j < n_b; j++)
      terms[i * n_b + j] =
          lcm_expr_mul(ctx, a->kind == LCM_X_SUM_OF ? a->args[i] : a,
                       b->kind == LCM_X_SUM_OF ? b->args[j] : b);
  return lcm_expr_nary(ctx, LCM_X_SUM_OF, terms, n_a * n_b);
}

/* Return the power "e", whose base is expanded already, multiplied out where
 * its exponent is a small whole number. */
static const lcm_expr *expand_power(lcm_ctx *ctx, const lcm_expr *e) {
  if (!e || e->kind != LCM_X_POW || e->args[0]->kind != LCM_X_SUM_OF)
    return e;
  for (long long k = 2; k <= 64; k++)
    if (lcm_expr_is_int(e->args[1], k)) {
      const lcm_expr *out = e->args[0];
      for (long long i = 1; i < k; i++)
        out = multiply_out(ctx, out, e->args[0]);
      return out;
    }
  return e;
}

/* Return "e", which has operands, multiplied out. */
static const lcm_expr *expand(lcm_ctx *ctx, const lcm_expr *e) {
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, e->n);
  for (size_t i = 0; i < e->n; i++)
    args[i] = lcm_expr_expand(ctx, e->args[i]);
  if (e->kind != LCM_X_MUL_OF)
    return expand_power(ctx, lcm_expr_rebuild(ctx, e, args));
  const lcm_expr *ones = lcm_expr_int(ctx, 1);
  const lcm_expr **blank =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, e->n);
  const lcm_expr *out = ones;
  for (size_t i = 0; i < e->n; i++) {
    blank[i] = e->args[i];
    out = multiply_out(ctx, out, args[i]);
  }
  const lcm_expr *unit =
      lcm_expr_div(ctx, e, lcm_expr_nary(ctx, LCM_X_MUL_OF, blank, e->n));
  return multiply_out(ctx, unit, out);
}

const lcm_expr *lcm_expr_expand(lcm_ctx *ctx, const lcm_expr *e) {
  enum { FLAT = 2 };
  struct lcm_memo_key key = {.what = {(uintptr_t)e}};
  if (!e || !e->n || is_binder(e) || e->kind == LCM_X_FLOOR ||
      e->kind == LCM_X_CEIL)
    return e;
  if (e->depth <= FLAT || !lcm_memo_premises(&key.premises, e))
    return expand(ctx, e);
  struct lcm_memo *memo = &lcm_expr_state(ctx)->expanded;
  const lcm_expr *known = lcm_memo_get(memo, &key);
  if (known)
    return known;
  const lcm_expr *out = expand(ctx, e);
  if (out && !lcm_ctx_is_spent(ctx))
    lcm_memo_put(ctx, memo, &key, out);
  return out;
}

/* ---- names ------------------------------------------------------------- */

typedef LCM_LIST(const char *) name_list;
typedef LCM_LIST(const lcm_coef *) coef_list;

/* Names met on a walk, and binders above it. */
struct collector {
  lcm_ctx *ctx;
  name_list names;
  coef_list coefs;
  name_list bound;
  const lcm_expr **seen;
  size_t n_seen;
  size_t cap_seen;
};

/* Return whether "e" was met already without a binder above; marks it. */
static bool was_seen(struct collector *c, const lcm_expr *e) {
  if (c->bound.n || !e->n)
    return false;
  if (2 * (c->n_seen + 1) > c->cap_seen) {
    const lcm_expr **old = c->seen;
    const size_t cap = c->cap_seen;
    c->cap_seen = cap ? 2 * cap : 8;
    c->seen =
        LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), const lcm_expr *, c->cap_seen);
    c->n_seen = 0;
    for (size_t i = 0; i < cap; i++)
      if (old[i])
        (void)was_seen(c, old[i]);
  }
  size_t i = (size_t)e->hash & (c->cap_seen - 1);
  for (; c->seen[i]; i = (i + 1) & (c->cap_seen - 1))
    if (c->seen[i] == e)
      return true;
  c->seen[i] = e;
  c->n_seen++;
  return false;
}

/* Collect the free names and coefficients of "e". */
static void collect(struct collector *c, const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  if (!e || !e->mask || was_seen(c, e))
    return;
  if (e->kind == LCM_X_COEF)
    LCM_LIST_ADD(arena, &c->coefs, e->coef);
  if (e->kind == LCM_X_SYMBOL) {
    for (size_t i = 0; i < c->bound.n; i++)
      if (c->bound.at[i] == e->name)
        return;
    LCM_LIST_ADD(arena, &c->names, e->name);
  }
  for (size_t i = 0; i < e->n; i++) {
    const bool body = is_binder(e) && i == 2;
    if (body)
      LCM_LIST_ADD(arena, &c->bound, e->name);
    collect(c, e->args[i]);
    c->bound.n -= body;
  }
}

static int coef_order(const void *a, const void *b) {
  return strcmp((*(const lcm_coef *const *)a)->name,
                (*(const lcm_coef *const *)b)->name);
}

size_t lcm_expr_names(const char *const **names, lcm_ctx *ctx,
                      const lcm_expr *e) {
  return lcm_expr_names_all(names, ctx, &e, 1);
}

size_t lcm_expr_names_all(const char *const **names, lcm_ctx *ctx,
                          const lcm_expr *const *all, size_t n) {
  struct collector c = {.ctx = ctx};
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    collect(&c, all[i]);
  if (c.names.n)
    qsort(c.names.at, c.names.n, sizeof *c.names.at, lcm_order_names);
  for (size_t i = 0; i < c.names.n; i++)
    if (!kept || c.names.at[kept - 1] != c.names.at[i])
      c.names.at[kept++] = c.names.at[i];
  *names = c.names.at;
  return kept;
}

size_t lcm_expr_coefs(const lcm_coef *const **coefs, lcm_ctx *ctx,
                      const lcm_expr *e) {
  struct collector c = {.ctx = ctx};
  size_t kept = 0;
  collect(&c, e);
  if (c.coefs.n)
    qsort(c.coefs.at, c.coefs.n, sizeof *c.coefs.at, coef_order);
  for (size_t i = 0; i < c.coefs.n; i++)
    if (!kept || c.coefs.at[kept - 1] != c.coefs.at[i])
      c.coefs.at[kept++] = c.coefs.at[i];
  *coefs = c.coefs.at;
  return kept;
}

lcm_relation lcm_expr_compare(lcm_ctx *ctx, const lcm_expr *a,
                              const lcm_expr *b) {
  double low = 0;
  double high = 0;
  if (a == b)
    return LCM_REL_EQUAL;
  const lcm_expr *gap = lcm_expr_expand(ctx, lcm_expr_sub(ctx, a, b));
  if (!gap)
    return LCM_REL_UNKNOWN;
  lcm_expr_bounds(&low, &high, gap);
  if (low == 0 && high == 0)
    return LCM_REL_EQUAL;
  return low > 0 ? LCM_REL_GREATER : high < 0 ? LCM_REL_LESS : LCM_REL_UNKNOWN;
}
