/* Advice being made: the nodes of a program with what was predicted of them,
 * candidates for a change, and restructured programs that were predicted. */
#pragma once

#include "composer/scope/scope.h"
#include "model/edit/edit.h"
#include "study/advise/advise.h"

/* Who executes a node. */
enum lcm_site_who {
  LCM_BY_ONE,    /* the one thread outside of teams */
  LCM_BY_RANKS,  /* each rank of a program of ranks */
  LCM_BY_ALL,    /* each member of a team of threads */
  LCM_BY_SINGLE, /* one member of it, the others wait or go on */
  LCM_BY_SHARE   /* one of several units that are executed at the same time */
};

/* A node of the program, and what was predicted of it, all occurrences taken
 * together. */
struct lcm_advised_site {
  size_t function; /* number of its function */
  const lcm_node *node;
  /* the "n_above" nodes around it, outermost first */
  const lcm_node *const *above;
  size_t n_above;
  bool met;    /* it is executed at all */
  double time; /* that the run spends there */
  double longest;
  double visits;         /* executions */
  double work;           /* processor-seconds of computation */
  double waits;          /* processor-seconds of synchronization loss */
  double most;           /* processors that it has */
  enum lcm_site_who who; /* executes it, of the occurrence that takes longest */
};

/* Something that might be worth doing. */
struct lcm_candidate {
  lcm_advice_kind kind;
  const struct lcm_advised_site *site; /* of what would change */
  lcm_loc at;                          /* where the finding is reported */
  const char *what;
  /* ways to do it, the simplest first; they exclude each other */
  LCM_LIST(const char *) edits;
  bool done; /* one of them could be predicted */
};

/* A program that was restructured and predicted. */
struct lcm_trial {
  const char *edit;
  const lcm_program *program;
  double time;
};

/* Programs that were restructured so far (study/advise/try.c). */
struct lcm_advise_tries;

/* Advice being made. */
struct lcm_advising {
  lcm_ctx *ctx;
  /* that is looked at: with "apply" what earlier steps left */
  const lcm_program *program;
  const lcm_grid *grid; /* one point, which is number "at" of the whole grid */
  size_t at;
  const struct lcm_advise_options *options;
  struct lcm_predict_options plain; /* how trials are predicted */
  const lcm_prediction *prediction; /* of "program" */
  struct lcm_facts_table *facts;    /* of "program"; NULL: not asked for yet */
  const lcm_point *point;           /* its only one */
  /* the same point with all nodes, also those of plain code that was taken
   * apart for edits: their times need not add up to that of the program */
  const lcm_prediction *looked;
  const lcm_point *seen;
  /* nodes in preorder, function by function */
  LCM_LIST(struct lcm_advised_site) sites;
  lcm_map numbers;  /* of a node */
  lcm_map blind;    /* nodes that call what nobody has seen */
  lcm_map unpriced; /* these, and nodes whose cost is not known */
  /* processor-seconds of waiting for locks, as far as sites say; 0 where it is
   * not known who waits for which */
  double waited;
  LCM_LIST(struct lcm_candidate) candidates;
  /* of the whole advice, at all points */
  struct lcm_advise_tries *tries;
  size_t n_tried; /* predictions so far */
  size_t n_below; /* candidates that gain something, but too little */
  size_t n_left;
};

typedef LCM_LIST(lcm_finding) lcm_findings;
