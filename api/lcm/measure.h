/* Measuring programs and machines, and fitting what was measured. */
#ifndef LIBLCM_MEASURE_H
#define LIBLCM_MEASURE_H

#include <stddef.h>

#include "log.h"
#include "machine.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A program to run and measure.
 * The runtime that measures, liblcm-profile.so, is looked for where the
 * environment variable LCM_RUNTIME says, then beside the calling program. */
struct liblcm_profile_options {
  /* the program and its arguments, "n_words" of them, in which {NAME} stands
   * for the value of NAME; built with -g, fragments have lines */
  const char *const *words;
  size_t n_words;
  /* points to run at, as in liblcm_predict_options, "n_grid" of them */
  const char *const *grid;
  size_t n_grid;
  /* C files of the program, "n_sources" of them; without them those are read in
   * which its addresses lie */
  const char *const *sources;
  size_t n_sources;
  /* a file of measurements (JSON lines) that runs are added to: those that it
   * has already are not repeated; NULL: none */
  const char *output;
  /* of each point; 0: 3 to 10, until the time is known to 2 % */
  size_t runs;
  size_t seconds; /* wall-clock limit of a run; 0: none */
  /* threads are looked at now and then instead of noting events */
  int sampling;
  int force; /* more members than processors are all right */
};

/* Run a program as "options" say and put its measurements as JSON
 * (lcm-profile/1) into "*out".  What the program writes is dropped, or kept in
 * a log beside "output".  SIGINT, SIGTERM and SIGHUP that the caller has
 * blocked in all threads end the sweep early; what was measured is in
 * "output", and "*out" is NULL then. */
LIBLCM_CHECKED liblcm_code liblcm_profile(
    char **out, const struct liblcm_profile_options *options, liblcm_log *log);

/* Measurements to fit. */
struct liblcm_fit_options {
  const char *const *files; /* with measurements, "n_files" of them */
  size_t n_files;
  /* categories, variables: names, between commas; NULL: all there are */
  const char *categories;
  const char *variables;
  const char *fragment; /* the one that is fitted; NULL: all */
  const char *where;    /* conditions on runs: "n > 8, p = 4"; NULL: none */
  double level;         /* of intervals, between 0 and 1; 0: 0.9 */
  unsigned jobs;        /* threads; 0: as many as there are processors */
};

/* Fit measurements as "options" say and put the models as JSON (lcm-fit/1) into
 * "*out". */
LIBLCM_CHECKED liblcm_code liblcm_fit(char **out,
                                      const struct liblcm_fit_options *options,
                                      liblcm_log *log);

/* A machine to measure. */
struct liblcm_calibrate_options {
  /* how many threads ("p=1,2,4") and ranks ("ranks=2,4") to measure with,
   * "n_grid" texts; without them the usual ones */
  const char *const *grid;
  size_t n_grid;
  /* the folder with lcm-calibrate-threads; NULL: it is looked for beside the
   * calling program */
  const char *programs;
  /* "libgomp", "libomp", or the file of an OpenMP library; NULL: that which
   * programs have anyway */
  const char *runtime;
  /* the command that starts a program of MPI, {p} in it the number of ranks:
   * "mpirun -n {p}"; NULL: messages are not measured */
  const char *mpi;
  const char *mpicc; /* what compiles programs of MPI; NULL: mpicc */
  int quick;         /* fewer samples: seconds instead of minutes */
};

/* Measure this machine and put its description into "*out".  "options" may be
 * NULL. */
LIBLCM_CHECKED liblcm_code liblcm_calibrate(
    liblcm_machine **out, const struct liblcm_calibrate_options *options,
    liblcm_log *log);

#ifdef __cplusplus
}
#endif

#endif
