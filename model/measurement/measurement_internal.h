/* Adding a measurement to those read so far. */
#pragma once

#include "base/list.h"
#include "model/measurement/read.h"

/* How many params, or columns, other tools may have. */
enum { LCM_MOST_MEASURED = 500 };

/* Measurements being read. */
struct lcm_reading {
  lcm_ctx *ctx;
  const char *file;
  const struct lcm_measured_as *as;
  LCM_LIST(lcm_measurement) all;
};

/* The text of a file of measurements. */
struct lcm_measured_text {
  const char *text;
  size_t len;
};

/* A text whose format is looked for. */
struct lcm_measured_look {
  struct lcm_measured_text all;
  struct lcm_measured_text head; /* without blanks and remarks before it */
};

/* Return whether what is called "name" is a time, which cannot be negative:
 * categories but for rc are, and what says so. */
bool lcm_measured_is_time(const char *name);

/* Return a measurement at "line" of which nothing is known. */
lcm_measurement lcm_measured_nothing(const struct lcm_reading *reading,
                                     unsigned line);

/* Append "one", its params being sorted and its processors, where these are
 * not known, being the value of p. */
void lcm_measured_add(struct lcm_reading *reading, lcm_measurement one);

/* Return the "n" bindings at "all" in memory of "ctx", by name where "sorted".
 */
const lcm_binding *lcm_bindings_keep(lcm_ctx *ctx, const lcm_binding *all,
                                     size_t n, bool sorted);

/* Warn where the categories of "one", a whole run, do not add up to its
 * total. */
void lcm_measured_check_sum(struct lcm_reading *reading,
                            const lcm_measurement *one);
