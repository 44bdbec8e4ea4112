/* Putting units together to a program, with its entry. */
#pragma once

#include "model/link/members.h"
#include "model/link/place.h"
#include "model/link/pointer.h"
#include "model/link/specialise.h"
#include "model/structure/structure.h"

/* Join the "n" units at "units" into "*out": calls to functions that another
 * unit defines find them, static functions stay apart.  Two external functions
 * of one name (but for `main`, which several programs have) and params with
 * different values are diagnostics, or, when "lenient", stay apart: for a
 * listing of several programs.  Where the run begins stays open unless a unit
 * says it. */
LCM_NODISCARD lcm_status lcm_program_join(const lcm_program **out, lcm_ctx *ctx,
                                          const lcm_program *const *units,
                                          size_t n, bool lenient);

/* Return a copy of "program" in which the function "key" is called "to". */
const lcm_program *lcm_program_rename(lcm_ctx *ctx, const lcm_program *program,
                                      const char *key, const char *to);

/* Return the key of the function where a run of "program" begins: what it says,
 * main, or the only function that nothing calls; NULL where none or several may
 * be meant. */
const char *lcm_program_start(lcm_ctx *ctx, const lcm_program *program);

/* Put a copy of "program" whose run begins in "entry" ("FUNCTION" or
 * "FILE:FUNCTION"; NULL: main, or the only function that nothing calls) into
 * "*out".  None or several is diagnostic "entry", which lists them. */
LCM_NODISCARD lcm_status lcm_program_enter(const lcm_program **out,
                                           lcm_ctx *ctx,
                                           const lcm_program *program,
                                           const char *entry);

/* lcm_units_select (of the units of several programs; "all": they are one),
 * lcm_program_join, lcm_program_enter. */
LCM_NODISCARD lcm_status lcm_program_link(const lcm_program **out, lcm_ctx *ctx,
                                          const lcm_program *const *units,
                                          size_t n, const char *entry,
                                          bool all);
