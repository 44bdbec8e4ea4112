/* Counting what functions do: types that the files share. */
#pragma once

#include "base/list.h"
#include "model/results/results.h"
#include "model/sections/sections.h"

/* A step into the nest of what is being executed: a loop, a branch, or
 * something that happens as often as "weight" says. */
struct lcm_cost_step {
  struct lcm_nesting nesting;
  const lcm_expr *weight; /* NULL for loops and branches */
  /* a branch by chance, or an expected number of iterations */
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

/* Steps, outermost first; equal ones are one in memory. */
struct lcm_cost_nest {
  const struct lcm_cost_step *at; /* "n" of them */
  size_t n;
  const lcm_cost_nest *outer;     /* without its last step */
  lcm_cost_nest *next;            /* another one with the same hash */
  bool guess;                     /* a step is one */
  struct lcm_cost_summed *summed; /* what was asked for */
  lcm_cost_touch *touches;        /* the first access that it leads to */
  /* number of the list that was made of it last, and its place in it, or the
   * nest with other steps around it */
  size_t last;
  size_t place;
  lcm_cost_nest *inside;
};

/* An access to an array; equal ones are one in memory. */
struct lcm_cost_touch {
  lcm_cost_array *array;
  lcm_cost_nest *nest;
  const lcm_expr *const *subscripts;
  size_t n_subscripts;
  bool exact; /* its subscripts are known */
  bool maybe; /* it may not happen, or touch less */
  /* a subscript is not known: each time it touches another element */
  bool vague;
  lcm_cost_touch *next; /* another one of "nest" */
  size_t last;          /* last, place: as of a nest */
  size_t place;
};

/* What was found out of a set of accesses. */
struct lcm_cost_counted {
  const lcm_cost_touch *const *touches; /* "n" of them, in order */
  size_t n;
  size_t outer;          /* steps that are around */
  long long line;        /* bytes of the lines that are counted; 0: none are */
  bool lined;            /* "bytes" is of lines, where these are counted */
  const lcm_expr *bytes; /* that they touch; NULL where that is not known */
  const struct lcm_cost_counted *next;
};

/* An array, or what of it is seen as elements of one size: accesses to one
 * count together. */
struct lcm_cost_array {
  const char *key;  /* of its variable */
  const char *name; /* for people */
  /* interned: where the subscripts and the members of structures are in it, as
   * "[].x[]" */
  const char *path;
  const lcm_expr *bytes; /* of one element */
  /* of a member: bytes from one element to the next, and to the member; NULL:
   * of no member, or not known */
  const lcm_expr *pitch;
  const lcm_expr *offset;
  lcm_cost_array *next;                   /* another one of the same variable */
  const struct lcm_cost_counted *counted; /* sets of accesses that were */
  size_t last;                            /* last, place: as of a nest */
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
 * it is called from. */
struct lcm_cost_summary {
  const lcm_expr *of[LCM_COST_KINDS]; /* counted in it */
  /* "n_touches" of them, in nests that begin with it */
  lcm_cost_touch *const *touches;
  size_t n_touches;
  const struct lcm_cost_entry *entries; /* notes, "n_entries" of them */
  size_t n_entries;
  const lcm_expr *moved; /* what its parts move into the cache; NULL: nothing */
  size_t n_visited;
  bool about; /* about, at_most: as of a row */
  bool at_most;
  size_t last; /* as of a nest */
};

/* What is known of the calls of a function. */
struct lcm_cost_circle {
  /* of the circle of functions that call each other, the same for all */
  size_t id;
  size_t size; /* how many are in it; 0: the function does not call itself */
  /* that executing it visits, those of other functions included, more than
   * LCM_COST_VISITS being one more */
  size_t nodes;
};

/* Nodes that are visited for one function, those of the functions that it calls
 * included. */
enum { LCM_COST_VISITS = 20000 };

/* All nests and accesses of one count.
 * scratch for what does not outlive a function */
struct lcm_cost_store {
  lcm_ctx *ctx;
  lcm_arena scratch;
  lcm_cost_nest root; /* the nest without steps */
  /* the "n_nests" others, by the hashes of their last steps in "cap" (a power
   * of two) places */
  lcm_cost_nest **nests;
  size_t n_nests;
  size_t cap;
  lcm_map arrays; /* the first one of each variable, by its key */
  /* how many lists were made of nests or accesses */
  size_t lists;
  struct lcm_count_memo memo; /* of sums over sets */
  lcm_map notes;              /* by place and text */
  lcm_map calls;              /* summaries, by function and arguments */
  /* of the functions of the program, by their numbers */
  struct lcm_cost_circle *circles;
  lcm_map recursions;   /* what is known of functions that call themselves */
  const lcm_grid *grid; /* values of names; may be NULL */
};

/* How good a number of bytes is. */
struct lcm_cost_bound {
  bool at_most;  /* it is an upper bound */
  bool no_lines; /* elements are in it where lines were asked for */
  /* a variable with more accesses than are looked at together, or under more
   * conditions; NULL: none */
  const char *many;
};

/* The functions being executed, innermost first. */
struct lcm_cost_active {
  const lcm_function *function;
  const struct lcm_cost_active *outer;
};

/* A row that is being filled. */
struct lcm_cost_open {
  size_t row;   /* number */
  size_t touch; /* number of the first access in it */
  size_t event; /* number of the first event in it */
  size_t steps; /* that lead to it */
};

/* What is being executed: a function, a loop, one iteration of it, a statement.
 */
struct lcm_cost_part {
  size_t touch; /* number of the first access in it */
  size_t event; /* number of the first event in it */
  size_t steps; /* that lead to it */
  /* what its parts move into the cache; NULL: it has none */
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

/* Where the count is. */
struct lcm_cost_walk {
  lcm_ctx *ctx;
  const lcm_program *program;
  /* visits a node and what it leads to (lcm_cost_visit) */
  void (*visit)(struct lcm_cost_walk *walk, const lcm_node *node);
  struct lcm_cost_store *store;
  const lcm_function *function;
  /* what its pointer parameters point to, by parameter */
  const lcm_section *data;
  const struct lcm_cost_active *active;
  /* what the names of the function stand for */
  LCM_LIST(struct lcm_subst) values;
  lcm_cost_nest *nest; /* that leads to what is visited */
  LCM_LIST(lcm_cost_touch *) touches;
  LCM_LIST(struct lcm_cost_event) events;
  LCM_LIST(struct lcm_cost_row) rows;
  LCM_LIST(struct lcm_cost_open) open;
  LCM_LIST(struct lcm_cost_part) parts;
  /* bytes of the cache for which movement is counted; NULL: none */
  const lcm_expr *level;
  long long line;                          /* bytes of its lines */
  LCM_LIST(struct lcm_cost_entry) entries; /* notes, and calls that have some */
  lcm_map noted;                           /* which there are */
  bool about;                              /* something is an estimate */
  bool at_most;                            /* bytes are an upper bound */
  /* indices whose range is not known */
  LCM_LIST(const char *) unknown;
  /* the conditions of a function that calls itself are being decided; NULL:
   * they are not */
  struct lcm_cost_deciding *deciding;
  size_t home; /* how many steps lead to the function */
  size_t n_visited;
  unsigned inside; /* depth of calls */
};
