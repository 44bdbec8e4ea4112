/* What is noted of the nodes that are executed: records, journals, trails. */
#pragma once

#include "composer/engine/run.h"

/* Note that "node" has no cost, for "reason". */
void lcm_run_unknown(struct lcm_run *run, const lcm_node *node,
                     const char *reason);

/* Note that something in "node" is taken as "reason" says, beside what else is
 * not known of its cost. */
void lcm_run_taken_as(struct lcm_run *run, const lcm_node *node,
                      const char *reason);

/* Note that a condition in "node" counts as likely as not. */
void lcm_run_guessed(struct lcm_run *run, const lcm_node *node);

/* Say that nodes in the loop "node" are told from some of its iterations. */
void lcm_run_sampled(struct lcm_run *run, const lcm_node *node);

/* Return whether a diagnostic is to tell of "node": the first time only. */
bool lcm_run_tells(struct lcm_run *run, const lcm_node *node);

/* Note that "text" (NULL: nothing) is assumed. */
void lcm_run_assume(struct lcm_run *run, const char *text);

/* Return the number of the one of several resources called "name", such as
 * locks in an array, that is taken where nobody knows which is: always the
 * same, which is assumed. */
double lcm_run_any_index(struct lcm_run *run, const char *name);

/* Note the `assume` texts of "node". */
void lcm_run_assumes(struct lcm_run *run, const lcm_node *node);

/* Return whether there are so many records that no new ones are made. */
bool lcm_records_are_full(const struct lcm_run *run);

/* Open the record of "node" below the one that is open; return its index, to be
 * closed with the outcome. */
size_t lcm_record_open(struct lcm_run *run, const lcm_node *node);
void lcm_record_close(struct lcm_run *run, size_t at,
                      const struct lcm_outcome *outcome, double w,
                      const char *provenance);

/* Go on below the open record of a call with the function's body "body": below
 * that of an execution of it around, where there is one. */
void lcm_record_enter(struct lcm_run *run, const lcm_node *body);

/* Add "outcome", taken from range[0] to range[1], to the record "at" and those
 * above it up to "top", which is left out.  Where "each" executes for itself,
 * the time is settled with the rest of what it does; else it is that in which
 * anybody does. */
void lcm_record_charge(struct lcm_run *run, size_t at, size_t top,
                       const struct lcm_outcome *outcome, const double range[2],
                       bool each);

/* Return the record of "node" below the open one, which runs beside others from
 * now on; (size_t)-1 where there is none. */
size_t lcm_record_aside(struct lcm_run *run, const lcm_node *node);

/* Let the time of what tasks with the record "at" executed count as "share" of
 * what it takes one after the other. */
void lcm_record_settle(struct lcm_run *run, size_t at, double share);

/* What a run had noted at a moment. */
struct lcm_noting {
  struct lcm_record *records;
  size_t n_records;
  struct lcm_demand *demands;
  size_t n_demands;
  size_t n_entries;
};

/* Return what "run" has noted, copied to "arena". */
struct lcm_noting lcm_run_noting(const struct lcm_run *run, lcm_arena *arena);

/* Let "run" have noted no more than "noted". */
void lcm_run_note_back(struct lcm_run *run, const struct lcm_noting *noted);

/* Note what "run" has noted since "noted" "times" over once more. */
void lcm_run_note_again(struct lcm_run *run, const struct lcm_noting *noted,
                        double times);

/* Multiply what records have noted since "noted" by "by", by time and category;
 * demands become again what they were. */
void lcm_run_note_scaled(struct lcm_run *run, const struct lcm_noting *noted,
                         const struct lcm_outcome *by);

/* Multiply what was noted of category "cat" since "noted" by "share". */
void lcm_run_note_share(struct lcm_run *run, const struct lcm_noting *noted,
                        size_t cat, double share);

/* Note "entry" at once, or in the journal of "run". */
void lcm_run_note(struct lcm_run *run, const struct lcm_entry *entry);

/* Note of the open record what sets the time of one execution of it, "one". */
void lcm_run_note_limited(struct lcm_run *run, const struct lcm_limited *one);

/* Note all that is in "journal". */
void lcm_run_note_journal(struct lcm_run *run,
                          const struct lcm_journal *journal);

/* Note all that is in "journal", "times" over. */
void lcm_run_note_times(struct lcm_run *run, const struct lcm_journal *journal,
                        double times);

/* Return "before" followed by "record", by "inner". */
struct lcm_trail *lcm_trail_add(struct lcm_run *run, struct lcm_trail *before,
                                size_t record);
struct lcm_trail *lcm_trail_join(struct lcm_run *run, struct lcm_trail *before,
                                 struct lcm_trail *inner);

/* Mark what is on "trail", below the record "top", as on the critical path. */
void lcm_trail_pick(struct lcm_run *run, struct lcm_trail *trail, size_t top);
