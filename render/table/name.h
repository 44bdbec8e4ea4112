/* Names of nodes, expressions, sections and places for readers. */
#pragma once

#include "model/results/results.h"
#include "model/structure/structure.h"

/* Return the number of characters of the UTF-8 text "text". */
size_t lcm_text_width(const char *text);

/* Return "text" on one line and cut to "width" characters, behind a whole word
 * where that keeps half of them, "..." at the end where something is missing;
 * in memory of "ctx". */
const char *lcm_text_shorten(lcm_ctx *ctx, const char *text, size_t width);

/* Return "e" for readers, in memory of "ctx"; "?" where it is NULL. */
const char *lcm_text_expr(lcm_ctx *ctx, const lcm_expr *e);

/* As lcm_text_expr, where random quantities that "program" draws in the midst
 * of an expression are as the source has them: "exponential(3)". */
const char *lcm_text_drawn(lcm_ctx *ctx, const lcm_program *program,
                           const lcm_expr *e);

/* Return what "node" is called in tables and pictures, in memory of "ctx":
 * its fragment name, else what its kind has to say, else its label. */
const char *lcm_node_title(lcm_ctx *ctx, const lcm_node *node);

/* Return what "arrow" is called, "" where nobody knows. */
const char *lcm_arrow_title(lcm_ctx *ctx, const struct lcm_arrow *arrow);

/* Return whether "node" is a fragment that costs, moves and says nothing, as a
 * declaration: listings leave it out. */
bool lcm_node_is_idle(const lcm_node *node);

/* Return "file:line", "file" or "". */
const char *lcm_text_place(lcm_ctx *ctx, lcm_loc loc);

/* Return "section" as in the comment language, "a[0:n][k]"; bounds through
 * "notation". */
const char *lcm_text_section(lcm_ctx *ctx, const lcm_section *section,
                             lcm_notation notation);
