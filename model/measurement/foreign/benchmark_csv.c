/* Reading the tables of Google Benchmark (--benchmark_out_format=csv). */
#include "model/measurement/foreign/benchmark_csv.h"

#include <math.h>
#include <string.h>

#include "base/map.h"
#include "model/measurement/field.h"
#include "model/measurement/foreign/benchmark_internal.h"
#include "model/measurement/scan.h"

/* How every heading begins. */
static const char HEADING[] = "name,iterations,real_time,cpu_time,time_unit,";

/* The columns; behind them are those of counters. */
enum {
  NAME,
  ITERATIONS,
  REAL,
  CPU,
  UNIT,
  BYTES,
  ITEMS,
  LABEL,
  FAILED,
  MESSAGE,
  COLUMNS
};

/* How many lines about the processor may stand before the heading. */
enum { MOST_BEFORE = 200 };

/* A table being read. */
struct table {
  struct lcm_reading *reading;
  struct lcm_scan scan;
  const char *end; /* of the line */
  lcm_map counts;  /* how many rows have each name */
};

/* Return the end of the line that begins at "at", of a text up to "end". */
static const char *line_end(const char *at, const char *end) {
  const char *found = memchr(at, '\n', (size_t)(end - at));
  return found ? found : end;
}

/* Return whether what begins at "at", of a text up to "end", is a heading. */
static bool is_heading(const char *at, const char *end) {
  return (size_t)(end - at) >= sizeof HEADING - 1 &&
         !memcmp(at, HEADING, sizeof HEADING - 1);
}

bool lcm_measured_is_benchmark_csv(const struct lcm_measured_look *look) {
  const char *at = look->all.text;
  const char *end = at + look->all.len;
  for (int i = 0; i < MOST_BEFORE && at < end; i++) {
    if (is_heading(at, end))
      return true;
    at = line_end(at, end);
    at += at < end;
  }
  return false;
}

/* Let "table" be at the line behind "end"; false where there is none. */
static bool next_line(struct table *table) {
  struct lcm_scan *scan = &table->scan;
  if (table->end) {
    if (table->end == scan->end)
      return false;
    scan->at = scan->line_at = table->end + 1;
    scan->line++;
  }
  table->end = line_end(scan->at, scan->end);
  scan->failed = false;
  return true;
}

/* Let "table" be at the next row; false behind the last one. */
static bool next_row(struct table *table) {
  while (next_line(table))
    if (table->end > table->scan.at && *table->scan.at != '\r' &&
        !is_heading(table->scan.at, table->end))
      return true;
  return false;
}

/* Let "table" be at the heading. */
static bool find_heading(struct table *table) {
  while (next_line(table))
    if (is_heading(table->scan.at, table->end))
      return true;
  lcm_report(table->reading->ctx, LCM_DIAG_SYNTAX,
             (lcm_loc){table->reading->file, 1, 1, 0, 0},
             "there is no heading %s...", HEADING);
  return false;
}

/* Put the fields of the row into "fields", "" where there is none. */
static void take_fields(struct table *table, const char *fields[COLUMNS]) {
  const char *at = table->scan.at;
  for (int i = 0; i < COLUMNS; i++)
    fields[i] =
        at ? lcm_measured_field(table->reading->ctx, &at, table->end, ',') : "";
}

/* Return how many rows have the "n" bytes "name" as their name. */
static size_t count_of(const struct table *table, const char *name, size_t n) {
  size_t count = 0;
  (void)lcm_map_get(&table->counts, lcm_intern_n(table->reading->ctx, name, n),
                    &count);
  return count;
}

/* Return whether there are rows for the mean, the median and the standard
 * deviation of the benchmark that the "n" bytes "name" are. */
static bool is_aggregated(const struct table *table, const char *name,
                          size_t n) {
  static const char *const WORDS[] = {"_mean", "_median", "_stddev"};
  bool all = true;
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS && all; i++) {
    const char *row = lcm_arena_printf(lcm_ctx_arena(table->reading->ctx),
                                       "%.*s%s", (int)n, name, WORDS[i]);
    all = count_of(table, row, strlen(row)) > 0;
  }
  return all;
}

/* Return whether the row "name" is an aggregate of others. */
static bool is_aggregate(const struct table *table, const char *name) {
  for (const char *at = strchr(name, '_'); at; at = strchr(at + 1, '_'))
    if (is_aggregated(table, name, (size_t)(at - name)))
      return true;
  return false;
}

/* Return the number "text", NAN where it is none. */
static double number_of(const char *text) {
  const char *end = text;
  const double value = lcm_strtod(text, &end);
  return end > text && !*end ? value : NAN;
}

/* Return how many threads the benchmark "name" has. */
static double threads_of(const char *name) {
  static const char WORD[] = "/threads:";
  const char *found = strstr(name, WORD);
  const char *end = NULL;
  const double threads = found ? lcm_strtod(found + sizeof WORD - 1, &end) : 1;
  return threads > 0 ? threads : 1;
}

/* Note the name of the row. */
static void count_row(struct table *table) {
  const char *fields[COLUMNS];
  take_fields(table, fields);
  const char *name = lcm_intern(table->reading->ctx, fields[NAME]);
  lcm_map_put(lcm_ctx_arena(table->reading->ctx), &table->counts, name,
              count_of(table, name, strlen(name)) + 1);
}

/* Read the row; "seen" is how often each name was there before.  Rows that
 * aggregate others, or have the coefficient of a growth, are left alone. */
static void read_row(struct table *table, lcm_map *seen) {
  lcm_ctx *ctx = table->reading->ctx;
  const char *fields[COLUMNS];
  take_fields(table, fields);
  const char *name = lcm_intern(ctx, fields[NAME]);
  const bool failed = *fields[FAILED] != '\0';
  size_t before = 0;
  if ((!failed && !*fields[ITERATIONS]) || is_aggregate(table, name))
    return;
  (void)lcm_map_get(seen, name, &before);
  lcm_map_put(lcm_ctx_arena(ctx), seen, name, before + 1);
  const struct lcm_benchmark b = {.reading = table->reading,
                                  .line = table->scan.line,
                                  .name = *name ? name : NULL,
                                  .unit = fields[UNIT],
                                  .error =
                                      *fields[MESSAGE] ? fields[MESSAGE] : NULL,
                                  .failed = failed,
                                  .real = number_of(fields[REAL]),
                                  .cpu = number_of(fields[CPU]),
                                  .threads = threads_of(name),
                                  .repetition = (double)before};
  lcm_benchmark_take(&b, lcm_scan_place(&table->scan, table->scan.at));
}

void lcm_measured_read_benchmark_csv(struct lcm_reading *reading,
                                     struct lcm_measured_text text) {
  struct table table = {.reading = reading};
  lcm_map seen = {0};
  table.scan = lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  if (!find_heading(&table))
    return;
  const struct table heading = table;
  while (next_row(&table))
    count_row(&table);
  table.scan = heading.scan;
  table.end = heading.end;
  while (next_row(&table))
    read_row(&table, &seen);
}
