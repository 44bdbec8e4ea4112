/* How programs scale (docs/theory/scalability.md; Pacheco 1997, chapter 12;
 * Roth et al. 2012). */
#pragma once

#include "composer/scope/scope.h"
#include "model/measurement/measurement.h"

/* What a partition costs on "p" processors: scheduling overhead and load
 * imbalance as fractions of p T. */
struct lcm_partition {
  double size;
  double p;
  double scheduling;
  double imbalance;
};

/* What is asked. */
struct lcm_scale_options {
  /* the variable that counts processors in a model; NULL: p (or P, if the model
   * has that) */
  const char *axis;
  /* the size for the isoefficiency; NULL: the variable besides the processors,
   * if there is one */
  const char *size;
  double efficiency;    /* that is to be kept; 0: 0.8 */
  const char *variable; /* whose least or most value is wanted; NULL: none */
  bool most;            /* the most, not the least */
  /* the values of the processors in the grid are not those among which to look
   * for it */
  bool wide;
  /* over T, S, E, TO, core_hours, p and the variables; NULL: none */
  const char *condition;
  /* the variable that is the size of a partition; NULL: none */
  const char *refine;
};
