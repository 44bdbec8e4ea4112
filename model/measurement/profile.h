/* One measured run in detail. */
#pragma once

#include "model/measurement/types.h"

/* What a thread, or a part of the run, spent.
 * name        of a thread: "main", "worker 1"; NULL of a slice of time
 * begin, end  seconds since the run began
 * values      processor-seconds of each category */
struct lcm_profile_row {
  const char *name;
  double begin;
  double end;
  const double *values;
};

/* One run.
 * records     of its fragments and, last, of the whole run
 * categories  names of those of its rows, "n_categories" of them
 * threads     rows of threads, processors without one being the last
 * slices      rows of equal parts of the time */
typedef struct lcm_profile {
  lcm_measurements records;
  const char *const *categories;
  size_t n_categories;
  const struct lcm_profile_row *threads;
  size_t n_threads;
  const struct lcm_profile_row *slices;
  size_t n_slices;
} lcm_profile;
