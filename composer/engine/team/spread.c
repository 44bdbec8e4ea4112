/* Distributions of times that are a sum of draws: their mean, the expected
 * maximum, drawing from them. */
#include <math.h>

#include "composer/engine/env.h"
#include "composer/engine/serial.h"
#include "composer/engine/team/spread.h"
#include "composer/gsl/gsl_chance.h"

/* Uniform times whose sum is exact; of more it is nearly normal. */
enum { MAX_IRWIN = 12 };

/* Events of which the number is exact; of more it is nearly normal. */
static const double MAX_EVENTS = 4000;

/* Beyond how many deviations nothing is expected. */
static const double FAR = 9;

/* ---- sums --------------------------------------------------------------- */

/* Put the mean and the variance of one draw of "s" into "moments". */
static void moments_of(double moments[2], const struct lcm_spread *s) {
  const double a = s->args[0];
  const double width = s->args[1] - a;
  switch (s->draw->kind) {
  case LCM_DRAW_EXPONENTIAL:
    moments[0] = a;
    moments[1] = a * a;
    return;
  case LCM_DRAW_UNIFORM:
    moments[0] = a + width / 2;
    moments[1] = width * width / 12;
    return;
  case LCM_DRAW_NORMAL:
    moments[0] = a;
    moments[1] = s->args[1] * s->args[1];
    return;
  case LCM_DRAW_PROB:
    moments[0] = a;
    moments[1] = a * (1 - a);
    return;
  case LCM_DRAW_RANDOM:
  case LCM_DRAW_COUNT:
    break;
  }
  moments[0] = 0.5;
  moments[1] = 1. / 12;
}

double lcm_spread_mean(const struct lcm_spread *s) {
  double moments[2];
  moments_of(moments, s);
  return s->fixed + s->scale * s->times * moments[0];
}

/* Return the variance of the time "s". */
static double variance_of(const struct lcm_spread *s) {
  double moments[2];
  moments_of(moments, s);
  return s->scale * s->scale * s->times * moments[1];
}

/* Return the chance that the sum of "n" numbers uniform in 0..1 is at most "x"
 * (Irwin and Hall; of many: normal with the next term of Edgeworth). */
static double uniform_sum(double n, double x) {
  double sum = 0;
  double term = 1;
  if (x <= 0 || x >= n)
    return x > 0;
  if (n > MAX_IRWIN) {
    const double z = (x - n / 2) / sqrt(n / 12);
    return lcm_chance_normal(z) + exp(-z * z / 2) / sqrt(2 * acos(-1)) *
                                      (1.2 / n / 24) * (z * z * z - 3 * z);
  }
  for (double k = 0; k <= floor(x); k++) {
    sum += (fmod(k, 2) != 0 ? -1 : 1) * term * pow(x - k, n);
    term *= (n - k) / (k + 1);
  }
  return fmin(1, fmax(0, sum / tgamma(n + 1)));
}

/* Return the chance that the sum of "n" draws of "s" is at most "x". */
static double sum_at_most(const struct lcm_spread *s, double n, double x) {
  double moments[2];
  moments_of(moments, s);
  const double spread = sqrt(n * moments[1]);
  const double low = s->draw->kind == LCM_DRAW_UNIFORM ? s->args[0] : 0;
  const double width =
      s->draw->kind == LCM_DRAW_UNIFORM ? s->args[1] - s->args[0] : 1;
  if (spread <= 0)
    return x >= n * moments[0];
  switch (s->draw->kind) {
  case LCM_DRAW_EXPONENTIAL:
    return lcm_chance_gamma(n, x / s->args[0]);
  case LCM_DRAW_UNIFORM:
  case LCM_DRAW_RANDOM:
    return uniform_sum(n, (x - n * low) / width);
  case LCM_DRAW_PROB:
    return n <= MAX_EVENTS
               ? lcm_chance_binomial(floor(x + 1e-9), s->args[0], n)
               : lcm_chance_normal((floor(x + 1e-9) + 0.5 - n * moments[0]) /
                                   spread);
  case LCM_DRAW_NORMAL:
  case LCM_DRAW_COUNT:
    break;
  }
  return lcm_chance_normal((x - n * moments[0]) / spread);
}

/* ---- the last of several ------------------------------------------------ */

/* Members of which "n" execute "share" times each. */
struct crowd {
  double share;
  double n;
};

/* Those who execute "s". */
struct crowds {
  const struct lcm_spread *s;
  const struct crowd *at;
  size_t n;
};

/* Return the chance that all members in "user", crowds, are done by "x". */
static double all_done(double x, const struct crowds *all) {
  double chance = 1;
  for (size_t i = 0; i < all->n; i++) {
    const struct crowd *c = &all->at[i];
    const double rest = (x - c->share * all->s->fixed) / all->s->scale;
    const double one = sum_at_most(all->s, c->share * all->s->times, rest);
    chance *= one > 0 ? pow(one, c->n) : 0;
  }
  return chance;
}

/* Return the chance that not all are done by "x". */
static double not_done(double x, void *user) { return 1 - all_done(x, user); }

/* Put between what the time of a member of "c" surely lies into "ends". */
static void ends_of(double ends[2], const struct lcm_spread *s,
                    const struct crowd *c) {
  double moments[2];
  moments_of(moments, s);
  const double n = c->share * s->times;
  const double far = FAR * sqrt(n * moments[1]);
  const bool exponential = s->draw->kind == LCM_DRAW_EXPONENTIAL;
  double low = n * moments[0] - far;
  double high = n * moments[0] + far;
  if (s->draw->kind != LCM_DRAW_NORMAL)
    low = fmax(low, s->draw->kind == LCM_DRAW_UNIFORM ? n * s->args[0] : 0);
  if (exponential)
    high += moments[0] * (40 + log(c->n));
  else if (s->draw->kind != LCM_DRAW_NORMAL)
    high = fmin(high, s->draw->kind == LCM_DRAW_UNIFORM ? n * s->args[1] : n);
  ends[0] = c->share * s->fixed + s->scale * low;
  ends[1] = c->share * s->fixed + s->scale * high;
}

/* Return the expected maximum where draws are whole numbers, whose sums can
 * only be those of crowds, up to "high". */
static double whole_maximum(const struct crowds *all, double low, double high) {
  double sum = low;
  double at = low;
  while (at < high) {
    double next = high;
    for (size_t i = 0; i < all->n; i++) {
      const double fixed = all->at[i].share * all->s->fixed;
      const double k = fmax(0, floor((at - fixed) / all->s->scale + 1e-9) + 1);
      next = fmin(next, fixed + k * all->s->scale);
    }
    const double step = next > at ? next : at + all->s->scale;
    sum += (step - at) * (1 - all_done(at, all));
    at = step;
  }
  return sum;
}

double lcm_spread_maximum(lcm_ctx *ctx, const struct lcm_spread *s,
                          const double *shares, size_t n) {
  struct crowd *all = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct crowd, n + 1);
  struct crowds crowds = {s, all, 0};
  double low = 0;
  double high = 0;
  double busy = 0;
  for (size_t m = 0; m < n; m++) {
    size_t i = 0;
    while (i < crowds.n && all[i].share != shares[m])
      i++;
    if (shares[m] <= 0)
      continue;
    busy++;
    crowds.n += i == crowds.n;
    all[i].share = shares[m];
    all[i].n++;
  }
  if (busy <= 1)
    return busy > 0 ? all[0].share * lcm_spread_mean(s) : 0;
  for (size_t i = 0; i < crowds.n; i++) {
    double ends[2];
    ends_of(ends, s, &all[i]);
    low = i ? fmax(low, ends[0]) : ends[0];
    high = i ? fmax(high, ends[1]) : ends[1];
  }
  if (s->draw->kind == LCM_DRAW_PROB)
    return whole_maximum(&crowds, low, high);
  return low + lcm_chance_integral(not_done, &crowds, low, high);
}

/* ---- drawing ------------------------------------------------------------ */

/* Return one draw of "s". */
static double draw(const struct lcm_spread *s, struct lcm_random *dice) {
  switch (s->draw->kind) {
  case LCM_DRAW_EXPONENTIAL:
    return lcm_random_exponential(dice, s->args[0]);
  case LCM_DRAW_UNIFORM:
    return lcm_random_uniform(dice, s->args[0], s->args[1]);
  case LCM_DRAW_NORMAL:
    return lcm_random_normal(dice, s->args[0], s->args[1]);
  case LCM_DRAW_PROB:
    return lcm_random_unit(dice) < s->args[0];
  case LCM_DRAW_RANDOM:
  case LCM_DRAW_COUNT:
    break;
  }
  return lcm_random_unit(dice);
}

double lcm_spread_draw(const struct lcm_spread *s, struct lcm_random *dice,
                       double n) {
  const double times = n * s->times;
  double sum = 0;
  if (times > LCM_MAX_DRAWN) {
    const double mean = n * lcm_spread_mean(s);
    const double deviation = sqrt(n * variance_of(s));
    return fmax(0, lcm_random_normal(dice, mean, deviation));
  }
  for (double i = 0; i < times; i++)
    sum += draw(s, dice);
  return n * s->fixed + s->scale * sum;
}
