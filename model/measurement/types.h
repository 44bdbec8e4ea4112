/* Measurements: what one run spent where, by category (lcm-measurement/1). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/expr/expr.h"

/* What a fragment, or the whole run, spent in one run.  Names are interned.
 * fragment     "FILE:FUNCTION/KIND#N", the place that sidecar files name too
 *              (docs/reference/comments.md); what the user called it, such as a
 *              tag of the thesis, where nobody knows the node; "" for the whole
 *              run, to which everything else adds up
 * place        "FILE:LINE" where it begins, NULL where nobody knows
 * label        what a `fragment` directive or the user calls it, or NULL
 * params       values of the external variables, sorted by name; p is one
 * categories   processor-seconds of each category, without those of fragments
 *              inside it that have records of their own; in the order of the
 *              file.  "pc" is pure computation.  Besides those of docs/ the
 *              names that records of the thesis have: tt, rt (= pc)
 * elapsed      seconds from the first entry to the last leaving of the whole
 *              run; of a fragment, during which somebody was in it; NAN unknown
 * processors   p; NAN unknown
 * visits       how often it was executed (a region: once for the team); NAN
 * iterations   how many iterations its loop had in all visits; NAN
 * machine, affinity   NULL where nobody knows
 * date         when the run was made, as ISO 8601 has it, or NULL
 * program      what was run, and which build of it; NULL unknown
 * repetition   number of the run among equal ones, from 0
 * flags        what makes it doubtful, as words: "oversubscribed", "cut",
 *              "overhead", "throttled"; NULL where nothing does
 * foreign      some categories are metrics of another tool, in units that
 *              nobody knows
 * file, line   where the record was read */
typedef struct lcm_measurement {
  const char *fragment;
  const char *place;
  const char *label;
  const lcm_binding *params;
  size_t n_params;
  const lcm_binding *categories;
  size_t n_categories;
  double elapsed;
  double processors;
  double visits;
  double iterations;
  const char *machine;
  const char *affinity;
  const char *date;
  const char *program;
  double repetition;
  const char *flags;
  bool foreign;
  const char *file;
  unsigned line;
} lcm_measurement;

/* Measurements in the order in which they were read. */
typedef struct lcm_measurements {
  const lcm_measurement *at;
  size_t n;
} lcm_measurements;
