/* Loops that count otherwise than in the header of a `for`: `while`, `do`, and
 * a `for` whose body moves the index. */
#pragma once

#include "analyzer/lower/control/header/header.h"

/* Put the header of a `for` that counts as the loop "loop" does into "*out",
 * its index included; false where the loop is none that counts. */
bool lcm_counter_read(struct lcm_header *out, struct lcm_lowering *l,
                      const lcm_ast *loop);

/* Return what the variable "name" holds before the loop "loop", NULL where that
 * is not known. */
const lcm_expr *lcm_counter_start(struct lcm_lowering *l, const lcm_ast *loop,
                                  const char *name);

/* Return the change by which the loop "loop" counts, NULL where its header is
 * that of a `for` or it does not count. */
const lcm_ast *lcm_counter_update(struct lcm_lowering *l, const lcm_ast *loop);

/* Return the statement of the body of "loop", whose header never ends it, that
 * does so: `if (...) break;` with a condition that speaks of what the loop
 * counts by; NULL for none. */
const lcm_ast *lcm_counter_exit(struct lcm_lowering *l, const lcm_ast *loop);

/* Return how often "ast" and what is below it changes the variable called
 * "name", or takes its address for what may change it. */
unsigned lcm_counter_changes(struct lcm_lowering *l, const lcm_ast *ast,
                             const char *name);

/* Return whether the body of the loop "loop" changes the variable "name" of its
 * header: what the body declares under that name is another one. */
bool lcm_counter_is_moved(struct lcm_lowering *l, const lcm_ast *loop,
                          const char *name);
