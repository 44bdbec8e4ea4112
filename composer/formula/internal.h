/* Closed forms: the engine's rules over expressions instead of numbers.  What
 * has no closed form gives up with a reason; the engine then computes point by
 * point. */
#pragma once

#include "composer/scope/scope.h"

/* How deep calls may be, how many operations an argument may have and how many
 * resources may be demanded in a closed form, and the slots of an outcome. */
enum {
  LCM_MAX_FORMULA_CALLS = 60,
  LCM_FORMULA_ARGUMENT = 10000,
  LCM_MAX_DEMANDS = 8,
  LCM_LONE = LCM_MAX_CATS + LCM_MAX_DEMANDS,
  LCM_SLOTS
};

/* The outcome of an execution as expressions: elapsed time and, in the first
 * LCM_MAX_CATS slots, processor-seconds by category (NULL stands for 0).  The
 * other slots hold what adds up as work does but takes no time of its own: how
 * long each resource of the formula is possessed, and in LCM_LONE how long one
 * processor works while the others idle, until lcm_formula_settle makes
 * insufficient parallelism of it. */
struct lcm_closed {
  const lcm_expr *time;
  const lcm_expr *cats[LCM_SLOTS];
};

/* How the clocks of a team stand after something. */
enum lcm_clocks {
  /* all equal */
  LCM_ALIGNED,
  /* no member is later than one before it: the first is the latest, the last
   * the earliest */
  LCM_FIRST,
  /* somehow */
  LCM_SKEWED
};

/* A team of "k" members of "weight" processors each. */
struct lcm_formula_team {
  const lcm_expr *k;
  const lcm_expr *weight;
  enum lcm_clocks clocks;
  /* by how much the first is later than the last where the clocks are FIRST;
   * NULL: by nothing */
  const lcm_expr *lead;
};

/* An index that may stand in costs: 0 .. last. */
struct lcm_formula_range {
  const char *index;
  const lcm_expr *last;
};

/* What a call came to. */
struct lcm_formula_memo {
  /* what it depends on: also the "n" values of the parameters and of what is
   * inherited */
  const lcm_node *body;
  const lcm_expr *w;
  bool in_team;
  struct lcm_formula_team team;
  const struct lcm_subst *values;
  size_t n;
  /* 1 + the index of the memo of "body" before this one, or 0 */
  size_t before;
  struct lcm_closed closed;
};

/* What must hold at a point for the formula to say what the engine would. */
struct lcm_formula_guard {
  /* are not negative there, as far as assumptions do not prove it */
  LCM_LIST(const lcm_expr *) costs;
  /* of the indices in them, the innermost last */
  LCM_LIST(struct lcm_formula_range) ranges;
  /* 1 + the number of the last of the first "n_mapped" ranges with an index */
  lcm_map of_index;
  size_t n_mapped;
  /* under which what is being built counts */
  LCM_LIST(const lcm_expr *) conditions;
  /* something else must hold that no expression says */
  bool unchecked;
  /* nodes that were noted as unknown */
  lcm_map seen;
  /* places without a cost or count */
  LCM_LIST(lcm_loc) unknown;
  /* the different `assume` texts */
  LCM_LIST(const char *) assumes;
};

struct lcm_formula_parts;

/* A formula under construction. */
struct lcm_formula {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_machine *machine;
  const lcm_data *data;
  size_t n_cats;
  const char *const *cat_names;
  /* what the names of the function stand for; the first "globals" hold in every
   * function */
  LCM_LIST(struct lcm_subst) values;
  size_t globals;
  /* names that may stay: p, params, variables of the grid, and the indices of
   * sums around; the first "n_stays" are keys of "stays" */
  LCM_LIST(const char *) free;
  lcm_map stays;
  size_t n_stays;
  /* names without a value that were asked for outside of calls */
  LCM_LIST(const char *) missing;
  /* around the node, or NULL */
  struct lcm_formula_team *team;
  /* of calls */
  unsigned depth;
  unsigned long long fresh;
  /* nested teams have one member */
  bool nesting_off;
  /* the span is being built: overheads and contention are 0 */
  bool unlimited;
  /* what is known of the nodes of "program" */
  struct lcm_facts_table *facts;
  /* nodes whose executions are counted, NULL: none */
  const struct lcm_visits *visits;
  /* occurrences whose closed forms are wanted (composer/formula/part.h), NULL:
   * none; then the function that the node stands in, and the path of the calls
   * that led there */
  const struct lcm_formula_parts *parts;
  const lcm_function *function;
  const char *path;
  /* how long members wait at the barrier that comes next; NULL: not at all */
  const lcm_expr *due;
  /* what the formula takes for granted */
  struct lcm_formula_guard guard;
  /* what calls came to; "called": by body, 1 + the index of the last */
  LCM_LIST(struct lcm_formula_memo) memos;
  lcm_map called;
  /* names of the resources in the slots behind the categories */
  const char *demands[LCM_MAX_DEMANDS];
  size_t n_demands;
  /* what has no closed form, and why; NULL as long as all has */
  const lcm_node *at;
  const char *reason;
};

/* A price: the cost, what contention adds and how long each level of memory is
 * busy (NULL: nothing). */
struct lcm_formula_price {
  const lcm_expr *cost;
  const lcm_expr *excess;
  const lcm_expr *busy[LCM_MAX_LEVELS];
};
