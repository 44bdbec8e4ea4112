/* Scores: what the processors of a crew do one after the other, written down
 * while the engine executes, for schedules.
 *
 * An outcome may carry the score of what it is the sum of.  A score is a chain:
 * each element stands behind the one "before" it, and none is ever changed.
 * It may be behind its outcome, by what nobody wrote down: that is added, by
 * category, as soon as something else follows. */
#pragma once

#include "composer/engine/run.h"

/* How scores are written. */
struct lcm_scoring {
  lcm_arena *arena;
  /* seconds below which nothing is written down for itself */
  double resolution;
  bool muted;    /* nothing is written down now */
  size_t n_sent; /* what crews send each other and is written down */
  bool cut;      /* they send more than LCM_MOST_ARROWS, the most of these */
};

/* Something that a crew sends, or makes true, and others get. */
struct lcm_sending {
  const lcm_node *node; /* that sends it */
  double bytes;         /* NAN: it has no size */
};

/* What an element is.
 * LEAF   its categories, no more being known
 * PART   "part" from behind "since" on (NULL: all), "times" over; where "fit"
 *        is not NULL, each category so much longer
 * TEAM   "crews" side by side
 * SLICE  the processors of the TEAM "part" from number "first" on
 * MARK   all members of a team come to this at the same time
 * SEND   "sending" leaves
 * GET    it has come, and was waited for */
enum lcm_score_kind {
  LCM_SCORE_LEAF,
  LCM_SCORE_PART,
  LCM_SCORE_TEAM,
  LCM_SCORE_SLICE,
  LCM_SCORE_MARK,
  LCM_SCORE_SEND,
  LCM_SCORE_GET
};

/* Crews side by side: the "n" scores "at", from each its processors, as one
 * crew; "w" in all, those left over idle. */
struct lcm_crews {
  const struct lcm_score *const *at;
  size_t n;
};

/* An element of a score. */
struct lcm_score {
  enum lcm_score_kind kind;
  struct lcm_scoring *by;
  double w;                  /* processors of the crew, a whole number */
  double cats[LCM_MAX_CATS]; /* all up to here: processor-seconds by category */
  double own[LCM_MAX_CATS];  /* of this element */
  /* that it is of; NULL: what it stands in says that */
  const lcm_node *node;
  const struct lcm_score *before;
  const struct lcm_score *part;
  const struct lcm_score *since;
  double times;
  const double *fit;
  const struct lcm_crews *crews;
  size_t first;
  const struct lcm_sending *sending;
};

/* Write no scores in "run" while "muted". */
void lcm_score_mute(struct lcm_run *run, bool muted);

/* Return the score of "outcome", all that a crew of "w" does in "node" (or
 * NULL); NULL where no score is written or it is too short. */
const struct lcm_score *lcm_score_leaf(const struct lcm_run *run,
                                       const lcm_node *node,
                                       const struct lcm_outcome *outcome,
                                       double w);

/* Let the score of "out", what a crew of "w" spent on "node", be complete, and
 * of that node. */
void lcm_score_close(struct lcm_run *run, const lcm_node *node,
                     struct lcm_outcome *out, double w);

/* Let the scores of the members of "team" be complete; what they lack is of
 * "node". */
void lcm_score_members(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *node);

/* Let the scores of the "n" crews of "w" with the outcomes "sums" be
 * complete. */
void lcm_score_settle(struct lcm_run *run, struct lcm_outcome *sums, size_t n,
                      double w);

/* Note that the "n" crews of "w" with the outcomes "sums" are at the same
 * point. */
void lcm_score_mark(struct lcm_run *run, struct lcm_outcome *sums, size_t n,
                    double w);

/* Note that a crew of "w" with the outcome "sum" sends "sending"; return it for
 * those who get it, NULL where that is not written down. */
const struct lcm_sending *lcm_score_send(struct lcm_run *run,
                                         struct lcm_outcome *sum, double w,
                                         const struct lcm_sending *sending);

/* Note that a crew of "w" with the outcome "sum" gets "sending"; NULL: nothing
 * that was written down. */
void lcm_score_get(struct lcm_run *run, struct lcm_outcome *sum, double w,
                   const struct lcm_sending *sending);

/* Let "out", what a crew of "w" spent, have the score of its finished
 * "team". */
void lcm_score_team(struct lcm_run *run, struct lcm_team *team,
                    struct lcm_outcome *out, double w);

/* Add what processor "i" of the crew of the element "score" spends in it,
 * "times" over, to "cats": of a leaf that one of them works on, the work is the
 * first one's, others are shared by all. */
void lcm_score_lane(double cats[LCM_MAX_CATS], const struct lcm_score *score,
                    size_t i, double times);

/* Let the members of "team" have spent "all" together, which "units", "used"
 * processors in all, did side by side: their categories and scores are set.
 * Return false, with nothing done, where that is not known. */
bool lcm_score_units(struct lcm_run *run, struct lcm_team *team,
                     const struct lcm_units *units,
                     const struct lcm_outcome *all);

/* Let the members of "team", who were "before" and now have spent again "times"
 * over what they did since, have the score of that. */
void lcm_score_again(struct lcm_run *run, struct lcm_team *team,
                     const struct lcm_outcome *before, double times);

/* Let "out" have the score of "played", which began as "before", made to fit
 * its categories. */
void lcm_score_fit(struct lcm_outcome *out, const struct lcm_outcome *before,
                   const struct lcm_outcome *played);

/* Add "b", "times" over, to "*a" (one after the other). */
void lcm_outcome_add(struct lcm_outcome *a, const struct lcm_outcome *b,
                     double times);
