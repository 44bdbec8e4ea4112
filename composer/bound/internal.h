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

/* Called for an iteration of the loop "node", which stands for "copies" equal
 * ones. */
typedef void (*lcm_bound_each)(struct lcm_bound_run *run, const lcm_node *node,
                               double copies, void *user);

/* When the "n" statements of a part end, in the order in which they stand in
 * it, and which determine its end.  A statement is the begin of the part, the
 * begin and the join of a parallel part with signals, a signal, a wait, and a
 * part without either that takes time. */
struct lcm_bound_times {
  double *ends;
  bool *critical;
  size_t n;
};

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

/* Parts at the same time, "n" of them; "since" conditions were true before. */
struct lcm_bound_parts {
  const struct lcm_bound_terms *const *of;
  size_t n;
  size_t since;
};

struct lcm_bound {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_function *entry;
  struct lcm_bound_options options;
  struct lcm_bound_table table;
  struct lcm_bound_form *form;
};

typedef LCM_LIST(lcm_binding) lcm_bound_names_list;
