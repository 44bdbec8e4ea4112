/* Measuring a machine: what threads, memory and messages cost. */
#pragma once

#include "model/machine/machine.h"

/* What to measure.  All but "grid" may be NULL. */
struct lcm_calibrate_options {
  /* values of "p" and "ranks" are the numbers of threads and ranks to measure
   * with; others do not matter */
  const lcm_grid *grid;
  /* the folder with lcm-calibrate-threads; NULL: it is looked for beside this
   * executable, and in ../lib/lcm */
  const char *programs;
  /* "libgomp", "libomp", or the file of an OpenMP library */
  const char *runtime;
  /* the command that starts a program of MPI, {p} in it the number of ranks;
   * NULL: messages are not measured */
  const char *mpi;
  const char *mpicc; /* what compiles the program that measures messages */
  bool quick;        /* fewer samples */
};

/* Run the measuring programs that "options" ask for and add what they print
 * to "calibration"; after a failure, what they have printed until then. */
LCM_NODISCARD lcm_status
lcm_calibrate_machine(lcm_calibration *calibration, lcm_ctx *ctx,
                      const struct lcm_calibrate_options *options);

/* Add the samples and descriptions in the "n" files "files" to
 * "calibration". */
LCM_NODISCARD lcm_status lcm_calibrate_merge(lcm_calibration *calibration,
                                             lcm_ctx *ctx,
                                             const char *const *files,
                                             size_t n);

/* Say which of the costs and bandwidths of "machine" are doubtful. */
void lcm_calibrate_doubt(lcm_ctx *ctx, const lcm_calibrated_machine *machine);
