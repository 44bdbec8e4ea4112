/* What programs compute and touch, counted from the source. */
#pragma once

#include "model/structure/structure.h"

/* What is counted of one node, in one execution of its function. */
struct lcm_cost_row {
  const lcm_node *node;  /* NULL: the whole function */
  unsigned depth;        /* 0 for the function, 1 for what stands in it, ... */
  const lcm_expr *runs;  /* how often the node is executed */
  const lcm_expr *trips; /* of a loop: how often its body is; NULL for others */
  /* what is counted, what is called included */
  const lcm_expr *of[LCM_COST_COUNT];
  const lcm_expr *bytes; /* of different elements of arrays that are touched */
  /* the same of one execution, in terms of the indices around it */
  const lcm_expr *once;
  /* bytes that move into a cache; NULL where none was asked for */
  const lcm_expr *moved;
  bool guess;       /* runs is an estimate: a note says why */
  bool trips_guess; /* trips */
  bool about;       /* so is "of" */
  bool at_most;     /* bytes are an upper bound */
};

/* Why something is an estimate or left out; "called": in a function that is
 * called. */
struct lcm_cost_note {
  lcm_loc at;
  const char *text;
  bool called;
};

/* What is counted of one function; "n_left_out": notes beside those that are
 * there. */
struct lcm_cost_function {
  const lcm_function *function;
  const struct lcm_cost_row *rows;
  size_t n_rows;
  const struct lcm_cost_note *notes;
  size_t n_notes;
  size_t n_left_out;
};

/* What is counted of a program (lcm-costs/1). */
typedef struct lcm_costs {
  const struct lcm_cost_function *functions;
  size_t n_functions;
} lcm_costs;
