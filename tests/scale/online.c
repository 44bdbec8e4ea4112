/* A program that refines its partitions while it runs (lcm_refine.h): every
 * answer is held against the equations (5) to (7) of Roth et al. 2012, and the
 * steps, whose time follows from the number of partitions, come near the best
 * of all numbers, which is found by trying them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lcm_refine.h"

/* What a step takes: processors, seconds of work in all, and of handing out a
 * partition. */
struct program {
  long p;
  double work;
  double handing;
};

/* What a step took, all processors together but for "elapsed". */
struct step {
  double elapsed;
  double scheduling;
  double idle;
};

/* Return what a step of "program" with "parts" partitions takes, of which the
 * busiest processor has one more than others where p does not divide them. */
static struct step take(const struct program *program, long parts) {
  const double one = program->work / (double)parts + program->handing;
  const double elapsed = ceil((double)parts / (double)program->p) * one;
  return (struct step){elapsed, (double)parts * program->handing,
                       (double)program->p * elapsed - (double)parts * one};
}

/* Return the number that (5), (6) and (7) give after "step" with "parts"
 * partitions on "p" processors, the size of a partition being 1/parts. */
static double by_paper(double p, double parts, const struct step *step) {
  const double most = 1 - 1 / p;
  const double imbalance = step->idle / (p * step->elapsed);
  const double scheduling = step->scheduling / (p * step->elapsed);
  const double decrease = p * imbalance / most;
  const double increase = p * scheduling / most;
  return parts / ((1 + increase) / (1 + decrease));
}

/* Return the time of the best number of partitions from "fewest" to "most". */
static double best_of(const struct program *program, long fewest, long most) {
  double best = INFINITY;
  for (long parts = fewest; parts <= most; parts++)
    best = fmin(best, take(program, parts).elapsed);
  return best;
}

/* Refine "program" from "parts" partitions on; return how many answers are
 * not as they should be. */
static int refine(const struct program *program, long parts) {
  enum { STEPS = 60, FEWEST = 1, MOST = 4000 };
  struct lcm_refine r = lcm_refine_begin(program->p, parts, FEWEST, MOST);
  double fastest = INFINITY;
  int wrong = 0;
  for (int i = 0; i < STEPS; i++) {
    const struct step step = take(program, r.parts);
    const double exact = by_paper((double)program->p, (double)r.parts, &step);
    const long wanted = (long)fmin(MOST, fmax(FEWEST, floor(exact + 0.5)));
    fastest = fmin(fastest, step.elapsed);
    const long next =
        lcm_refine_next(&r, step.elapsed, step.scheduling, step.idle);
    /* halves may be rounded either way */
    wrong += next != r.parts ||
             (next != wanted && fabs(exact + 0.5 - round(exact + 0.5)) > 1e-9);
  }
  const double best = best_of(program, FEWEST, MOST);
  if (wrong || fastest > 1.1 * best)
    printf("p = %ld, from %ld: %d wrong, %g s, the best %g s\n", program->p,
           parts, wrong, fastest, best);
  return wrong + (fastest > 1.1 * best);
}

/* Return how many of the cases at the edges are not as they should be. */
static int edges(void) {
  struct lcm_refine r = lcm_refine_begin(1, 7, 1, 100);
  int wrong = lcm_refine_next(&r, 1, 0.5, 0.1) != 7; /* one processor */
  r = lcm_refine_begin(4, 7, 0, -3);                 /* no room */
  wrong += r.parts != 1 || lcm_refine_next(&r, 1, 0, 2) != 1;
  r = lcm_refine_begin(4, 7, 2, 100);
  wrong += lcm_refine_next(&r, 0, 0, 0) != 7; /* nothing was measured */
  wrong += lcm_refine_next(&r, NAN, 1, 1) != 7;
  wrong += lcm_refine_next(&r, 1, -1, -1) != 7;   /* the clock went back */
  wrong += lcm_refine_next(&r, 1, 0.4, 0.4) != 7; /* as much of both */
  /* idle beyond all but one: 1 - 1/4 makes 1 + 4 times as many */
  wrong += lcm_refine_next(&r, 1, 0, 40) != 35 || r.imbalance != 0.75;
  wrong += lcm_refine_next(&r, 1, 0, 40) != 100; /* the most */
  wrong += lcm_refine_next(&r, 1, 40, 0) != 16 || r.scheduling != 1;
  wrong += lcm_refine_next(&r, 1, 40, 0) != 3;
  wrong += lcm_refine_next(&r, 1, 40, 0) != 2; /* the fewest */
  if (wrong)
    printf("%d edges\n", wrong);
  return wrong;
}

int main(void) {
  static const long P[] = {2, 3, 4, 8, 24};
  static const double HANDING[] = {1e-6, 1e-5, 1e-4};
  static const long STARTS[] = {1, 4, 48, 1000, 4000};
  int wrong = edges();
  for (size_t i = 0; i < sizeof P / sizeof *P; i++)
    for (size_t k = 0; k < sizeof HANDING / sizeof *HANDING; k++)
      for (size_t s = 0; s < sizeof STARTS / sizeof *STARTS; s++)
        wrong += refine(&(struct program){P[i], 1, HANDING[k]}, STARTS[s]);
  return wrong != 0;
}
