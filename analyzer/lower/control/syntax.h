/* Questions about a piece of syntax that nothing else has to answer; loops that
 * are none. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Let the loops `do ... while (0)` in "ast" that nothing is said of be the
 * blocks that they are: a `break` jumps to a label at their end. */
void lcm_blocks_settle(lcm_ctx *ctx, lcm_ast *ast);

/* Return whether "ast" is `do ... while (0)`. */
bool lcm_loop_runs_once(const lcm_ast *ast);

/* Let the statements in and below "ast" that give several variables or elements
 * one number or variable, as `a = b = 0`, be one for each. */
void lcm_chains_split(lcm_ctx *ctx, lcm_ast *ast);

/* Return the outermost block up to "home" that is executed just where and as
 * often as the block "ast" is: that stands in blocks and in `do ... while (0)`
 * only. */
const lcm_ast *lcm_outer_block(const lcm_ast *ast, const lcm_ast *home);

/* Return whether the function around "ast" executes it whenever it is called,
 * unless it returns before. */
bool lcm_runs_always(const lcm_ast *ast);

/* Return whether "ast" calls a function of the project. */
bool lcm_call_is_project(const lcm_ast *ast);

/* Return the function that the call "ast" gives to a function of the system as
 * an argument, or NULL. */
const lcm_ast *lcm_call_callback(const lcm_ast *ast);

/* Return whether the assembler code "ast" is empty: a hint to the compiler. */
bool lcm_asm_is_empty(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return the first argument of the call "ast". */
const lcm_ast *lcm_syntax_arguments(const lcm_ast *ast);

/* Return whether "child" of "ast" stands where a statement does. */
bool lcm_lower_is_statement(const lcm_ast *ast, const lcm_ast *child);

/* Return the syntax of argument number "i" of the call "ast", or NULL. */
const lcm_ast *lcm_syntax_argument(const lcm_ast *ast, size_t i);

/* Return the names of the variables, "a, b", that "ast" reads, for readers;
 * NULL where there are none. */
const char *lcm_lower_reads(struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether "ast" is a loop or stands in one. */
bool lcm_syntax_in_loop(const lcm_ast *ast);

/* Return how often "ast" and what is below it change the variable with the key
 * "key", or begin it with a value; the last that does goes to "*by". */
size_t lcm_syntax_sets(const lcm_ast **by, const struct lcm_lowering *l,
                       const lcm_ast *ast, const char *key);

/* Return whether "ast" or something below it may change the variable with the
 * key "key": set it, or give its address away. */
bool lcm_syntax_may_change(const lcm_ast *ast, const char *key);

/* Return whether "ast" or something below it refers to the variable with the
 * key "key". */
bool lcm_syntax_refers(const lcm_ast *ast, const char *key);

/* Return whether a cast at or below "ast" lets a pointer step by elements of
 * another size. */
bool lcm_syntax_recasts(const lcm_ast *ast);

/* Return the innermost piece of "ast" that the offset "at" is in. */
const lcm_ast *lcm_syntax_at(const lcm_ast *ast, size_t at);
