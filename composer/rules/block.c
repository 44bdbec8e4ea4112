/* The division of n things among k members in blocks or chunks that go
 * round. */
#include <math.h>

#include "composer/rules/block.h"

struct lcm_block lcm_block_of(double n, double k, double m) {
  const double base = floor(n / k);
  const double more = n - base * k;
  return (struct lcm_block){m * base + fmin(m, more),
                            base + (m < more ? 1 : 0)};
}

size_t lcm_block_owner(double i, double n, double k) {
  const double base = floor(n / k);
  const double more = n - base * k;
  return (size_t)(i < more * (base + 1)
                      ? floor(i / (base + 1))
                      : more + floor((i - more * (base + 1)) / base));
}

double lcm_block_size_at(double i, double n, double k) {
  return lcm_block_of(n, k, (double)lcm_block_owner(i, n, k)).size;
}

double lcm_rounds_whole(double n, double k, double chunk) {
  return floor(n / (k * chunk)) * chunk;
}

double lcm_rounds_share(double n, double k, double chunk, double m) {
  const double whole = lcm_rounds_whole(n, k, chunk);
  return whole + fmin(fmax(n - whole * k - m * chunk, 0), chunk);
}

/* ---- expressions -------------------------------------------------------- */

struct lcm_block_expr lcm_block_expr(lcm_ctx *ctx, const lcm_expr *n,
                                     const lcm_expr *k, const lcm_expr *m) {
  const lcm_expr *base = lcm_block_least(ctx, n, k);
  const lcm_expr *more = lcm_expr_sub(ctx, n, lcm_expr_mul(ctx, base, k));
  const lcm_expr *both[] = {m, more};
  const lcm_expr *longer =
      lcm_expr_if(ctx, lcm_expr_binary(ctx, LCM_X_LT, m, more),
                  lcm_expr_int(ctx, 1), lcm_expr_int(ctx, 0));
  return (struct lcm_block_expr){
      lcm_expr_add(ctx, lcm_expr_mul(ctx, m, base),
                   lcm_expr_nary(ctx, LCM_X_MIN, both, 2)),
      lcm_expr_add(ctx, base, longer)};
}

const lcm_expr *lcm_block_least(lcm_ctx *ctx, const lcm_expr *n,
                                const lcm_expr *k) {
  return lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, n, k));
}

const lcm_expr *lcm_block_most(lcm_ctx *ctx, const lcm_expr *n,
                               const lcm_expr *k) {
  return lcm_expr_apply(ctx, LCM_X_CEIL, lcm_expr_div(ctx, n, k));
}

/* Chunks that go round: iterations of one round, of a member in whole rounds,
 * and what is left behind these. */
struct rounds {
  const lcm_expr *round;
  const lcm_expr *own;
  const lcm_expr *left;
};

/* Return how "n" are divided among "k" in chunks of "chunk". */
static struct rounds rounds_of(lcm_ctx *ctx, const lcm_expr *n,
                               const lcm_expr *k, const lcm_expr *chunk) {
  const lcm_expr *round = lcm_expr_mul(ctx, k, chunk);
  const lcm_expr *times = lcm_block_least(ctx, n, round);
  return (struct rounds){round, lcm_expr_mul(ctx, times, chunk),
                         lcm_expr_sub(ctx, n, lcm_expr_mul(ctx, round, times))};
}

const lcm_expr *lcm_share_most(lcm_ctx *ctx, const lcm_expr *n,
                               const lcm_expr *k, const lcm_expr *chunk) {
  if (lcm_expr_is_int(n, 1))
    return n;
  if (!chunk)
    return lcm_block_most(ctx, n, k);
  const struct rounds r = rounds_of(ctx, n, k, chunk);
  const lcm_expr *rest[] = {chunk, r.left};
  return lcm_expr_add(ctx, r.own, lcm_expr_nary(ctx, LCM_X_MIN, rest, 2));
}

const lcm_expr *lcm_share_least(lcm_ctx *ctx, const lcm_expr *n,
                                const lcm_expr *k, const lcm_expr *chunk) {
  if (!chunk)
    return lcm_block_least(ctx, n, k);
  const struct rounds r = rounds_of(ctx, n, k, chunk);
  const lcm_expr *rest[] = {
      chunk, lcm_expr_sub(ctx, r.left, lcm_expr_sub(ctx, r.round, chunk))};
  const lcm_expr *both[] = {lcm_expr_int(ctx, 0),
                            lcm_expr_nary(ctx, LCM_X_MIN, rest, 2)};
  return lcm_expr_add(ctx, r.own, lcm_expr_nary(ctx, LCM_X_MAX, both, 2));
}
