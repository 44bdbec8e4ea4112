/* One measured run in detail. */
#pragma once

#include "model/measurement/types.h"

/* What a thread, or a part of the run, spent. */
struct lcm_profile_row {
  /* of a thread: "main", "worker 1"; NULL of a slice of time */
  const char *name;
  double begin; /* begin, end: seconds since the run began */
  double end;
  const double *values; /* processor-seconds of each category */
};

/* One run. */
typedef struct lcm_profile {
  lcm_measurements records; /* of its fragments and, last, of the whole run */
  /* names of those of its rows, "n_categories" of them */
  const char *const *categories;
  size_t n_categories;
  /* rows of threads, processors without one being the last */
  const struct lcm_profile_row *threads;
  size_t n_threads;
  const struct lcm_profile_row *slices; /* rows of equal parts of the time */
  size_t n_slices;
} lcm_profile;
