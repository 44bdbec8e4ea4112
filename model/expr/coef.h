/* Uncertain coefficients and their covariances. */
#pragma once

#include "model/expr/types.h"

/* Return the uncertain coefficient "coef" (a pure number).  A second one of
 * the same name must agree in value and half-width: else diagnostic
 * "coefficient-conflict" and NULL, or where "lcm_coef_apart" says so one with a
 * name of its own. */
const lcm_expr *lcm_expr_coef(lcm_ctx *ctx, const lcm_coef *coef);

/* Let coefficients that are met from now on, and do not agree with others of
 * their name, go by that and "file", which may be of another program than the
 * others; NULL: no more. */
void lcm_coef_apart(lcm_ctx *ctx, const char *file);

/* What stands between the name of a coefficient and its file, where that is
 * apart. */
#define LCM_COEF_APART "\x1f"

/* Return whether any coefficient is apart from others of its name. */
bool lcm_coef_any_apart(lcm_ctx *ctx);

/* Return how long the name that readers know is in "name", a coefficient's. */
int lcm_coef_length(const char *name);

/* Record the covariance of the coefficients "a" and "b" ("a" may be "b", the
 * variance).  A correlation beyond 1 in absolute value is diagnostic
 * "covariance". */
LCM_NODISCARD lcm_status lcm_coef_covary(lcm_ctx *ctx, const char *a,
                                         const char *b, double covariance);

/* Record the correlation of "a" and "b". */
LCM_NODISCARD lcm_status lcm_coef_correlate(lcm_ctx *ctx, const char *a,
                                            const char *b, double correlation);

/* Record that "coef", one of "ctx", is off by "share" of its value, half of the
 * 90 % interval, together with all others of which that is recorded and beside
 * what they are off for themselves: all were measured in runs that have
 * something of their own.  The largest share stays. */
void lcm_coef_share(lcm_ctx *ctx, const lcm_coef *coef, double share);

/* Return the coefficient "name" known to "ctx", or NULL. */
const lcm_coef *lcm_coef_find(lcm_ctx *ctx, const char *name);

/* Return the half-width of the 90 % interval of a quantity whose gradient by
 * the "n" coefficients "coefs" is "gradient", for what these are off for
 * themselves: sqrt(sum_ij g_i g_j h_i h_j rho_ij) with half-widths h.  The
 * standard deviation of a coefficient is the root of its recorded variance,
 * else h / 1.6449; rho_ij is the recorded covariance over both deviations.  So
 * coefficients fitted together give exactly the interval of their fit,
 * Student's t included. */
double lcm_coef_own_width(lcm_ctx *ctx, const lcm_coef *const *coefs,
                          const double *gradient, size_t n);

/* Return the same for what they are off together: |sum_i g_i c_i| with common
 * half-widths c (lcm_coef_share). */
double lcm_coef_common_width(const lcm_coef *const *coefs,
                             const double *gradient, size_t n);

/* Return the same for both, which do not depend on each other: the root of the
 * sum of their squares. */
double lcm_coef_half_width(lcm_ctx *ctx, const lcm_coef *const *coefs,
                           const double *gradient, size_t n);
