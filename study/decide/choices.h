/* The decisions of a model, and all choices that they leave. */
#pragma once

#include "composer/bound/bound.h"

/* The "n" decisions of "program" that the grid gives no value: their names, and
 * their places among the params. */
struct lcm_choices {
  const lcm_program *program;
  const lcm_grid *grid;
  size_t params[LCM_MAX_DECISIONS];
  const char *names[LCM_MAX_DECISIONS];
  size_t n;
};

/* Put the decisions of "program" that "grid" leaves open into "*out";
 * LCM_EUSAGE, and a diagnostic, where there are none or too many. */
LCM_NODISCARD lcm_status lcm_choices_find(struct lcm_choices *out, lcm_ctx *ctx,
                                          const lcm_program *program,
                                          const lcm_grid *grid);

/* Compare all choices of "d" into "*out". */
LCM_NODISCARD lcm_status lcm_choices_compare(const lcm_comparison **out,
                                             lcm_ctx *ctx,
                                             const struct lcm_choices *d);

/* Append the crossovers of "comparison", of the choices of "d", as they are for
 * all values of the params, where these are known. */
void lcm_choices_put(lcm_buf *buf, lcm_ctx *ctx,
                     const lcm_comparison *comparison,
                     const struct lcm_choices *d);
