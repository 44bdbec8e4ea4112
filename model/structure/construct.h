/* The list of parallel constructs of a code base (`--constructs`). */
#pragma once

#include "base/ctx.h"

/* One parallel construct. */
typedef struct lcm_construct {
  /* of the pragma or call (for one made by a macro: the expansion) */
  lcm_loc loc;
  const char *model; /* "openmp", "mpi", "pthread", "c11" or "lcm" */
  /* as the standard spells it: "parallel for", "MPI_Isend" */
  const char *construct;
  /* macro-expanded, single spaces, ';' between them, source order */
  const char *clauses;
  bool inactive; /* in a branch that the preprocessor leaves out */
} lcm_construct;

/* Sort the "n" constructs at "constructs" by file, line and column. */
void lcm_constructs_sort(lcm_construct *constructs, size_t n);

/* Return them as TSV (CSV where "separator" is ',') with the header
 * `file line model construct clauses`. */
LCM_GIVE char *lcm_constructs_to_table(const lcm_construct *constructs,
                                       size_t n, char separator);

/* Return them as JSON (lcm-constructs/1). */
LCM_GIVE char *
lcm_constructs_to_json(lcm_ctx *ctx, const lcm_construct *constructs, size_t n);
