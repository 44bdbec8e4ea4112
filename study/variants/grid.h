/* The grid that users ask for, and what of it has no effect on programs. */
#pragma once

#include "model/machine/machine.h"

/* Return whether the "n" texts NAME=VALUES at "defines" say how many processors
 * there are. */
bool lcm_grid_says_processors(const char *const *defines, size_t n);

/* Build the grid of the "n" texts NAME=VALUES at "defines" into "*out";
 * p = 1:16:*2 where nothing says how many processors and "sweep". */
LCM_NODISCARD lcm_status lcm_grid_read(const lcm_grid **out, lcm_ctx *ctx,
                                       const char *const *defines, size_t n,
                                       bool sweep);

/* The "n" programs that are predicted over "grid"; "machine" (may be NULL) was
 * read from "machine_file". */
struct lcm_grid_use {
  const lcm_grid *grid;
  const lcm_program *const *programs;
  size_t n;
  const lcm_machine *machine;
  const char *machine_file;
};

/* Warn about variables of the grid of "use" that no program mentions, and note
 * where the machine has fewer processors. */
void lcm_grid_check(lcm_ctx *ctx, const struct lcm_grid_use *use);
