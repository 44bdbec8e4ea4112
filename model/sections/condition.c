/* When a section is touched at all: the values of the choices in its share with
 * which this is 1. */
#include "model/sections/condition.h"

/* How many choices a share may have. */
enum { MOST_CHOICES = 4 };

/* The choices of a share, each 1 where a condition holds, else 0. */
struct choices {
  const lcm_expr *of[MOST_CHOICES];
  size_t n;
};

/* Return the number of "choice" in "all", to which it is added; MOST_CHOICES
 * where there are too many. */
static size_t number_of(struct choices *all, const lcm_expr *choice) {
  for (size_t i = 0; i < all->n; i++)
    if (all->of[i] == choice)
      return i;
  if (all->n == MOST_CHOICES)
    return MOST_CHOICES;
  all->of[all->n] = choice;
  return all->n++;
}

/* Put the value of "share" where the choices number i hold whose bits are set
 * in "holding" into "*value"; false where it has something else in it. */
static bool evaluate(double *value, struct choices *all, const lcm_expr *share,
                     unsigned holding) {
  const lcm_expr_kind kind = lcm_expr_kind_of(share);
  if (lcm_expr_is_number(share, value))
    return true;
  if (kind == LCM_X_IF && lcm_expr_is_int(lcm_expr_arg(share, 1), 1) &&
      lcm_expr_is_int(lcm_expr_arg(share, 2), 0)) {
    const size_t i = number_of(all, share);
    *value = i < MOST_CHOICES && holding >> i & 1;
    return i < MOST_CHOICES;
  }
  if (kind != LCM_X_SUM_OF && kind != LCM_X_MUL_OF)
    return false;
  double total = kind == LCM_X_MUL_OF ? lcm_expr_factor(share) : 0;
  for (size_t i = 0; i < lcm_expr_arity(share); i++) {
    if (!evaluate(value, all, lcm_expr_arg(share, i), holding))
      return false;
    total = kind == LCM_X_MUL_OF ? total * *value : total + *value;
  }
  *value = total;
  return true;
}

const lcm_expr *lcm_condition_not(lcm_ctx *ctx, const lcm_expr *e) {
  return lcm_expr_apply(ctx, LCM_X_NOT, e);
}

const lcm_expr *lcm_condition_both(lcm_ctx *ctx, const lcm_expr *a,
                                   const lcm_expr *b) {
  return a && b ? lcm_expr_binary(ctx, LCM_X_AND, a, b) : a ? a : b;
}

/* Return that the choices hold whose bits are set in "holding", and no
 * others. */
static const lcm_expr *exactly(lcm_ctx *ctx, const struct choices *all,
                               unsigned holding) {
  const lcm_expr *e = NULL;
  for (size_t i = 0; i < all->n; i++) {
    const lcm_expr *one = lcm_expr_arg(all->of[i], 0);
    one = holding >> i & 1 ? one : lcm_condition_not(ctx, one);
    e = lcm_condition_both(ctx, e, one);
  }
  return e;
}

const lcm_expr *lcm_section_condition(lcm_ctx *ctx,
                                      const lcm_section *section) {
  struct choices all = {.n = 0};
  const lcm_expr *e = NULL;
  double value = 0;
  if (!section->decided || !section->maybe || !section->share ||
      !evaluate(&value, &all, section->share, 0) || !all.n)
    return NULL;
  for (unsigned holding = 0; holding < 1U << all.n; holding++) {
    if (!evaluate(&value, &all, section->share, holding) ||
        (value != 0 && value != 1))
      return NULL;
    const lcm_expr *these = value ? exactly(ctx, &all, holding) : NULL;
    e = e && these ? lcm_expr_binary(ctx, LCM_X_OR, e, these) : e ? e : these;
  }
  return e;
}
