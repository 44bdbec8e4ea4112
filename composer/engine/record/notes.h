/* What runs note: times of occurrences, what is possessed, what is unknown. */
#pragma once

#include "composer/scope/scope.h"

struct lcm_limited;
struct lcm_scoring;
struct lcm_slopes;

/* Statistics of one occurrence: a node together with the calls that lead to it.
 * Indices of records are (size_t)-1 for none. */
struct lcm_record {
  const char *path;
  const lcm_node *node;
  const lcm_function *function;
  unsigned depth;
  double visits;
  /* elapsed while it was executed at all */
  double time;
  /* time that executions by tasks would take one after the other, until the
   * tasks are run */
  double pending;
  /* for how long any of "sum" was executed, up to "until" */
  double busy;
  double sum;
  double until;
  double cats[LCM_MAX_CATS];
  double processors;
  const char *provenance;
  /* the tree: children in the order of their nodes; the one found last */
  size_t parent;
  size_t first;
  size_t next;
  size_t cursor;
  /* what sets the time of a fragment; NULL: not noted */
  struct lcm_limited *limited;
  /* how often it is open */
  unsigned active;
  /* a recursive call, whose time is that of the body it repeats */
  bool folded;
  /* runs beside others: on the critical path only where "picked" */
  bool aside;
  bool picked;
};

/* Records on the path that led to a moment: "record" (or none) after "inner"
 * after those "before"; "seen" once they are picked. */
struct lcm_trail {
  size_t record;
  struct lcm_trail *before;
  struct lcm_trail *inner;
  bool seen;
};

/* How long a lock or resource is possessed in a run; what waiting for it is. */
struct lcm_demand {
  const char *name;
  double time;
  enum lcm_cat waits;
};

/* What runs have noted, once for each node. */
struct lcm_noted {
  /* places without a cost */
  LCM_LIST(struct lcm_unknown) unknown;
  /* the texts of `assume` */
  LCM_LIST(const char *) assumptions;
  lcm_map nodes;
  lcm_map taken; /* of which something in it is taken as something */
  lcm_map places;
  lcm_map texts;
  /* nodes with conditions that count as likely as not, and the lines of these;
   * one of each line */
  lcm_map guessed;
  LCM_LIST(lcm_loc) guesses;
  /* loops of which some iterations stand for all */
  lcm_map sampled;
  /* nodes that a diagnostic has told of */
  lcm_map told;
  /* the times come from a closed form */
  bool closed;
};

/* A recursion whose end rests on what nobody knows, or that takes too much work
 * to be followed, as far as executing it shows; it ends the run. */
struct lcm_endless {
  const lcm_function *callee;    /* NULL: none was met */
  const char *name;              /* a variable that may settle it, or NULL */
  const struct lcm_noted *noted; /* what the run has noted */
  /* a function called itself where chance decides, or what nobody knows */
  bool doubtful;
  bool by_chance; /* chance alone decides how deep "callee" goes */
  bool is_long;   /* it takes too much work to follow "callee" */
  /* the function that was called first of those that come to call themselves,
   * NULL outside of it; calls around it, and the limit of the work there */
  const lcm_function *first;
  size_t depth;
  unsigned long long until;
};

/* What is added to the record number "record", or to a demand by name. */
struct lcm_entry {
  size_t record;
  const char *demand;
  enum lcm_cat waits;
  double visits;
  double time;
  double pending;
  double cats[LCM_MAX_CATS];
  /* what sets the time of one execution, and so many of them; NULL: none */
  const struct lcm_limited *limited;
  double executions;
};

/* What is noted once it is known to happen. */
struct lcm_journal {
  lcm_arena *arena;
  LCM_LIST(struct lcm_entry) entries;
};

/* What a run has noted of demands: the "n" at "at", and those among the
 * "n_entries" of its journal. */
struct lcm_possessed {
  const struct lcm_demand *at;
  size_t n;
  size_t n_entries;
};

/* Records of a run at most. */
enum { LCM_MOST_RECORDS = 100000 };

/* What a run keeps of what it executes. */
struct lcm_run_notes {
  /* the open record */
  size_t parent;
  /* how many executions the present one stands for, and how many of them are at
   * the same time */
  double scale;
  double spread;
  /* how often what is executed now is, by the loops around it that are walked
   * and the iterations of others that stand for all; 0 for once */
  double walked;
  /* what is executed are tasks, to be run later */
  bool pooled;
  LCM_LIST(struct lcm_demand) demands;
  LCM_LIST(struct lcm_record) records;
  /* how often what was noted has been taken back: records are others since */
  size_t taken_back;
  /* where records and demands are noted for later; NULL: at once */
  struct lcm_journal *journal;
  /* NULL: nothing is to be noted there */
  struct lcm_noted *noted;
  /* it is looked for; NULL: it is not */
  struct lcm_endless *endless;
  /* nodes whose executions are counted, NULL: none */
  const struct lcm_visits *visits;
  /* records tell how often nodes are executed, and demands by the names of
   * "visits" what loops that are summed add to that */
  bool counting;
  /* how scores are written; NULL: there are none */
  struct lcm_scoring *scoring;
  /* what derivatives by coefficients there are; NULL: they are not noted */
  struct lcm_slopes *slopes;
};
