/* Counting functions that call themselves: what the files costs_self*.c share
 * with the others. */
#pragma once

#include "composer/count/internal.h"
#include "composer/formula/formula.h"

/* A call of the function itself. */
struct lcm_cost_again {
  const lcm_expr *times;       /* how often it is made */
  const lcm_expr *const *args; /* one for each parameter; NULL: not known */
};

/* What a function does where its conditions are as "guards" say, in terms of
 * its parameters. */
struct lcm_cost_case {
  const struct lcm_guard_of *guards;
  size_t n_guards;
  const lcm_expr *of[LCM_COST_KINDS];    /* counted without calls of itself */
  LCM_LIST(struct lcm_cost_again) calls; /* of itself */
};

enum { LCM_COST_GUARDS = 12 };

/* A walk through a function with its conditions decided. */
struct lcm_cost_deciding {
  const lcm_function *function;
  /* "n" decided so far, "at" of them met */
  struct lcm_guard_of guards[LCM_COST_GUARDS];
  size_t n;
  size_t at;
  struct lcm_cost_case now; /* the case */
  /* why the function is not counted; NULL as long as it is */
  const char *reason;
};

/* A function that calls itself. */
struct lcm_cost_recursion {
  const lcm_function *function;
  LCM_LIST(struct lcm_cost_case) cases;
  /* what one execution comes to where it calls itself, in terms of its
   * parameters; NULL: it has no closed form, for "why" */
  const lcm_expr *closed[LCM_COST_KINDS];
  const char *why;
  const char *holds; /* where closed forms are exact; NULL: everywhere */
  bool *matters;     /* parameters that what it does depends on */
  lcm_map known;     /* results for values of the parameters, by their texts */
  size_t n_known;
  bool doubtful;      /* something in it is an estimate */
  bool busy;          /* it is being counted */
  const char *reason; /* why it is not counted; NULL: it is */
};

/* Count the call "node" of "callee", which is being executed, with the
 * arguments "args" (NULL: not known). */
void lcm_cost_repeat(struct lcm_cost_walk *walk, const lcm_node *node,
                     const lcm_function *callee, const lcm_expr *const *args);

/* Return what one execution of "function" does of "kind", as a closed form in
 * its parameters; NULL where it does not call itself or that has none. */
const lcm_expr *lcm_cost_closed(struct lcm_cost_walk *walk,
                                const lcm_function *function, int kind);
