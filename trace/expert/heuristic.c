/* Heuristics of the literature for pipelining, combining messages, placement
 * and grain. */
#include "trace/expert/heuristic.h"

#include <math.h>

double lcm_handover_time(const struct lcm_handover *h, double parts) {
  const double make = h->make / parts + h->send;
  const double use = h->use / parts + h->receive;
  const double move = h->transfer / parts;
  const double pace = fmax(fmax(make, use), move);
  return make + (parts - 1) * pace + h->latency + move + use;
}

size_t lcm_handover_parts(const struct lcm_handover *h, size_t most) {
  size_t best = 1;
  for (size_t k = 2; k <= most; k++)
    if (lcm_handover_time(h, (double)k) < lcm_handover_time(h, (double)best))
      best = k;
  return best;
}

double lcm_combining_gain(double send, double latency, size_t n) {
  return n ? (double)(n - 1) * (send + latency) : 0;
}

/* Return "a" / "b"; 1 where nothing could be had. */
static double share(double a, double b) { return b > 0 ? a / b : 1; }

struct lcm_placing lcm_placing_of(const struct lcm_stretch *s, size_t n,
                                  double p) {
  struct lcm_placing sum = {0, 0, 0, 0};
  double all = 0;
  for (size_t i = 0; i < n; i++) {
    const double length = s[i].length;
    const double free = p - s[i].fixed;
    all += length;
    sum.utilization += length * s[i].moved / p;
    sum.of_free += length * share(s[i].moved, free);
    sum.of_work += length * share(s[i].moved, s[i].available);
    sum.effective += length * share(s[i].moved, fmin(free, s[i].available));
  }
  return all > 0
             ? (struct lcm_placing){sum.utilization / all, sum.of_free / all,
                                    sum.of_work / all, sum.effective / all}
             : (struct lcm_placing){0, 1, 1, 1};
}

double lcm_grain_gain(const struct lcm_parcels *work, double grain, double p) {
  return work->cost * (work->pieces - work->time / grain) / p;
}

/* Return by how much the largest of the "n" values at "at" is above their
 * mean. */
static double above_mean(const double *at, size_t n) {
  double most = 0;
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    most = fmax(most, at[i]);
    sum += at[i];
  }
  return n ? most - sum / (double)n : 0;
}

double lcm_count_loss(const double *counts, size_t p, double grain) {
  return above_mean(counts, p) * grain;
}

double lcm_grain_loss(const double *grains, size_t p, double n) {
  return p ? above_mean(grains, p) * n / (double)p : 0;
}

double lcm_chain_gain(double length, double overlap, double p) {
  return (p - 1) * length / p - overlap;
}
