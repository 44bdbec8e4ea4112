/* Serialization analysis (van Gemund 1996, chapters 3 and 6): what the files
 * bound_*.c say to each other.
 *
 * There are two evaluators over one structure.  composer/bound/terms/value.c gives numbers at
 * one point, visiting each iteration that differs from the one before;
 * composer/bound/terms/form.c gives expressions in the params.  Where both apply they agree,
 * which tests check. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "composer/bound/bound.h"

/* Budgets: steps of an evaluation before the closed form is tried, nodes of a
 * program beyond which it is not, depth of calls, iterations that are written
 * out one by one in a form, uses in a cycle. */
enum {
  LCM_BOUND_QUICK = 20000,
  LCM_BOUND_WALK = 2000000,
  LCM_BOUND_LARGE = 4000,
  LCM_BOUND_CALLS = 400,
  LCM_BOUND_UNROLL = 16,
  LCM_BOUND_CYCLE = 256
};

/* No element, no branch. */
#define LCM_BOUND_NONE ((size_t)-1)

/* ---- names of subtrees (composer/bound/names.c) ------------------------------------
 */

/* What is known of a node without values.
 * names  free in it and below, without those of the program, "n" of them
 * sync   it contains signals or waits
 * lets   names that LET nodes outside calls set, "n_lets" of them
 * carried  for a loop: the name that one iteration leaves to the next, or
 *          NULL */
struct lcm_bound_traits {
  const char **names;
  size_t n;
  const char **lets;
  size_t n_lets;
  const char *carried;
  bool sync;
};

/* Traits of the nodes of a program, found when they are first asked for, and
 * expressions with means for draws. */
struct lcm_bound_table {
  lcm_ctx *ctx;
  const lcm_program *program;
  lcm_map at;
  LCM_LIST(struct lcm_bound_traits *) all;
  lcm_map functions;
  lcm_map mean_at;
  LCM_LIST(const lcm_expr *) means;
};

/* Return the traits of "node". */
const struct lcm_bound_traits *
lcm_bound_traits_of(struct lcm_bound_table *table, const lcm_node *node);

/* Return whether "traits" have the name "name" (interned). */
bool lcm_bound_names(const struct lcm_bound_traits *traits, const char *name);

/* Return the function that the call "node" calls, or NULL. */
const lcm_function *lcm_bound_callee(struct lcm_bound_table *table,
                                     const lcm_node *node);

/* Return "e" (or NULL) with the means of random quantities in their place. */
const lcm_expr *lcm_bound_means(struct lcm_bound_table *table,
                                const lcm_expr *e);

/* ---- demands at a point (composer/bound/demand.c) ----------------------------------
 */

/* An element of a resource that is used.
 * resource  its number among those of the run
 * flat      its number in the array, the last subscript running fastest
 * units     multiplicity
 * service   time of a visit; 0: as long as is asked for
 * ps        shared by all at the same time */
struct lcm_bound_element {
  size_t resource;
  double flat;
  double units;
  double service;
  bool ps;
};

/* A use of element "id" for "time" in all, in "visits" whole visits. */
struct lcm_bound_use {
  size_t id;
  double time;
  double visits;
};

/* Demands for elements: time and whole visits of each; where "map" has room it
 * finds the place of an element.
 * worst   the largest load so far, worst_at whose
 * shared  several values hold it: copied before it is changed */
struct lcm_bound_demands {
  size_t *ids;
  double *times;
  double *visits;
  size_t n;
  size_t cap;
  unsigned *map;
  size_t map_cap;
  double worst;
  size_t worst_at;
  bool shared;
};

/* The memory of demands and the elements that they speak of.
 * spare  small ones that are not in use */
struct lcm_bound_pool {
  lcm_arena *arena;
  LCM_LIST(struct lcm_bound_element) elements;
  LCM_LIST(struct lcm_bound_demands *) spare;
};

/* Return the time that "element" needs at least for demands of "time" in
 * all, "visits" of them whole ones (van Gemund 1996, 3.12 and 3.13). */
double lcm_bound_load(const struct lcm_bound_element *element, double time,
                      double visits);

/* Return demands that are "use" alone. */
struct lcm_bound_demands *lcm_bound_demand(struct lcm_bound_pool *pool,
                                           struct lcm_bound_use use);

/* Return the sum of "a" and "b" (either may be NULL), neither of which is used
 * any more; set "*overlap" where an element occurs in both. */
struct lcm_bound_demands *lcm_bound_join(struct lcm_bound_pool *pool,
                                         struct lcm_bound_demands *a,
                                         struct lcm_bound_demands *b,
                                         bool *overlap);

/* Return "factor" times "of" (may be NULL), which is not used any more. */
struct lcm_bound_demands *lcm_bound_scale(struct lcm_bound_pool *pool,
                                          struct lcm_bound_demands *of,
                                          double factor);

/* Return "of" (may be NULL), which is not used any more, without what is known
 * of whole visits. */
struct lcm_bound_demands *
lcm_bound_without_visits(struct lcm_bound_pool *pool,
                         struct lcm_bound_demands *of);

/* ---- values at a point (composer/bound/terms/value.c) ------------------------------------
 */

/* A part of the pattern of (3.16): "count" times a delay, then uses of "n"
 * resources, each once; n = 0: a delay alone.  One use stands in "first", more
 * at "uses". */
struct lcm_bound_cycle {
  bool is;
  double count;
  double delay;
  size_t n;
  struct lcm_bound_use first;
  const struct lcm_bound_use *uses;
};

/* What a part does with a condition. */
struct lcm_bound_sync {
  size_t condition;
  bool signals;
  bool waits;
};

/* What an execution of a part takes, without others.
 * phi .. upper, conjecture   as in lcm_bound_result, with work the sum of all
 *           delays; skewed and barriers are the time where nothing applies,
 *           which has_skew and has_barrier tell
 * syncs     its conditions
 * head      the resource shared by all that it begins to use at once, and for
 *           how long
 * binds     the resource that takes most of the time, bind_time how much
 * flat      uses single resources only, each once
 * nested    holds resources while it does other things
 * contended   parts of it that run at the same time use the same resource */
struct lcm_bound_value {
  double phi;
  double time;
  double skewed;
  double barriers;
  double work;
  double upper;
  double conjecture;
  struct lcm_bound_demands *demands;
  LCM_LIST(struct lcm_bound_sync) syncs;
  struct lcm_bound_cycle cycle;
  size_t head;
  double head_time;
  size_t binds;
  double bind_time;
  bool has_skew;
  bool has_barrier;
  bool random;
  bool flat;
  bool nested;
  bool contended;
  bool shared;
};

/* Branches of a parallel part being joined.
 * all        the value so far: phi, time, skewed, barriers are maxima
 * branches   how many there are
 * overlap    a resource occurs in several
 * joined     a signal of one reaches a wait of another
 * cycles     all have the cycle "cycle"; heads: all have the head of "all"
 * since      the clock of the run when it began
 * rows       demands of the branches as long as they are flat and few */
struct lcm_bound_fork {
  struct lcm_bound_value *all;
  double branches;
  size_t since;
  bool overlap;
  bool joined;
  bool cycles;
  bool heads;
  struct lcm_bound_cycle cycle;
  bool flat;
  LCM_LIST(struct lcm_bound_use) uses;
  LCM_LIST(size_t) rows;
  LCM_LIST(struct lcm_bound_met) met;
  lcm_map met_at;
};

/* In which branch a condition was met: signalled, waited for; "many" where in
 * several.  "signallers": how many statements signal it. */
struct lcm_bound_met {
  size_t condition;
  double signals;
  double waits;
  double signallers;
};

/* A value kept for a node and the values of its free names. */
struct lcm_bound_memo {
  const lcm_node *node;
  const double *names;
  size_t n;
  struct lcm_bound_value *value;
};

/* A resource of a run.  "scalar" is its element where it is no array. */
struct lcm_bound_resource {
  const lcm_resource *of;
  const double *low;
  const double *high;
  size_t scalar;
  lcm_map elements;
};

/* An evaluation at one point.
 * stack     names and values: those of the function begin at "base", with the
 *           "globals" first in each
 * tainted   beside the stack: the value is random; lost: nothing can be said
 *           of the value
 * clock     counts conditions that were made true; "signalled" is what it was
 *           for each, 0: not yet
 * steps     so far; a run ends at max_steps
 * reason    why there is no bound, at which node */
struct lcm_bound_run {
  lcm_ctx *ctx;
  const lcm_program *program;
  struct lcm_bound_table *table;
  struct lcm_bound_pool pool;
  LCM_LIST(lcm_binding) stack;
  LCM_LIST(unsigned char) marks;
  size_t base;
  size_t globals;
  LCM_LIST(struct lcm_bound_resource) resources;
  lcm_map resource_at;
  LCM_LIST(const char *) conditions;
  lcm_map condition_at;
  LCM_LIST(size_t) signalled;
  size_t clock;
  LCM_LIST(struct lcm_bound_value *) spare;
  struct lcm_bound_memo *memo;
  size_t n_memo;
  size_t memo_cap;
  unsigned long long steps;
  unsigned long long max_steps;
  unsigned depth;
  bool random_max;
  const char *reason;
  const lcm_node *at;
  lcm_status status;
};

/* Return the value of "node", which belongs to the caller until it is given to
 * lcm_bound_series or lcm_bound_branch. */
struct lcm_bound_value *lcm_bound_evaluate(struct lcm_bound_run *run,
                                           const lcm_node *node);

/* Called for an iteration of the loop "node", which stands for "copies" equal
 * ones. */
typedef void (*lcm_bound_each)(struct lcm_bound_run *run, const lcm_node *node,
                               double copies, void *user);

/* Visit the iterations of the loop "node". */
void lcm_bound_iterate(struct lcm_bound_run *run, const lcm_node *node,
                       lcm_bound_each each, void *user);

/* ---- names and values of a run (composer/bound/scope.c) ----------------------------
 */

/* Say that there is no bound because of "node". */
void lcm_bound_give_up(struct lcm_bound_run *run, const lcm_node *node,
                       const char *reason);

/* Return whether the evaluation has ended early. */
bool lcm_bound_ended(const struct lcm_bound_run *run);

/* Let "name" (interned) be "value"; forget all but the first "n" names. */
void lcm_bound_bind(struct lcm_bound_run *run, const char *name, double value);
void lcm_bound_unbind(struct lcm_bound_run *run, size_t n);

/* Return the value of "name", NaN where it has none. */
double lcm_bound_lookup(const struct lcm_bound_run *run, const char *name);

/* Bind the LET "node". */
void lcm_bound_let(struct lcm_bound_run *run, const lcm_node *node);

/* Forget the values of what a part with "traits" may have set. */
void lcm_bound_lose(struct lcm_bound_run *run,
                    const struct lcm_bound_traits *traits);

/* Return the value of "e" at "node", reported where it has none. */
double lcm_bound_number(struct lcm_bound_run *run, const lcm_expr *e,
                        const lcm_node *node);

/* Return whether "e" (or NULL) depends on random quantities. */
bool lcm_bound_is_random(struct lcm_bound_run *run, const lcm_expr *e);

/* Put the chances of the alternatives of the branch "node" into "chances" (of
 * n_children); return whether they are not all 0 or 1. */
bool lcm_bound_chances(struct lcm_bound_run *run, const lcm_node *node,
                       double *chances);

/* Enter the callee of the call "node": its body, or NULL where it has none;
 * then leave it with what was put into "saved". */
const lcm_node *lcm_bound_enter(struct lcm_bound_run *run, const lcm_node *node,
                                size_t saved[2]);
void lcm_bound_leave(struct lcm_bound_run *run, const size_t saved[2]);

/* Return the number of the condition of the SIGNAL or WAIT "node". */
size_t lcm_bound_condition(struct lcm_bound_run *run, const lcm_node *node);

/* Note that condition "c" is true from now on; return whether it was when the
 * clock of "run" was "since". */
void lcm_bound_signal(struct lcm_bound_run *run, size_t c);
bool lcm_bound_was_true(const struct lcm_bound_run *run, size_t c,
                        size_t since);

/* ---- joining (composer/bound/join.c) -----------------------------------------------
 */

/* Return a new value: nothing done in no time. */
struct lcm_bound_value *lcm_bound_value_new(struct lcm_bound_run *run);

/* Add "next", "times" over, behind "*all"; "next" is not used any more. */
void lcm_bound_series(struct lcm_bound_run *run, struct lcm_bound_value *all,
                      struct lcm_bound_value *next, double times);

/* Begin, continue ("copies" branches like "branch") and end a parallel part:
 * "node" is evaluated for its start times where conditions join its
 * branches. */
void lcm_bound_fork_begin(struct lcm_bound_run *run,
                          struct lcm_bound_fork *fork);
void lcm_bound_branch(struct lcm_bound_run *run, struct lcm_bound_fork *fork,
                      struct lcm_bound_value *branch, double copies);
struct lcm_bound_value *lcm_bound_fork_end(struct lcm_bound_run *run,
                                           struct lcm_bound_fork *fork,
                                           const lcm_node *node);

/* ---- start times (composer/bound/event.c) ------------------------------------------
 */

/* Return the time of "node" with signals and waits and without contention (van
 * Gemund 1996, 3.1 to 3.3), which begins when the clock of "run" is "since":
 * what was true by then stays so.  A circle of waits ends the evaluation. */
double lcm_bound_events(struct lcm_bound_run *run, const lcm_node *node,
                        size_t since);

/* The same of the whole model: a wait that nothing signals ends it too. */
double lcm_bound_all_events(struct lcm_bound_run *run, const lcm_node *node);

/* When the "n" statements of a part end, in the order in which they stand in
 * it, and which determine its end.  A statement is the begin of the part, the
 * begin and the join of a parallel part with signals, a signal, a wait, and a
 * part without either that takes time. */
struct lcm_bound_times {
  double *ends;
  bool *critical;
  size_t n;
};

/* Put the times of the statements of "node", the whole, into "*out". */
void lcm_bound_event_times(struct lcm_bound_times *out,
                           struct lcm_bound_run *run, const lcm_node *node);

/* ---- nodes (composer/bound/nodes.c) ------------------------------------------------
 */

/* Put the occurrences of the nodes of "entry", to which "run" is set, into
 * "*out", "*n" of them in preorder: none where the walk gets too long. */
void lcm_bound_walk(const lcm_occurrence **out, size_t *n,
                    struct lcm_bound_run *run, const lcm_function *entry);

/* ---- algebra of forms (composer/bound/terms/prove.c) -------------------------------------
 */

/* What is known while a form is built.
 * reductions  that are allowed
 * scope       the indices around, outermost first
 * known       names that were made indices, with their ranges
 * conditions  expressions that are not negative where the form holds */
struct lcm_bound_algebra {
  lcm_ctx *ctx;
  const lcm_program *program;
  unsigned reductions;
  LCM_LIST(struct lcm_range) scope;
  LCM_LIST(struct lcm_range) known;
  LCM_LIST(const lcm_expr *) conditions;
};

/* How an expression changes with an index. */
struct lcm_bound_shape {
  bool rising;
  bool falling;
  bool convex;
  bool concave;
};

/* Return how "e" changes with "name", as far as can be proved. */
struct lcm_bound_shape lcm_bound_shape_of(struct lcm_bound_algebra *a,
                                          const lcm_expr *e, const char *name);

/* Enter a range: return it with an index of its own, "index" or a name derived
 * from it, which is in scope until lcm_bound_close_range. */
struct lcm_range lcm_bound_open_range(struct lcm_bound_algebra *a,
                                      struct lcm_range range);
void lcm_bound_close_range(struct lcm_bound_algebra *a);

/* Return whether "e" is proved not to be negative. */
bool lcm_bound_proves(struct lcm_bound_algebra *a, const lcm_expr *e);

/* The same, but what concerns params alone becomes a condition of the form. */
bool lcm_bound_takes(struct lcm_bound_algebra *a, const lcm_expr *e);

/* Note that "e" is not negative: where it is about one symbol, as a limit of
 * that. */
void lcm_bound_assume(struct lcm_bound_algebra *a, const lcm_expr *e);

/* Return whether "e" is provably whole. */
bool lcm_bound_is_whole(lcm_ctx *ctx, const lcm_expr *e);

/* Return "e" with "name" replaced by "by". */
const lcm_expr *lcm_bound_put(struct lcm_bound_algebra *a, const lcm_expr *e,
                              const char *name, const lcm_expr *by);

/* Take "e" apart as factor * name + rest, neither with "name"; false where it
 * is not so. */
bool lcm_bound_affine(struct lcm_bound_algebra *a, const lcm_expr *e,
                      const char *name, const lcm_expr *parts[2]);

/* ---- sums and maxima (composer/bound/terms/sum.c, composer/bound/guard.c, composer/bound/terms/floor.c,
 * composer/bound/terms/max.c) --------------------------------------------------------------
 */

/* Return the sum of "body" over "range". */
const lcm_expr *lcm_bound_sum(struct lcm_bound_algebra *a,
                              struct lcm_range range, const lcm_expr *body);

/* Return the sum of the condition "guard" times "rest", or NULL. */
const lcm_expr *lcm_bound_sum_guard(struct lcm_bound_algebra *a,
                                    struct lcm_range range,
                                    const lcm_expr *guard,
                                    const lcm_expr *rest);

/* Return the sum of "body", which has floors, ceilings or remainders of the
 * index, or NULL (van Gemund 1996, appendix C, in general). */
const lcm_expr *lcm_bound_sum_floors(struct lcm_bound_algebra *a,
                                     struct lcm_range range,
                                     const lcm_expr *body);

/* Return the larger of "x" and "y", without terms that another is proved never
 * to be below. */
const lcm_expr *lcm_bound_larger(struct lcm_bound_algebra *a, const lcm_expr *x,
                                 const lcm_expr *y);

/* Return the maximum of "body", which is never negative, over "range"; 0 where
 * that is empty. */
const lcm_expr *lcm_bound_max(struct lcm_bound_algebra *a,
                              struct lcm_range range, const lcm_expr *body);

/* Return "e" where "condition", else 0. */
const lcm_expr *lcm_bound_where(struct lcm_bound_algebra *a,
                                const lcm_expr *condition, const lcm_expr *e);

/* ---- forms (composer/bound/terms/form.c) -------------------------------------------------
 */

/* The demand for a resource as expressions in the indices of its element.
 * total   over all elements
 * visits  NULL where they are not known */
struct lcm_bound_entry {
  size_t resource;
  const lcm_expr *time;
  const lcm_expr *visits;
  const lcm_expr *total;
};

/* One element of a resource by its subscripts (interned expressions); "family":
 * one for each turn of a loop. */
struct lcm_bound_place {
  size_t resource;
  const lcm_expr *const *indices;
  bool family;
};

/* As lcm_bound_cycle: "sum" and "longest" of the uses at "places". */
struct lcm_bound_turn {
  bool is;
  const lcm_expr *count;
  const lcm_expr *delay;
  const lcm_expr *sum;
  const lcm_expr *longest;
  LCM_LIST(struct lcm_bound_place) places;
};

/* What a part does with a condition. */
struct lcm_bound_deed {
  const char *condition;
  bool signals;
  bool waits;
};

/* As lcm_bound_value, in closed form. */
struct lcm_bound_terms {
  const lcm_expr *phi;
  const lcm_expr *time;
  const lcm_expr *skewed;
  const lcm_expr *barriers;
  LCM_LIST(struct lcm_bound_entry) demands;
  LCM_LIST(struct lcm_bound_deed) deeds;
  struct lcm_bound_turn turn;
  const struct lcm_bound_place *head;
  const lcm_expr *head_time;
  bool has_skew;
  bool has_barrier;
  bool random;
};

/* Terms of a call with certain arguments. */
struct lcm_bound_called {
  const lcm_function *function;
  const lcm_expr *const *args;
  const struct lcm_bound_terms *terms;
};

/* What a resource is in forms.
 * indices  names of the subscripts of an element
 * ranges   of those
 * units    NULL: infinitely many */
struct lcm_bound_shared {
  const lcm_resource *of;
  struct lcm_range *ranges;
  const lcm_expr *units;
  const lcm_expr *service;
};

/* A form under construction.
 * values   what the names of the function stand for; those of the program come
 *          first, "globals" of them
 * base     where the names of the function begin
 * tainted  names of random locals
 * signalled  conditions that were made true, in that order
 * wholes, positives   symbols that are taken to be whole, not negative */
struct lcm_bound_forming {
  lcm_ctx *ctx;
  const lcm_program *program;
  struct lcm_bound_table *table;
  struct lcm_bound_algebra algebra;
  LCM_LIST(struct lcm_subst) values;
  LCM_LIST(struct lcm_bound_shared) resources;
  LCM_LIST(struct lcm_bound_called) calls;
  LCM_LIST(struct lcm_bound_equation) equations;
  LCM_LIST(const char *) wholes;
  LCM_LIST(const char *) positives;
  LCM_LIST(const char *) tainted;
  LCM_LIST(const char *) signalled;
  size_t base;
  size_t n_starts;
  size_t n_parts;
  unsigned depth;
  unsigned long long steps;
  bool random_max;
  const char *reason;
  const lcm_node *at;
};

/* Say that there is no closed form because of "node". */
void lcm_bound_refuse(struct lcm_bound_forming *f, const lcm_node *node,
                      const char *reason);

/* Return "e" with values for names and means for draws; NULL where "e" is. */
const lcm_expr *lcm_bound_value_of(struct lcm_bound_forming *f,
                                   const lcm_expr *e);

/* Let "name" stand for "value". */
void lcm_bound_let_form(struct lcm_bound_forming *f, const char *name,
                        const lcm_expr *value);

/* Return the terms of "node". */
const struct lcm_bound_terms *lcm_bound_terms_of(struct lcm_bound_forming *f,
                                                 const lcm_node *node);

/* Return a fresh part that takes "time" (0: nothing done). */
struct lcm_bound_terms *lcm_bound_terms_new(struct lcm_bound_forming *f,
                                            const lcm_expr *time);

/* Enter the callee of "node" for expressions: its body or NULL; leave it. */
const lcm_node *lcm_bound_enter_form(struct lcm_bound_forming *f,
                                     const lcm_node *node, size_t saved[2]);
void lcm_bound_leave_form(struct lcm_bound_forming *f, const size_t saved[2]);

/* Return the name of the condition of "node"; NULL, refused, where its indices
 * are no numbers. */
const char *lcm_bound_condition_name(struct lcm_bound_forming *f,
                                     const lcm_node *node);

/* Put the chances of the alternatives of "node" into "chances" (n_children),
 * and whether each is a matter of chance into "*random". */
void lcm_bound_chance_forms(struct lcm_bound_forming *f, const lcm_node *node,
                            const lcm_expr **chances, bool *random);

/* ---- joining forms (composer/bound/terms/terms.c) ----------------------------------------
 */

/* Add "next" behind "all". */
void lcm_bound_then(struct lcm_bound_forming *f, struct lcm_bound_terms *all,
                    const struct lcm_bound_terms *next);

/* Return "of" with the weight "weight"; as an alternative that is not looked at
 * where the weight is 0, if "partial". */
const struct lcm_bound_terms *lcm_bound_weigh(struct lcm_bound_forming *f,
                                              const struct lcm_bound_terms *of,
                                              const lcm_expr *weight,
                                              bool partial);

/* Return "of" once for each number of "range", one after the other. */
const struct lcm_bound_terms *lcm_bound_repeat(struct lcm_bound_forming *f,
                                               const struct lcm_bound_terms *of,
                                               struct lcm_range range);

/* Parts at the same time, "n" of them; "since" conditions were true before. */
struct lcm_bound_parts {
  const struct lcm_bound_terms *const *of;
  size_t n;
  size_t since;
};

/* Return "parts" at the same time, the part "node". */
const struct lcm_bound_terms *
lcm_bound_beside(struct lcm_bound_forming *f,
                 const struct lcm_bound_parts *parts, const lcm_node *node);

/* Return "of" once for each number of "range", at the same time. */
const struct lcm_bound_terms *lcm_bound_spread(struct lcm_bound_forming *f,
                                               const struct lcm_bound_terms *of,
                                               struct lcm_range range);

/* Return the load of the demand "entry": the largest over an array. */
const lcm_expr *lcm_bound_load_of(struct lcm_bound_forming *f,
                                  const struct lcm_bound_entry *entry);

/* Return the largest load of "terms" (van Gemund 1996, 3.12 and 3.13). */
const lcm_expr *lcm_bound_omega(struct lcm_bound_forming *f,
                                const struct lcm_bound_terms *terms);

/* ---- equations (composer/bound/terms/equation.c) -----------------------------------------
 */

/* Return the time of "node" with signals and waits, its equations added to
 * those of "f"; the first "since" conditions that were signalled are true. */
const lcm_expr *lcm_bound_equate(struct lcm_bound_forming *f,
                                 const lcm_node *node, size_t since);

/* ---- cost (composer/bound/cost.c) --------------------------------------------------
 */

/* Return what evaluating "e" costs, such as "O(N)". */
const char *lcm_bound_cost_of(lcm_ctx *ctx, const lcm_expr *e);

/* Return how many operators and operands "e" (or NULL) has when it is written
 * out, common parts as often as they occur. */
double lcm_bound_length_of(lcm_ctx *ctx, const lcm_expr *e);

/* ---- an analysis (composer/bound/bound.c) ------------------------------------------------
 */

struct lcm_bound {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_function *entry;
  struct lcm_bound_options options;
  struct lcm_bound_table table;
  struct lcm_bound_form *form;
};

/* Return the value of the whole program of "bound", which is no model, with
 * the "n" values "env": processors, locks and bandwidth are resources. */
struct lcm_bound_value *lcm_bound_program(struct lcm_bound_run *run,
                                          lcm_bound *bound,
                                          const lcm_binding *env, size_t n);

typedef LCM_LIST(lcm_binding) lcm_bound_names_list;

/* Return the "n" values "given" and those of the params that have one, with
 * room for a few more. */
lcm_bound_names_list lcm_bound_env(lcm_bound *bound, const lcm_binding *given,
                                   size_t n);

/* Return whether "form" holds with the values "env". */
bool lcm_bound_form_holds(const struct lcm_bound_form *form,
                          const lcm_bound_names_list *env);

/* Put what the closed form gives with the values "env" into "*out"; false where
 * there is none that holds. */
bool lcm_bound_form_at(struct lcm_bound_result *out, lcm_bound *bound,
                       lcm_bound_names_list *env);
