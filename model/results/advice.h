/* Advice: what could be restructured, and what that gains (lcm-advice/1). */
#pragma once

#include "model/results/prediction.h"
#include "model/results/schedule.h"

/* What is advised: LCM_ADVICE_<NAME> for each row of advice.def. */
typedef enum lcm_advice_kind {
#define LCM_ADVICE(name, word, id, title) LCM_ADVICE_##name,
#include "model/results/advice.def"
#undef LCM_ADVICE
  LCM_ADVICE_COUNT
} lcm_advice_kind;

/* Return the id and the title of "kind". */
const char *lcm_advice_id(lcm_advice_kind kind);
const char *lcm_advice_title(lcm_advice_kind kind);

/* Kinds of shared data: LCM_SHARED_<NAME> for each row of shared.def. */
typedef enum lcm_shared_kind {
#define LCM_SHARED(name, text, allows) LCM_SHARED_##name,
#include "model/results/shared.def"
#undef LCM_SHARED
  LCM_SHARED_COUNT
} lcm_shared_kind;

/* Return the name of "kind", and what it allows. */
const char *lcm_shared_name(lcm_shared_kind kind);
const char *lcm_shared_allows(lcm_shared_kind kind);

/* What following a finding does at one point.
 * point  its number in the grid
 * time   predicted with it; gain: how much less that is; NaN where that is not
 *        known
 * holds  that is worth it */
struct lcm_finding_at {
  size_t point;
  double time;
  double gain;
  bool holds;
};

/* Something worth doing.
 * at        where
 * place     of the node, as lcm_place_of
 * what      the diagnosis, one sentence without a full stop
 * edit      what to do, as for --edit
 * premises  what has to hold for it, "n_premises"
 * point     number of the point of the grid that the rest is of
 * time      predicted with it, in seconds; gain: how much less that is
 * at_points where the grid has several points: at each, "n_at_points"
 * explains  diagnoses that it settles as well, "n_explains" */
typedef struct lcm_finding {
  lcm_advice_kind kind;
  lcm_loc at;
  const char *place;
  const char *what;
  const char *edit;
  const struct lcm_premise *premises;
  size_t n_premises;
  size_t point;
  double time;
  double gain;
  const struct lcm_finding_at *at_points;
  size_t n_at_points;
  const char *const *explains;
  size_t n_explains;
} lcm_finding;

/* Something that is known of the run, without an edit that would gain.
 * id    as of findings
 * what  the diagnosis; why: what is in the way, or what to look at */
struct lcm_advice_note {
  const char *id;
  lcm_loc at;
  const char *what;
  const char *why;
};

/* What a fragment can gain at most.
 * title  what it is called
 * time   of the run if it cost nothing; gain: how much less that is */
struct lcm_ceiling {
  lcm_loc at;
  const char *place;
  const char *title;
  double time;
  double gain;
};

/* A part of the run between points where all of its processors meet.
 * id           of its occurrence
 * time         it takes, and share of the run that is
 * processors   that it has
 * utilization  share of its processor time that computes
 * category     in which it loses most, NULL where nothing is lost; lost: that
 *              share of its processor time */
struct lcm_phase {
  const char *id;
  lcm_loc at;
  const char *title;
  double time;
  double share;
  double processors;
  double utilization;
  const char *category;
  double lost;
};

/* A variable that several processors use.
 * reads, writes   in how many places
 * at              where it is written first, or read */
struct lcm_shared_datum {
  const char *datum;
  lcm_shared_kind kind;
  size_t reads;
  size_t writes;
  lcm_loc at;
};

/* Advice on a program at one point.
 * grid, point    the point: number "point" of "grid"
 * p, time        its processors and time
 * prediction     of that point, with its nodes: it says what has no cost
 * costless       starting threads, handing out chunks, making tasks, barriers,
 *                locks and messages cost nothing on the machine
 * findings       the best first
 * threshold      share of the time that a finding gains at least
 * elsewhere      what is found at other points of the grid alone, the best
 * first, each with its own "point" n_looked       how many points were looked
 * at, that one among them notes          what is known without an edit, by
 * place n_tried        restructurings that were predicted n_left candidates
 * that were not, because these were enough steps          findings to follow
 * one after the other, each in the program that the ones before leave; empty
 * unless asked for ceilings, phases, data   likewise; the largest, first, and
 * by name timetable      likewise: what each processor does when, its stages
 * and its last-event chain; NULL: not asked for, or not possible */
typedef struct lcm_advice {
  const lcm_grid *grid;
  size_t point;
  double p;
  double time;
  const lcm_prediction *prediction;
  bool costless;
  const lcm_finding *findings;
  size_t n_findings;
  const lcm_finding *elsewhere;
  size_t n_elsewhere;
  size_t n_looked;
  const struct lcm_advice_note *notes;
  size_t n_notes;
  double threshold;
  size_t n_tried;
  size_t n_left;
  const lcm_finding *steps;
  size_t n_steps;
  const struct lcm_ceiling *ceilings;
  size_t n_ceilings;
  const struct lcm_phase *phases;
  size_t n_phases;
  const struct lcm_shared_datum *data;
  size_t n_data;
  const lcm_timetable *timetable;
} lcm_advice;

/* Return "advice" as JSON (lcm-advice/1). */
LCM_GIVE char *lcm_advice_to_json(const lcm_advice *advice);
