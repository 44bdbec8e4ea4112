/* Serialization analysis: bounds on the time of a model with contention (van
 * Gemund 1996, chapters 3, 5 and 6). */
#pragma once

#include "model/machine/machine.h"
#include "model/results/results.h"

/* Reductions to closed form, LCM_REDUCE_<NAME> for each row of
 * reductions.def; they are added. */
enum lcm_reduction {
#define LCM_REDUCTION(name, bit, word, meaning) LCM_REDUCE_##name = bit,
#include "composer/bound/reductions.def"
#undef LCM_REDUCTION
  LCM_REDUCE_EXACT = 31 /* all that keep the value */
};

/* How numbers are found.
 * AUTO      whichever is cheaper
 * VALUES    visiting the structure
 * FORMS     by the closed form, where its conditions hold */
typedef enum lcm_bound_how {
  LCM_BOUND_AUTO,
  LCM_BOUND_VALUES,
  LCM_BOUND_FORMS
} lcm_bound_how;

/* What is wanted. */
struct lcm_bound_options {
  unsigned reductions; /* 0: LCM_REDUCE_EXACT */
  bool no_reductions;  /* leave sums and maxima over ranges as they are */
  lcm_bound_how how;
  /* bits 1 << enum lcm_contention: estimates that are wanted, which only
   * visiting the structure gives */
  unsigned contention;
  unsigned long long max_steps; /* of an evaluation; 0: the default */
  /* for programs that are no models; NULL: lcm_machine_default */
  const lcm_machine *machine;
};

/* The longest expression that is written out. */
#define LCM_FORM_LENGTH 1e5

/* The demand for a resource as an expression. */
struct lcm_bound_demand_form {
  const lcm_resource *resource;
  /* of the subscripts of an element: their indices are names in the
   * expressions */
  const struct lcm_range *ranges;
  const lcm_expr *units;   /* multiplicity */
  const lcm_expr *service; /* time of a visit, NULL where there is none */
  const lcm_expr *time;    /* seconds as a pure number */
  const lcm_expr *visits;  /* whole visits, NULL where they are not known */
  const lcm_expr *load;    /* the least time of the element that is used most */
};

/* An equation over start times (van Gemund 1996, 3.1 to 3.3): what "name"
 * is. */
struct lcm_bound_equation {
  const char *name;
  const lcm_expr *value;
};

/* The analysis in closed form; expressions are pure numbers, in seconds. */
struct lcm_bound_form {
  /* reason, at: why there is none, then all but "wholes" is empty; else NULL */
  const char *reason;
  lcm_loc at;
  /* phi, omega, time, skewed, barriers: as in lcm_bound_result; the last two
   * may be NULL */
  const lcm_expr *phi;
  const lcm_expr *omega;
  const lcm_expr *time;
  const lcm_expr *skewed;
  const lcm_expr *barriers;
  /* for each resource that is used */
  const struct lcm_bound_demand_form *demands;
  size_t n_demands;
  /* where the closed form holds, beside: the params "wholes" are whole, the
   * params "positives" not negative */
  const lcm_expr *const *conditions;
  size_t n_conditions;
  const char *const *wholes;
  size_t n_wholes;
  const char *const *positives;
  size_t n_positives;
  /* where signals and waits join processes: what the start times are, in an
   * order in which they can be computed */
  const struct lcm_bound_equation *equations;
  size_t n_equations;
  const char *cost; /* of evaluating "time": "O(1)", "O(P)", ... */
  /* operators and operands of what is longest of it when it is written out:
   * beyond LCM_FORM_LENGTH nobody should */
  double length;
  bool random; /* random, random_max: as in lcm_bound_result */
  bool random_max;
};

/* An analysis of one program, to be asked at many points. */
typedef struct lcm_bound lcm_bound;

/* A parallel section of "rows" processes that each use the "columns" resources
 * once, in any order: demands[i * columns + j] of process i for resource j. */
struct lcm_section_demands {
  size_t rows;
  size_t columns;
  const double *demands;
};
