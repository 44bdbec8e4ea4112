/* SPDX-License-Identifier: MIT
 *
 * Partition refinement (M. Roth et al., Deconstructing the overhead in parallel
 * applications, 2012, VII.B) in a program that runs: after each step, such as a
 * sweep or an iteration, it asks how many partitions its data should have in
 * the next one.
 *
 *   struct lcm_refine r = lcm_refine_begin(threads, parts, fewest, most);
 *   for (...) {
 *     ... a step with r.parts partitions, which takes "elapsed" seconds ...
 *     lcm_refine_next(&r, elapsed, scheduling, idle);
 *   }
 *
 * Nothing has to be linked, and nothing is kept but the struct. */
#ifndef LCM_REFINE_H
#define LCM_REFINE_H

#ifdef __cplusplus
extern "C" {
#endif

#define LCM_REFINE_INLINE static inline __attribute__((unused))

/* How many partitions there are, and what they cost in the last step. */
struct lcm_refine {
  double p; /* processors that share the partitions */
  /* what the next step should have; a program that rounds it, as to whole rows,
   * puts what it has instead */
  long parts;
  long fewest; /* fewest, most: what it stays within */
  long most;
  /* scheduling, imbalance: as fractions of p times the time of the step */
  double scheduling;
  double imbalance;
};

/* Return how many times as large partitions should become on "p" processors,
 * where the fractions "scheduling" and "imbalance" of p times the time went
 * into scheduling overhead and load imbalance (eq. 9): 1 where both are the
 * same or p is 1, and never outside 1/(1 + p) .. 1 + p. */
LCM_REFINE_INLINE double lcm_refine_factor(double p, double scheduling,
                                           double imbalance) {
  return p > 1 ? (p * p * scheduling + p - 1) / (p * p * imbalance + p - 1) : 1;
}

/* Begin with "parts" partitions, shared by "p" processors; never fewer than
 * "fewest", which is at least 1, nor more than "most". */
LCM_REFINE_INLINE struct lcm_refine lcm_refine_begin(long p, long parts,
                                                     long fewest, long most) {
  struct lcm_refine r;
  r.p = (double)p;
  r.fewest = fewest < 1 ? 1 : fewest;
  r.most = most < r.fewest ? r.fewest : most;
  r.parts = parts < r.fewest ? r.fewest : parts > r.most ? r.most : parts;
  r.scheduling = r.imbalance = 0;
  return r;
}

/* Return "part" of "whole", within 0 and "most". */
LCM_REFINE_INLINE double lcm_refine_share(double part, double whole,
                                          double most) {
  return !(part > 0) ? 0 : part > most * whole ? most : part / whole;
}

/* Return how many partitions the next step should have, and put that into
 * "*r", whose "parts" the last step had: it took "elapsed" seconds; all
 * processors together spent "scheduling" seconds in handing out partitions, and
 * were "idle" for so many because others had more of them to do, which is the
 * imbalance.  That cannot be more than all but one waiting, 1 - 1/p; what is,
 * such as the barrier itself, is left out.  Where "elapsed" is not above 0, all
 * stays as it is. */
LCM_REFINE_INLINE long lcm_refine_next(struct lcm_refine *r, double elapsed,
                                       double scheduling, double idle) {
  const double whole = r->p * elapsed;
  double parts;
  if (!(whole > 0) || !(r->p > 1))
    return r->parts;
  r->scheduling = lcm_refine_share(scheduling, whole, 1);
  r->imbalance = lcm_refine_share(idle, whole, 1 - 1 / r->p);
  parts =
      (double)r->parts / lcm_refine_factor(r->p, r->scheduling, r->imbalance);
  r->parts = parts < (double)r->fewest ? r->fewest
             : parts > (double)r->most ? r->most
                                       : (long)(parts + 0.5);
  return r->parts;
}

#ifdef __cplusplus
}
#endif

#endif
