/* What lcm-calibrate-threads measures of OpenMP and of memory. */
#pragma once

#include <stddef.h>

/* Something that is measured. */
struct bench {
  const char *name; /* of the samples */
  /* does it "reps" times with p threads; the seconds that took */
  double (*run)(int p, long reps);
  /* a repetition is so many units, of which one is a sample: for every thread
   * that takes part, or for all of them */
  double units;
  int each;
};

/* So many benches, the first ones, are for one thread. */
enum { ALONE = 2 };

/* Return all benches and put their number into "*n". */
const struct bench *thread_benches(size_t *n);

/* Let "p" threads each go through their own part of three arrays, of "bytes"
 * together, "reps" times; return the seconds that takes, each of the "n" at
 * "samples" being one try. */
void run_triad(double *samples, int n, int p, double bytes, long reps);

/* Return the seconds in which two threads pass a block of "bytes" to each
 * other "reps" times there and back. */
double run_pass(size_t bytes, long reps);

/* Return the seconds in which one thread goes through a block of "bytes"
 * "reps" times, as those of run_pass do. */
double run_touch(size_t bytes, long reps);
