/* Advice: restructurings that would make a program faster. */
#pragma once

#include "composer/scope/scope.h"
#include "model/results/results.h"
#include "study/advise/serial.h"

/* What to look for. */
struct lcm_advise_options {
  /* how to predict; nodes is set here */
  const struct lcm_predict_options *predict;
  double threshold; /* share of the time that a finding gains at least */
  size_t most;      /* restructurings that are predicted at most */
  size_t memory;    /* bytes that they may take together, 0: no bound */
  /* what they may take together, as lcm_ctx_worked counts, 0: no bound; at
   * least what LCM_ADVISE_LOOKS predictions of the program take */
  unsigned long long work;
  size_t steps;  /* how many findings to follow one after the other */
  bool ceilings; /* what each fragment can gain at most */
  bool phases;   /* how well the parts of the run use their processors */
  bool data;     /* kinds of shared data */
  bool chain;
  bool points;
};

enum { LCM_ADVISE_MOST = 2000, LCM_ADVISE_STEPS = 20, LCM_ADVISE_POINTS = 8 };

/* The memory of restructurings where nobody says how many to predict. */
#define LCM_ADVISE_MEMORY ((size_t)1 << 30)

/* Their work then: about a second on a common processor. */
enum { LCM_ADVISE_WORK = 2000000, LCM_ADVISE_LOOKS = 2 };

/* Put advice on "program" at the point of "grid" with the most processors, of
 * several the last, into "*out"; with "points" also what its findings gain at
 * the others, and what is found at those alone (of many points, at
 * LCM_ADVISE_POINTS of them).  Every gain is the difference of two
 * predictions. */
LCM_NODISCARD lcm_status lcm_advise(const lcm_advice **out, lcm_ctx *ctx,
                                    const lcm_program *program,
                                    const lcm_grid *grid,
                                    const struct lcm_advise_options *options);
