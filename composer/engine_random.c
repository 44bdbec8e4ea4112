#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/engine_internal.h"

enum { MAX_POINTS = 256, MAX_EXACT = 512 };

/* A discrete distribution: values in rising order with their chances. */
struct distribution {
  size_t n;
  double value[MAX_POINTS];
  double chance[MAX_POINTS];
};

/* Return the distribution that is always "value". */
static struct distribution *certain(struct lcm_run *run, double value) {
  struct distribution *d =
      LCM_NEW(lcm_ctx_arena(run->ctx), struct distribution);
  d->n = 1;
  d->value[0] = value;
  d->chance[0] = 1;
  return d;
}

/* Merge the two neighbours of "d" that are closest. */
static void merge_nearest(struct distribution *d) {
  size_t best = 0;
  for (size_t i = 0; i + 1 < d->n; i++)
    if (d->value[i + 1] - d->value[i] < d->value[best + 1] - d->value[best])
      best = i;
  const double chance = d->chance[best] + d->chance[best + 1];
  if (chance > 0)
    d->value[best] = (d->value[best] * d->chance[best] +
                      d->value[best + 1] * d->chance[best + 1]) /
                     chance;
  d->chance[best] = chance;
  d->n--;
  memmove(&d->value[best + 1], &d->value[best + 2],
          (d->n - best - 1) * sizeof *d->value);
  memmove(&d->chance[best + 1], &d->chance[best + 2],
          (d->n - best - 1) * sizeof *d->chance);
}

/* Add "chance" of "value" to "d". */
static void add(struct distribution *d, double value, double chance) {
  size_t i = 0;
  if (chance <= 0)
    return;
  while (i < d->n && d->value[i] < value)
    i++;
  if (i < d->n && d->value[i] == value) {
    d->chance[i] += chance;
    return;
  }
  if (d->n == MAX_POINTS) {
    merge_nearest(d);
    add(d, value, chance);
    return;
  }
  memmove(&d->value[i + 1], &d->value[i], (d->n - i) * sizeof *d->value);
  memmove(&d->chance[i + 1], &d->chance[i], (d->n - i) * sizeof *d->chance);
  d->value[i] = value;
  d->chance[i] = chance;
  d->n++;
}

/* Return the distribution of a + b. */
static struct distribution *sum_of(struct lcm_run *run,
                                   const struct distribution *a,
                                   const struct distribution *b) {
  struct distribution *d =
      LCM_NEW(lcm_ctx_arena(run->ctx), struct distribution);
  for (size_t i = 0; i < a->n; i++)
    for (size_t j = 0; j < b->n; j++)
      add(d, a->value[i] + b->value[j], a->chance[i] * b->chance[j]);
  return d;
}

/* Return the distribution of the time that "node" takes one processor. */
static struct distribution *distribution_of(struct lcm_run *run,
                                            const lcm_node *node) {
  struct distribution *out = certain(run, 0);
  if (!lcm_run_traits(run, node)->random || node->n_models) {
    out->value[0] = lcm_run_serial(run, node, 1).time;
    return out;
  }
  if (node->kind == LCM_NODE_BRANCH && node->u.branch.probabilities) {
    struct distribution *mix =
        LCM_NEW(lcm_ctx_arena(run->ctx), struct distribution);
    double left = 1;
    for (size_t i = 0; i < node->n_children; i++) {
      const double chance = fmin(left, lcm_run_chance(run, node, i));
      const struct distribution *one = distribution_of(run, node->children[i]);
      for (size_t k = 0; k < one->n; k++)
        add(mix, one->value[k], one->chance[k] * chance);
      left -= chance;
    }
    add(mix, 0, left);
    return mix;
  }
  if (node->kind == LCM_NODE_CALL) {
    struct lcm_run saved;
    const lcm_node *body = NULL;
    if (!lcm_run_enter(run, node, &saved, &body))
      return out;
    out = distribution_of(run, body);
    lcm_run_leave(run, &saved);
    return out;
  }
  if (node->kind != LCM_NODE_SERIES) {
    out->value[0] = lcm_run_serial(run, node, 1).time;
    return out;
  }
  for (size_t i = 0; i < node->n_children; i++)
    out = sum_of(run, out, distribution_of(run, node->children[i]));
  return out;
}

/* Return the chance that "d" is at most "value". */
static double at_most(const struct distribution *d, double value) {
  double chance = 0;
  for (size_t i = 0; i < d->n && d->value[i] <= value; i++)
    chance += d->chance[i];
  return fmin(chance, 1);
}

/* Return the mean of "d". */
static double mean_of(const struct distribution *d) {
  double mean = 0;
  for (size_t i = 0; i < d->n; i++)
    mean += d->value[i] * d->chance[i];
  return mean;
}

/* Return the distribution of the sum of "count" independent times like "one":
 * exact while they are few, then that of MAX_EXACT of them with its mean and
 * its spread brought to "count" (central limit theorem). */
static struct distribution *
repeated(struct lcm_run *run, const struct distribution *one, double count) {
  struct distribution *all = certain(run, 0);
  const double exact = fmin(count, MAX_EXACT);
  const double mean = mean_of(one);
  for (double i = 0; i < exact; i++)
    all = sum_of(run, all, one);
  for (size_t i = 0; i < all->n && count > exact; i++)
    all->value[i] = fmax(0, mean * count + (all->value[i] - mean * exact) *
                                               sqrt(count / exact));
  return all;
}

double lcm_run_expected_max(struct lcm_run *run, const lcm_node *node,
                            const double *shares, size_t n, double *sum) {
  const struct distribution *one = distribution_of(run, node);
  const struct distribution **of = LCM_NEW_ARRAY(
      lcm_ctx_arena(run->ctx), const struct distribution *, n + 1);
  struct distribution points = {.n = 0};
  const double mean = mean_of(one);
  *sum = 0;
  for (size_t m = 0; m < n; m++) {
    *sum += mean * shares[m];
    if (m && shares[m] == shares[m - 1])
      of[m] = of[m - 1];
    else
      of[m] = repeated(run, one, shares[m]);
    for (size_t i = 0; (!m || of[m] != of[m - 1]) && i < of[m]->n; i++)
      add(&points, of[m]->value[i], 1);
  }
  double expected = 0;
  double before = 0;
  for (size_t i = 0; i < points.n; i++) {
    double all = 1;
    for (size_t m = 0; m < n; m++)
      all *= at_most(of[m], points.value[i]);
    expected += points.value[i] * (all - before);
    before = all;
  }
  return expected;
}
