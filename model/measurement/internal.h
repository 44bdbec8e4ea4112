/* What the files measurement*.c say to each other. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/list.h"
#include "base/map.h"
#include "model/measurement/measurement.h"

/* Text being read.
 * file     interned
 * at, end  the next byte, and behind the last one
 * line_at  where the line begins that has number "line"
 * last     nothing follows "end" in the file
 * failed   something of the record was reported
 * cut      the text ended where more was expected */
struct lcm_scan {
  lcm_ctx *ctx;
  const char *file;
  const char *at;
  const char *end;
  const char *line_at;
  unsigned line;
  bool last;
  bool failed;
  bool cut;
};

/* What is done with a member (of name "key") or an element (NULL) that comes
 * next; false where reading has failed. */
typedef bool (*lcm_scan_fn)(struct lcm_scan *scan, const char *key, void *user);

/* Measurements being read. */
struct lcm_reading {
  lcm_ctx *ctx;
  const char *file;
  LCM_LIST(lcm_measurement) all;
};

/* The text of a file of measurements. */
struct lcm_measured_text {
  const char *text;
  size_t len;
};

/* A value of a metric.
 * fragment   interned; "<root>" is the whole run
 * metric     interned: a category, or a field such as "elapsed" */
struct lcm_value {
  const char *fragment;
  const lcm_binding *params;
  size_t n_params;
  const char *metric;
  double value;
  unsigned line;
};

/* Values that are put together to measurements.
 * cells   fragments at points, with the measurements there: numbers of
 *         repetitions in "reading"
 * index   from the text of a cell to its number */
struct lcm_gathering {
  struct lcm_reading *reading;
  LCM_LIST(struct lcm_cell_of_values) cells;
  lcm_map index;
};

/* Measurements of one fragment at one point: where its repetitions are in the
 * reading, and how many values there are of each metric. */
struct lcm_cell_of_values {
  LCM_LIST(size_t) records;
  LCM_LIST(struct lcm_metric_count) counts;
};

struct lcm_metric_count {
  const char *metric;
  size_t n;
};
