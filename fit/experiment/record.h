/* Questions asked of one measurement: values, flags, order of runs. */
#pragma once

#include "fit/experiment/growth.h"

/* Return the value of variable "name" in "one", NaN for none; p is also the
 * processors. */
double lcm_record_value(const lcm_measurement *one, const char *name);

/* Return whether the word "flag" is among the flags of "one". */
bool lcm_record_has(const lcm_measurement *one, const char *flag);

/* Return whether the source says that what "one" measured does not count. */
bool lcm_record_is_ignored(const lcm_measurement *one);

/* Return what "one" has in "category": nothing is 0 where the record has all
 * cycles of its fragment, else NaN. */
double lcm_record_amount(const lcm_measurement *one, const char *category);

/* Return the processor-seconds of "one", all categories together. */
double lcm_record_spent(const lcm_measurement *one);

/* Return whether "a" and "b" are of runs with the same parameters. */
bool lcm_record_is_like(const lcm_measurement *a, const lcm_measurement *b);

/* Return whether how long "one" took was told by samples, as far as it is: what
 * is timed has a time of its own. */
bool lcm_record_is_sampled(const lcm_measurement *one);

/* Order the settings of two runs: what was run, and the values of its
 * parameters. */
int lcm_record_by_setting(const lcm_measurement *a, const lcm_measurement *b);

/* Order the runs of two records: by their settings, then by their numbers. */
int lcm_record_by_run(const lcm_measurement *a, const lcm_measurement *b);
