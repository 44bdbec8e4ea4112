/* Loops summed in closed form. */
#pragma once

#include "composer/engine/run.h"

/* Loops of at least so many iterations are summed in closed form: where nothing
 * is told of the nodes in them, and where some iterations stand for all.  In a
 * nest of loops they are fewer where so many iterations are walked together. */
enum { LCM_MIN_SUMMED = 17, LCM_MIN_SAMPLED = 1025, LCM_MOST_WALKED = 16384 };

/* Return what iterations of the loop "node", which a crew of "w" executes, cost
 * together in closed form, with the present values of names; NULL where that
 * has none.  "*fresh": what is not known in them has not been noted yet. */
struct lcm_sums *lcm_sums_find(struct lcm_run *run, const lcm_node *node,
                               double w, bool *fresh);

/* Return the outcome of the iterations number ends[0] to ends[1] (from 0 on)
 * that "sums" says. */
struct lcm_outcome lcm_sums_outcome(struct lcm_run *run,
                                    const struct lcm_sums *sums, double w,
                                    const double ends[2]);

/* As lcm_sums_outcome, of the elapsed time; no demands are noted. */
double lcm_sums_time(struct lcm_run *run, const struct lcm_sums *sums, double w,
                     const double ends[2]);

/* As lcm_sums_time, of "n" stretches of iterations, number ends[0][i] to
 * ends[1][i] each, at once: put what they take into out[0], and what of it they
 * wait for what others move (LCM_CAT_RC) into out[1]. */
void lcm_sums_times(struct lcm_run *run, const struct lcm_sums *sums, double w,
                    const double *const ends[2], size_t n,
                    double *const out[2]);

/* As lcm_sums_time, of the longest of the iterations of a parallel loop; NaN
 * where that is not known. */
double lcm_sums_longest(struct lcm_run *run, const struct lcm_sums *sums,
                        double w, const double ends[2]);

/* Return from how many iterations on a loop of "run" is summed: where nodes are
 * noted, from where it, with the loops around it, is too long to be walked. */
double lcm_run_min_summed(const struct lcm_run *run);

/* Return whether what nodes in a loop of "run" take is to be noted where the
 * loop is summed. */
bool lcm_run_samples(const struct lcm_run *run);

/* Return how many iterations of nested loops together, which differ and have no
 * closed form, are walked before some of them stand for others: fewer where
 * memory has its costs, each of which is a long expression. */
double lcm_run_most_exact(const struct lcm_run *run);

/* Return whether some iterations of a loop may stand for the others, of which
 * "traits" is what they have: costs that come from the source, which are
 * estimates, and nothing that repeats along an index, of which they would be a
 * poor sample. */
bool lcm_run_may_skip(const struct lcm_traits *traits);

/* Note that they do. */
void lcm_run_assume_some(struct lcm_run *run);
