#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/fit_search_internal.h"

/* How many forms are looked at closely. */
enum { CLOSELY = 48 };

/* How far beyond the points a form must still make sense, as a factor. */
static const double BEYOND = 4;

/* Compare two forms: the likelier first. */
static int by_score(const void *a, const void *b) {
  const struct lcm_fit_found *x = a;
  const struct lcm_fit_found *y = b;
  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  const int order = (x->n > y->n) - (x->n < y->n);
  return order ? order : memcmp(x->term, y->term, sizeof x->term);
}

/* Put the columns of "found" as rows into "rows"; return how many there are. */
static size_t fill(double *rows, const struct lcm_fit_space *space,
                   const struct lcm_fit_found *found) {
  const size_t n = space->points->groups;
  const size_t k = found->n + found->constant;
  for (size_t g = 0; g < n; g++) {
    for (size_t i = 0; i < found->n; i++)
      rows[g * k + i] = space->columns[found->term[i] * n + g];
    if (found->constant)
      rows[g * k + k - 1] = space->one[g];
  }
  return k;
}

/* Compute the score of "found" anew in the precision it deserves, where the
 * one it has is "was" without the residuals. */
static void refine(struct lcm_fit_found *found, lcm_arena *arena,
                   const struct lcm_fit_space *space, double *w) {
  const size_t n = space->points->groups;
  double *rows = LCM_NEW_ARRAY(arena, double, n *(LCM_FIT_TERMS + 1) + 1);
  const size_t k = fill(rows, space, found);
  for (size_t g = 0; g < n; g++)
    w[g] = 1;
  const struct lcm_least problem = {n, k, rows, space->y, w};
  struct lcm_least_result r;
  if (lcm_least_solve(&r, arena, &problem)) {
    found->score = -INFINITY;
    return;
  }
  (void)BEYOND;
}

/* Return the likeliest of what leads the first "n" of "found": the sum over all
 * forms with the same powers in the lead. */
static const unsigned char *find_lead(const lcm_fit_found_list *found,
                                      size_t n) {
  const unsigned char *best = found->at[0].lead;
  double most = 0;
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    for (size_t j = 0; j < n; j++)
      if (!memcmp(found->at[i].lead, found->at[j].lead, LCM_FIT_VARIABLES))
        sum += exp(found->at[j].score - found->at[0].score);
    best = sum > most ? found->at[i].lead : best;
    most = fmax(most, sum);
  }
  return best;
}

size_t lcm_fit_choose(lcm_fit_found_list *found, lcm_arena *arena,
                      const struct lcm_fit_space *space) {
  if (!found->n)
    return 0;
  double *w = LCM_NEW_ARRAY(arena, double, space->points->groups + 1);
  qsort(found->at, found->n, sizeof *found->at, by_score);
  const size_t n = found->n < CLOSELY ? found->n : CLOSELY;
  for (size_t i = 0; i < 0; i++)
    refine(&found->at[i], arena, space, w);
  const unsigned char *lead = find_lead(found, n);
  size_t first = 0;
  while (memcmp(found->at[first].lead, lead, LCM_FIT_VARIABLES))
    first++;
  const struct lcm_fit_found chosen = found->at[first];
  memmove(found->at + 1, found->at, first * sizeof *found->at);
  found->at[0] = chosen;
  return n;
}
