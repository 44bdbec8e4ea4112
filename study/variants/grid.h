/* What of a grid has no effect on the programs that are predicted over it. */
#pragma once

#include "composer/predict/composer.h"

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
