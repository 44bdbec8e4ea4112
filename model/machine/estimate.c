/* The value around which measured times cluster, outliers being late. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "model/machine/estimate.h"

/* Resamplings for an interval; samples that are left for the median; the share
 * of samples that must lie within NEAR of the value; the widest interval. */
enum { RESAMPLINGS = 200, FEW = 8 };
static const double NEAR = 0.1;
static const double ENOUGH = 0.25;
static const double WIDE = 0.2;

/* Return the median of the "n" sorted numbers at "at". */
static double median(const double *at, size_t n) {
  return n % 2 ? at[n / 2] : 0.5 * (at[n / 2 - 1] + at[n / 2]);
}

/* Return around which value the "n" sorted numbers at "at" cluster. */
static double cluster(const double *at, size_t n) {
  while (n > FEW) {
    const size_t half = (n + 1) / 2;
    size_t best = 0;
    for (size_t i = 1; i + half <= n; i++)
      if (at[i + half - 1] - at[i] < at[best + half - 1] - at[best])
        best = i;
    at += best;
    n = half;
  }
  return median(at, n);
}

/* Return the next number of the generator with the state "*state". */
static uint64_t draw(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* Draw "n" of the sorted numbers at "at", each as often as it falls, sorted
 * into "out"; "times" has room for n counts. */
static void resample(double *out, size_t *times, const double *at, size_t n,
                     uint64_t *state) {
  size_t k = 0;
  memset(times, 0, n * sizeof *times);
  for (size_t i = 0; i < n; i++)
    times[(draw(state) >> 11) % n]++;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < times[i]; j++)
      out[k++] = at[i];
}

/* Return the half-width of the interval of "value", around which the "n" sorted
 * numbers at "at" cluster. */
static double half_width(lcm_arena *arena, const double *at, size_t n,
                         double value) {
  double *drawn = LCM_NEW_ARRAY(arena, double, n);
  size_t *times = LCM_NEW_ARRAY(arena, size_t, n);
  double off[RESAMPLINGS];
  uint64_t state = 88172645463325252u;
  for (size_t i = 0; i < RESAMPLINGS; i++) {
    resample(drawn, times, at, n, &state);
    off[i] = fabs(cluster(drawn, n) - value);
  }
  qsort(off, RESAMPLINGS, sizeof *off, lcm_order_numbers);
  return off[RESAMPLINGS * 9 / 10 - 1];
}

struct lcm_estimate lcm_estimate_cluster(lcm_arena *arena,
                                         const double *samples, size_t n) {
  if (!n)
    return (struct lcm_estimate){0, INFINITY, 0, true};
  double *sorted = LCM_NEW_ARRAY(arena, double, n);
  size_t near = 0;
  memcpy(sorted, samples, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, lcm_order_numbers);
  struct lcm_estimate out = {cluster(sorted, n), 0, n, false};
  out.half = n > 1 ? half_width(arena, sorted, n, out.value) : fabs(out.value);
  for (size_t i = 0; i < n; i++)
    near += fabs(sorted[i] - out.value) <= NEAR * fabs(out.value);
  out.noisy =
      (double)near < ENOUGH * (double)n || out.half > WIDE * fabs(out.value);
  return out;
}
