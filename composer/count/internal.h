/* Counting what functions do: what the files costs*.c share. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/results/results.h"
#include "model/sections/sections.h"

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
 * it is called from.
 * of       counted in it
 * touches  "n_touches" of them, in nests that begin with it
 * entries  notes, "n_entries" of them
 * moved    what its parts move into the cache; NULL: nothing
 * about, at_most  as of a row
 * last     as of a nest */
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

/* How good a number of bytes is.
 * at_most  it is an upper bound
 * many     a variable with more accesses than are looked at together, or under
 *          more conditions; NULL: none */
struct lcm_cost_bound {
  bool at_most;
  const char *many;
};

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
 * visit    visits a node and what it leads to (lcm_cost_visit)
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
  void (*visit)(struct lcm_cost_walk *walk, const lcm_node *node);
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
