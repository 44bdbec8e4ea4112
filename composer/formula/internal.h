/* Closed forms: the engine's rules (engine_*.c) over expressions instead of
 * numbers.  What has no closed form gives up with a reason; the engine then
 * computes point by point. */
#pragma once

#include "base/map.h"
#include "composer/engine/internal.h"
#include "model/results/data.h"

/* How many resources may be demanded in a closed form. */
enum {
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

/* How the clocks of a team stand after something.
 * ALIGNED  all equal
 * FIRST    no member is later than one before it: the first is the latest, the
 *          last the earliest
 * SKEWED   somehow */
enum lcm_clocks { LCM_ALIGNED, LCM_FIRST, LCM_SKEWED };

/* A team of "k" members of "weight" processors each.
 * lead   by how much the first is later than the last where the clocks are
 *        FIRST; NULL: by nothing */
struct lcm_formula_team {
  const lcm_expr *k;
  const lcm_expr *weight;
  enum lcm_clocks clocks;
  const lcm_expr *lead;
};

/* An index that may stand in costs: 0 .. last. */
struct lcm_formula_range {
  const char *index;
  const lcm_expr *last;
};

/* What a call came to.
 * body, w, in_team, team, values   what it depends on: the values of the
 *                                  parameters and of what is inherited, "n"
 *                                  of them
 * before   1 + the index of the memo of "body" before this one, or 0 */
struct lcm_formula_memo {
  const lcm_node *body;
  const lcm_expr *w;
  bool in_team;
  struct lcm_formula_team team;
  const struct lcm_subst *values;
  size_t n;
  size_t before;
  struct lcm_closed closed;
};

/* What must hold at a point for the formula to say what the engine would.
 * costs      are not negative there (as far as assumptions do not prove it)
 * ranges     of the indices in them, the innermost last
 * of_index   1 + the number of the last of the first "n_mapped" ranges with an
 *            index
 * conditions under which what is being built counts
 * unchecked  something else must hold that no expression says
 * seen       nodes that were noted as unknown
 * unknown    places without a cost or count
 * assumes    the different `assume` texts */
struct lcm_formula_guard {
  LCM_LIST(const lcm_expr *) costs;
  LCM_LIST(struct lcm_formula_range) ranges;
  lcm_map of_index;
  size_t n_mapped;
  LCM_LIST(const lcm_expr *) conditions;
  bool unchecked;
  lcm_map seen;
  LCM_LIST(lcm_loc) unknown;
  LCM_LIST(const char *) assumes;
};

/* A formula under construction.
 * values   what the names of the function stand for; the first "globals" hold
 *          in every function
 * free     names that may stay: p, params, variables of the grid, and the
 *          indices of sums around; the first "n_stays" are keys of "stays"
 * team     around the node, or NULL
 * depth    of calls
 * missing  names without a value that were asked for outside of calls
 * nesting_off  nested teams have one member
 * unlimited    the span is being built: overheads and contention are 0
 * traits   memory of the traits of nodes
 * visits   nodes whose executions are counted, NULL: none
 * guard    what the formula takes for granted
 * memos    what calls came to; called: by body, 1 + the index of the last
 * demands  names of the resources in the slots behind the categories
 * at, reason   what has no closed form, and why; NULL as long as all has */
struct lcm_formula {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_machine *machine;
  const lcm_data *data;
  size_t n_cats;
  const char *const *cat_names;
  LCM_LIST(struct lcm_subst) values;
  size_t globals;
  LCM_LIST(const char *) free;
  lcm_map stays;
  size_t n_stays;
  LCM_LIST(const char *) missing;
  struct lcm_formula_team *team;
  unsigned depth;
  unsigned long long fresh;
  bool nesting_off;
  bool unlimited;
  struct lcm_run *traits;
  const struct lcm_visits *visits;
  struct lcm_formula_guard guard;
  LCM_LIST(struct lcm_formula_memo) memos;
  lcm_map called;
  const char *demands[LCM_MAX_DEMANDS];
  size_t n_demands;
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
