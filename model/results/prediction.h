/* Predictions: what is predicted at each point of a grid, and of each node. */
#pragma once

#include "model/results/bound.h"
#include "model/results/limits.h"
#include "model/results/recurrence.h"

/* What is predicted for one occurrence of a node at one point. */
typedef struct lcm_occurrence {
  /* occurrence: call path and node, such as "main/3>fft/2" */
  const char *id;
  const lcm_node *node; /* the node; function the one it stands in */
  const lcm_function *function;
  unsigned depth; /* 0 for the root */
  /* expected executions in the run (by all its processors together) */
  double visits;
  /* seconds of elapsed time, summed over its executions along the path that
   * determines the end of the run */
  double time;
  /* processor-seconds by category, n_cats of the prediction */
  const double *cats;
  double processors; /* that it had */
  double share;      /* time as a fraction of the whole run */
  bool critical;     /* on the critical path */
  /* of its cost: "measured", "annotated", "derived", "machine", "composed" */
  const char *provenance;
} lcm_occurrence;

/* The closed form of what an occurrence takes. */
struct lcm_part_form {
  const char *id;              /* of the occurrence */
  const lcm_expr *time;        /* NULL: none */
  const lcm_expr *const *cats; /* processor-seconds, n_cats of the prediction */
};

/* A pattern that messages from "send" to "receive" have: "ring", "chain", "halo
 * exchange", ... */
struct lcm_pattern {
  const char *name;
  const lcm_node *send;
  const lcm_node *receive;
};

/* The prediction at one point of the grid; times in seconds.
 * least, most what the time can be by the order in which tasks are run; NaN
 *             where nothing depends on it */
typedef struct lcm_point {
  double p;
  double time;
  double composed; /* the time by composition, NaN where it was not asked for */
  double time1;    /* time on one processor, NaN where there is none */
  double speedup;  /* speedup, efficiency: NaN where time1 is */
  double efficiency;
  double work;  /* processor-seconds of computation (pc and unsplit) */
  double span;  /* time on unlimited processors without overheads */
  double bound; /* max(critical path, demand of the resource that binds) */
  /* low, high: 90 % interval of the time; equal to time without coefficients */
  double low;
  double high;
  double least;
  double most;
  /* processor-seconds by category: their sum is processors x time */
  const double *cats;
  /* derivative of the time by each coefficient of the prediction
   * (lcm_prediction.coefs), so that a comparison can cancel what two variants
   * share; NULL when there are no coefficients */
  const double *gradient;
  const char *binding; /* name of the resource that binds, or NULL */
  /* the analysis by bounds, NULL when not asked for */
  const struct lcm_bound_result *bounds;
  /* what simulation says, NULL when not asked for */
  const struct lcm_simulate_result *simulation;
  /* of the nodes in preorder; empty unless asked for; those of a model that was
   * not composed are without contention */
  const lcm_occurrence *occurrences;
  size_t n_occurrences;
  /* on the resources of such a model, with its occurrences */
  const struct lcm_load *loads;
  size_t n_loads;
  const char *const *critical; /* ids of the occurrences on the critical path */
  size_t n_critical;
  const struct lcm_limits *limits; /* what sets it; NULL: not asked for */
  /* of a time that comes from the source; NULL: not looked for */
  const struct lcm_source_interval *source;
} lcm_point;

/* Return whether a node of "kind" is among the occurrences of "point". */
bool lcm_point_meets(const lcm_point *point, lcm_node_kind kind);

/* Check what every prediction must satisfy: the first "n_cats" categories of
 * "point" (0: none are checked) sum to p times the time, and neither the span
 * nor the bound is above the time.  A breach is diagnostic "invariant" at "at"
 * and LCM_ECHECK. */
LCM_NODISCARD lcm_status lcm_point_check(lcm_ctx *ctx, const lcm_point *point,
                                         lcm_loc at, size_t n_cats);

/* The reason where conditions in a fragment are not known. */
#define LCM_REASON_EVEN "conditions in it are not known; taken as likely as not"

/* The reason where nobody knows how often a loop in a fragment runs. */
#define LCM_REASON_ONCE "a loop in it is taken to run once"

/* The reason where a branch by chance is executed so few times that what is
 * taken is far from what its chances say. */
#define LCM_REASON_TURN "an outcome of chance, which is not its mean"

/* A node without a cost, or with a part that could not be modelled. */
struct lcm_unknown {
  const char *id;
  lcm_loc loc;
  const char *reason;
  const lcm_node *node; /* it; NULL where it is not at hand */
  const char *name;     /* the variable whose value would settle it, or NULL */
  bool in_team;         /* threads of a team execute it */
  /* of the time at the last point, in it as it counts; 0 where that was not
   * asked for */
  double share;
};

/* Return whether "unknown" is a loop of which nobody knows how often it
 * runs. */
bool lcm_unknown_is_loop(const struct lcm_unknown *unknown);

/* Return whether "unknown" is a recursion of which nobody knows how deep it
 * goes. */
bool lcm_unknown_is_recursion(const struct lcm_unknown *unknown);

/* Return whether "unknown" is a part of the program without a cost because
 * nobody says the size that its operations depend on. */
bool lcm_unknown_is_size(const struct lcm_unknown *unknown);

/* Return whether "unknown" is a branch by chance that is executed a few times
 * only, so that its times are not the mean. */
bool lcm_unknown_is_turn(const struct lcm_unknown *unknown);

/* Return whether "unknown" is a condition that is taken as likely as not. */
bool lcm_unknown_is_even(const struct lcm_unknown *unknown);

/* Return whether "unknown" is a condition, which counts as something that it
 * may not be; an early exit, as never taken, is one. */
bool lcm_unknown_is_guess(const struct lcm_unknown *unknown);

/* A condition of which nobody says how probable it is, so that it is taken as
 * likely as not, and how much hangs on that at the last point. */
struct lcm_hinge {
  lcm_loc loc; /* the (first) condition */
  size_t n;    /* so many of them were tried together only */
  /* the variable that is its probability, prob_LINE; NULL: none is */
  const char *name;
  double least; /* the time where it holds never or always, whichever is less */
  double most;
  double share; /* what is between, of the time */
};

/* A variable that has values far outside of the range from "low" to "high" that
 * models hold in: "value" is the farthest. */
struct lcm_beyond {
  const char *name;
  double low;
  double high;
  double value;
  lcm_loc loc;
};

/* What times are true of: which sizes, and which machine. */
struct lcm_basis {
  /* the rest is filled in: a program stands behind the prediction */
  bool told;
  /* its name; NULL: none, operations and bytes alone have a default price */
  const char *machine;
  /* why none was, where one was looked for; NULL: nobody looked */
  const char *no_machine;
  /* no machine is described, and all costs are operations at a price that is
   * none of a machine: no time is a least one */
  bool nominal;
  /* processors of the machine, where points have more that share levels of its
   * memory; 0: none have */
  double measured;
  bool teams; /* threads or ranks execute something */
  /* variables that nobody gave a value, with the default that they have */
  const lcm_binding *defaults;
  size_t n_defaults;
  const struct lcm_beyond *beyond;
  size_t n_beyond;
  size_t without_cost; /* how many places have none, and count nothing */
  size_t sizes;        /* in how many of these for want of a size alone */
  size_t once;   /* how many loops count as run once, recursions as one level */
  size_t levels; /* how many of these are recursions */
  size_t guessed; /* how many conditions count as something guessed */
  size_t rounds;  /* how many assumptions estimate how often loops run */
  bool wide;      /* so much hangs on one of them that it decides the time */
};

/* How times are to be read: they are known; something in them is guessed and
 * may be more or less; something counts too little; both. */
enum lcm_time_is {
  LCM_TIME_IS_KNOWN,
  LCM_TIME_IS_ABOUT,
  LCM_TIME_IS_LEAST,
  LCM_TIME_IS_LEAST_ABOUT
};

/* Return the library functions that the node of "unknown" calls, whose cost is
 * not known or which threads take turns in, "f(), g" of several; NULL: none.
 * And why that is so, behind the name of each where there are several, or
 * NULL. */
const char *lcm_unknown_calls(const struct lcm_unknown *unknown);
const char *lcm_unknown_why(const struct lcm_unknown *unknown);

/* Return whether something in the times of "basis" is guessed or estimated;
 * whether loops in it may run never: they are no least times. */
bool lcm_basis_is_estimate(const struct lcm_basis *basis);
bool lcm_basis_is_open(const struct lcm_basis *basis);

/* Return how times that rest on "basis" are to be read. */
enum lcm_time_is lcm_basis_time_is(const struct lcm_basis *basis);

/* Return the word for "is" that stands before a time: "" where it needs
 * none. */
const char *lcm_time_is_word(enum lcm_time_is is);

/* A whole prediction. */
typedef struct lcm_prediction {
  const char *name;
  bool is_model; /* no program stands behind it: no speedup, nothing is lost */
  /* the points have bounds or were simulated, but the categories and all that
   * composition gives is missing */
  bool bare;
  /* what the times of a model were numbers of; NULL: nothing */
  const char *unit;
  /* what the times of the points are: "composition", "simulation" or "bound";
   * NULL: not said */
  const char *method;
  const lcm_grid *grid;    /* its points */
  const lcm_point *points; /* one for each point of the grid */
  /* "n_cats" names: the built-in ones, then the user's */
  const char *const *cat_names;
  /* what the user's categories mean, NULL for one of which that is not said;
   * NULL as a whole where nothing is known of any */
  const char *const *user_titles;
  size_t n_cats;
  /* closed form of the time, NULL where there is none or it was not asked for;
   * cat_formulas the same for each category */
  const lcm_expr *formula;
  const lcm_expr *const *cat_formulas;
  /* of the parts that have one, where they were asked for */
  const struct lcm_part_form *part_forms;
  size_t n_part_forms;
  /* total overhead of a program, T_O = p T - T_s in processor-seconds (Pacheco
   * 1997, 12.2); NULL: nothing stands for one processor */
  const lcm_expr *overhead_formula;
  const lcm_expr *alone_formula; /* T_s of that */
  /* of a model: the time with what equal processes lose in starting and ending;
   * NULL: that does not occur */
  const lcm_expr *skewed_formula;
  /* what evaluating it costs: "O(1)", "O(P)"; NULL: not known */
  const char *formula_cost;
  const lcm_expr *const *conditions; /* where it holds */
  size_t n_conditions;
  /* why there is none, no_formula_at where; NULL where there is */
  const char *no_formula;
  lcm_loc no_formula_at;
  /* the "n_coefs" uncertain coefficients that the time depends on, in the order
   * of their names */
  const lcm_coef *const *coefs;
  size_t n_coefs;
  struct lcm_basis basis;
  const struct lcm_unknown *unknown; /* nodes without a cost */
  size_t n_unknown;
  /* where they were asked for, most first */
  const struct lcm_hinge *hinges;
  size_t n_hinges;
  bool hinged; /* they were asked for */
  /* texts of `assume` that the prediction rests on */
  const char *const *assumptions;
  size_t n_assumptions;
  const struct lcm_pattern *patterns; /* of messages between ranks */
  size_t n_patterns;
  /* of the recursive functions that the entry reaches, where they were asked
   * for */
  const struct lcm_recurrence *recurrences;
  size_t n_recurrences;
  const struct lcm_premise *premises; /* of the edits of the program */
  size_t n_premises;
  const struct lcm_race_note *races; /* of the program: its times are wrong */
  size_t n_races;
} lcm_prediction;

/* Return what the times of all "n" predictions at "all" are true of together:
 * what any of them has by default or far outside, and the most places without
 * a cost. */
struct lcm_basis lcm_basis_join(lcm_ctx *ctx, const lcm_prediction *const *all,
                                size_t n);

/* Return the point that the headline speaks of: the fastest where only p
 * varies, the first of equals, then "*fastest", else the last. */
size_t lcm_prediction_chosen(const lcm_prediction *prediction, bool *fastest);

/* Return the prediction as JSON (lcm-prediction/1). */
LCM_GIVE char *lcm_prediction_to_json(const lcm_prediction *prediction);
