/* Measurements: what one run spent where, by category (lcm-measurement/1). */
#pragma once

#include "model/expr/expr.h"

/* What a fragment, or the whole run, spent in one run.  Names are interned. */
typedef struct lcm_measurement {
  /* "FILE:FUNCTION/KIND#N", the place that sidecar files name too
   * (docs/reference/comments.md); what the user called it, such as a tag of the
   * thesis, where nobody knows the node; "" for the whole run, to which
   * everything else adds up */
  const char *fragment;
  const char *place; /* "FILE:LINE" where it begins, NULL where nobody knows */
  /* what a `fragment` directive or the user calls it, or NULL */
  const char *label;
  /* values of the external variables, sorted by name; p is one */
  const lcm_binding *params;
  size_t n_params;
  /* processor-seconds of each category, without those of fragments inside it
   * that have records of their own; in the order of the file.  "pc" is pure
   * computation.  Besides those of docs/ the names that records of the thesis
   * have: tt, rt (= pc) */
  const lcm_binding *categories;
  size_t n_categories;
  /* seconds from the first entry to the last leaving of the whole run; of a
   * fragment, during which somebody was in it; NAN unknown */
  double elapsed;
  double processors; /* p; NAN unknown */
  /* how often it was executed (a region: once for the team); NAN */
  double visits;
  double iterations;   /* how many iterations its loop had in all visits; NAN */
  const char *machine; /* machine, affinity: NULL where nobody knows */
  const char *affinity;
  const char *date;    /* when the run was made, as ISO 8601 has it, or NULL */
  const char *program; /* what was run, and which build of it; NULL unknown */
  double repetition;   /* number of the run among equal ones, from 0 */
  /* what makes it doubtful, as words: "oversubscribed", "cut", "overhead",
   * "throttled"; NULL where nothing does */
  const char *flags;
  /* some categories are metrics of another tool, in units that nobody knows */
  bool foreign;
  const char *file; /* file, line: where the record was read */
  unsigned line;
} lcm_measurement;

/* Measurements in the order in which they were read. */
typedef struct lcm_measurements {
  const lcm_measurement *at;
  size_t n;
} lcm_measurements;
