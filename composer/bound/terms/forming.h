/* A closed form under construction. */
#pragma once

#include "composer/bound/names.h"
#include "composer/bound/terms/algebra.h"
#include "composer/bound/types.h"

/* The demand for a resource as expressions in the indices of its element. */
struct lcm_bound_entry {
  size_t resource;
  const lcm_expr *time;
  const lcm_expr *visits; /* NULL where they are not known */
  const lcm_expr *total;  /* over all elements */
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
 * indices  names of the subscripts of an element */
struct lcm_bound_shared {
  const lcm_resource *of;
  struct lcm_range *ranges; /* of those */
  const lcm_expr *units;    /* NULL: infinitely many */
  const lcm_expr *service;
};

/* A form under construction. */
struct lcm_bound_forming {
  /* composes a node (lcm_bound_terms_of) */
  const struct lcm_bound_terms *(*terms_of)(struct lcm_bound_forming *f,
                                            const lcm_node *node);
  lcm_ctx *ctx;
  const lcm_program *program;
  struct lcm_bound_table *table;
  struct lcm_bound_algebra algebra;
  /* what the names of the function stand for; those of the program come first,
   * "globals" of them */
  LCM_LIST(struct lcm_subst) values;
  LCM_LIST(struct lcm_bound_shared) resources;
  LCM_LIST(struct lcm_bound_called) calls;
  LCM_LIST(struct lcm_bound_equation) equations;
  /* wholes, positives: symbols that are taken to be whole, not negative */
  LCM_LIST(const char *) wholes;
  LCM_LIST(const char *) positives;
  LCM_LIST(const char *) tainted; /* names of random locals */
  /* conditions that were made true, in that order */
  LCM_LIST(const char *) signalled;
  size_t base; /* where the names of the function begin */
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

/* Say that there is no closed form because of "node". */
void lcm_bound_refuse(struct lcm_bound_forming *f, const lcm_node *node,
                      const char *reason);

/* Return "e" with values for names and means for draws; NULL where "e" is. */
const lcm_expr *lcm_bound_value_of(struct lcm_bound_forming *f,
                                   const lcm_expr *e);

/* Let "name" stand for "value". */
void lcm_bound_let_form(struct lcm_bound_forming *f, const char *name,
                        const lcm_expr *value);

/* Return whether "e" depends on random quantities. */
bool lcm_bound_draws(struct lcm_bound_forming *f, const lcm_expr *e);

/* Return a fresh part that takes "time" (0: nothing done). */
struct lcm_bound_terms *lcm_bound_terms_new(struct lcm_bound_forming *f,
                                            const lcm_expr *time);

/* Return the name of the condition of "node"; NULL, refused, where its indices
 * are no numbers. */
const char *lcm_bound_condition_name(struct lcm_bound_forming *f,
                                     const lcm_node *node);

/* Put the chances of the alternatives of "node" into "chances" (n_children),
 * and whether each is a matter of chance into "*random". */
void lcm_bound_chance_forms(struct lcm_bound_forming *f, const lcm_node *node,
                            const lcm_expr **chances, bool *random);

/* Enter the callee of "node" for expressions: its body or NULL; leave it. */
const lcm_node *lcm_bound_enter_form(struct lcm_bound_forming *f,
                                     const lcm_node *node, size_t saved[2]);

/* Leave the callee again. */
void lcm_bound_leave_form(struct lcm_bound_forming *f, const size_t saved[2]);
