/* Closed forms: the engine's rules (engine_*.c) over expressions instead of
 * numbers.  What has no closed form gives up with a reason; the engine then
 * computes point by point. */
#pragma once

#include "base/map.h"
#include "composer/engine/internal.h"

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

/* ---- values (composer/formula/env.c) ------------------------------------------------
 */

/* Say that "node" has no closed form. */
void lcm_formula_give_up(struct lcm_formula *f, const lcm_node *node,
                         const char *reason);

/* Let "name" stand for "value" from here on. */
void lcm_formula_bind(struct lcm_formula *f, const char *name,
                      const lcm_expr *value);

/* Let the machine's names stand for their values. */
void lcm_formula_take_machine(struct lcm_formula *f);

/* Return "e" with its names replaced; NULL where "e" is NULL or a name stays
 * that has no value. */
const lcm_expr *lcm_formula_value(struct lcm_formula *f, const lcm_expr *e);

/* Return the condition "e" of "node" with its names replaced: decided where
 * operands that have values decide it; NULL where it is not known.  Gives up
 * where that depends on values. */
const lcm_expr *lcm_formula_condition(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *e);

/* Return the machine's cost "name" with p, m and n as given, as a pure
 * number. */
const lcm_expr *lcm_formula_machine(struct lcm_formula *f, const char *name,
                                    const lcm_expr *p, const lcm_expr *m);

/* Return the number of iterations of the loop "node", 1 where unknown. */
const lcm_expr *lcm_formula_count(struct lcm_formula *f, const lcm_node *node);

/* Return a fresh name for an index from 0 to "last" (NULL: not known), allowed
 * from now on. */
const char *lcm_formula_index(struct lcm_formula *f, const lcm_expr *last);

/* Bind the index of the first range of the loop "node" to its value in the
 * iteration whose number is the symbol "index"; a loop with a stride that is
 * not known is taken to run once. */
void lcm_formula_bind_index(struct lcm_formula *f, const lcm_node *node,
                            const char *index);

/* Return the larger of "a" and "b", NULL where either is NULL. */
const lcm_expr *lcm_formula_larger(struct lcm_formula *f, const lcm_expr *a,
                                   const lcm_expr *b);

/* Return the whole number "value". */
const lcm_expr *lcm_formula_int(struct lcm_formula *f, long long value);

/* Return the traits of "node". */
const struct lcm_traits *lcm_formula_traits(struct lcm_formula *f,
                                            const lcm_node *node);

/* Enter the callee of the call "node": put its body into "*body" and what was
 * bound into "*saved"; false where it has none or calls nest too deeply. */
bool lcm_formula_enter(struct lcm_formula *f, const lcm_node *node,
                       struct lcm_formula *saved, const lcm_node **body);
void lcm_formula_leave(struct lcm_formula *f, const struct lcm_formula *saved);

/* Put what the call of "body" on "w" processors, just entered, came to when it
 * was met before into "*out"; false where it was not. */
bool lcm_formula_recall(struct lcm_closed *out, const struct lcm_formula *f,
                        const lcm_node *body, const lcm_expr *w);

/* Remember that it came to "closed". */
void lcm_formula_remember(struct lcm_formula *f, const lcm_node *body,
                          const lcm_expr *w, const struct lcm_closed *closed);

/* ---- what is taken for granted (composer/formula/guard.c) ---------------------------
 */

/* Take for granted that "e" (NULL: nothing) is not negative, whatever the
 * values of its indices. */
void lcm_formula_expect(struct lcm_formula *f, const lcm_expr *e);

/* Note that "node" has no cost. */
void lcm_formula_unknown(struct lcm_formula *f, const lcm_node *node);

/* Note that "text" (NULL: nothing) is assumed. */
void lcm_formula_assume(struct lcm_formula *f, const char *text);

/* Note the `assume` texts of "node". */
void lcm_formula_assumes(struct lcm_formula *f, const lcm_node *node);

/* Return how many places are noted as unknown. */
size_t lcm_formula_n_unknown(struct lcm_formula *f);

/* What is taken for granted between these calls need hold only where "cond"
 * is not 0. */
void lcm_formula_while(struct lcm_formula *f, const lcm_expr *cond);
void lcm_formula_endwhile(struct lcm_formula *f);

/* Return whether all that "f" takes for granted is in guard.costs. */
bool lcm_formula_is_guarded(const struct lcm_formula *f);

/* Add "time" of possession of the resource "name" to "out". */
void lcm_formula_demand(struct lcm_formula *f, struct lcm_closed *out,
                        const char *name, const lcm_expr *time);

/* Add one execution of "node" to "out" where these are counted. */
void lcm_formula_visit(struct lcm_formula *f, struct lcm_closed *out,
                       const lcm_node *node);

/* ---- outcomes -------------------------------------------------------------
 */

/* Add "b", "times" over (NULL: once), to "*a". */
void lcm_closed_add(struct lcm_formula *f, struct lcm_closed *a,
                    const struct lcm_closed *b, const lcm_expr *times);

/* Add "value" to "*cat". */
void lcm_closed_cat(struct lcm_formula *f, const lcm_expr **cat,
                    const lcm_expr *value);

/* Return whether any part of "out" mentions "name". */
bool lcm_closed_mentions(const struct lcm_closed *out, const char *name);

/* Add the demands of "b" to those of "a". */
void lcm_closed_demands(struct lcm_formula *f, struct lcm_closed *a,
                        const struct lcm_closed *b);

/* Return the sum of the categories of "out", without "except" (LCM_CAT_USER:
 * of all). */
const lcm_expr *lcm_closed_sum(struct lcm_formula *f,
                               const struct lcm_closed *out, size_t except);

/* ---- serial code (composer/formula/serial.c) ----------------------------------------
 */

/* Return the outcome of "node" on "w" processors. */
struct lcm_closed lcm_formula_serial(struct lcm_formula *f,
                                     const lcm_node *node, const lcm_expr *w);

/* Charge the processors but one of "w" with having idled for the LCM_LONE of
 * "out". */
void lcm_formula_settle(struct lcm_formula *f, struct lcm_closed *out,
                        const lcm_expr *w);

/* As lcm_run_models, over expressions; "out" is not settled. */
bool lcm_formula_models(struct lcm_closed *out, bool covered[LCM_MAX_CATS],
                        struct lcm_formula *f, const lcm_node *node,
                        const lcm_expr *w, bool parallel);

/* A price: the cost, what contention adds and how long each level of memory is
 * busy (NULL: nothing). */
struct lcm_formula_price {
  const lcm_expr *cost;
  const lcm_expr *excess;
  const lcm_expr *busy[LCM_MAX_LEVELS];
};

/* Return the price of one execution by "model". */
struct lcm_formula_price lcm_formula_priced(struct lcm_formula *f,
                                            const lcm_model *model,
                                            const lcm_expr *w, bool parallel);

/* Return the price of all that one execution of "node" does by "model". */
struct lcm_formula_price lcm_formula_model(struct lcm_formula *f,
                                           const lcm_node *node,
                                           const lcm_model *model,
                                           const lcm_expr *w, bool parallel);

/* ---- memory (composer/formula/memory.c) ---------------------------------------------
 */

/* Return the price of the fragment "node" by its static cost, as
 * lcm_run_static. */
struct lcm_formula_price lcm_formula_static(struct lcm_formula *f,
                                            const lcm_node *node);

/* Return how many processors move bytes at the same time as one that executes
 * what is being built. */
const lcm_expr *lcm_formula_movers(struct lcm_formula *f);

/* Return the factor by which "movers" members that move bytes of "level" slow
 * each other down. */
const lcm_expr *lcm_formula_slowdown(struct lcm_formula *f,
                                     const struct lcm_level *level,
                                     const lcm_expr *movers);

/* Return how long moving "bytes" (a pure number) keeps "level" busy, NULL where
 * its bandwidth is not known. */
const lcm_expr *lcm_formula_busy_time(struct lcm_formula *f,
                                      const struct lcm_level *level,
                                      const lcm_expr *bytes);

/* Add the time that memory is busy by "price" to "out". */
void lcm_formula_busy(struct lcm_formula *f, struct lcm_closed *out,
                      const struct lcm_formula_price *price);

/* ---- span (composer/formula/span.c) --------------------------------------------------
 */

/* Return the span of "node", as lcm_run_span; NULL stands for 0. */
const lcm_expr *lcm_formula_span(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w);

/* ---- teams (composer/formula/team.c, composer/formula/share.c) -------------------------------
 */

/* Let what "out" says of "members" processors be done by "w": where these are
 * fewer they take turns. */
void lcm_formula_fit(struct lcm_formula *f, struct lcm_closed *out,
                     const lcm_expr *members, const lcm_expr *w);

/* Put the size of the team "node" on "w" processors into "team"; false where
 * it has no closed form. */
bool lcm_formula_size_team(struct lcm_formula_team *team, struct lcm_formula *f,
                           const lcm_node *node, const lcm_expr *w);

/* Return the outcome of the team "node" on "w" processors. */
struct lcm_closed lcm_formula_team_of(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *w);

/* Return the outcome of the team of ranks "node" on "w" processors; only where
 * all ranks do the same at the same times (composer/formula/ranks.c). */
struct lcm_closed lcm_formula_ranks(struct lcm_formula *f, const lcm_node *node,
                                    const lcm_expr *w);

/* Return the outcome of "node" executed by the team of "f": the time until the
 * latest member is done. */
struct lcm_closed lcm_formula_in_team(struct lcm_formula *f,
                                      const lcm_node *node);

/* Let the clocks of the team of "f" stand as "clocks" says, FIRST by "lead"
 * (NULL: nothing). */
void lcm_formula_set_clocks(struct lcm_formula *f, enum lcm_clocks clocks,
                            const lcm_expr *lead);

/* Let the first member of the team of "f", whose clocks are not SKEWED, be
 * later by "more". */
void lcm_formula_delay_first(struct lcm_formula *f, const lcm_expr *more);

/* Add "count" equal units or iterations "one" to "out", which the team of "f"
 * shares: in chunks of "chunk" that go round, or (NULL) in blocks. */
void lcm_formula_divide(struct lcm_formula *f, struct lcm_closed *out,
                        const struct lcm_closed *one, const lcm_expr *count,
                        const lcm_expr *chunk);

/* Return the outcome of the PARLOOP "node" divided among the team of "f"
 * (composer/formula/loop.c). */
struct lcm_closed lcm_formula_parloop(struct lcm_formula *f,
                                      const lcm_node *node);

/* Return the outcome of the PARALLEL "node", whose units share the team of
 * "f". */
struct lcm_closed lcm_formula_share(struct lcm_formula *f,
                                    const lcm_node *node);

/* Return the outcome of "node", which holds one critical section, executed by
 * all members of the team of "f" (van Gemund 1996, chapter 3: the skewing
 * formula). */
struct lcm_closed lcm_formula_critical(struct lcm_formula *f,
                                       const lcm_node *node);

/* ---- the program -----------------------------------------------------------
 */

/* Return whether the default of "param" is a whole pure number: its closed form
 * then holds at whole values. */
bool lcm_param_is_whole(const lcm_param *param);

/* Build the closed form of the program of "f" on p processors into "*out"; the
 * variables of "grid" stay.  False where there is none: "at" and "reason" of
 * "f" say why. */
bool lcm_formula_build(struct lcm_closed *out, struct lcm_formula *f,
                       const lcm_grid *grid);

/* Put the span of the program, whose closed form was built, into "*out"; false
 * where it has no closed form. */
bool lcm_formula_build_span(const lcm_expr **out, struct lcm_formula *f);
