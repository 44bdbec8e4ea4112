/* Roots of differences in closed form. */
#include <math.h>

#include "study/compare/exact.h"

/* Terms of a sum with the same powers: coefficient x^power log(x)^logs. */
struct group {
  double power;
  unsigned logs;
  const lcm_expr *coefficient;
};

/* The terms of a difference in "x" called "name". */
struct terms {
  lcm_ctx *ctx;
  const char *name;
  const lcm_expr *x;
  LCM_LIST(struct group) groups;
};

/* Take the factor "e", a power or a logarithm of x, out of "group"; false where
 * it is neither. */
static bool take_factor(const struct terms *t, struct group *group,
                        const lcm_expr *e) {
  lcm_ctx *ctx = t->ctx;
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  const bool log =
      kind == LCM_X_LOG || kind == LCM_X_LOG2 || kind == LCM_X_LOG10;
  double power = kind == LCM_X_SQRT ? 0.5 : 1;
  if (!lcm_expr_has(e, t->name))
    return true;
  group->coefficient = lcm_expr_div(ctx, group->coefficient, e);
  if (e != t->x && lcm_expr_arg(e, 0) != t->x)
    return false;
  if (kind == LCM_X_LOG2 || kind == LCM_X_LOG10) {
    const lcm_expr *base = lcm_expr_int(ctx, kind == LCM_X_LOG2 ? 2 : 10);
    group->coefficient = lcm_expr_div(ctx, group->coefficient,
                                      lcm_expr_apply(ctx, LCM_X_LOG, base));
  }
  group->logs += log;
  if (log)
    return true;
  group->power += power;
  if (e == t->x || kind == LCM_X_SQRT)
    return true;
  group->power -= power;
  if (kind != LCM_X_POW || !lcm_expr_is_number(lcm_expr_arg(e, 1), &power))
    return false;
  group->power += power;
  return true;
}

/* Add the term "e" to its group; false where it is not a number times powers of
 * x and its logarithm. */
static bool take_term(struct terms *t, const lcm_expr *e) {
  struct group group = {.coefficient = e};
  const bool product = lcm_expr_kind_of(e) == LCM_X_MUL_OF;
  const size_t n = product ? lcm_expr_arity(e) : 1;
  for (size_t i = 0; i < n; i++)
    if (!take_factor(t, &group, product ? lcm_expr_arg(e, i) : e))
      return false;
  if (!group.coefficient || lcm_expr_has(group.coefficient, t->name))
    return false;
  for (size_t i = 0; i < t->groups.n; i++) {
    struct group *old = &t->groups.at[i];
    if (old->power == group.power && old->logs == group.logs) {
      old->coefficient =
          lcm_expr_add(t->ctx, old->coefficient, group.coefficient);
      return old->coefficient != NULL;
    }
  }
  LCM_LIST_ADD(lcm_ctx_arena(t->ctx), &t->groups, group);
  return true;
}

/* Put the groups of "difference" into "t", the highest powers first, without
 * those that are 0; false where it is no sum of them. */
static bool take_terms(struct terms *t, const lcm_expr *difference) {
  const lcm_expr *sum = lcm_expr_expand(t->ctx, difference);
  const bool many = sum && lcm_expr_kind_of(sum) == LCM_X_SUM_OF;
  const size_t n = !sum ? 0 : many ? lcm_expr_arity(sum) : 1;
  for (size_t i = 0; i < n; i++)
    if (!take_term(t, many ? lcm_expr_arg(sum, i) : sum))
      return false;
  struct group *at = t->groups.at;
  size_t kept = 0;
  for (size_t i = 0; i < t->groups.n; i++)
    if (!lcm_expr_is_int(at[i].coefficient, 0))
      at[kept++] = at[i];
  t->groups.n = kept;
  for (size_t i = 0; i < kept; i++)
    for (size_t k = i; k > 0; k--)
      if (at[k].power > at[k - 1].power ||
          (at[k].power == at[k - 1].power && at[k].logs > at[k - 1].logs)) {
        const struct group group = at[k];
        at[k] = at[k - 1];
        at[k - 1] = group;
      }
  return kept > 1;
}

/* Return the real number "value" as an expression, exactly where it is the
 * inverse of a small whole number or a small whole number itself. */
static const lcm_expr *number(lcm_ctx *ctx, double value) {
  for (long long by = 1; by < 100; by++)
    if (value * (double)by == floor(value * (double)by) && fabs(value) < 1e15)
      return lcm_expr_ratio(ctx, (long long)(value * (double)by), by);
  const double inverse = 1 / value;
  if (fabs(inverse - floor(inverse + 0.5)) < 1e-12 && fabs(inverse) < 1e15)
    return lcm_expr_ratio(ctx, 1, (long long)floor(inverse + 0.5));
  return lcm_expr_real(ctx, value);
}

static const lcm_expr *minus_ratio(lcm_ctx *ctx, const lcm_expr *a,
                                   const lcm_expr *b) {
  return lcm_expr_neg(ctx, lcm_expr_div(ctx, a, b));
}

/* Return the root of the two groups of "t". */
static const lcm_expr *two_terms(const struct terms *t) {
  const struct group *g = t->groups.at;
  const lcm_expr *ratio =
      minus_ratio(t->ctx, g[1].coefficient, g[0].coefficient);
  if (g[0].logs == g[1].logs)
    return lcm_expr_pow(t->ctx, ratio,
                        number(t->ctx, 1 / (g[0].power - g[1].power)));
  if (g[0].power == g[1].power && g[0].logs == 1 && !g[1].logs)
    return lcm_expr_apply(t->ctx, LCM_X_EXP, ratio);
  return NULL;
}

/* Return the root of the three groups of "t" by the quadratic formula with the
 * sign "sign" of the square root. */
static const lcm_expr *three_terms(const struct terms *t, long long sign) {
  lcm_ctx *ctx = t->ctx;
  const struct group *g = t->groups.at;
  const double step = g[0].power - g[1].power;
  if (g[0].logs || g[1].logs || g[2].logs ||
      fabs(g[1].power - g[2].power - step) > 1e-12)
    return NULL;
  const lcm_expr *half =
      lcm_expr_div(ctx, minus_ratio(ctx, g[1].coefficient, g[0].coefficient),
                   lcm_expr_int(ctx, 2));
  const lcm_expr *square =
      lcm_expr_add(ctx, lcm_expr_mul(ctx, half, half),
                   minus_ratio(ctx, g[2].coefficient, g[0].coefficient));
  const lcm_expr *y =
      lcm_expr_add(ctx, half,
                   lcm_expr_mul(ctx, lcm_expr_int(ctx, sign),
                                lcm_expr_apply(ctx, LCM_X_SQRT, square)));
  return step == 1 ? y : lcm_expr_pow(ctx, y, number(ctx, 1 / step));
}

/* Return "e" where it is what "near" says but for rounding, else NULL. */
static const lcm_expr *verified(const lcm_expr *e,
                                const struct lcm_exact_near *near) {
  double got = 0;
  return e && !lcm_expr_eval(&got, e, near->env, near->n_env) &&
                 fabs(got - near->value) <= 1e-9 * fabs(near->value)
             ? e
             : NULL;
}

const lcm_expr *lcm_exact_root_near(lcm_ctx *ctx, const lcm_expr *difference,
                                    const char *name,
                                    const struct lcm_exact_near *near) {
  struct terms t = {
      .ctx = ctx, .name = name, .x = lcm_expr_symbol(ctx, name, LCM_DIM_NONE)};
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_expr *root = NULL;
  const bool known = take_terms(&t, difference);
  if (known && t.groups.n == 2)
    root = verified(two_terms(&t), near);
  else if (known && t.groups.n == 3) {
    root = verified(three_terms(&t, 1), near);
    root = root ? root : verified(three_terms(&t, -1), near);
  }
  (void)lcm_ctx_mute(ctx, muted);
  return root;
}

const lcm_expr *lcm_exact_root(lcm_ctx *ctx, const lcm_expr *difference,
                               const char *name, double value) {
  const struct lcm_exact_near near = {.value = value};
  return lcm_exact_root_near(ctx, difference, name, &near);
}
