/* Forms: reading their text, expressing it over symbols, dropping terms. */
#pragma once

#include "fit/internal.h"
#include "fit/job_internal.h"

/* Read the form "text" over the variables "names" into "*out", in memory of
 * "ctx"; where no coefficient is named each term gets one. */
LCM_NODISCARD lcm_status lcm_fit_form_read(struct lcm_fit_form *out,
                                           lcm_ctx *ctx, const char *text,
                                           const char *const *names, size_t n);

/* Put "form" without its coefficient number "which" into "*out". */
LCM_NODISCARD lcm_status lcm_fit_form_without(struct lcm_fit_form *out,
                                              lcm_ctx *ctx,
                                              const struct lcm_fit_form *form,
                                              size_t which);

/* Read the form "text" over the "n" variables "names", in which coefficients
 * are named, into "*out": its expression alone. */
LCM_NODISCARD lcm_status lcm_fit_form_express(const lcm_expr **out,
                                              lcm_ctx *ctx, const char *text,
                                              const char *const *names,
                                              size_t n);
