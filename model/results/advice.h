/* Advice: what could be restructured, and what that gains (lcm-advice/1). */
#pragma once

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

/* What following a finding does at one point. */
struct lcm_finding_at {
  size_t point; /* its number in the grid */
  double time;  /* predicted with it */
  double gain;  /* how much less that is; NaN where that is not known */
  bool holds;   /* that is worth it */
};

/* Something worth doing. */
typedef struct lcm_finding {
  lcm_advice_kind kind;
  lcm_loc at;        /* where */
  const char *place; /* of the node, as lcm_place_of */
  const char *what;  /* the diagnosis, one sentence without a full stop */
  const char *edit;  /* what to do, as for --edit */
  /* what has to hold for it, "n_premises" */
  const struct lcm_premise *premises;
  size_t n_premises;
  size_t point; /* number of the point of the grid that the rest is of */
  double time;  /* predicted with it, in seconds */
  double gain;  /* how much less that is */
  /* where the grid has several points: at each, "n_at_points" */
  const struct lcm_finding_at *at_points;
  size_t n_at_points;
  /* diagnoses that it settles as well, "n_explains" */
  const char *const *explains;
  size_t n_explains;
} lcm_finding;

/* Something that is known of the run, without an edit that would gain. */
struct lcm_advice_note {
  const char *id; /* as of findings */
  lcm_loc at;
  const char *what; /* the diagnosis */
  const char *why;  /* what is in the way, or what to look at */
};

/* What a fragment can gain at most. */
struct lcm_ceiling {
  lcm_loc at;
  const char *place;
  const char *title; /* what it is called */
  double time;       /* of the run if it cost nothing */
  double gain;       /* how much less that is */
};

/* A part of the run between points where all of its processors meet. */
struct lcm_phase {
  const char *id; /* of its occurrence */
  lcm_loc at;
  const char *title;
  double time; /* it takes, and share of the run that is */
  double share;
  double processors;    /* that it has */
  double utilization;   /* share of its processor time that computes */
  const char *category; /* in which it loses most, NULL where nothing is lost */
  double lost;          /* that share of its processor time */
};

/* A variable that several processors use. */
struct lcm_shared_datum {
  const char *datum;
  lcm_shared_kind kind;
  size_t reads; /* reads, writes: in how many places */
  size_t writes;
  lcm_loc at; /* where it is written first, or read */
  /* a function from elsewhere that is taken not to write it; NULL: none */
  const char *unless;
};

/* Advice on a program at one point.
 * first, each with its own "point" n_looked       how many points were looked
 * at, that one among them notes          what is known without an edit, by
 * place n_tried        restructurings that were predicted n_left candidates
 * that were not, because these were enough steps          findings to follow
 * one after the other, each in the program that the ones before leave; empty
 * unless asked for ceilings, phases, data   likewise; the largest, first, and
 * by name timetable      likewise: what each processor does when, its stages
 * and its last-event chain; NULL: not asked for, or not possible */
typedef struct lcm_advice {
  const lcm_grid *grid; /* grid, point: the point: number "point" of "grid" */
  size_t point;
  double p; /* p, time: its processors and time */
  double time;
  /* of that point, with its nodes: it says what has no cost */
  const lcm_prediction *prediction;
  /* starting threads, handing out chunks, making tasks, barriers, locks and
   * messages cost nothing on the machine */
  bool costless;
  const lcm_finding *findings; /* the best first */
  size_t n_findings;
  /* what is found at other points of the grid alone, the best */
  const lcm_finding *elsewhere;
  size_t n_elsewhere;
  size_t n_looked;
  const struct lcm_advice_note *notes;
  size_t n_notes;
  double threshold; /* share of the time that a finding gains at least */
  size_t n_below; /* pieces of advice that gain something, but less than that */
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
