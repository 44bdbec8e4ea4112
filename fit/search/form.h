/* Forms: reading their text, expressing it over symbols, dropping terms. */
#pragma once

#include "model/expr/expr.h"

/* A form to be fitted. */
struct lcm_fit_form {
  const char *text; /* with names of coefficients */
  /* over the variables and the coefficients, all of them symbols */
  const lcm_expr *expr;
  /* variables, n_variables: names that are variables */
  const char *const *variables;
  size_t n_variables;
  size_t k;                 /* how many coefficients */
  const char *const *names; /* theirs: "k1", .., ascending */
  /* derivatives by them, NULL where there is none in closed form */
  const lcm_expr *const *slopes;
  const lcm_expr *offset; /* value where all of them are 0 */
  bool linear;            /* in its coefficients */
  /* it is a maximum or minimum of two linear forms, plus a linear one */
  bool branched;
  /* then: slopes and, last, the offset with the one and with the other */
  const lcm_expr *const *branch[2];
  bool least;    /* it is a minimum */
  bool constant; /* one of the slopes is 1 everywhere */
};

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
