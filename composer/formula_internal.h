/* Closed forms: the engine's rules (engine_*.c) over expressions instead of
 * numbers.  What has no closed form gives up with a reason; the engine then
 * computes point by point. */
#ifndef LCM_COMPOSER_FORMULA_INTERNAL_H
#define LCM_COMPOSER_FORMULA_INTERNAL_H

#include "composer/engine_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The outcome of an execution as expressions: elapsed time and
 * processor-seconds by category (NULL stands for 0). */
struct lcm_closed {
  const lcm_expr *time;
  const lcm_expr *cats[LCM_MAX_CATS];
};

/* How the clocks of a team stand after something.
 * ALIGNED  all equal
 * FIRST    the first member is the latest, by any division of equal parts
 * SKEWED   somehow */
enum lcm_clocks { LCM_ALIGNED, LCM_FIRST, LCM_SKEWED };

/* A team of "k" members of "weight" processors each. */
struct lcm_formula_team {
  const lcm_expr *k;
  const lcm_expr *weight;
  enum lcm_clocks clocks;
};

/* A formula under construction.
 * values   what the names of the function stand for; the first "globals" hold
 *          in every function
 * free     names that may stay: p, params, variables of the grid, and the
 *          indices of sums around
 * team     around the node, or NULL
 * depth    of calls
 * traits   memory of the traits of nodes
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
  struct lcm_formula_team *team;
  unsigned depth;
  unsigned long long fresh;
  struct lcm_run *traits;
  const lcm_node *at;
  const char *reason;
};

/* ---- values (formula_env.c) ------------------------------------------------
 */

/* Say that "node" has no closed form. */
void lcm_formula_give_up(struct lcm_formula *f, const lcm_node *node,
                         const char *reason);

/* Let "name" stand for "value" from here on. */
void lcm_formula_bind(struct lcm_formula *f, const char *name,
                      const lcm_expr *value);

/* Return "e" with its names replaced; NULL where "e" is NULL or a name stays
 * that has no value. */
const lcm_expr *lcm_formula_value(struct lcm_formula *f, const lcm_expr *e);

/* Return the machine's cost "name" with p, m and n as given, as a pure
 * number. */
const lcm_expr *lcm_formula_machine(struct lcm_formula *f, const char *name,
                                    const lcm_expr *p, const lcm_expr *m);

/* Return the number of iterations of the loop "node", 1 where unknown. */
const lcm_expr *lcm_formula_count(struct lcm_formula *f, const lcm_node *node);

/* Return a fresh name for an index, allowed from now on. */
const char *lcm_formula_index(struct lcm_formula *f);

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

/* ---- outcomes -------------------------------------------------------------
 */

/* Add "b", "times" over (NULL: once), to "*a". */
void lcm_closed_add(struct lcm_formula *f, struct lcm_closed *a,
                    const struct lcm_closed *b, const lcm_expr *times);

/* Add "value" to "*cat". */
void lcm_closed_cat(struct lcm_formula *f, const lcm_expr **cat,
                    const lcm_expr *value);

/* Return the sum of the categories of "out", without "except" (LCM_CAT_USER:
 * of all). */
const lcm_expr *lcm_closed_sum(struct lcm_formula *f,
                               const struct lcm_closed *out, size_t except);

/* ---- serial code (formula_serial.c) ----------------------------------------
 */

/* Return the outcome of "node" on "w" processors. */
struct lcm_closed lcm_formula_serial(struct lcm_formula *f,
                                     const lcm_node *node, const lcm_expr *w);

/* As lcm_run_models, over expressions. */
bool lcm_formula_models(struct lcm_closed *out, bool covered[LCM_MAX_CATS],
                        struct lcm_formula *f, const lcm_node *node,
                        const lcm_expr *w, bool parallel);

/* A price: the cost and what contention adds (NULL: nothing). */
struct lcm_formula_price {
  const lcm_expr *cost;
  const lcm_expr *excess;
};
/* Return the price of one execution by "model". */
struct lcm_formula_price lcm_formula_priced(struct lcm_formula *f,
                                            const lcm_model *model,
                                            const lcm_expr *w, bool parallel);

/* ---- teams (formula_team.c, formula_share.c) -------------------------------
 */

/* Return the outcome of the team "node" on "w" processors. */
struct lcm_closed lcm_formula_team_of(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *w);

/* Return the outcome of "node" executed by the team of "f": the time until the
 * latest member is done. */
struct lcm_closed lcm_formula_in_team(struct lcm_formula *f,
                                      const lcm_node *node);

/* Return the outcome of the PARLOOP "node" divided among the team of "f". */
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

/* Build the closed form of "program" on p processors into "*out"; the variables
 * of "grid" stay.  False where there is none: "*at" and "*reason" say why. */
bool lcm_formula_build(struct lcm_closed *out, struct lcm_formula *f,
                       const lcm_grid *grid);

#ifdef __cplusplus
}
#endif

#endif
