/* What is known of the nodes of a program, whoever executes them: found once,
 * remembered by node. */
#pragma once

#include "composer/scope/values.h"
#include "model/results/results.h"
#include "model/sections/sections.h"

struct lcm_sums;

/* What a node and all below it contain. */
struct lcm_traits {
  /* a team, or a model that depends on p */
  bool parallel;
  bool teams;
  /* worksharing, barriers, tasks of an enclosing team */
  bool shared;
  /* worksharing or barriers, to which all members come or none */
  bool meets;
  /* locks, signals or waits */
  bool actor;
  /* signals or waits */
  bool waiter;
  bool tasks;
  /* tasks that name what they depend on */
  bool depends;
  /* places that wait for tasks */
  bool waits;
  /* tasks of which each member that comes to them makes some */
  bool makes;
  /* things whose order among the members matters: locks, tasks that wait or
   * differ */
  bool events;
  /* a branch by probability or a cost with a random quantity */
  bool random;
  /* costs that depend on `thread` */
  bool thread;
  /* a call of a function that comes to call itself */
  bool recurs;
  /* names are given values */
  bool gives;
  /* loops */
  bool loops;
  /* remainders, in costs, conditions, values or ends of loops: what repeats
   * along an index */
  bool repeats;
  /* messages between ranks */
  bool messages;
  /* messages that make communicators */
  bool groups;
  /* locks of windows that keep other ranks out */
  bool excludes;
  /* a team of ranks */
  bool ranks;
  /* what is not modelled: calls of functions from elsewhere without a model,
   * opaque statements */
  bool unseen;
  /* a branch that leaves what it stands in, in the same function */
  bool exits;
  /* costs that are operations counted in the source, and models */
  bool counted;
  bool modelled;
};

/* Return whether the branch "node", below which is what "traits" say, counts as
 * likely as not where its condition is not known.  Else it is taken as true:
 * messages and locks need one way to go. */
bool lcm_branch_is_even(const lcm_node *node, const struct lcm_traits *traits);

/* Return how many ways the branch "node" has: none of its alternatives is one
 * where all have conditions. */
size_t lcm_branch_ways(const lcm_node *node);

/* Seconds that slow accesses take, pure numbers; NULL: none. */
struct lcm_slow_time {
  const lcm_expr *wait;   /* meanwhile the fragment computes and moves */
  const lcm_expr *faults; /* it does not */
  /* its writes to lines that others of the team write, too; meanwhile it
   * computes and moves; by the size of the team, `team` */
  const lcm_expr *shared;
};

/* Elements that the members of a team write, on lines together. */
struct lcm_shared_line {
  const char *datum;     /* the key of what is written */
  const lcm_expr *apart; /* bytes between what one and the next write */
  const lcm_expr *count; /* writes of one execution */
  /* how many sections or threads write it that do different things; NULL: the
   * members of the team do */
  const lcm_expr *parties;
};

/* How the iterations of a loop differ: by what the "n" conditions come to, and
 * ("settled") by nothing else. */
struct lcm_turns {
  const lcm_expr *const *at;
  size_t n;
  bool settled;
};

/* A name, and whether what is in a node depends on it. */
struct lcm_read {
  const char *name;
  bool matters;
};

/* What is remembered of a node.  "_known" says what was found out already. */
struct lcm_facts {
  struct lcm_traits traits;
  /* that a fragment moves, see lcm_facts_bytes */
  const lcm_expr *bytes;
  bool bytes_known;
  /* see lcm_facts_are_uniform */
  bool uniform;
  bool uniform_known;
  /* see lcm_facts_turns; NULL: not looked up */
  const struct lcm_turns *turns;
  /* of names that were asked about, see lcm_facts_depend */
  LCM_LIST(struct lcm_read) reads;
  /* a movement of data ends here */
  bool read;
  /* its traits are being gathered */
  bool busy;
  /* of the ranges of a loop: the last less the first */
  const lcm_expr **lengths;
  /* of the iterations of a loop, as the engine built them last */
  struct lcm_sums *sums;
  /* what a MESSAGE does, NULL: not looked up */
  const struct lcm_mpi_function *function;
  /* of a fragment, see lcm_facts_moves; NULL: not looked up */
  const struct lcm_moves *moves;
  bool lines_known; /* these are in it that strided accesses leave out */
  /* see lcm_facts_slow */
  struct lcm_slow_time slow;
  bool slow_known;
  /* see lcm_facts_lines */
  const struct lcm_shared_line *lines;
  size_t n_lines;
  /* the function whose body it is comes to call itself */
  bool recurs;
  bool recurs_known;
  /* see lcm_facts_are_elsewhere */
  bool elsewhere;
  /* of the body of a function, see lcm_facts_shift */
  const bool *shift;
  bool shift_known;
};

/* What is remembered of the nodes of "program", whose data "data" (or NULL)
 * moves: by address, in open addressing. */
struct lcm_facts_table {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_data *data;
  const lcm_node **keys;
  struct lcm_facts **values;
  size_t cap;
  size_t n;
  /* of nodes whose traits are being gathered */
  size_t depth;
  /* the traits of one of them were asked for meanwhile */
  bool cyclic;
  /* costs that stand in models of other nodes were looked for */
  bool searched;
  bool lined; /* and lines that members of teams share */
  /* functions of the program, from the first, whose traffic was looked up */
  size_t recalled;
  struct lcm_closed_sums sums;
};

/* Return a table that knows nothing yet. */
struct lcm_facts_table *lcm_facts_new(lcm_ctx *ctx, const lcm_program *program,
                                      const lcm_data *data);

/* Return what is remembered of "node". */
struct lcm_facts *lcm_facts_of(struct lcm_facts_table *table,
                               const lcm_node *node);

/* Return whether the function with the body "body" comes to call itself. */
bool lcm_facts_recur(struct lcm_facts_table *table, const lcm_node *body);

/* Return the traits of "node" (of the function or what it calls). */
const struct lcm_traits *lcm_facts_traits(struct lcm_facts_table *table,
                                          const lcm_node *node);
