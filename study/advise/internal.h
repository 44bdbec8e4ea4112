/* Advice: what the files composer/advise*.c say to each other. */
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
struct lcm_site {
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
  const struct lcm_site *site;
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
  LCM_LIST(struct lcm_site) sites;
  lcm_map numbers;
  lcm_map blind;
  double waited;
  LCM_LIST(struct lcm_candidate) candidates;
  size_t n_tried;
  size_t n_left;
};

typedef LCM_LIST(lcm_finding) lcm_findings;

/* Chunks of loops: dealing out chunks takes more than it evens out: larger
 * ones, or equal shares. */
void lcm_advise_chunk_fine(struct lcm_advising *a, const struct lcm_site *site);
/* Chunks of loops: there are too few chunks, or a remainder: smaller ones, or
 * on demand. */
void lcm_advise_chunk_coarse(struct lcm_advising *a,
                             const struct lcm_site *site);
/* Chunks of loops: equal shares take different times: on demand. */
void lcm_advise_imbalance(struct lcm_advising *a, const struct lcm_site *site);

/* Loops: one processor executes a loop that could be divided. */
void lcm_advise_serial_loop(struct lcm_advising *a,
                            const struct lcm_site *site);
/* Loops: each member of a team executes all of it. */
void lcm_advise_replicated(struct lcm_advising *a, const struct lcm_site *site);
/* Loops: one member executes it while the others wait. */
void lcm_advise_master(struct lcm_advising *a, const struct lcm_site *site);
/* Loops: a region begins anew in each iteration of a loop that could itself be
 * divided. */
void lcm_advise_wrong_loop(struct lcm_advising *a, const struct lcm_site *site);

/* Teams and tasks: statements in a row that need nothing of each other. */
void lcm_advise_sections(struct lcm_advising *a, const struct lcm_site *site);
/* Teams and tasks: regions in a row that could be one. */
void lcm_advise_regions(struct lcm_advising *a, const struct lcm_site *site);
/* Teams and tasks: a region of less work than more threads are worth. */
void lcm_advise_region_fine(struct lcm_advising *a,
                            const struct lcm_site *site);
/* Teams and tasks: parts that run at the same time, on teams of wrong sizes. */
void lcm_advise_shares(struct lcm_advising *a, const struct lcm_site *site);
/* Teams and tasks: tasks of too little work. */
void lcm_advise_task_fine(struct lcm_advising *a, const struct lcm_site *site);

/* Waiting: members wait for others of whom they need nothing. */
void lcm_advise_barrier(struct lcm_advising *a, const struct lcm_site *site);
/* Locks: one guards what each member could add up by itself. */
void lcm_advise_lock(struct lcm_advising *a, const struct lcm_site *site);
/* Locks: one guards what is only read, or what each iteration has its own part
 * of. */
void lcm_advise_unlock(struct lcm_advising *a, const struct lcm_site *site);
/* Locks: one is taken to compare with a bound that is hardly ever replaced. */
void lcm_advise_bound(struct lcm_advising *a, const struct lcm_site *site);
/* Locks: one guards a table of which each holder touches an entry. */
void lcm_advise_table(struct lcm_advising *a, const struct lcm_site *site);
/* Waiting: a message is sent later than what it carries is ready. */
void lcm_advise_late_send(struct lcm_advising *a, const struct lcm_site *site);
/* Waiting: work that needs nothing of a message waits for it. */
void lcm_advise_early_wait(struct lcm_advising *a, const struct lcm_site *site);
/* Waiting: what is handed over at once could be in parts. */
void lcm_advise_pipeline(struct lcm_advising *a, const struct lcm_site *site);
