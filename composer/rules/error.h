/* How far a time that was predicted from source alone may be off. */
#pragma once

#include "model/machine/machine.h"
#include "model/results/results.h"

/* Return whether "machine" has the prices that lcm calibrate measures: it is
 * known how far predictions by them are off. */
bool lcm_machine_has_prices(const lcm_machine *machine);

/* Return whether "machine" times something of "program" by the code of its
 * loops. */
bool lcm_program_is_coded(const lcm_program *program,
                          const lcm_machine *machine);

/* Put between what nine of ten programs lie that are predicted to take what
 * "point" does, of which "limits" sets the time, into "*out"; "least": its time
 * is a least one, so that there is no upper end; "coded": by the code of loops,
 * not their operations alone.  False where (nearly) nothing
 * in it comes from the source: what waits for parts that models give does
 * not.  Errors of a class are the same in all fragments,
 * those of different classes, and of fitted models, are independent. */
bool lcm_source_interval(struct lcm_source_interval *out,
                         const lcm_point *point,
                         const struct lcm_limits *limits, bool least,
                         bool coded);
