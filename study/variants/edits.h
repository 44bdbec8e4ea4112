/* Edits of a program (restructurings), as texts of the user's. */
#pragma once

#include "analyzer/request/request.h"
#include "composer/scope/scope.h"

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
