/* Schedules: what the files schedule*.c say to each other. */
#pragma once

#include "composer/predict/internal.h"
#include "study/timetable/schedule.h"

struct lcm_score;
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

/* A row being filled from its beginning on: where it is, the moments at which
 * it synchronizes with others ("marks"), and those at which pieces meet that
 * became one interval ("cuts"). */
struct lcm_row {
  const char *name;
  double clock;
  LCM_LIST(lcm_interval) intervals;
  LCM_LIST(struct lcm_mark) marks;
  LCM_LIST(double) cuts;
};

/* A schedule being made.
 * rows      n_rows of them
 * states    the categories, then the user's states
 * of_rule   the state of each rule
 * known     by node, its number in "stated"
 * around    what is called what is of no node
 * schedule  what is known of it already */
struct lcm_score_sheet {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_timetable_request *request;
  struct lcm_row *rows;
  size_t n_rows;
  LCM_LIST(struct lcm_state) states;
  size_t *of_rule;
  lcm_map known;
  LCM_LIST(struct lcm_stated) stated;
  const char *around;
  lcm_timetable schedule;
};

/* Let the states of "sheet" be the "n" categories "names", those of its request
 * and those that comments in its program say (study/timetable/state.c). */
void lcm_sheet_states(struct lcm_score_sheet *sheet, const char *const *names,
                      size_t n);

/* Return the state that what "node" does is in by the rules and its comment, or
 * "around", that of what it stands in. */
size_t lcm_sheet_state(const struct lcm_score_sheet *sheet,
                       const lcm_node *node, size_t around);

/* Return the state of "node" or of the innermost node around it in its function
 * that has one; (size_t)-1 where there is none. */
size_t lcm_sheet_state_around(const struct lcm_score_sheet *sheet,
                              const lcm_node *node);

/* Return the name of the function that "node" (or NULL) calls, NULL for
 * none. */
const char *lcm_sheet_callee(const struct lcm_score_sheet *sheet,
                             const lcm_node *node);

/* Append "seconds" of "of" to row "row". */
void lcm_sheet_append(struct lcm_score_sheet *sheet, size_t row,
                      const struct lcm_piece_of *of, double seconds);

/* Put what all processors of a crew do by "score" into the rows of "sheet"
 * (study/timetable/play.c). */
void lcm_sheet_play(struct lcm_score_sheet *sheet,
                    const struct lcm_score *score);

/* Return the schedule of "sheet", whose rows are full: intervals, sums,
 * synchronizations, stages, last-event chain. */
const lcm_timetable *lcm_sheet_finish(struct lcm_score_sheet *sheet);

/* Set when all rows of "sheet" synchronize, and its stages
 * (study/timetable/stage.c). */
void lcm_sheet_stages(struct lcm_score_sheet *sheet);

/* Set the last-event chain of "sheet" (study/timetable/chain.c). */
void lcm_sheet_chain(struct lcm_score_sheet *sheet);

/* Fill the rows of "sheet" with what "timeline", simulated until "end", says
 * (study/timetable/simulate.c). */
void lcm_sheet_simulate(struct lcm_score_sheet *sheet,
                        const lcm_timeline *timeline, double end);
