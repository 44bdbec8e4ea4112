/* The loops of a nest and their conditions as the text of sets for isl. */
#pragma once

#include "model/sections/count_internal.h"

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
