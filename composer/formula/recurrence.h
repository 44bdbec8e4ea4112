/* Recursive functions as recurrences: what the files recurrence*.c say to each
 * other.  A value of the recurrence at other arguments is a symbol whose name
 * is what it looks like, "W(n - 1)". */
#pragma once

#include "composer/formula/internal.h"

/* The quantities of a recursive function.
 * WORK   processor-seconds of all that it does and makes
 * SPAN   from the call to the return, on as many processors as there are tasks
 * REST   the same, from when the tasks that the caller made before are done
 * ALL    until all tasks made in it are done, where it does not wait for them
 */
enum lcm_part {
  LCM_PART_WORK,
  LCM_PART_SPAN,
  LCM_PART_REST,
  LCM_PART_ALL,
  LCM_PART_COUNT
};

/* A value at other arguments. */
struct lcm_term {
  const char *name; /* of its symbol */
  enum lcm_part part;
  /* of the call, one for each parameter (NULL: not known) */
  const lcm_expr *const *args;
  /* the size there is that of the caller over this; 0: by "less" less, where
   * that is not 0 either; both 0: neither */
  long fraction;
  long less;
};

/* A condition of a case and whether it holds. */
struct lcm_guard_of {
  const lcm_expr *cond;
  bool holds;
};

/* What a function comes to where its conditions are as "guards" say. */
struct lcm_case {
  const struct lcm_guard_of *guards;
  size_t n_guards;
  const lcm_expr *parts[LCM_PART_COUNT];
  bool calls; /* it calls itself */
};

/* The work of a recursive function in closed form (NULL: it has none). */
struct lcm_solution {
  const lcm_function *function;
  const lcm_expr *work;
  bool tasks;                      /* it makes tasks */
  const struct lcm_solution *next; /* of another function */
};

/* A recursive function. */
struct lcm_recursion {
  lcm_ctx *ctx;
  const lcm_function *function;
  /* the parameter that changes from call to call, a symbol; NULL: none or
   * several */
  const char *size;
  bool *matters; /* parameters that its cost depends on */
  LCM_LIST(struct lcm_term) terms;
  LCM_LIST(struct lcm_case) cases;
  bool has[LCM_PART_COUNT];
  bool tasks;                           /* it makes tasks */
  const struct lcm_solution *solutions; /* of other functions */
  /* why there is no recurrence, or no closed form; NULL: there is */
  const char *reason;
};
