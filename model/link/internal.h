/* What the files link*.c say to each other. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/structure/structure.h"

/* What a call passes: in its argument number "at", the function "key", or what
 * the parameter or pointer "key" holds where "forwarded"; LCM_PASSED_NONE: no
 * function, LCM_PASSED_ANY: nobody knows. */
struct lcm_passed {
  size_t at;
  const char *key;
  bool forwarded;
};

#define LCM_PASSED_NONE "0"
#define LCM_PASSED_ANY "?"

typedef LCM_LIST(struct lcm_passed) lcm_passed_list;

/* Put the functions, and parameters that are pointers to functions, that the
 * call "node" passes into "list". */
void lcm_passes_read(lcm_passed_list *list, lcm_ctx *ctx, const lcm_node *node);

/* ---- what pointers hold (model/link/holdings.c) --------------------------------------
 */

/* What the pointers to functions of a program may hold. */
typedef struct lcm_holdings lcm_holdings;

/* What a pointer may hold: the functions with the "n" keys "functions", sorted.
 * unknown  "which 'dlsym' may return": nobody knows what else; NULL: nothing
 * open     there are none, but something that the program lacks may set it */
struct lcm_held {
  const char *const *functions;
  size_t n;
  const char *unknown;
  bool open;
};

/* The CALL nodes of a function, and the opaque ones that stand around those
 * through pointers, in preorder. */
typedef LCM_LIST(const lcm_node *) lcm_node_refs;

/* Add the calls in and below "node" to "calls". */
void lcm_calls_find(lcm_ctx *ctx, lcm_node_refs *calls, const lcm_node *node);

/* Find what the pointers of "program" may hold, "calls" being those of its
 * functions; "whole": its run begins in main, so that what nothing calls never
 * runs. */
lcm_holdings *lcm_holdings_find(lcm_ctx *ctx, const lcm_program *program,
                                const lcm_node_refs *calls, bool whole);

/* Return what the pointer "name" (interned) may hold. */
struct lcm_held lcm_holdings_of(const lcm_holdings *holdings, const char *name);

/* Return the call through a parameter or pointer that the opaque node "node"
 * has below it, or NULL. */
const lcm_node *lcm_call_through(const lcm_node *node);

/* Let "node", which belongs to no finished program, have the attribute "key"
 * with "value" (model/link/link.c). */
void lcm_node_say(lcm_ctx *ctx, lcm_node *node, const char *key,
                  const char *value);

/* ---- calls through pointers (model/link/choice.c) ------------------------------------
 */

/* What became of a call through a pointer.
 * left    one is left that was not resolved
 * said    what the call itself says; why: what is known besides; may be NULL
 * id, text   of the note on it where none is left; text NULL: there is none */
struct lcm_outcome {
  lcm_loc loc;
  bool left;
  const char *said;
  const char *why;
  lcm_diag_id id;
  const char *text;
};

/* What became of all; "index" leads from what tells one to its place. */
typedef struct lcm_outcomes {
  lcm_ctx *ctx;
  lcm_map index;
  LCM_LIST(struct lcm_outcome) all;
} lcm_outcomes;

/* Note that the call "opaque" is left, for the reason "why" (NULL: for its
 * own); return it with that. */
const lcm_node *lcm_outcome_left(lcm_outcomes *outcomes, const lcm_node *opaque,
                                 const char *why);

/* Note that the call "opaque" goes to what "held" holds. */
void lcm_outcome_resolved(lcm_outcomes *outcomes, const lcm_node *opaque,
                          const struct lcm_held *held);

/* Take back what was said of calls that are resolved wherever they are reached,
 * and say what else is known of them. */
void lcm_outcomes_report(lcm_outcomes *outcomes);

/* Return what stands for the call "opaque" of what "held" holds, where these
 * functions go by "keys": a call, or a choice of several that are equally
 * likely, or nothing. */
const lcm_node *lcm_choice_new(lcm_ctx *ctx, const lcm_node *opaque,
                               const char *const *keys,
                               const struct lcm_held *held);

/* Return the choice "choice" with its calls "kept" alone and, for all others,
 * the opaque node "left", in which no call stands any more. */
const lcm_node *lcm_choice_part(lcm_ctx *ctx, const lcm_node *choice,
                                const lcm_node *left,
                                const lcm_node_refs *kept);

/* Return a number for each of "n" functions with the calls "calls", the same
 * for those that call one another, directly or not; "index" leads from their
 * keys to their places. */
const size_t *lcm_cycles_find(lcm_arena *arena, const lcm_node_refs *calls,
                              size_t n, const lcm_map *index);

/* Put "program" into "*out" with its entry executed by a team of ranks, where
 * that sends messages between ranks. */
LCM_NODISCARD lcm_status lcm_program_rank(const lcm_program **out, lcm_ctx *ctx,
                                          const lcm_program *program);
