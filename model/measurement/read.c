/* Reading a file of measurements: which format it is in, and who reads that. */
#include "model/measurement/read.h"

#include <string.h>

#include "model/measurement/extrap.h"
#include "model/measurement/extrap_json.h"
#include "model/measurement/lines.h"
#include "model/measurement/pp.h"
#include "model/measurement/scan.h"

/* What a text looks like. */
struct look {
  bool record;
  bool document;
};

/* Note what the member "key" says about the format of a JSON text. */
static bool look_at(struct lcm_scan *scan, const char *key, void *user) {
  static const char *const DOCUMENT[] = {"parameters", "measurements",
                                         "callpaths", "coordinates", "metrics"};
  struct look *look = user;
  for (size_t i = 0; i < sizeof DOCUMENT / sizeof *DOCUMENT; i++)
    look->document = look->document || !strcmp(key, DOCUMENT[i]);
  look->record = true;
  return lcm_scan_skip(scan);
}

/* Return whether the JSON text is one document, not a line a record. */
static bool is_document(struct lcm_reading *reading,
                        struct lcm_measured_text text) {
  struct look look = {false, false};
  const char *line_end = memchr(text.text, '\n', text.len);
  struct lcm_scan scan = {
      .ctx = reading->ctx,
      .file = reading->file,
      .at = text.text,
      .end = line_end ? line_end : text.text + text.len,
      .line_at = text.text,
      .line = 1,
  };
  const bool loud = lcm_ctx_mute(reading->ctx, true);
  (void)lcm_scan_object(&scan, look_at, &look);
  lcm_ctx_mute(reading->ctx, loud);
  return look.document || !look.record;
}

/* Return whether the line at "at" begins with a keyword of Extra-P. */
static bool is_extrap(const char *at, const char *end) {
  static const char *const WORDS[] = {"PARAMETER", "POINTS", "METRIC",
                                      "REGION",    "DATA",   "EXPERIMENT"};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    const size_t n = strlen(WORDS[i]);
    if ((size_t)(end - at) > n && !memcmp(at, WORDS[i], n) &&
        (at[n] == ' ' || at[n] == '\t'))
      return true;
  }
  return false;
}

/* Return the format that the text is in. */
static lcm_measurement_format detect(struct lcm_reading *reading,
                                     struct lcm_measured_text text) {
  const char *at = text.text;
  const char *end = text.text + text.len;
  while (at < end && (strchr(" \t\r\n", *at) || *at == '#')) {
    const char *next = *at == '#' ? memchr(at, '\n', (size_t)(end - at)) : at;
    at = next ? next + 1 : end;
  }
  const struct lcm_measured_text rest = {at, (size_t)(end - at)};
  if (at < end && *at == '{')
    return is_document(reading, rest) ? LCM_MEASURED_EXTRAP_JSON
                                      : LCM_MEASURED_JSONL;
  return is_extrap(at, end) ? LCM_MEASURED_EXTRAP_TEXT : LCM_MEASURED_PP;
}

lcm_status lcm_measurements_parse(lcm_measurements *out, lcm_ctx *ctx,
                                  const char *file, const char *text,
                                  size_t len, lcm_measurement_format format) {
  struct lcm_reading reading = {.ctx = ctx, .file = lcm_intern(ctx, file)};
  const struct lcm_measured_text all = {text, len};
  const size_t errors = lcm_diag_count(ctx, LCM_WARNING);
  switch (format == LCM_MEASURED_ANY ? detect(&reading, all) : format) {
  case LCM_MEASURED_ANY:
  case LCM_MEASURED_JSONL:
  case LCM_MEASURED_EXTRAP_JSONL:
    lcm_measured_read_lines(&reading, all);
    break;
  case LCM_MEASURED_PP:
    lcm_measured_read_pp(&reading, all);
    break;
  case LCM_MEASURED_EXTRAP_TEXT:
    lcm_measured_read_extrap(&reading, all);
    break;
  case LCM_MEASURED_EXTRAP_JSON:
    lcm_measured_read_extrap_json(&reading, all);
    break;
  }
  *out = (lcm_measurements){reading.all.at, reading.all.n};
  if (!reading.all.n && lcm_diag_count(ctx, LCM_WARNING) == errors)
    lcm_report(ctx, LCM_DIAG_MEASUREMENT, (lcm_loc){reading.file, 0, 0, 0, 0},
               "there are no measurements");
  return reading.all.n ? LCM_OK : LCM_EPARSE;
}
