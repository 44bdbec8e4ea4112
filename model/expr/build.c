/* Constructors of numbers, sums, products and powers in normal form. */
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "model/expr/bounds.h"
#include "model/expr/build.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"

/* A term of a sum: coefficient times core; core NULL for a number. */
struct term {
  lcm_rat rat;
  const lcm_expr *core;
  lcm_dim dim;
};

/* A factor of a product: base to the power exponent. */
struct factor {
  const lcm_expr *base;
  const lcm_expr *exponent;
};

typedef LCM_LIST(struct term) term_list;
typedef LCM_LIST(struct factor) factor_list;

/* How many terms or factors are collected without memory of their own. */
enum { FEW = 8 };

static const lcm_rat ONE = {1, 1, NULL};
static const lcm_rat ZERO = {0, 1, NULL};

/* Return the dimension a times b to the power "sign". */
static lcm_dim dim_join(lcm_dim a, lcm_dim b, int sign) {
  return (lcm_dim){(short)(a.second + sign * b.second),
                   (short)(a.byte + sign * b.byte),
                   (short)(a.flop + sign * b.flop)};
}

const lcm_expr *lcm_expr_int(lcm_ctx *ctx, long long value) {
  const bool small = value >= 0 && value < LCM_SMALL_NUMBERS;
  const lcm_expr **kept = small ? &lcm_expr_state(ctx)->small[value] : NULL;
  if (kept && *kept)
    return *kept;
  const lcm_expr *e =
      lcm_expr_number(ctx, (lcm_rat){value, 1, NULL}, LCM_DIM_NONE);
  if (kept)
    *kept = e;
  return e;
}

const lcm_expr *lcm_expr_ratio(lcm_ctx *ctx, long long num, long long den) {
  return lcm_expr_number(ctx, lcm_rat_new(lcm_ctx_arena(ctx), num, den),
                         LCM_DIM_NONE);
}

const lcm_expr *lcm_expr_real(lcm_ctx *ctx, double value) {
  lcm_buf buf = {0};
  lcm_buf_double(&buf, value < 0 ? -value : value);
  const lcm_expr *e = lcm_expr_decimal(ctx, lcm_ctx_text(ctx, &buf));
  return value < 0 ? lcm_expr_neg(ctx, e) : e;
}

const lcm_expr *lcm_expr_decimal(lcm_ctx *ctx, const char *text) {
  lcm_rat rat;
  if (lcm_rat_parse(&rat, lcm_ctx_arena(ctx), text, strlen(text)))
    return lcm_expr_number(ctx, rat, LCM_DIM_NONE);
  lcm_report(ctx, LCM_DIAG_DOMAIN, lcm_expr_state(ctx)->at,
             "'%s' is no number that can be represented", text);
  return NULL;
}

const lcm_expr *lcm_expr_unit(lcm_ctx *ctx, const struct lcm_measure *unit) {
  return lcm_expr_number(
      ctx, lcm_rat_new(lcm_ctx_arena(ctx), unit->numerator, unit->denominator),
      unit->dim);
}

const lcm_expr *lcm_expr_core(lcm_ctx *ctx, lcm_rat *coefficient,
                              const lcm_expr *e) {
  *coefficient = ONE;
  if (e->kind == LCM_X_NUMBER) {
    *coefficient = e->rat;
    return NULL;
  }
  if (e->kind != LCM_X_MUL_OF)
    return e;
  *coefficient = e->rat;
  if (e->n == 1)
    return e->args[0];
  lcm_dim dim = LCM_DIM_NONE;
  for (size_t i = 0; i < e->n; i++)
    dim = dim_join(dim, e->args[i]->dim, 1);
  if (lcm_rat_is(e->rat, 1) && lcm_dim_equal(dim, e->dim))
    return e;
  return lcm_expr_node(ctx, LCM_X_MUL_OF, dim, e->args, e->n);
}

/* Return "rat" times "core", of dimension "dim" in all. */
static const lcm_expr *scale(lcm_ctx *ctx, lcm_rat rat, const lcm_expr *core,
                             lcm_dim dim) {
  if (!core || !lcm_rat_sign(rat))
    return lcm_expr_number(ctx, rat, dim);
  if (lcm_rat_is(rat, 1) && lcm_dim_equal(core->dim, dim))
    return core;
  const bool product = core->kind == LCM_X_MUL_OF;
  const lcm_expr draft = {.kind = LCM_X_MUL_OF,
                          .dim = dim,
                          .rat = rat,
                          .args = product ? core->args : &core,
                          .n = product ? core->n : 1};
  return lcm_expr_intern(ctx, &draft);
}

/* Order terms by their cores, numbers last. */
static int term_order(const void *a, const void *b) {
  const struct term *x = a;
  const struct term *y = b;
  if (!x->core || !y->core)
    return !x->core - !y->core;
  return lcm_expr_order(x->core, y->core);
}

/* Add the terms of "e" to "terms". */
static void collect_terms(lcm_ctx *ctx, term_list *terms, const lcm_expr *e) {
  const bool sum = e->kind == LCM_X_SUM_OF;
  for (size_t i = 0; i < (sum ? e->n : 1); i++) {
    const lcm_expr *part = sum ? e->args[i] : e;
    struct term term = {.dim = part->dim};
    term.core = lcm_expr_core(ctx, &term.rat, part);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), terms, term);
  }
}

/* Sort "terms" and merge those of one core; drop those that vanish. */
static void merge_terms(lcm_arena *arena, term_list *terms) {
  qsort(terms->at, terms->n, sizeof *terms->at, term_order);
  size_t kept = 0;
  for (size_t i = 0; i < terms->n;) {
    struct term term = terms->at[i++];
    for (; i < terms->n && terms->at[i].core == term.core; i++)
      term.rat = lcm_rat_add(arena, term.rat, terms->at[i].rat);
    if (lcm_rat_sign(term.rat))
      terms->at[kept++] = term;
  }
  terms->n = kept;
}

/* Return the sum of the merged "terms", of dimension "dim". */
static const lcm_expr *sum_of_terms(lcm_ctx *ctx, const term_list *terms,
                                    lcm_dim dim) {
  if (!terms->n)
    return lcm_expr_int(ctx, 0);
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, terms->n);
  for (size_t i = 0; i < terms->n; i++) {
    args[i] = scale(ctx, terms->at[i].rat, terms->at[i].core, dim);
    if (!args[i])
      return NULL;
  }
  return terms->n == 1 ? args[0]
                       : lcm_expr_node(ctx, LCM_X_SUM_OF, dim, args, terms->n);
}

const lcm_expr *lcm_expr_sum_of(lcm_ctx *ctx, const lcm_expr *const *args,
                                size_t n) {
  struct term few[FEW];
  term_list terms = {.at = few, .cap = FEW};
  lcm_dim dim = LCM_DIM_NONE;
  bool known = false;
  for (size_t i = 0; i < n; i++) {
    if (!args[i])
      return NULL;
    if (lcm_expr_is_zero(args[i]))
      continue;
    if (known && !lcm_dim_equal(dim, args[i]->dim))
      return lcm_expr_mismatch(ctx, "a sum", dim, args[i]->dim);
    dim = args[i]->dim;
    known = true;
    collect_terms(ctx, &terms, args[i]);
  }
  if (lcm_ctx_spend(ctx, terms.n))
    return NULL;
  if (terms.n)
    merge_terms(lcm_ctx_arena(ctx), &terms);
  return sum_of_terms(ctx, &terms, dim);
}

static int factor_order(const void *a, const void *b) {
  return lcm_expr_order(((const struct factor *)a)->base,
                        ((const struct factor *)b)->base);
}

/* Return the greatest whole number that divides the whole numbers "a" and
 * "b", which is not 0. */
static lcm_rat divisor(lcm_arena *arena, lcm_rat a, lcm_rat b) {
  while (lcm_rat_sign(b)) {
    const lcm_rat times =
        lcm_rat_floor(arena, lcm_rat_mul(arena, a, lcm_rat_inv(arena, b)));
    const lcm_rat rest =
        lcm_rat_add(arena, a, lcm_rat_neg(arena, lcm_rat_mul(arena, times, b)));
    a = b;
    b = rest;
  }
  return a;
}

/* Return the number that the sum "sum" is divided by where it is a factor: what
 * divides all its coefficients where they are whole, so that they stay whole,
 * else the first; that becomes positive. */
static lcm_rat content_of(lcm_ctx *ctx, const lcm_expr *sum) {
  lcm_rat lead;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  (void)lcm_expr_core(ctx, &lead, sum->args[0]);
  lcm_rat all = lead;
  if (lcm_rat_is(lead, 1))
    return lead;
  for (size_t i = 0; i < sum->n; i++) {
    lcm_rat one;
    (void)lcm_expr_core(ctx, &one, sum->args[i]);
    if (!lcm_rat_is_whole(one))
      return lead;
    all = divisor(arena, all, one);
  }
  return lcm_rat_sign(all) == lcm_rat_sign(lead) ? all
                                                 : lcm_rat_neg(arena, all);
}

/* Return the sum "sum" divided by its content, which is multiplied into "*rat"
 * as often as "exponent" says. */
static const lcm_expr *without_content(lcm_ctx *ctx, lcm_rat *rat,
                                       const lcm_expr *sum, long exponent) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_rat lead = content_of(ctx, sum);
  if (lcm_rat_is(lead, 1))
    return sum;
  *rat = lcm_rat_mul(arena, *rat, lcm_rat_pow(arena, lead, exponent));
  return lcm_expr_mul(
      ctx, lcm_expr_number(ctx, lcm_rat_inv(arena, lead), LCM_DIM_NONE), sum);
}

/* Return whether "e" is a whole number of moderate size, put into "*value". */
static bool small_whole(const lcm_expr *e, long *value) {
  if (e->kind != LCM_X_NUMBER || e->rat.big || e->rat.den != 1 ||
      e->rat.num > 64 || e->rat.num < -64)
    return false;
  *value = (long)e->rat.num;
  return true;
}

/* Return "e" as base and exponent; the content of a sum goes into "*rat". */
static struct factor as_factor(lcm_ctx *ctx, lcm_rat *rat, const lcm_expr *e) {
  struct factor factor = {e, lcm_expr_int(ctx, 1)};
  long exponent = 1;
  if (e->kind == LCM_X_POW)
    factor = (struct factor){e->args[0], e->args[1]};
  if (factor.base->kind == LCM_X_SUM_OF &&
      small_whole(factor.exponent, &exponent))
    factor.base = without_content(ctx, rat, factor.base, exponent);
  return factor;
}

/* Add the factors of "e" to "factors" and its coefficient to "*rat". */
static void collect_factors(lcm_ctx *ctx, factor_list *factors, lcm_rat *rat,
                            const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  if (e->kind == LCM_X_NUMBER) {
    *rat = lcm_rat_mul(arena, *rat, e->rat);
    return;
  }
  const bool product = e->kind == LCM_X_MUL_OF;
  if (product)
    *rat = lcm_rat_mul(arena, *rat, e->rat);
  for (size_t i = 0; i < (product ? e->n : 1); i++) {
    const struct factor factor = as_factor(ctx, rat, product ? e->args[i] : e);
    LCM_LIST_ADD(arena, factors, factor);
  }
}

/* Return the merged factor of base "base" and exponent "exponent". */
static const lcm_expr *power(lcm_ctx *ctx, const lcm_expr *base,
                             const lcm_expr *exponent);

/* Sort "factors", merge equal bases, and put what remains into "args"; what
 * became a number is multiplied into "*rat".  Return how many, (size_t)-1 on
 * failure. */
static size_t merge_factors(lcm_ctx *ctx, const lcm_expr **args,
                            factor_list *factors, lcm_rat *rat) {
  size_t kept = 0;
  for (size_t i = 0; i < factors->n; i++)
    if (!factors->at[i].base || !factors->at[i].exponent)
      return (size_t)-1;
  if (factors->n)
    qsort(factors->at, factors->n, sizeof *factors->at, factor_order);
  for (size_t i = 0; i < factors->n;) {
    struct factor factor = factors->at[i++];
    for (; i < factors->n && factors->at[i].base == factor.base; i++)
      factor.exponent =
          lcm_expr_add(ctx, factor.exponent, factors->at[i].exponent);
    const lcm_expr *e = power(ctx, factor.base, factor.exponent);
    if (!e)
      return (size_t)-1;
    if (e->kind == LCM_X_NUMBER)
      *rat = lcm_rat_mul(lcm_ctx_arena(ctx), *rat, e->rat);
    else
      args[kept++] = e;
  }
  return kept;
}

static int arg_order(const void *a, const void *b) {
  return lcm_expr_order(*(const lcm_expr *const *)a,
                        *(const lcm_expr *const *)b);
}

/* Return the sum "sum" with each term multiplied by the number "number". */
static const lcm_expr *scale_sum(lcm_ctx *ctx, const lcm_expr *number,
                                 const lcm_expr *sum) {
  const lcm_expr **terms =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, sum->n);
  for (size_t i = 0; i < sum->n; i++)
    terms[i] = lcm_expr_mul(ctx, number, sum->args[i]);
  return lcm_expr_sum_of(ctx, terms, sum->n);
}

const lcm_expr *lcm_expr_product_of(lcm_ctx *ctx, const lcm_expr *const *args,
                                    size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct factor few[FEW];
  factor_list factors = {.at = few, .cap = FEW};
  lcm_rat rat = ONE;
  lcm_dim dim = LCM_DIM_NONE;
  for (size_t i = 0; i < n; i++) {
    if (!args[i])
      return NULL;
    dim = dim_join(dim, args[i]->dim, 1);
    collect_factors(ctx, &factors, &rat, args[i]);
  }
  if (!lcm_rat_sign(rat))
    return lcm_expr_int(ctx, 0);
  const lcm_expr **kept = LCM_NEW_ARRAY(arena, const lcm_expr *, factors.n + 1);
  const size_t k = merge_factors(ctx, kept, &factors, &rat);
  if (k == (size_t)-1)
    return NULL;
  if (!k)
    return lcm_expr_number(ctx, rat, dim);
  if (k == 1 && kept[0]->kind == LCM_X_SUM_OF)
    return scale_sum(ctx,
                     lcm_expr_number(ctx, rat, dim_join(dim, kept[0]->dim, -1)),
                     kept[0]);
  if (k == 1)
    return scale(ctx, rat, kept[0], dim);
  qsort(kept, k, sizeof *kept, arg_order);
  const lcm_expr draft = {
      .kind = LCM_X_MUL_OF, .dim = dim, .rat = rat, .args = kept, .n = k};
  return lcm_expr_intern(ctx, &draft);
}

/* Return the place of "a" and "b" among those of "known". */
static struct lcm_pair *pair_of(struct lcm_pair *known, const lcm_expr *a,
                                const lcm_expr *b) {
  const uint64_t hash = a && b ? a->hash * 31 + b->hash : 0;
  return &known[(hash ^ hash >> 32) % LCM_PAIRS];
}

/* Return whether "pair" has what "a" and "b" make. */
static bool is_known(lcm_ctx *ctx, const struct lcm_pair *pair,
                     const lcm_expr *a, const lcm_expr *b) {
  return a && pair->a == a && pair->b == b &&
         pair->generation == lcm_expr_state(ctx)->common.generation;
}

/* Return "out", which the two "args" make, and remember it in "pair". */
static const lcm_expr *remember(lcm_ctx *ctx, struct lcm_pair *pair,
                                const lcm_expr *const *args,
                                const lcm_expr *out) {
  if (out)
    *pair = (struct lcm_pair){args[0], args[1], out,
                              lcm_expr_state(ctx)->common.generation};
  return out;
}

/* Return how many terms of a sum "e" is. */
static size_t terms_in(const lcm_expr *e) {
  return e->kind == LCM_X_SUM_OF ? e->n : !lcm_expr_is_zero(e);
}

/* Return whether "b" is 0 and "a", which is no sum, so the sum of both. */
static bool adds_nothing(const lcm_expr *a, const lcm_expr *b) {
  return a && b && a->kind != LCM_X_SUM_OF && lcm_expr_is_zero(b);
}

const lcm_expr *lcm_expr_add(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b) {
  const lcm_expr *args[] = {a, b};
  if (adds_nothing(a, b) || adds_nothing(b, a))
    return adds_nothing(a, b) ? a : b;
  struct lcm_pair *pair = pair_of(lcm_expr_state(ctx)->added, a, b);
  if (is_known(ctx, pair, a, b))
    return lcm_ctx_spend(ctx, terms_in(a) + terms_in(b)) ? NULL : pair->out;
  return remember(ctx, pair, args, lcm_expr_sum_of(ctx, args, 2));
}

const lcm_expr *lcm_expr_neg(lcm_ctx *ctx, const lcm_expr *a) {
  return lcm_expr_mul(ctx, lcm_expr_int(ctx, -1), a);
}

const lcm_expr *lcm_expr_sub(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b) {
  return lcm_expr_add(ctx, a, lcm_expr_neg(ctx, b));
}

/* Return whether "a" is a number and "b" a sum. */
static bool scales(const lcm_expr *a, const lcm_expr *b) {
  return a && b && a->kind == LCM_X_NUMBER && b->kind == LCM_X_SUM_OF;
}

const lcm_expr *lcm_expr_mul(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b) {
  const lcm_expr *args[] = {a, b};
  const lcm_expr *sum = scales(a, b) ? b : scales(b, a) ? a : NULL;
  struct lcm_pair *pair = pair_of(lcm_expr_state(ctx)->multiplied, a, b);
  if (is_known(ctx, pair, a, b))
    return sum && lcm_ctx_spend(ctx, sum->n) ? NULL : pair->out;
  return remember(ctx, pair, args,
                  sum ? scale_sum(ctx, sum == a ? b : a, sum)
                      : lcm_expr_product_of(ctx, args, 2));
}

const lcm_expr *lcm_expr_div(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b) {
  return lcm_expr_mul(ctx, a, lcm_expr_pow(ctx, b, lcm_expr_int(ctx, -1)));
}

/* Return the dimension "dim" to the power "exponent" in "*out"; false where
 * that is none. */
static bool dim_power(lcm_dim *out, lcm_dim dim, const lcm_expr *exponent) {
  *out = LCM_DIM_NONE;
  if (lcm_dim_equal(dim, LCM_DIM_NONE))
    return true;
  if (exponent->kind != LCM_X_NUMBER || exponent->rat.big)
    return false;
  const int64_t num = exponent->rat.num;
  const int64_t den = exponent->rat.den;
  if (num > 60 || num < -60 || dim.second * num % den || dim.byte * num % den ||
      dim.flop * num % den)
    return false;
  *out =
      (lcm_dim){(short)(dim.second * num / den), (short)(dim.byte * num / den),
                (short)(dim.flop * num / den)};
  return true;
}

/* Return the exact number "base" to the whole power "exponent", or NULL where
 * the result would be too long. */
static const lcm_expr *number_power(lcm_ctx *ctx, const lcm_expr *base,
                                    int64_t exponent, lcm_dim dim) {
  const size_t digits = base->rat.big ? strlen(base->rat.big) : 19;
  if (exponent > 512 || exponent < -512 ||
      digits * (size_t)llabs(exponent) > 10000)
    return NULL;
  return lcm_expr_number(
      ctx, lcm_rat_pow(lcm_ctx_arena(ctx), base->rat, (long)exponent), dim);
}

/* Return the product "base" to the whole power "exponent", factor by factor. */
static const lcm_expr *product_power(lcm_ctx *ctx, const lcm_expr *base,
                                     const lcm_expr *exponent) {
  lcm_rat rat = ZERO;
  const lcm_expr *core = lcm_expr_core(ctx, &rat, base);
  const size_t n = core->kind == LCM_X_MUL_OF ? core->n : 1;
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, n + 1);
  lcm_dim dim = dim_join(base->dim, core->dim, -1);
  args[n] = lcm_expr_pow(ctx, lcm_expr_number(ctx, rat, dim), exponent);
  for (size_t i = 0; i < n; i++)
    args[i] = lcm_expr_pow(
        ctx, core->kind == LCM_X_MUL_OF ? core->args[i] : core, exponent);
  return lcm_expr_product_of(ctx, args, n + 1);
}

/* Return whether (base^inner)^outer is base^(inner outer): where the outer
 * exponent is whole or the base cannot be negative. */
static bool powers_multiply(const lcm_expr *base, const lcm_expr *outer) {
  double low = 0;
  double high = 0;
  if (outer->kind == LCM_X_NUMBER && lcm_rat_is_whole(outer->rat))
    return true;
  lcm_expr_bounds(&low, &high, base->args[0]);
  return low >= 0;
}

/* Return base^exponent of dimension "dim" as a node of its own. */
static const lcm_expr *power_node(lcm_ctx *ctx, const lcm_expr *base,
                                  const lcm_expr *exponent, lcm_dim dim) {
  const lcm_expr *args[] = {base, exponent};
  return lcm_expr_node(ctx, LCM_X_POW, dim, args, 2);
}

static const lcm_expr *power(lcm_ctx *ctx, const lcm_expr *base,
                             const lcm_expr *exponent) {
  lcm_dim dim;
  if (!base || !exponent)
    return NULL;
  if (!lcm_dim_equal(exponent->dim, LCM_DIM_NONE))
    return lcm_expr_mismatch(ctx, "an exponent and a number", exponent->dim,
                             LCM_DIM_NONE);
  if (!dim_power(&dim, base->dim, exponent))
    return lcm_expr_mismatch(ctx, "a power", base->dim, LCM_DIM_NONE);
  if (lcm_expr_is_zero(exponent))
    return lcm_expr_int(ctx, 1);
  if (lcm_expr_is_int(exponent, 1))
    return base;
  const bool whole = exponent->kind == LCM_X_NUMBER &&
                     lcm_rat_is_whole(exponent->rat) && !exponent->rat.big;
  if (lcm_expr_is_zero(base) && exponent->kind == LCM_X_NUMBER) {
    if (lcm_rat_sign(exponent->rat) > 0)
      return base;
    return lcm_expr_nowhere(ctx, "division by zero");
  }
  const lcm_expr *exact = whole && base->kind == LCM_X_NUMBER
                              ? number_power(ctx, base, exponent->rat.num, dim)
                              : NULL;
  if (exact)
    return exact;
  if (lcm_expr_is_int(base, 1) && lcm_dim_equal(base->dim, LCM_DIM_NONE))
    return base;
  if (whole && base->kind == LCM_X_MUL_OF)
    return product_power(ctx, base, exponent);
  if (base->kind == LCM_X_POW && powers_multiply(base, exponent))
    return power(ctx, base->args[0],
                 lcm_expr_mul(ctx, base->args[1], exponent));
  long small = 0;
  lcm_rat content = ONE;
  if (base->kind != LCM_X_SUM_OF || !small_whole(exponent, &small))
    return power_node(ctx, base, exponent, dim);
  const lcm_expr *sum = without_content(ctx, &content, base, small);
  if (!sum)
    return NULL;
  return scale(ctx, content, power_node(ctx, sum, exponent, dim), dim);
}

const lcm_expr *lcm_expr_pow(lcm_ctx *ctx, const lcm_expr *base,
                             const lcm_expr *exponent) {
  return power(ctx, base, exponent);
}
