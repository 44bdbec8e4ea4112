/* A run of Google Benchmark, however it was written. */
#pragma once

#include "model/measurement/measurement_internal.h"

/* A benchmark being read. */
struct lcm_benchmark {
  struct lcm_reading *reading;
  unsigned line;     /* where it begins */
  const char *name;  /* NULL: none */
  const char *type;  /* of the run, NULL: not said */
  const char *unit;  /* of its times, NULL: not said */
  const char *error; /* why it failed, or NULL */
  bool failed;
  /* NAN where they are not said */
  double real;
  double cpu;
  double threads;
  double iterations;
  double repetition;
};

/* Add "b" to its reading, or say at "place" why it is no measurement. */
void lcm_benchmark_take(const struct lcm_benchmark *b, lcm_loc place);
