/* What the files measurement*.c say to each other. */
#pragma once

#include <stdbool.h>

#include "base/buf.h"
#include "base/list.h"
#include "base/map.h"
#include "model/measurement/measurement.h"

/* ---- JSON, value by value, with places (model/measurement/scan.c) ------------- */

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

/* Return the place of "at". */
lcm_loc lcm_scan_place(const struct lcm_scan *scan, const char *at);

/* Report that what is at the place "at" is not in its language (as what was cut
 * short where it is the end of the last record), once a record; return false.
 */
bool lcm_scan_fail(struct lcm_scan *scan, const char *at, const char *fmt, ...)
    LCM_PRINTF(3, 4);

/* Report that the measurement at "at" makes no sense, once a record; return
 * false. */
bool lcm_scan_refuse(struct lcm_scan *scan, const char *at, const char *fmt,
                     ...) LCM_PRINTF(3, 4);

/* Return the "len" bytes at "text" as a name, interned: zeros, and bytes that
 * are no UTF-8, are '?'. */
const char *lcm_measured_name(lcm_ctx *ctx, const char *text, size_t len);

/* Skip blanks; return the next byte, 0 at the end. */
char lcm_scan_peek(struct lcm_scan *scan);

/* Read an object (array), each of its members (elements) by "fn". */
bool lcm_scan_object(struct lcm_scan *scan, lcm_scan_fn fn, void *user);
bool lcm_scan_array(struct lcm_scan *scan, lcm_scan_fn fn, void *user);

/* Read a string into "*out" (interned). */
bool lcm_scan_string(struct lcm_scan *scan, const char **out);

/* Read a number into "*out"; NaN and Infinity, which are not JSON, but which
 * programs write, are numbers here, null is NaN. */
bool lcm_scan_number(struct lcm_scan *scan, double *out);

/* Read any value and forget it. */
bool lcm_scan_skip(struct lcm_scan *scan);

/* ---- reading ------------------------------------------------------------ */

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

/* Read a text in one of the formats into "reading". */
void lcm_measured_read_lines(struct lcm_reading *reading,
                             struct lcm_measured_text text);
void lcm_measured_read_pp(struct lcm_reading *reading,
                          struct lcm_measured_text text);
void lcm_measured_read_extrap(struct lcm_reading *reading,
                              struct lcm_measured_text text);
void lcm_measured_read_extrap_json(struct lcm_reading *reading,
                                   struct lcm_measured_text text);

/* Return a measurement at "line" of which nothing is known. */
lcm_measurement lcm_measured_nothing(const struct lcm_reading *reading,
                                     unsigned line);

/* Append "one", its params being sorted and its processors, where these are
 * not known, being the value of p. */
void lcm_measured_add(struct lcm_reading *reading, lcm_measurement one);

/* Return the "n" bindings at "all" in memory of "ctx", by name where "sorted".
 */
const lcm_binding *lcm_bindings_keep(lcm_ctx *ctx, const lcm_binding *all,
                                     size_t n, bool sorted);

/* Warn where the categories of "one", a whole run, do not add up to its
 * total. */
void lcm_measured_check_sum(struct lcm_reading *reading,
                            const lcm_measurement *one);

/* ---- values one by one (model/measurement/gather.c) ---------------------------- */

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

/* Put "value" where it belongs: into the first repetition that has no value of
 * its metric. */
void lcm_gather(struct lcm_gathering *gathering, const struct lcm_value *value);

/* Return whether "metric" is one of our categories, or another time in seconds.
 */
bool lcm_metric_is_time(const char *metric);

/* ---- writing ------------------------------------------------------------- */

/* Append "all" in one of the formats. */
void lcm_put_measured_lines(lcm_buf *buf, const lcm_measurements *all);
void lcm_put_measured_pp(lcm_buf *buf, const lcm_measurements *all);
void lcm_put_extrap(lcm_buf *buf, lcm_ctx *ctx, const lcm_measurements *all);
void lcm_put_extrap_json(lcm_buf *buf, lcm_ctx *ctx,
                         const lcm_measurements *all);
void lcm_put_extrap_lines(lcm_buf *buf, const lcm_measurements *all);
