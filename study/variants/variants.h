/* What is to be compared: several programs, or one in several variants, what
 * edits (restructurings) make of them, and which part of the grid that users
 * ask for has an effect. */
#pragma once

#include "analyzer/load/load.h"
#include "analyzer/request/request.h"
#include "composer/scope/scope.h"
#include "model/machine/machine.h"

/* Return whether the "n" texts NAME=VALUES at "defines" say how many processors
 * there are. */
bool lcm_grid_says_processors(const char *const *defines, size_t n);

/* Return whether "name" is a variable that every program has: how many
 * processors, ranks or threads there are. */
bool lcm_grid_is_of_all(const char *name);

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
 * where the machine has fewer processors; LCM_EUSAGE, and a diagnostic, where
 * two of them are one variable. */
LCM_NODISCARD lcm_status lcm_grid_check(lcm_ctx *ctx,
                                        const struct lcm_grid_use *use);

/* Edits, "n" texts; "force": also those whose premises do not hold. */
struct lcm_edits {
  const char *const *at;
  size_t n;
  bool force;
};

typedef LCM_LIST(struct lcm_variant) lcm_variants;

/* Let "options" say that loops of which "all" speak are nodes, and all "loops"
 * where that is true; what is wrong with the edits is not reported here. */
void lcm_edits_keep(struct lcm_analyze_options *options, lcm_ctx *ctx,
                    const struct lcm_edits *all, bool loops);

/* Make "all" edits in "*program", one after the other. */
LCM_NODISCARD lcm_status lcm_edits_make(const lcm_program **program,
                                        lcm_ctx *ctx,
                                        const struct lcm_edits *all);

/* Add a variant for each of "all" edits to "variants", made of one of those,
 * the first unless the edit says which. */
LCM_NODISCARD lcm_status lcm_edits_add_variants(lcm_variants *variants,
                                                lcm_ctx *ctx,
                                                const struct lcm_edits *all);

/* Return the name of the variant in the file "path": without folder and
 * suffix. */
const char *lcm_variants_name(lcm_ctx *ctx, const char *path);

/* Load all that is to be compared into "variants": the inputs of "options", or
 * all of them as one program as it is in each variant that is named; a single
 * input also as it is without the variant that is named; and what "edits" make
 * of them.  LCM_EUSAGE, and a diagnostic, where these are not two. */
LCM_NODISCARD lcm_status lcm_variants_load(
    lcm_variants *variants, lcm_ctx *ctx,
    const struct lcm_load_options *options, const struct lcm_edits *edits);

/* Return the programs of "variants", as many (memory of "ctx"). */
const lcm_program *const *lcm_variants_programs(lcm_ctx *ctx,
                                                const lcm_variants *variants);

/* Return whether p is to vary: some of "variants" is a program. */
bool lcm_variants_sweep(const lcm_variants *variants);
