/* One call of lcm_fit_data_models. */
#pragma once

#include "fit/search/search.h"
#include "fit/search/solve.h"

/* What is being done. */
struct lcm_fit_job {
  lcm_ctx *ctx;
  lcm_arena *arena; /* what is not part of the result */
  const struct lcm_fit_data *data;
  const struct lcm_fit_options *options;
  const lcm_fit_model *base;
  struct lcm_fit_points points; /* all variables */
  /* the same points, the variables that have several values alone */
  struct lcm_fit_points varying;
  /* forms of the search, the first "n_found" of which are worth a look */
  lcm_fit_found_list found;
  size_t n_found;
  double least; /* score below which forms need not be fitted */
  /* forms fitted; the chosen one first in the end */
  LCM_LIST(struct lcm_fit_solution) solutions;
  /* how the quantity grows by the source, one number for each of the variables
   * that have several values; NULL: it says nothing */
  const double *by_source;
  const char *no_model; /* why there is none, or NULL */
};
