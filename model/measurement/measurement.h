/* records of runs: reading and writing them */
#pragma once

#include "model/measurement/fit.h"
#include "model/measurement/fit_parse.h"
#include "model/measurement/print.h"
#include "model/measurement/profile.h"
#include "model/measurement/read.h"
#include "model/measurement/source.h"
#include "model/measurement/types.h"
#include "model/measurement/validation.h"

/* Return the value of "name" among the "n" bindings at "bindings", NAN where it
 * is not there. */
double lcm_measured(const lcm_binding *bindings, size_t n, const char *name);

/* Return what "one" has in "category", NAN where that is not known: pc and rt
 * are the same; tt, the total, is that of the run, of a fragment what it has in
 * all categories; time is the elapsed time. */
double lcm_measured_category(const lcm_measurement *one, const char *category);
