/* By how much a number may change until a time is so much more: where a line
 * through the last two tries says, and halfway where that does not help. */
#include "study/sensitivity/tolerance.h"

#include <math.h>

#include "study/sensitivity/form.h"
#include "study/sensitivity/vary.h"

/* How near the time has to come, and how often is tried. */
static const double NEAR = 1e-9;
enum { MOST_TRIES = 80 };

double lcm_time_with(struct lcm_sensing *s, size_t i,
                     const struct lcm_number *number, double factor) {
  double time = NAN;
  if (s->form && s->holds[i] && number->symbol && !number->reading &&
      lcm_expr_has(s->form, number->symbol) &&
      lcm_form_value(&time, s, s->form, i, number, factor))
    return time;
  lcm_vary_times(&time, s, lcm_grid_at(s->ctx, s->request->grid, i), number,
                 factor);
  return time;
}

/* A bracket of the factor, as its logarithm: less and more than the time that
 * is looked for by "below" (negative) and "above". */
struct bracket {
  double low;
  double high;
  double below;
  double above;
};

/* Return where a line through the ends of "b" passes 0, halfway where "halve"
 * or that is outside. */
static double next_try(const struct bracket *b, bool halve) {
  const double at =
      b->low + (b->high - b->low) * -b->below / (b->above - b->below);
  const double middle = (b->low + b->high) / 2;
  const bool inside = fmin(b->low, b->high) < at && at < fmax(b->low, b->high);
  return halve || !inside ? middle : at;
}

/* Narrow "b" for the time "goal" of "number" at point "i"; return the
 * logarithm of the factor, and put whether the time jumps there into
 * "*jump". */
static double narrow(bool *jump, struct bracket *b, struct lcm_sensing *s,
                     size_t i, const struct lcm_number *number, double goal) {
  double width = fabs(b->high - b->low);
  bool halve = false;
  for (int k = 0; k < MOST_TRIES; k++) {
    const double at = next_try(b, halve);
    const double off = lcm_time_with(s, i, number, exp(at)) - goal;
    if (fabs(off) <= NEAR * goal)
      return at;
    if (off < 0) {
      b->low = at;
      b->below = off;
    } else {
      b->high = at;
      b->above = off;
    }
    halve = fabs(b->high - b->low) > width / 2;
    width = fabs(b->high - b->low);
    if (width < 1e-15)
      break;
  }
  *jump = true;
  return b->low;
}

void lcm_tolerance_find(struct lcm_influence_point *point,
                        struct lcm_sensing *s, size_t i,
                        const struct lcm_number *number, double loss) {
  const double time = s->times[i];
  const double goal = (1 + loss) * time;
  const double far = log(LCM_SENSITIVITY_FAR);
  const bool down = point->above > 0   ? false
                    : point->below < 0 ? true
                                       : number->rate;
  const double sign = down ? -1 : 1;
  const double slope = fabs(down ? point->below : point->above);
  const double guess = slope > 0 ? log(1 + 1.5 * loss / slope) : log(1 + loss);
  struct bracket b = {.low = 0, .below = -loss * time};
  for (double at = fmin(guess, far); time > 0; at = fmin(2 * at + 0.1, far)) {
    const double off = lcm_time_with(s, i, number, exp(sign * at)) - goal;
    if (off >= 0) {
      b.high = sign * at;
      b.above = off;
      point->tolerance = exp(narrow(&point->jump, &b, s, i, number, goal));
      return;
    }
    if (!(off < 0) || at >= far)
      break;
    b.low = sign * at;
    b.below = off;
  }
  point->tolerance = down ? 0 : INFINITY;
}
