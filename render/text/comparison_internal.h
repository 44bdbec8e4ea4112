#pragma once

#include "model/results/comparison.h"
#include "render/render_internal.h"

/* Fill "table" with the points of "c" for people (render/text/comparison.c). */
void lcm_comparison_table(struct lcm_table *table, const lcm_comparison *c);

/* Put the numbers of the two variables of the grid of "c" that vary into
 * "axes"; false where there are not two. */
bool lcm_comparison_axes(size_t axes[2], const lcm_comparison *c);

/* Return the letter of the winner at point "i" of "c": small where it is not
 * clear that it wins, '=' for a tie, '-' where some time is not known. */
char lcm_comparison_letter(const lcm_comparison *c, size_t i);

/* Append who wins how often. */
void lcm_put_winners(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c);

/* Append the crossover "x" of "c" as a sentence, a line. */
void lcm_put_crossover(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                       const lcm_crossover *x);

/* Append what the names of categories in the column of reasons of "c" mean,
 * where there are any. */
void lcm_put_why(lcm_buf *buf, const lcm_comparison *c);

/* Append where the fastest changes. */
void lcm_put_crossovers(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c);
