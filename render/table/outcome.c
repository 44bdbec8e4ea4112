/* Who wins a comparison at a point, and how clearly. */
#include "render/table/outcome.h"

#include <math.h>

double lcm_outcome_time(const lcm_comparison *c, size_t v, size_t i) {
  return c->variants[v]->points[i].time;
}

/* Return the second fastest variant at point "i". */
static size_t second_of(const lcm_comparison *c, size_t i) {
  size_t second = SIZE_MAX;
  for (size_t v = 0; v < c->n_variants; v++)
    if (v != c->winners[i] &&
        (second == SIZE_MAX ||
         lcm_outcome_time(c, v, i) < lcm_outcome_time(c, second, i)))
      second = v;
  return second;
}

double lcm_outcome_margin(const lcm_comparison *c, size_t i) {
  const size_t second = second_of(c, i);
  if (second == SIZE_MAX)
    return NAN;
  const double best = lcm_outcome_time(c, c->winners[i], i);
  const double other = lcm_outcome_time(c, second, i);
  return other == best ? 0 : other / best - 1;
}

bool lcm_outcome_is_open(const lcm_comparison *c, size_t i) {
  return c->difference_low && c->difference_high &&
         c->difference_low[i] < c->difference_high[i] &&
         c->difference_low[i] <= 0;
}

bool lcm_outcome_is_tie(const lcm_comparison *c, size_t i) {
  return !c->undecided && fabs(lcm_outcome_margin(c, i)) < 1e-9;
}

bool lcm_outcome_is_known(const lcm_comparison *c, size_t i) {
  if (c->undecided)
    return false;
  for (size_t v = 0; v < c->n_variants; v++)
    if (isnan(lcm_outcome_time(c, v, i)))
      return false;
  return true;
}

const char *lcm_variant_name(lcm_ctx *ctx, const lcm_comparison *c, size_t v) {
  const char *name = c->variants[v]->name;
  return name ? name
              : lcm_arena_printf(lcm_ctx_arena(ctx), "variant %zu", v + 1);
}

char lcm_variant_letter(size_t v, bool clear) {
  return v < 26 ? (char)((clear ? 'A' : 'a') + (int)v) : '?';
}

bool lcm_comparison_axes(size_t axes[2], const lcm_comparison *c) {
  size_t n = 0;
  for (size_t j = 0; j < c->grid->n_names; j++) {
    if (c->grid->follows[j] || c->grid->sizes[j] < 2)
      continue;
    if (n == 2)
      return false;
    axes[n++] = j;
  }
  return n == 2;
}

char lcm_comparison_letter(const lcm_comparison *c, size_t i) {
  return !lcm_outcome_is_known(c, i) ? '-'
         : lcm_outcome_is_tie(c, i)
             ? '='
             : lcm_variant_letter(c->winners[i], !lcm_outcome_is_open(c, i));
}
