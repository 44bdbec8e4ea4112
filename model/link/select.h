/* Which units a program consists of, as a linker selects them. */
#pragma once

#include "model/structure/structure.h"

/* Put those of the "n" units at "units" into "*out", "*n_out" of them (memory
 * of "ctx"), that the program with the entry "entry" (as for
 * lcm_program_enter) consists of: the unit that defines it and, as a linker
 * does, those that define what is called; all where no unit defines it.
 * Several that do are diagnostic "entry", which lists them. */
LCM_NODISCARD lcm_status lcm_units_select(const lcm_program ***out,
                                          size_t *n_out, lcm_ctx *ctx,
                                          const lcm_program *const *units,
                                          size_t n, const char *entry);
