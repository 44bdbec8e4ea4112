/* Sums over the whole points of polyhedra: what the files count_*.c and
 * model/sections/isl_count.c say to each other. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "model/sections/count.h"

/* Most variables of a set. */
enum { LCM_COUNT_VARIABLES = 24 };

/* ---- sets as text (model/sections/count_text.c) ------------------------------------------
 */

/* The text of a set that is being written.
 * atoms   expressions without indices that stand for parameters x0, x1, ...
 * nest    whose indices are c0, c1, ... */
struct lcm_count_text {
  lcm_ctx *ctx;
  LCM_LIST(const lcm_expr *) atoms;
  const struct lcm_nest *nest;
};

/* Append "e" as an affine expression; false where it is none. */
bool lcm_count_put_affine(lcm_buf *buf, struct lcm_count_text *w,
                          const lcm_expr *e);

/* Append " and ..." for all that "w->nest" says of its indices; false where
 * that is not affine. */
bool lcm_count_put_nest(lcm_buf *buf, struct lcm_count_text *w);

/* Append the names of the indices of "w->nest", commas between them; return
 * how many. */
size_t lcm_count_put_indices(lcm_buf *buf, const struct lcm_count_text *w);

/* Return "[x0, ...] -> { [dims] : body }" for the isl library; "dims" and
 * "body" are consumed. */
LCM_GIVE char *lcm_count_set_text(const struct lcm_count_text *w, lcm_buf *dims,
                                  lcm_buf *body);

/* ---- sums over rows (model/sections/count_sum.c) -----------------------------------------
 */

/* A constraint: the coefficients of the variables, of the parameters, and the
 * constant; their sum is at least 0, or 0 where "equal". */
struct lcm_count_row {
  bool equal;
  long long *at;
};

typedef LCM_LIST(struct lcm_count_row) lcm_count_rows;

/* A part of a sum: "value" where "guard" holds (NULL: everywhere). */
struct lcm_count_term {
  const lcm_expr *guard;
  const lcm_expr *value;
};

/* A sum under way.
 * isl       the context of the library
 * names     of the variables, "n_vars" of them
 * atoms     what the parameters stand for, "n_params" of them
 * natural   which of these are taken not to be negative
 * terms     found so far
 * n_pieces  looked at so far
 * failed    there is no sum */
struct lcm_count {
  lcm_ctx *ctx;
  void *isl;
  const char *names[LCM_COUNT_VARIABLES];
  size_t n_vars;
  const lcm_expr *const *atoms;
  size_t n_params;
  bool *natural;
  LCM_LIST(struct lcm_count_term) terms;
  size_t n_pieces;
  bool failed;
};

/* Return how many numbers a row has. */
size_t lcm_count_width(const struct lcm_count *s);

/* Return a row of zeros. */
struct lcm_count_row lcm_count_new_row(const struct lcm_count *s, bool equal);

/* Add the sum of "body" over the whole points of "rows", where "guard" (may be
 * NULL) holds, to the terms. */
void lcm_count_add(struct lcm_count *s, lcm_count_rows rows,
                   const lcm_expr *guard, const lcm_expr *body);

/* Return the terms of "s" as one expression. */
const lcm_expr *lcm_count_total(const struct lcm_count *s);

/* ---- polyhedra (model/sections/isl_count.c) ----------------------------------------------
 */

/* Drop of "rows" what follows from the rest and what is known; false where no
 * point fulfils them. */
bool lcm_count_simplify(struct lcm_count *s, lcm_count_rows *rows);
