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

/* The languages in which measurements are written.
 * JSONL        lcm-measurement/1, JSON Lines
 * PP           one line a run of name=value pairs (Crovella 1994, figure 5.1)
 * EXTRAP_TEXT, EXTRAP_JSON, EXTRAP_JSONL   those of Extra-P */
typedef enum lcm_measurement_format {
  LCM_MEASURED_ANY,
  LCM_MEASURED_JSONL,
  LCM_MEASURED_PP,
  LCM_MEASURED_EXTRAP_TEXT,
  LCM_MEASURED_EXTRAP_JSON,
  LCM_MEASURED_EXTRAP_JSONL
} lcm_measurement_format;

/* Read the measurements in the "len" bytes at "text", named "file" in
 * diagnostics, into "*out"; LCM_MEASURED_ANY finds out which format it is.
 * A last line that was cut short is a warning and is left out; a record that is
 * malformed, or whose values are negative (rc may be: fewer cycles than on one
 * processor) or not finite, is a diagnostic at its line and column and is left
 * out; the rest stays usable.  A run whose categories do not add up to its
 * total is a warning.  LCM_EPARSE where nothing was. */
LCM_NODISCARD lcm_status lcm_measurements_parse(lcm_measurements *out,
                                                lcm_ctx *ctx, const char *file,
                                                const char *text, size_t len,
                                                lcm_measurement_format format);

/* Return the value of "name" among the "n" bindings at "bindings", NAN where it
 * is not there. */
double lcm_measured(const lcm_binding *bindings, size_t n, const char *name);

/* Return what "one" has in "category", NAN where that is not known: pc and rt
 * are the same; tt, the total, is that of the run, of a fragment what it has in
 * all categories; time is the elapsed time. */
double lcm_measured_category(const lcm_measurement *one, const char *category);
