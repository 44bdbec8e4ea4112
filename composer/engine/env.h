/* Names that a run binds, and values of expressions and costs there.  How a
 * run at a point begins: with which values of names. */
#pragma once

#include "composer/engine/run.h"

/* So many steps of an evaluation are as much work as a node. */
enum { LCM_STEPS_OF_WORK = 16 };

/* Where a run is to be. */
struct lcm_run_place {
  size_t i; /* number of the point */
  double w; /* processors */
  /* by how much coefficients are more than they are; NULL: by nothing */
  const double *moves;
};

/* Make "run" ready to execute what "setup" says at "place". */
void lcm_run_begin(struct lcm_run *run, const struct lcm_setup *setup,
                   const struct lcm_run_place *place);

/* Bind "name" to "value" on top of what is bound. */
void lcm_run_bind(struct lcm_run *run, const char *name, double value);

/* Bind what "let" says: its name has no value where its value is not known;
 * return whether it is. */
bool lcm_run_let(struct lcm_run *run, const struct lcm_assign *let);

/* Bind `thread` to "m" and the values that depend on the member. */
void lcm_run_bind_member(struct lcm_run *run, size_t m);

/* Return whether "e" depends on the member of the team that evaluates it. */
bool lcm_run_by_member(const struct lcm_run *run, const lcm_expr *e);

/* Note that "name" has no value because "origin" has none. */
void lcm_run_lose(struct lcm_run *run, const char *name, const char *origin);

/* Return the name whose value would settle the first free name of "e" (may be
 * NULL) that nothing binds: that itself, or what the caller lacks; NULL where
 * all are bound. */
const char *lcm_run_missing(struct lcm_run *run, const lcm_expr *e);

/* Note that "name" is "e" evaluated by each member of "team"; of a NULL one,
 * only that it differs. */
void lcm_run_add_member_value(struct lcm_run *run, const struct lcm_team *team,
                              const char *name, const lcm_expr *e);

/* Evaluate "model" in the scope of "run"; as lcm_run_cost, but one that was
 * fitted to measurements is 0 where it is negative, with a warning. */
double lcm_run_model(struct lcm_run *run, const lcm_model *model);

/* Evaluate "e" as a quantity of a model (must be known): an unbound name, NaN
 * or a negative cost is a diagnostic at "at". */
double lcm_run_cost(struct lcm_run *run, const lcm_expr *e, lcm_loc at);

/* Evaluate "e", derived from source, into "*out"; false where it is NULL or not
 * known. */
bool lcm_run_derived(double *out, struct lcm_run *run, const lcm_expr *e);

/* As lcm_run_derived; loops of which nobody knows how often they run run once,
 * and conditions that are not known hold as often as not: "*why" (may be NULL)
 * says so then. */
bool lcm_run_evened(double *out, const char **why, struct lcm_run *run,
                    const lcm_expr *e);

/* Return the machine's cost "name" with p, m and n as given. */
double lcm_run_machine(struct lcm_run *run, const char *name, double p,
                       double m, double n);

/* Return what is known of the nodes of the program of "run". */
struct lcm_facts_table *lcm_run_knowledge(struct lcm_run *run);

/* Bind whether the task "node" is executed "at_once" to its name, where data
 * move or not because of that. */
void lcm_run_bind_task(struct lcm_run *run, const lcm_node *node, bool at_once);

/* Return whether "movement" takes place: not all tasks that it names were
 * executed at once. */
bool lcm_run_takes_place(const struct lcm_run *run,
                         const lcm_movement *movement);

/* Return how long "bytes" are under way from one place to another. */
double lcm_run_transfer(struct lcm_run *run, double bytes);

/* Return what is remembered of "node". */
struct lcm_facts *lcm_run_facts(struct lcm_run *run, const lcm_node *node);

/* Return the traits of "node" (of the function or what it calls). */
const struct lcm_traits *lcm_run_traits(struct lcm_run *run,
                                        const lcm_node *node);

/* Return whether the iterations of the loop "node" cost the same. */
bool lcm_run_is_uniform(struct lcm_run *run, const lcm_node *node);

/* Return the category with index "c" that the model category "name" is. */
size_t lcm_run_category(const struct lcm_run *run, const char *name);
