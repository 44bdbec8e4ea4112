/* Counting what functions do: what the files costs*.c share. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/results/costs.h"
#include "model/sections/count.h"

/* ---- nests and accesses (composer/count/store.c) -----------------------------------
 */

/* A step into the nest of what is being executed: a loop, a branch, or
 * something that happens as often as "weight" says.
 * weight   NULL for loops and branches
 * guess    a branch by chance, or an expected number of iterations */
struct lcm_cost_step {
  struct lcm_nesting nesting;
  const lcm_expr *weight;
  bool guess;
};

typedef struct lcm_cost_nest lcm_cost_nest;
typedef struct lcm_cost_array lcm_cost_array;
typedef struct lcm_cost_touch lcm_cost_touch;

/* A sum that was asked for: of "body" over what the steps behind the first
 * "outer" of a nest lead to. */
struct lcm_cost_summed {
  size_t outer;
  const lcm_expr *body;
  const lcm_expr *sum;
  struct lcm_cost_summed *next;
};

/* Steps, outermost first; equal ones are one in memory.
 * at      "n" of them
 * outer   without its last step; next: another one with the same hash
 * guess   a step is one
 * summed  what was asked for
 * touches the first access that it leads to
 * last    number of the list that was made of it last, and its place in it, or
 *         the nest with other steps around it */
struct lcm_cost_nest {
  const struct lcm_cost_step *at;
  size_t n;
  const lcm_cost_nest *outer;
  lcm_cost_nest *next;
  bool guess;
  struct lcm_cost_summed *summed;
  lcm_cost_touch *touches;
  size_t last;
  size_t place;
  lcm_cost_nest *inside;
};

/* An access to an array; equal ones are one in memory.
 * exact   its subscripts are known
 * maybe   it may not happen, or touch less
 * vague   a subscript is not known: each time it touches another element
 * next    another one of "nest"
 * last, place   as of a nest */
struct lcm_cost_touch {
  lcm_cost_array *array;
  lcm_cost_nest *nest;
  const lcm_expr *const *subscripts;
  size_t n_subscripts;
  bool exact;
  bool maybe;
  bool vague;
  lcm_cost_touch *next;
  size_t last;
  size_t place;
};

/* What was found out of a set of accesses.
 * touches   "n" of them, in order
 * outer     steps that are around
 * elements  that they touch; NULL where that is not known */
struct lcm_cost_counted {
  const lcm_cost_touch *const *touches;
  size_t n;
  size_t outer;
  const lcm_expr *elements;
  const struct lcm_cost_counted *next;
};

/* An array, or what of it is seen as elements of one size: accesses to one
 * count together.
 * key      of its variable; name: for people
 * path     interned: where the subscripts and the members of structures are in
 *          it, as "[].x[]"
 * bytes    of one element
 * next     another one of the same variable
 * counted  sets of accesses that were
 * last, place   as of a nest */
struct lcm_cost_array {
  const char *key;
  const char *name;
  const char *path;
  const lcm_expr *bytes;
  lcm_cost_array *next;
  const struct lcm_cost_counted *counted;
  size_t last;
  size_t place;
};

/* A note, and the list that was made of it last. */
struct lcm_cost_noted {
  struct lcm_cost_note note;
  size_t last;
};

struct lcm_cost_summary;

/* A note (in a function that is called where "called"), or all those of a call;
 * the other is NULL. */
struct lcm_cost_entry {
  struct lcm_cost_noted *noted;
  struct lcm_cost_summary *summary;
  bool called;
};

/* What is counted: the kinds of operations, and bytes that are touched beside
 * those of accesses. */
enum { LCM_COST_BYTES = LCM_COST_COUNT, LCM_COST_KINDS };

/* What one execution of a function does whose arguments are the same wherever
 * it is called from. of       counted in it touches  "n_touches" of them, in
 * nests that begin with it entries  notes, "n_entries" of them moved    what
 * its parts move into the cache; NULL: nothing about, at_most  as of a row last
 * as of a nest */
struct lcm_cost_summary {
  const lcm_expr *of[LCM_COST_KINDS];
  lcm_cost_touch *const *touches;
  size_t n_touches;
  const struct lcm_cost_entry *entries;
  size_t n_entries;
  const lcm_expr *moved;
  size_t n_visited;
  bool about;
  bool at_most;
  size_t last;
};

/* What is known of the calls of a function.
 * id     of the circle of functions that call each other, the same for all
 * size   how many are in it; 0: the function does not call itself
 * nodes  that executing it visits, those of other functions included, more than
 *        LCM_COST_VISITS being one more */
struct lcm_cost_circle {
  size_t id;
  size_t size;
  size_t nodes;
};

/* Nodes that are visited for one function, those of the functions that it calls
 * included. */
enum { LCM_COST_VISITS = 20000 };

/* All nests and accesses of one count.
 * scratch for what does not outlive a function
 * root    the nest without steps; nests: the "n_nests" others, by the hashes of
 *         their last steps in "cap" (a power of two) places
 * arrays  the first one of each variable, by its key
 * lists   how many lists were made of nests or accesses
 * memo    of sums over sets
 * notes   by place and text
 * calls   summaries, by function and arguments
 * circles of the functions of the program, by their numbers
 * recursions  what is known of functions that call themselves
 * grid    values of names; may be NULL */
struct lcm_cost_store {
  lcm_ctx *ctx;
  lcm_arena scratch;
  lcm_cost_nest root;
  lcm_cost_nest **nests;
  size_t n_nests;
  size_t cap;
  lcm_map arrays;
  size_t lists;
  struct lcm_count_memo memo;
  lcm_map notes;
  lcm_map calls;
  struct lcm_cost_circle *circles;
  lcm_map recursions;
  const lcm_grid *grid;
};

/* Return "nest" with "step" behind it. */
lcm_cost_nest *lcm_cost_nest_add(struct lcm_cost_store *store,
                                 lcm_cost_nest *nest,
                                 const struct lcm_cost_step *step);

/* Return the array that "section" is a part of, seen as "path". */
lcm_cost_array *lcm_cost_array_of(struct lcm_cost_store *store,
                                  const lcm_section *section, const char *path);

/* Return the access that is like "touch", whose array is set. */
lcm_cost_touch *lcm_cost_touch_of(struct lcm_cost_store *store,
                                  const lcm_cost_touch *touch);

/* ---- sums and sets (composer/count/guard.c, composer/count/sum.c, composer/count/bytes.c, composer/count/flat.c)
 */

/* Return "nest" without those conditions behind its first "outer" steps that
 * hold or not for all of what it leads to and would cut that into pieces; put
 * them, as one condition, into "*guard", NULL where there are none. */
lcm_cost_nest *lcm_cost_guard(const lcm_expr **guard,
                              struct lcm_cost_store *store, lcm_cost_nest *nest,
                              size_t outer);

/* Return "e" where "guard" (NULL: always) holds, else 0. */
const lcm_expr *lcm_cost_guarded(lcm_ctx *ctx, const lcm_expr *guard,
                                 const lcm_expr *e);

/* Return the steps from "first" to before "last" of "nest" as a nest to count
 * over, those before "first" being around it.  Weights are left out. */
struct lcm_nest lcm_cost_nest_of(struct lcm_cost_store *store,
                                 const lcm_cost_nest *nest, size_t first,
                                 size_t last);

/* Return the sum of "body" over all executions of what "nest" leads to, in one
 * execution of what the first "outer" of its steps lead to. */
const lcm_expr *lcm_cost_sum(struct lcm_cost_store *store, lcm_cost_nest *nest,
                             size_t outer, const lcm_expr *body);

/* How good a number of bytes is.
 * at_most  it is an upper bound
 * many     a variable with more accesses than are looked at together, or under
 *          more conditions; NULL: none */
struct lcm_cost_bound {
  bool at_most;
  const char *many;
};

/* Return the bytes of the different elements that the "n" accesses at "touches"
 * touch in one execution of what the first "outer" of their steps lead to. */
const lcm_expr *lcm_cost_bytes(struct lcm_cost_bound *bound,
                               struct lcm_cost_store *store,
                               lcm_cost_touch *const *touches, size_t n,
                               size_t outer);

/* Return accesses like the "n" at "touches", to an array with one subscript
 * that is not affine, with several that are: `i * n + j` is [i][j] where j is
 * always below n; put how many into "*n_dims".  NULL where there are none. */
const struct lcm_element *lcm_cost_unflatten(size_t *n_dims, lcm_ctx *ctx,
                                             const struct lcm_element *touches,
                                             size_t n);

/* ---- a count under way (composer/count/costs.c) ------------------------------------------
 */

/* The functions being executed, innermost first. */
struct lcm_cost_active {
  const lcm_function *function;
  const struct lcm_cost_active *outer;
};

/* A row that is being filled.
 * row     number
 * touch   number of the first access in it
 * event   number of the first event in it
 * steps   that lead to it */
struct lcm_cost_open {
  size_t row;
  size_t touch;
  size_t event;
  size_t steps;
};

/* What is being executed: a function, a loop, one iteration of it, a statement.
 * touch   number of the first access in it
 * event   number of the first event in it
 * steps   that lead to it
 * moved   what its parts move into the cache; NULL: it has none */
struct lcm_cost_part {
  size_t touch;
  size_t event;
  size_t steps;
  const lcm_expr *moved;
};

/* Something that is counted: "amount" of "kind" in each execution of what
 * "nest" leads to. */
struct lcm_cost_event {
  lcm_cost_nest *nest;
  int kind;
  const lcm_expr *amount;
};

struct lcm_cost_deciding;

/* Where the count is.
 * level    bytes of the cache for which movement is counted; NULL: none
 * values   what the names of the function stand for
 * data     what its pointer parameters point to, by parameter
 * nest     that leads to what is visited
 * inside   depth of calls
 * deciding the conditions of a function that calls itself are being decided;
 *          NULL: they are not
 * home     how many steps lead to the function
 * entries  notes, and calls that have some; noted: which there are
 * about    something is an estimate; at_most: bytes are an upper bound
 * unknown  indices whose range is not known */
struct lcm_cost_walk {
  lcm_ctx *ctx;
  const lcm_program *program;
  struct lcm_cost_store *store;
  const lcm_function *function;
  const lcm_section *data;
  const struct lcm_cost_active *active;
  LCM_LIST(struct lcm_subst) values;
  lcm_cost_nest *nest;
  LCM_LIST(lcm_cost_touch *) touches;
  LCM_LIST(struct lcm_cost_event) events;
  LCM_LIST(struct lcm_cost_row) rows;
  LCM_LIST(struct lcm_cost_open) open;
  LCM_LIST(struct lcm_cost_part) parts;
  const lcm_expr *level;
  LCM_LIST(struct lcm_cost_entry) entries;
  lcm_map noted;
  bool about;
  bool at_most;
  LCM_LIST(const char *) unknown;
  struct lcm_cost_deciding *deciding;
  size_t home;
  size_t n_visited;
  unsigned inside;
};

/* Return "e" (NULL for NULL) with the names of the function replaced by what
 * they stand for. */
const lcm_expr *lcm_cost_resolve(const struct lcm_cost_walk *walk,
                                 const lcm_expr *e);

/* Let "name" stand for "value" (NULL: for itself) from now on. */
void lcm_cost_set(struct lcm_cost_walk *walk, const char *name,
                  const lcm_expr *value);

/* Note "text" of the place of "node", once. */
void lcm_cost_remark(struct lcm_cost_walk *walk, const lcm_node *node,
                     const char *text);

/* The same, and that what is open is an estimate. */
void lcm_cost_note(struct lcm_cost_walk *walk, const lcm_node *node,
                   const char *text);

/* Note that what is open is an estimate, or its bytes at most what they are. */
void lcm_cost_doubt(struct lcm_cost_walk *walk, bool about, bool at_most);

/* Put the notes of "walk" into "out". */
void lcm_cost_collect(struct lcm_cost_function *out,
                      const struct lcm_cost_walk *walk);

/* Return the sum of the events of "kind" from number "first" on, in one
 * execution of what the first "outer" of their steps lead to. */
const lcm_expr *lcm_cost_sum_events(struct lcm_cost_walk *walk, int kind,
                                    size_t first, size_t outer);

/* Return how often what is being visited is executed. */
const lcm_expr *lcm_cost_runs(struct lcm_cost_walk *walk);

/* Begin the row of "node" (NULL: of the function), and end the row that began
 * last. */
void lcm_cost_open_row(struct lcm_cost_walk *walk, const lcm_node *node);
void lcm_cost_close_row(struct lcm_cost_walk *walk);

/* Begin a part of what is executed, and end the part that began last, whose
 * steps are those of the walk.  Return the bytes that it moves into the cache:
 * what one execution touches once where that fits, else what its parts move;
 * NULL where nobody asked. */
void lcm_cost_open_part(struct lcm_cost_walk *walk);
const lcm_expr *lcm_cost_close_part(struct lcm_cost_walk *walk);

/* End the part that began last, an iteration of a loop: where it fits together
 * with the one before, it moves what that has not touched. */
void lcm_cost_close_iteration(struct lcm_cost_walk *walk);

/* ---- steps and accesses (composer/count/range.c, composer/count/touch.c) --------------------
 */

/* Enter "step". */
void lcm_cost_enter(struct lcm_cost_walk *walk, struct lcm_cost_step step);

/* Enter something that happens as often as "weight" says, an estimate. */
void lcm_cost_enter_weight(struct lcm_cost_walk *walk, const lcm_expr *weight);

/* Return a name for "name" that no loop around has; the same again in the same
 * place. */
const char *lcm_cost_fresh(const struct lcm_cost_walk *walk, const char *name);

/* Enter the loop of "range", which begins at its end where it goes "down". */
void lcm_cost_enter_range(struct lcm_cost_walk *walk, bool down,
                          const lcm_iteration *range);

/* Return "section" of the function as one of the data of the function where the
 * count began. */
lcm_section lcm_cost_globalize(const struct lcm_cost_walk *walk,
                               const lcm_section *section);

/* Note the accesses "sections" of "node". */
void lcm_cost_touch_all(struct lcm_cost_walk *walk, const lcm_node *node,
                        const lcm_section *sections, size_t n);

/* ---- nodes (composer/count/walk.c) -------------------------------------------------
 */

/* Visit "node" and what it leads to. */
void lcm_cost_visit(struct lcm_cost_walk *walk, const lcm_node *node);

/* ---- calls (composer/count/call.c, composer/count/graph.c) ----------------------------------
 */

/* Find the functions of "program" that call each other. */
void lcm_cost_find_circles(struct lcm_cost_store *store,
                           const lcm_program *program);

/* Return the circle that "function" is in. */
struct lcm_cost_circle *lcm_cost_circle_of(const struct lcm_cost_walk *walk,
                                           const lcm_function *function);

/* Count the call "node" of a function from elsewhere that says what it costs.
 */
void lcm_cost_priced(struct lcm_cost_walk *walk, const lcm_node *node);

/* Visit what the call "node" executes. */
void lcm_cost_call(struct lcm_cost_walk *walk, const lcm_node *node);

/* ---- functions that call themselves (costs_self*.c) -----------------------
 */

/* Count the call "node" of "callee", which is being executed, with the
 * arguments "args" (NULL: not known). */
void lcm_cost_repeat(struct lcm_cost_walk *walk, const lcm_node *node,
                     const lcm_function *callee, const lcm_expr *const *args);

/* Visit the alternative of the branch "node" that is taken where conditions are
 * being decided; false, and nothing done, where they are not. */
bool lcm_cost_decide(struct lcm_cost_walk *walk, const lcm_node *node);

/* Note a call of "callee" where its conditions are being decided; false, and
 * nothing done, where they are not. */
bool lcm_cost_again(struct lcm_cost_walk *walk, const lcm_function *callee,
                    const lcm_expr *const *args);

/* Return what one execution of "function" does of "kind", as a closed form in
 * its parameters; NULL where it does not call itself or that has none. */
const lcm_expr *lcm_cost_closed(struct lcm_cost_walk *walk,
                                const lcm_function *function, int kind);
