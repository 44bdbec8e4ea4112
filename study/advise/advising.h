/* Advice being made: the nodes of a program with what was predicted of them,
 * candidates for a change, and restructured programs that were predicted. */
#pragma once

#include "base/list.h"
#include "base/map.h"
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
 * together.
 * function  number of its function
 * above     the "n_above" nodes around it, outermost first
 * met       it is executed at all
 * time      that the run spends there
 * visits    executions
 * work      processor-seconds of computation
 * waits     processor-seconds of synchronization loss
 * most      processors that it has
 * who       executes it, of the occurrence that takes longest */
struct lcm_advised_site {
  size_t function;
  const lcm_node *node;
  const lcm_node *const *above;
  size_t n_above;
  bool met;
  double time;
  double longest;
  double visits;
  double work;
  double waits;
  double most;
  enum lcm_site_who who;
};

/* Something that might be worth doing.
 * site   of what would change; at: where the finding is reported
 * edits  ways to do it, the simplest first; they exclude each other
 * done   one of them could be predicted */
struct lcm_candidate {
  lcm_advice_kind kind;
  const struct lcm_advised_site *site;
  lcm_loc at;
  const char *what;
  LCM_LIST(const char *) edits;
  bool done;
};

/* A program that was restructured and predicted. */
struct lcm_trial {
  const char *edit;
  const lcm_program *program;
  double time;
};

/* Advice being made.
 * program     that is looked at: with "apply" what earlier steps left
 * grid        one point, which is number "at" of the whole grid
 * plain       how trials are predicted
 * prediction  of "program", with its nodes; point: its only one
 * sites       nodes in preorder, function by function; numbers: of a node
 * blind       nodes that call what nobody has seen
 * waited      processor-seconds of waiting for locks, as far as sites say; 0
 *             where it is not known who waits for which
 * n_tried     predictions so far */
struct lcm_advising {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_grid *grid;
  size_t at;
  const struct lcm_advise_options *options;
  struct lcm_predict_options plain;
  const lcm_prediction *prediction;
  const lcm_point *point;
  LCM_LIST(struct lcm_advised_site) sites;
  lcm_map numbers;
  lcm_map blind;
  double waited;
  LCM_LIST(struct lcm_candidate) candidates;
  size_t n_tried;
  size_t n_left;
};

typedef LCM_LIST(lcm_finding) lcm_findings;
