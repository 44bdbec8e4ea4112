/* A whole program, or one unit of it: declarations and functions, each with
 * a tree of nodes.  What a program declares besides functions: parameters,
 * resources, conditions, random quantities, categories, and what pointers
 * hold. */
#pragma once

#include "model/structure/node.h"

/* An external variable. */
typedef struct lcm_param {
  const char *name;
  const lcm_expr *value; /* the default; NULL when it must be given */
  /* the C expression of `param n := N` as an expression, or NULL */
  const lcm_expr *tied;
  const lcm_expr *low; /* low, high: the range, or NULL */
  const lcm_expr *high;
  const char *description; /* or NULL */
  lcm_loc loc;
  bool found; /* "tied" is what the source says, and no comment */
} lcm_param;

typedef enum lcm_discipline { LCM_FCFS, LCM_PS } lcm_discipline;

/* A resource. */
typedef struct lcm_resource {
  const char *name;
  const lcm_expr *multiplicity; /* how many units; NULL: infinitely many */
  const lcm_expr *service;      /* time of one visit, or NULL */
  lcm_discipline discipline;
  const struct lcm_range *ranges; /* subscripts of an array of resources */
  size_t n_ranges;
  const char *description; /* or NULL */
  /* a mutual exclusion of the source (critical, mutex) */
  bool lock;
  /* units are given and taken by anybody: it begins with "multiplicity" of
   * them, maybe none */
  bool semaphore;
  double bandwidth; /* bytes a second of one unit of a machine's; 0: not said */
  lcm_loc loc;
} lcm_resource;

/* Declared conditions: one, or an array with the subscripts "ranges". */
struct lcm_condition {
  const char *name;
  const struct lcm_range *ranges;
  size_t n_ranges;
  lcm_loc loc;
};

/* Kinds of random quantities: LCM_DRAW_<NAME> for each row of draws.def. */
typedef enum lcm_draw_kind {
#define LCM_DRAW(name, text, arguments, meaning) LCM_DRAW_##name,
#include "model/structure/draws.def"
#undef LCM_DRAW
  LCM_DRAW_COUNT
} lcm_draw_kind;

/* A place where a random quantity is drawn.  Expressions hold the pure symbol
 * "name", which is drawn anew each time that such an expression is evaluated;
 * analyses put the mean there. */
struct lcm_draw {
  const char *name;
  lcm_draw_kind kind;
  /* as many as draws.def says; they may mention the local names of the place */
  const lcm_expr *const *args;
  size_t n_args;
  lcm_loc loc;
};

/* A category of lost cycles of the user's. */
typedef struct lcm_category {
  const char *name;
  const char *description;
  lcm_loc loc;
} lcm_category;

/* What is promised of the program (model/contract/contract.h). */
typedef struct lcm_contract {
  const char *text; /* what stands behind `expect`, with single blanks */
  lcm_loc loc;
} lcm_contract;

/* A recorded covariance (correlation where "correlation" is true). */
struct lcm_covariance {
  const char *a;
  const char *b;
  double value;
  bool correlation;
  lcm_loc loc;
};

/* What a pointer to functions may hold, as far as the source says. */
typedef struct lcm_pointer {
  /* of the variable, parameter, member or the like (docs/reference/lcs.md) */
  const char *name;
  const char *const *holds; /* keys of functions, "n_holds" of them */
  size_t n_holds;
  const char *const *from; /* names of pointers: it may hold what they do */
  size_t n_from;
  /* functions that are given its address: those that the program does not
   * define may set it */
  const char *const *given;
  size_t n_given;
  /* why it may hold what nobody knows: "which 'dlsym' may return"; NULL: it
   * does not */
  const char *unknown;
  bool defined;  /* a unit defines the variable */
  bool external; /* it is a variable that some unit has to define */
} lcm_pointer;

/* Where a pointer to data may point, as far as one file says. */
struct lcm_points {
  /* the key of a variable at file scope, or "f()": what the function f
   * returns */
  const char *name;
  /* what it points to, as of the argument of a call; the datum LCM_POINTS_NONE
   * is memory that is new where it is exact, else what nobody knows, for its
   * reason */
  lcm_section place;
};

#define LCM_POINTS_NONE "*"

/* Return whether "param" is a decision: it ranges from 0 to 1 and is one of
 * them unless something else is said. */
bool lcm_param_is_decision(const lcm_param *param);

/* Return the word for "kind", and how many arguments it takes. */
const char *lcm_draw_word(lcm_draw_kind kind);
size_t lcm_draw_arity(lcm_draw_kind kind);

/* Return the kind of the word "word", LCM_DRAW_COUNT where there is none. */
lcm_draw_kind lcm_draw_find(const char *word);

/* Return the mean of "draw" as an expression of its arguments; NULL when the
 * budget is spent. */
const lcm_expr *lcm_draw_mean(lcm_ctx *ctx, const struct lcm_draw *draw);

/* A function of the program. */
typedef struct lcm_function {
  /* interned identity: "name", or "file:name" for a static one */
  const char *key;
  const char *name;       /* as in the source */
  const char *usr;        /* libclang's USR; may be NULL */
  const char *flags_hash; /* of the compiler flags that matter; "" when none */
  /* canonical type, to match indirect calls; may be NULL */
  const char *type;
  /* its parameters that are `restrict` pointers, with blanks between; NULL:
   * none */
  const char *restricts;
  const char *const *params; /* names of its parameters; "" where unnamed */
  size_t n_params;
  /* NULL for an external function that is only declared */
  const lcm_node *body;
  bool address_taken; /* a possible target of indirect calls */
  bool is_static;
  bool weak;     /* several units may define it, one of them counts */
  bool variadic; /* variadic, is_static: as in the source */
  lcm_loc loc;
} lcm_function;

/* What has to hold for an edit that was made (model/edit/edit.h). */
struct lcm_premise {
  const char *edit; /* as it was given */
  const char *text; /* what has to hold, or what was taken for granted */
  bool proved;      /* it is known to hold: else it is assumed */
  /* of the construct that was changed; nowhere where that is not known */
  lcm_loc at;
  /* nobody knows whether it holds: the program may compute something else */
  bool open;
  bool denied; /* it does not, as far as is seen: no advice rests on it */
};

/* A race of a parallel region (model/edit/race). */
struct lcm_race_note {
  const char *datum; /* the variable */
  const char *text;  /* who makes which access, and with which values */
  lcm_loc region;    /* of the construct */
  lcm_loc at;        /* of the first access, and of the second one */
  lcm_loc other;
};

/* A whole program or one unit of it. */
typedef struct lcm_program {
  const char *const *files;
  size_t n_files;
  const lcm_function *functions;
  size_t n_functions;
  const lcm_param *params;
  size_t n_params;
  const lcm_resource *resources;
  size_t n_resources;
  const struct lcm_condition *conditions; /* declared ones only */
  size_t n_conditions;
  const struct lcm_draw *draws;
  size_t n_draws;
  const lcm_category *categories;
  size_t n_categories;
  const struct lcm_covariance *covariances;
  size_t n_covariances;
  const lcm_contract *contracts; /* in the order of the source */
  size_t n_contracts;
  /* One of each name, sorted by name, all lists in it sorted. */
  const lcm_pointer *pointers;
  size_t n_pointers;
  const struct lcm_points *points;
  size_t n_points;
  /* Key of the function where the run begins; NULL until linked. */
  const char *entry;
  /* Nested teams are off in the source (omp_set_max_active_levels(1)). */
  bool nesting_off;
  /* The name of this variant, or NULL. */
  const char *variant;
  /* A model that no program stands behind: it has no speedup. */
  bool is_model;
  /* What the times of a model are plain numbers of: "s", "ms", "us", "ns";
   * NULL: nothing, and they are taken as seconds. */
  const char *unit;
  /* Of the edits that were made since it was read; they are in no text form. */
  const struct lcm_premise *premises;
  size_t n_premises;
  /* Its races, where they were looked for, and the loops in parallel regions,
   * or regions outside of these, in which some accesses could not be decided;
   * they are in no text form. */
  const struct lcm_race_note *races;
  size_t n_races;
  const lcm_loc *undecided;
  size_t n_undecided;
  size_t n_looked; /* how many of these there are in all */
} lcm_program;

/* Return the draw of "program" called "name" (interned), or NULL. */
const struct lcm_draw *lcm_program_draw(const lcm_program *program,
                                        const char *name);

/* Return the function of "program" called "key", or NULL (time linear in the
 * number of functions the first time, constant afterwards is not promised). */
const lcm_function *lcm_program_function(const lcm_program *program,
                                         const char *key);

/* Return the number of the parameter of "function" that "section" is a part of,
 * or how many it has. */
size_t lcm_function_param(const lcm_function *function,
                          const lcm_section *section);
