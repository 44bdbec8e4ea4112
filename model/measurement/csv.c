/* Reading tables of measurements. */
#include <math.h>
#include <string.h>

#include "model/measurement/csv.h"
#include "model/measurement/gather.h"
#include "model/measurement/scan.h"

/* A table being read. */
struct csv {
  struct lcm_reading reading;
  struct lcm_scan scan;
  LCM_LIST(const char *) names; /* of its columns */
  char separator;               /* what stands between fields */
};

/* Return the end of the line that begins at "at". */
static const char *line_end(const struct csv *csv, const char *at) {
  const char *end = memchr(at, '\n', (size_t)(csv->scan.end - at));
  return end ? end : csv->scan.end;
}

/* Return the field that begins at "*at" of the line up to "end", without blanks
 * and quotes around it; "*at" goes on to the next one, NULL behind the last. */
static const char *take_field(struct csv *csv, const char **at,
                              const char *end) {
  const char *start = *at;
  const char *stop = memchr(start, csv->separator, (size_t)(end - start));
  *at = stop ? stop + 1 : NULL;
  stop = stop ? stop : end;
  while (start < stop && strchr(" \t\r\"", *start) && *start)
    start++;
  while (stop > start && strchr(" \t\r\"", stop[-1]) && stop[-1])
    stop--;
  return lcm_measured_name(csv->reading.ctx, start, (size_t)(stop - start));
}

/* Read the names of the columns from the line up to "end". */
static bool read_names(struct csv *csv, const char *end) {
  static const char SEPARATORS[] = ",;\t";
  bool time = false;
  bool p = false;
  for (size_t i = 0; !csv->separator && SEPARATORS[i]; i++)
    if (memchr(csv->scan.at, SEPARATORS[i], (size_t)(end - csv->scan.at)))
      csv->separator = SEPARATORS[i];
  for (const char *at = csv->scan.at; at;) {
    const char *name = take_field(csv, &at, end);
    time = time || !strcmp(name, "time") || !strcmp(name, "elapsed");
    p = p || !strcmp(name, "p");
    LCM_LIST_ADD(lcm_ctx_arena(csv->reading.ctx), &csv->names, name);
  }
  return (time && p) ||
         lcm_scan_fail(&csv->scan, csv->scan.at,
                       "the first line of a table names its columns, among "
                       "them p and time");
}

/* Put the number "text" at "at" into "*out". */
static bool number_of(struct csv *csv, const char *at, const char *text,
                      double *out) {
  const char *end = text;
  *out = lcm_strtod(text, &end);
  if (end == text || *end || !isfinite(*out))
    return lcm_scan_refuse(&csv->scan, at, "'%s' is no number", text);
  return true;
}

/* Read the row up to "end" into a measurement. */
static void read_row(struct csv *csv, const char *end) {
  lcm_arena *arena = lcm_ctx_arena(csv->reading.ctx);
  lcm_measurement one = lcm_measured_nothing(&csv->reading, csv->scan.line);
  lcm_binding *params = LCM_NEW_ARRAY(arena, lcm_binding, csv->names.n + 1);
  lcm_binding *cats = LCM_NEW_ARRAY(arena, lcm_binding, csv->names.n + 1);
  const char *at = csv->scan.at;
  for (size_t i = 0; i < csv->names.n; i++) {
    const char *name = csv->names.at[i];
    const char *start = at;
    double value = 0;
    if (!at) {
      (void)lcm_scan_refuse(&csv->scan, end, "there is no %s", name);
      return;
    }
    if (!number_of(csv, start, take_field(csv, &at, end), &value))
      return;
    if (!strcmp(name, "time") || !strcmp(name, "elapsed"))
      one.elapsed = value;
    else if (lcm_metric_is_time(name))
      cats[one.n_categories++] = (lcm_binding){name, value};
    else
      params[one.n_params++] = (lcm_binding){name, value};
  }
  one.params = params;
  one.categories = cats;
  lcm_measured_add(&csv->reading, one);
}

lcm_status lcm_measurements_parse_csv(lcm_measurements *out, lcm_ctx *ctx,
                                      const char *file, const char *text,
                                      size_t len) {
  struct csv csv = {.reading = {.ctx = ctx, .file = lcm_intern(ctx, file)}};
  csv.scan = (struct lcm_scan){.ctx = ctx,
                               .file = csv.reading.file,
                               .at = text,
                               .end = text + len,
                               .line_at = text,
                               .line = 1};
  for (; csv.scan.at < csv.scan.end; csv.scan.line++) {
    const char *end = line_end(&csv, csv.scan.at);
    const bool blank =
        strspn(csv.scan.at, " \t\r") >= (size_t)(end - csv.scan.at);
    csv.scan.failed = false;
    csv.scan.line_at = csv.scan.at;
    if (!blank && *csv.scan.at != '#') {
      if (csv.names.n)
        read_row(&csv, end);
      else if (!read_names(&csv, end))
        return LCM_EPARSE;
    }
    csv.scan.at = end < csv.scan.end ? end + 1 : end;
  }
  *out = (lcm_measurements){csv.reading.all.at, csv.reading.all.n};
  if (!csv.reading.all.n)
    lcm_report(ctx, LCM_DIAG_MEASUREMENT,
               (lcm_loc){csv.reading.file, 0, 0, 0, 0},
               "there are no measurements");
  return csv.reading.all.n ? LCM_OK : LCM_EPARSE;
}
