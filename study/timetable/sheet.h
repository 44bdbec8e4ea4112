/* A timetable being made: rows, one a processor, that are filled from left to
 * right. */
#pragma once

#include "composer/engine/engine.h"
#include "study/timetable/schedule.h"

struct lcm_score;
struct lcm_sending;
struct lcm_stated;

/* What a piece of a row is of. */
struct lcm_piece_of {
  const lcm_node *node;
  size_t cat;
  size_t state;
};

/* A moment at which a row synchronizes with the rows from "first" to "last" -
 * 1. */
struct lcm_mark {
  double when;
  size_t first;
  size_t last;
};

/* A moment at which a row sends something, or gets it. */
struct lcm_contact {
  double when;
  const struct lcm_sending *sending;
  bool gets;
};

/* A row being filled from its beginning on: where it is, the moments at which
 * it synchronizes with others ("marks"), and those at which pieces meet that
 * became one interval ("cuts"). */
struct lcm_row {
  const char *name;
  const char *actor; /* what it runs, such as "rank 1"; NULL: not known */
  double clock;
  LCM_LIST(lcm_interval) intervals;
  LCM_LIST(struct lcm_mark) marks;
  LCM_LIST(double) cuts;
  LCM_LIST(struct lcm_contact) contacts;
};

/* A schedule being made. */
struct lcm_score_sheet {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_timetable_request *request;
  struct lcm_row *rows; /* n_rows of them */
  size_t n_rows;
  /* the categories, then the user's states */
  LCM_LIST(struct lcm_state) states;
  size_t *of_rule; /* the state of each rule */
  lcm_map known;   /* by node, its number in "stated" */
  LCM_LIST(struct lcm_stated) stated;
  const char *around;     /* name of time that no node has */
  lcm_timetable schedule; /* what is known of it already */
};
