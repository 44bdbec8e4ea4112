/* Points at which a closed form is evaluated together. */
#pragma once

#include "composer/predict/internal.h"

/* How many points are evaluated at a time. */
enum { LCM_CHUNK = 1024 };

/* Points of the grid: "n" of them from number "first" on, on one processor
 * where "alone". */
struct lcm_chunk {
  struct lcm_predictor *p;
  const struct lcm_closed_form *form;
  size_t first;
  size_t n;
  bool alone;
  /* of the names of the form */
  double **columns;
  /* of its tape */
  double **results;
  /* the names have values that were assumed of them */
  bool *fits;
  /* by name of the form: the node with models of a run whose executions it is,
   * or NULL; whether there is one */
  const struct lcm_per_run **runs;
  bool has_runs;
};

/* Return a chunk of at most "n" points of "p" for "form". */
struct lcm_chunk lcm_chunk_new(struct lcm_predictor *p,
                               const struct lcm_closed_form *form, size_t n);

/* Return the number of processors at point "i" of the chunk. */
double lcm_chunk_processors(const struct lcm_chunk *c, size_t i);

/* Fill in the columns of "c" but for numbers of executions. */
void lcm_chunk_fill(struct lcm_chunk *c);

/* Put the numbers of executions that are known into point "i" of "c". */
void lcm_chunk_fill_runs(struct lcm_chunk *c, size_t i);

/* Evaluate the points of "c", whose columns are filled in; note in "fits" where
 * the form does not hold. */
void lcm_chunk_run(struct lcm_chunk *c);
