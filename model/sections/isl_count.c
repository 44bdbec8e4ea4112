/* Sums over the points of the loops of a nest, as closed expressions. */
#include <math.h>

#include "model/sections/isl_count.h"

#include <isl/ctx.h>
#include <isl/options.h>
#include <isl/set.h>
#include <stdlib.h>
#include <string.h>

#include "model/sections/count_sum.h"
#include "model/sections/count_text.h"
#include "model/sections/isl_rows.h"

/* Operations after which isl gives up. */
enum { MAX_OPERATIONS = 1000000 };

/* A sum over a set. */
struct whole {
  struct lcm_count *s;
  const lcm_expr *body; /* what is added */
  /* whose indices are the dimensions of the set; NULL: those have no names */
  const struct lcm_nest *nest;
};

/* Give the variables of a basic set of "n_dims" dimensions and "n_divs" others
 * their names. */
static void name_variables(struct whole *w, size_t n_dims, size_t n_divs) {
  struct lcm_count *s = w->s;
  size_t n = 0;
  for (size_t i = 0; w->nest && i < w->nest->n; i++)
    if (w->nest->at[i].index)
      s->names[n++] = w->nest->at[i].index;
  for (; n < n_dims + n_divs; n++)
    s->names[n] = lcm_intern(
        s->ctx, lcm_arena_printf(lcm_ctx_arena(s->ctx), "count.%zu", n));
  s->n_vars = n;
}

/* Sum over one basic set. */
static isl_stat sum_basic(isl_basic_set *set, void *user) {
  struct whole *w = user;
  struct lcm_count *s = w->s;
  lcm_count_rows rows = {0};
  const size_t n_dims = (size_t)isl_basic_set_dim(set, isl_dim_set);
  const size_t n_divs = (size_t)isl_basic_set_dim(set, isl_dim_div);
  s->failed = s->failed || n_dims + n_divs > LCM_COUNT_VARIABLES;
  if (!s->failed) {
    name_variables(w, n_dims, n_divs);
    s->failed = !lcm_count_read(s, &rows, set, n_dims) || s->failed;
  }
  isl_basic_set_free(set);
  if (!s->failed)
    lcm_count_add(s, rows, NULL, w->body);
  return s->failed ? isl_stat_error : isl_stat_ok;
}

/* Return whether "e" is taken not to be negative: it is made of plain names
 * that are no indices of loops around "nest" and not said to be negative.  A
 * logarithm is that of a number of at least 1. */
static bool is_natural(const lcm_expr *e, const struct lcm_nest *nest) {
  bool natural = true;
  double number = 0;
  double high = 0;
  switch (lcm_expr_kind_of(e)) {
  case LCM_X_NUMBER:
    return lcm_expr_is_number(e, &number) && number >= 0;
  case LCM_X_SYMBOL:
    lcm_expr_bounds(&number, &high, e);
    natural = number >= 0 || isinf(number);
    for (size_t k = 0; k < nest->n_outer; k++)
      natural = natural && lcm_expr_name(e) != nest->outer[k];
    return natural;
  case LCM_X_LOG2:
    return true;
  case LCM_X_POW:
    return is_natural(lcm_expr_arg(e, 0), nest);
  case LCM_X_MUL_OF:
    natural = lcm_expr_factor(e) >= 0;
    break;
  case LCM_X_SUM_OF:
  case LCM_X_DIV:
  case LCM_X_FLOOR:
  case LCM_X_MAX:
    break;
  case LCM_X_REAL:
  case LCM_X_COEF:
  case LCM_X_INDEX:
  case LCM_X_MIN:
  case LCM_X_ABS:
  case LCM_X_CEIL:
  case LCM_X_EXP:
  case LCM_X_LOG:
  case LCM_X_LOG10:
  case LCM_X_SQRT:
  case LCM_X_MOD:
  case LCM_X_OF_TRUTH:
  case LCM_X_IF:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    return false;
  }
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    natural = natural && is_natural(lcm_expr_arg(e, i), nest);
  return natural;
}

/* Note which of the parameters of "s" are taken not to be negative. */
static void find_naturals(struct lcm_count *s, const struct lcm_nest *nest) {
  s->natural = LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), bool, s->n_params + 1);
  for (size_t i = 0; i < s->n_params; i++)
    s->natural[i] = is_natural(s->atoms[i], nest);
}

/* Return the sum that "w" wants over the set "text"; NULL where there is
 * none. */
static const lcm_expr *sum_set(struct whole *w, const char *text) {
  struct lcm_count *s = w->s;
  s->isl = isl_ctx_alloc();
  if (!s->isl)
    return NULL;
  isl_options_set_on_error(s->isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(s->isl, MAX_OPERATIONS);
  isl_set *set = isl_set_read_from_str(s->isl, text);
  set = isl_set_coalesce(isl_set_detect_equalities(set));
  set = isl_set_make_disjoint(isl_set_compute_divs(set));
  if (!set || isl_set_foreach_basic_set(set, sum_basic, w))
    s->failed = true;
  isl_set_free(set);
  isl_ctx_free(s->isl);
  return s->failed ? NULL : lcm_count_total(s);
}

/* Return the name that stands for parameter "i", or what is summed where that
 * is the number of parameters, in what is remembered. */
static const char *stand_in(const struct lcm_count *s, size_t i) {
  return lcm_intern(
      s->ctx, i < s->n_params
                  ? lcm_arena_printf(lcm_ctx_arena(s->ctx), "count.x%zu", i)
                  : "count.body");
}

/* Return the key of the sum over the set "text" that "w" wants: what else it
 * depends on stands in front. */
static const char *memo_key(const struct whole *w, const char *text) {
  const struct lcm_count *s = w->s;
  lcm_buf key = {0};
  for (size_t i = 0; w->nest && i < w->nest->n; i++)
    if (w->nest->at[i].index)
      lcm_buf_printf(&key, "%s ", w->nest->at[i].index);
  for (size_t i = 0; i < s->n_params; i++)
    lcm_buf_putc(&key, s->natural[i] ? '+' : '-');
  lcm_buf_puts(&key, text);
  const char *interned = lcm_intern(s->ctx, key.text ? key.text : "");
  lcm_buf_free(&key);
  return interned;
}

/* Return the sum over the set "text" in terms of stand-ins, found out once for
 * each text; NULL where there is none. */
static const lcm_expr *sum_once(struct whole *w, struct lcm_count_memo *memo,
                                const char *text) {
  struct lcm_count *s = w->s;
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const char *key = memo_key(w, text);
  size_t found = 0;
  if (lcm_map_get(&memo->sums, key, &found))
    return (const lcm_expr *)(uintptr_t)found;
  const lcm_expr **atoms =
      LCM_NEW_ARRAY(arena, const lcm_expr *, s->n_params + 1);
  for (size_t i = 0; i <= s->n_params; i++)
    atoms[i] = lcm_expr_symbol(s->ctx, stand_in(s, i), LCM_DIM_NONE);
  s->atoms = atoms;
  w->body = atoms[s->n_params];
  const lcm_expr *sum = sum_set(w, text);
  lcm_map_put(arena, &memo->sums, key, (size_t)(uintptr_t)sum);
  return sum;
}

/* Return whether what "w" sums is the same everywhere. */
static bool is_constant(const struct whole *w) {
  for (size_t i = 0; w->nest && i < w->nest->n; i++)
    if (w->nest->at[i].index && lcm_expr_has(w->body, w->nest->at[i].index))
      return false;
  return true;
}

/* Return "sum", in terms of stand-ins, of "body" with the parameters "atoms";
 * of a body that is a sum for each of its terms. */
static const lcm_expr *settle(const struct lcm_count *s,
                              const lcm_expr *const *atoms, const lcm_expr *sum,
                              const lcm_expr *body) {
  lcm_ctx *ctx = s->ctx;
  const bool several = lcm_expr_kind_of(body) == LCM_X_SUM_OF;
  const size_t n = several ? lcm_expr_arity(body) : 1;
  const lcm_expr *all = lcm_expr_int(ctx, 0);
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, s->n_params + 1);
  for (size_t i = 0; i < s->n_params; i++)
    substs[i] = (struct lcm_subst){stand_in(s, i), atoms[i]};
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *term = several ? lcm_expr_arg(body, i) : body;
    substs[s->n_params] = (struct lcm_subst){stand_in(s, s->n_params), term};
    all = lcm_expr_add(ctx, all,
                       lcm_expr_subst(ctx, sum, substs, s->n_params + 1));
  }
  return all;
}

/* Return the sum that "w" wants over the set "text", remembered in "memo"
 * (NULL: nowhere) where what is summed is the same everywhere; NULL where there
 * is none. */
static const lcm_expr *
sum_remembered(struct whole *w, struct lcm_count_memo *memo, const char *text) {
  struct lcm_count *s = w->s;
  const lcm_expr *const *atoms = s->atoms;
  const lcm_expr *body = w->body;
  if (!memo || !is_constant(w))
    return sum_set(w, text);
  const lcm_expr *sum = sum_once(w, memo, text);
  return sum ? settle(s, atoms, sum, body) : NULL;
}

const lcm_expr *lcm_count_sum(lcm_ctx *ctx, const struct lcm_nest *nest,
                              const lcm_expr *body) {
  struct lcm_count_text w = {.ctx = ctx, .nest = nest};
  struct lcm_count s = {.ctx = ctx};
  struct whole whole = {&s, body, nest};
  lcm_buf dims = {0};
  lcm_buf text = {0};
  (void)lcm_count_put_indices(&dims, &w);
  lcm_buf_puts(&text, "1 = 1");
  const bool affine = lcm_count_put_nest(&text, &w);
  s.atoms = w.atoms.at;
  s.n_params = w.atoms.n;
  find_naturals(&s, nest);
  char *set = lcm_count_set_text(&w, &dims, &text);
  const lcm_expr *sum =
      affine && body && set ? sum_remembered(&whole, nest->memo, set) : NULL;
  free(set);
  return sum;
}

/* Append the elements d0, d1, ... ("n_dims" of them) that "touch" touches;
 * false where they are not affine. */
static bool put_touch(lcm_buf *buf, struct lcm_count_text *w,
                      const struct lcm_element *touch, size_t n_dims) {
  lcm_buf indices = {0};
  w->nest = &touch->nest;
  lcm_buf_putc(buf, '(');
  if (lcm_count_put_indices(&indices, w))
    lcm_buf_printf(buf, "exists %s: ", indices.text ? indices.text : "");
  lcm_buf_free(&indices);
  lcm_buf_puts(buf, "1 = 1");
  bool affine = lcm_count_put_nest(buf, w);
  for (size_t d = 0; d < n_dims && affine; d++) {
    lcm_buf_printf(buf, " and d%zu = ", d);
    affine = touch->subscripts[d] &&
             lcm_count_put_affine(buf, w, touch->subscripts[d]);
  }
  lcm_buf_putc(buf, ')');
  return affine;
}

const lcm_expr *lcm_count_elements(lcm_ctx *ctx,
                                   const struct lcm_element *touches, size_t n,
                                   size_t n_dims) {
  struct lcm_count_text w = {.ctx = ctx};
  struct lcm_count s = {.ctx = ctx};
  struct whole whole = {&s, lcm_expr_int(ctx, 1), NULL};
  lcm_buf dims = {0};
  lcm_buf text = {0};
  bool affine = n > 0;
  for (size_t d = 0; d < n_dims; d++)
    lcm_buf_printf(&dims, "%sd%zu", d ? ", " : "", d);
  for (size_t i = 0; i < n && affine; i++) {
    if (i)
      lcm_buf_puts(&text, " or ");
    affine = put_touch(&text, &w, &touches[i], n_dims);
  }
  s.atoms = w.atoms.at;
  s.n_params = w.atoms.n;
  if (n)
    find_naturals(&s, &touches[0].nest);
  char *set = lcm_count_set_text(&w, &dims, &text);
  const lcm_expr *count =
      affine && set ? sum_remembered(&whole, touches[0].nest.memo, set) : NULL;
  free(set);
  return count;
}

bool lcm_count_is_empty(lcm_ctx *ctx, const struct lcm_nest *nest) {
  const lcm_expr *sum = lcm_count_sum(ctx, nest, lcm_expr_int(ctx, 1));
  return sum && lcm_expr_is_int(sum, 0);
}
