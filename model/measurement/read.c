/* Reading a file of measurements: which format it is in, and who reads that. */
#include "model/measurement/read.h"

#include <string.h>

#include "base/fs.h"
#include "model/measurement/csv.h"
#include "model/measurement/document.h"
#include "model/measurement/extrap.h"
#include "model/measurement/extrap_json.h"
#include "model/measurement/foreign/benchmark.h"
#include "model/measurement/foreign/benchmark_csv.h"
#include "model/measurement/foreign/caliper.h"
#include "model/measurement/foreign/cubex.h"
#include "model/measurement/foreign/folded.h"
#include "model/measurement/foreign/given_internal.h"
#include "model/measurement/foreign/gprof.h"
#include "model/measurement/foreign/hatchet.h"
#include "model/measurement/foreign/hyperfine.h"
#include "model/measurement/foreign/otf2.h"
#include "model/measurement/foreign/perf.h"
#include "model/measurement/foreign/pprof.h"
#include "model/measurement/lines.h"
#include "model/measurement/pp.h"
#include "model/measurement/print.h"
#include "model/measurement/scan.h"

/* A format: a row of formats.def. */
struct format {
  const char *word;
  const char *what;
  const char *endings;
  const char *keys;
  bool (*is)(const struct lcm_measured_look *look);
  void (*read)(struct lcm_reading *reading, struct lcm_measured_text text);
};

static const struct format FORMATS[] = {
    {"", NULL, NULL, NULL, NULL, NULL},
#define LCM_MEASURED(name, word, what, endings, keys, is, read, put)           \
  {word, what, endings, keys, is, read},
#include "model/measurement/formats.def"
#undef LCM_MEASURED
};

/* What the members of a JSON text say of its format. */
struct members {
  bool any;
  lcm_measurement_format format; /* ANY: nothing */
};

/* Return whether "word" is among the "words" between blanks. */
static bool is_among(const char *words, const char *word) {
  const size_t n = strlen(word);
  for (const char *at = words; n && (at = strstr(at, word)); at += n)
    if ((at == words || at[-1] == ' ') && (!at[n] || at[n] == ' '))
      return true;
  return false;
}

/* Note what the member "key" says about the format of a JSON text; go on where
 * that is nothing. */
static bool look_at(struct lcm_scan *scan, const char *key, void *user) {
  struct members *members = user;
  members->any = true;
  for (int i = 1; i < LCM_MEASURED_COUNT && !members->format; i++)
    if (FORMATS[i].keys && is_among(FORMATS[i].keys, key))
      members->format = (lcm_measurement_format)i;
  return !members->format && lcm_scan_skip(scan);
}

/* Return what the members of the JSON text say. */
static struct members members_of(struct lcm_reading *reading,
                                 struct lcm_measured_text text) {
  struct members members = {false, LCM_MEASURED_ANY};
  struct lcm_scan scan =
      lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  const bool loud = lcm_ctx_mute(reading->ctx, true);
  (void)lcm_scan_object(&scan, look_at, &members);
  lcm_ctx_mute(reading->ctx, loud);
  return members;
}

/* Return the format of the JSON text. */
static lcm_measurement_format detect_json(struct lcm_reading *reading,
                                          struct lcm_measured_text text) {
  const struct members members = members_of(reading, text);
  return members.format ? members.format
         : members.any  ? LCM_MEASURED_JSONL
                        : LCM_MEASURED_EXTRAP_JSON;
}

/* Return "text" without the blanks and remarks that it begins with. */
static struct lcm_measured_text behind_remarks(struct lcm_measured_text text) {
  const char *at = text.text;
  const char *end = text.text + text.len;
  while (at < end && (strchr(" \t\r\n", *at) || *at == '#')) {
    const char *next = *at == '#' ? memchr(at, '\n', (size_t)(end - at)) : at;
    at = next ? next + 1 : end;
  }
  return (struct lcm_measured_text){at, (size_t)(end - at)};
}

/* Return the format that the text is in, ANY where it is in none. */
static lcm_measurement_format detect(struct lcm_reading *reading,
                                     struct lcm_measured_text text) {
  const struct lcm_measured_look look = {text, behind_remarks(text)};
  if (look.head.len && *look.head.text == '{')
    return detect_json(reading, look.head);
  for (int i = 1; i < LCM_MEASURED_COUNT && look.head.len; i++)
    if (FORMATS[i].is && FORMATS[i].is(&look))
      return (lcm_measurement_format)i;
  const char *newline = memchr(look.head.text, '\n', look.head.len);
  const size_t line =
      newline ? (size_t)(newline - look.head.text) : look.head.len;
  return line && !memchr(look.head.text, '=', line) ? LCM_MEASURED_ANY
                                                    : LCM_MEASURED_PP;
}

/* Put what gzip has made of a text into "*text", where it is that; false, and a
 * diagnostic, where it cannot be had. */
static bool unzip(struct lcm_reading *reading, struct lcm_measured_text *text) {
  static const char *const ARGV[] = {"gzip", "-dc", NULL};
  const struct lcm_child child = {.argv = ARGV,
                                  .input = text->text,
                                  .input_len = text->len,
                                  .seconds = 60,
                                  .most = LCM_MAX_FILE};
  char *out = NULL;
  int status = 0;
  if (text->len < 2 || memcmp(text->text, "\x1f\x8b", 2) != 0)
    return true;
  if (lcm_child_run(&out, &text->len, &status, reading->ctx, &child))
    return false;
  text->text = out;
  if (!status)
    return true;
  lcm_report(reading->ctx, LCM_DIAG_IO, (lcm_loc){reading->file, 0, 0, 0, 0},
             "gzip cannot read it, or it is too large");
  return false;
}

/* Return the words of all formats, or of those that are written. */
static const char *words_of(lcm_ctx *ctx, bool written) {
  lcm_buf buf = {0};
  for (int i = 1; i < LCM_MEASURED_COUNT; i++)
    if (!written || lcm_measured_is_written((lcm_measurement_format)i)) {
      lcm_buf_puts(&buf, buf.len ? ", " : "");
      lcm_buf_puts(&buf, FORMATS[i].word);
    }
  return lcm_ctx_text(ctx, &buf);
}

lcm_status lcm_measurements_read(lcm_measurements *out, lcm_ctx *ctx,
                                 const struct lcm_measured_file *file,
                                 const struct lcm_measured_as *as) {
  struct lcm_reading reading = {
      .ctx = ctx, .file = lcm_intern(ctx, file->name), .as = as};
  struct lcm_measured_text all = {file->text, file->len};
  const size_t errors = lcm_diag_count(ctx, LCM_WARNING);
  *out = (lcm_measurements){NULL, 0};
  if (!unzip(&reading, &all))
    return LCM_EIO;
  const lcm_measurement_format format =
      as->format ? as->format : detect(&reading, all);
  if (!format) {
    lcm_report(ctx, LCM_DIAG_SYNTAX, (lcm_loc){reading.file, 1, 1, 0, 0},
               "no measurements in a format that lcm knows by itself; --from "
               "says which: %s",
               words_of(ctx, false));
    return LCM_EPARSE;
  }
  FORMATS[format].read(&reading, all);
  lcm_measured_give(&reading, !lcm_measured_is_written(format));
  *out = (lcm_measurements){reading.all.at, reading.all.n};
  if (!reading.all.n && lcm_diag_count(ctx, LCM_WARNING) == errors)
    lcm_report(ctx, LCM_DIAG_MEASUREMENT, (lcm_loc){reading.file, 0, 0, 0, 0},
               "there are no measurements");
  return reading.all.n ? LCM_OK : LCM_EPARSE;
}

/* Return whether the name "name" ends in one of "endings". */
static bool ends_in(const char *name, const char *endings) {
  const size_t n = strlen(name);
  bool found = false;
  for (const char *at = endings; *at && !found; at += strspn(at, " ")) {
    const size_t length = strcspn(at, " ");
    found = n > length && !memcmp(name + n - length, at, length);
    at += length;
  }
  return found;
}

/* Return whether the first line of the text says that it is a record of lcm. */
static bool is_record(struct lcm_measured_text text) {
  static const char MARK[] = "\"lcm-measurement/";
  const char *newline = memchr(text.text, '\n', text.len);
  const char *end = newline ? newline : text.text + text.len;
  bool found = false;
  for (const char *at = text.text; end - at >= (long)sizeof MARK && !found;
       at++)
    found = !memcmp(at, MARK, sizeof MARK - 1);
  return found;
}

/* Return the format that the text, which the file of "reading" begins with, can
 * only be in, ANY where it may be something else. */
static lcm_measurement_format recognize(struct lcm_reading *reading,
                                        struct lcm_measured_text text) {
  const struct lcm_measured_text head = behind_remarks(text);
  const bool json = head.len && *head.text == '{';
  const lcm_measurement_format format =
      json ? members_of(reading, head).format : detect(reading, text);
  const char *endings = FORMATS[format].endings;
  if (json && !format)
    return is_record(head) ||
                   ends_in(reading->file, FORMATS[LCM_MEASURED_JSONL].endings)
               ? LCM_MEASURED_JSONL
               : LCM_MEASURED_ANY;
  return !endings || ends_in(reading->file, endings) ? format
                                                     : LCM_MEASURED_ANY;
}

/* Put what the file of "reading" begins with into "text"; all of it where gzip
 * has made it.  Return whether there is something. */
static bool take_head(struct lcm_reading *reading,
                      struct lcm_measured_text *text) {
  enum { HEAD = 1 << 16 };
  char *head = lcm_arena_alloc(lcm_ctx_arena(reading->ctx), 1, HEAD);
  *text = (struct lcm_measured_text){head,
                                     lcm_file_head(head, HEAD, reading->file)};
  if (text->len < 2 || memcmp(head, "\x1f\x8b", 2) != 0)
    return text->len > 0;
  const bool loud = lcm_ctx_mute(reading->ctx, true);
  char *all = NULL;
  const bool read =
      !lcm_file_read(&all, &text->len, reading->ctx, reading->file);
  text->text = all;
  const bool good = read && unzip(reading, text);
  lcm_ctx_mute(reading->ctx, loud);
  return good;
}

bool lcm_measured_refuse(lcm_ctx *ctx, const char *name, const char *wanted) {
  const struct lcm_measured_as as = {0};
  struct lcm_reading reading = {
      .ctx = ctx, .file = lcm_intern(ctx, name), .as = &as};
  struct lcm_measured_text text = {NULL, 0};
  if (ends_in(name, ".c .h .i") || !take_head(&reading, &text))
    return false;
  if (lcm_document_refuse(ctx, name, text.text, text.len, wanted))
    return true;
  const lcm_measurement_format format = recognize(&reading, text);
  if (format)
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){reading.file, 0, 0, 0, 0},
               "this is %s, not %s: 'lcm fit %s' makes models of it, lcm "
               "validate compares predictions with it",
               FORMATS[format].what, wanted, name);
  return format != LCM_MEASURED_ANY;
}

lcm_status lcm_measurements_parse(lcm_measurements *out, lcm_ctx *ctx,
                                  const char *file, const char *text,
                                  size_t len, lcm_measurement_format format) {
  return lcm_measurements_read(out, ctx,
                               &(struct lcm_measured_file){file, text, len},
                               &(struct lcm_measured_as){.format = format});
}

lcm_status lcm_measured_format(lcm_measurement_format *out, lcm_ctx *ctx,
                               const char *name, bool written) {
  for (int i = 1; i < LCM_MEASURED_COUNT; i++)
    if (!strcmp(name, FORMATS[i].word) &&
        (!written || lcm_measured_is_written((lcm_measurement_format)i))) {
      *out = (lcm_measurement_format)i;
      return LCM_OK;
    }
  lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "measurements are %s in one of %s, not '%s'",
             written ? "written" : "read", words_of(ctx, written), name);
  return LCM_EUSAGE;
}
