/* Reading the JSON of Google Benchmark; what its names and times mean. */
#include "model/measurement/foreign/benchmark.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/measurement/foreign/benchmark_internal.h"
#include "model/measurement/scan.h"
#include "model/structure/structure.h"

/* What the name of a benchmark says. */
struct named {
  lcm_buf fragment;
  LCM_LIST(lcm_binding) params;
  size_t numbers; /* how many arguments have no name */
};

/* Return whether the "n" bytes "part" of a name say how it was measured, and
 * not what. */
static bool is_setting(const char *part, size_t n) {
  static const char *const WORDS[] = {
      "real_time", "process_time",     "manual_time", "threads:",
      "min_time:", "min_warmup_time:", "iterations:", "repeats:"};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    const size_t length = strlen(WORDS[i]);
    if (WORDS[i][length - 1] == ':'
            ? n > length && !memcmp(part, WORDS[i], length)
            : n == length && !memcmp(part, WORDS[i], length))
      return true;
  }
  return false;
}

/* Return whether the param "name" of "named" has a value. */
static bool is_taken(const struct named *named, const char *name) {
  for (size_t i = 0; i < named->params.n; i++)
    if (named->params.at[i].name == name)
      return true;
  return false;
}

/* Add the argument "name" (NULL: it has none, and is called by its number) with
 * "value" to "named". */
static void take_argument(struct named *named, lcm_ctx *ctx, const char *name,
                          double value) {
  if (named->params.n == LCM_MOST_MEASURED)
    return;
  while (!name || is_taken(named, name))
    name = lcm_intern(
        ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "arg%zu", named->numbers++));
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &named->params,
               ((lcm_binding){name, value}));
}

/* Take the "n" bytes "part" of a name: NAME:NUMBER or NUMBER is an argument,
 * anything else the name of the fragment. */
static void take_part(struct named *named, lcm_ctx *ctx, const char *part,
                      size_t n) {
  const char *text = lcm_intern_n(ctx, part, n);
  const char *colon = strrchr(text, ':');
  const char *number = colon ? colon + 1 : text;
  const char *end = number;
  const double value = lcm_strtod(number, &end);
  const bool argument = end > number && !*end && isfinite(value);
  if (is_setting(part, n))
    return;
  if (argument && colon != text) {
    take_argument(
        named, ctx,
        colon ? lcm_intern_n(ctx, text, (size_t)(colon - text)) : NULL, value);
  } else {
    lcm_buf_puts(&named->fragment, named->fragment.len ? "/" : "");
    lcm_buf_puts(&named->fragment, text);
  }
}

/* Return how many seconds the unit "name" is. */
static double seconds_of(const char *name) {
  return !name || !strcmp(name, "ns") ? 1e-9
         : !strcmp(name, "us")        ? 1e-6
         : !strcmp(name, "ms")        ? 1e-3
         : !strcmp(name, "s")         ? 1
                                      : NAN;
}

/* Return why "b" is no measurement, or NULL. */
static const char *fault_of(const struct lcm_benchmark *b) {
  if (!b->name)
    return "a benchmark without a name";
  if (b->failed)
    return b->error ? b->error : "the benchmark failed";
  if (isnan(seconds_of(b->unit)))
    return "the time_unit is none of ns, us, ms and s";
  return b->real >= 0 && isfinite(b->real) && !(b->cpu < 0)
             ? NULL
             : "there is no real_time, or it is negative";
}

/* Add what was read of "b". */
static void add(const struct lcm_benchmark *b) {
  lcm_ctx *ctx = b->reading->ctx;
  const double unit = seconds_of(b->unit);
  struct named named = {0};
  lcm_measurement one = lcm_measured_nothing(b->reading, b->line);
  for (const char *at = b->name; at;) {
    const char *slash = strchr(at, '/');
    take_part(&named, ctx, at, slash ? (size_t)(slash - at) : strlen(at));
    at = slash ? slash + 1 : NULL;
  }
  if (!isnan(b->threads) && !is_taken(&named, lcm_intern(ctx, "p")))
    take_argument(&named, ctx, lcm_intern(ctx, "p"), b->threads);
  lcm_binding times[2] = {
      {lcm_intern(ctx, "time"), b->real * unit},
      {lcm_intern(ctx, lcm_cat_name(LCM_CAT_PC)), b->cpu * unit}};
  one.fragment = lcm_ctx_text(ctx, &named.fragment);
  one.fragment = lcm_intern(ctx, one.fragment ? one.fragment : "");
  one.params = named.params.at;
  one.n_params = named.params.n;
  one.categories = lcm_bindings_keep(ctx, times, 2, false);
  one.n_categories = isnan(b->cpu) ? 1 : 2;
  one.elapsed = times[0].value;
  one.repetition = b->repetition >= 0 ? b->repetition : 0;
  lcm_measured_add(b->reading, one);
}

void lcm_benchmark_take(const struct lcm_benchmark *b, lcm_loc place) {
  const char *fault = fault_of(b);
  if (fault)
    lcm_report(b->reading->ctx, LCM_DIAG_MEASUREMENT, place,
               "%s%s%s; the record is left out", b->name ? b->name : "",
               b->name ? ": " : "", fault);
  else
    add(b);
}

/* Read the member "key" of the benchmark "user". */
static bool read_member(struct lcm_scan *scan, const char *key, void *user) {
  struct lcm_benchmark *b = user;
  const struct {
    const char *key;
    const char **text;
    double *number;
  } MEMBERS[] = {{"run_name", &b->name, NULL},
                 {"run_type", &b->type, NULL},
                 {"time_unit", &b->unit, NULL},
                 {"error_message", &b->error, NULL},
                 {"skip_message", &b->error, NULL},
                 {"real_time", NULL, &b->real},
                 {"cpu_time", NULL, &b->cpu},
                 {"threads", NULL, &b->threads},
                 {"iterations", NULL, &b->iterations},
                 {"repetition_index", NULL, &b->repetition}};
  if (!strcmp(key, "error_occurred") || !strcmp(key, "skipped"))
    b->failed = lcm_scan_peek(scan) == 't';
  if (!strcmp(key, "name") && !b->name)
    return lcm_scan_string(scan, &b->name);
  for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS; i++)
    if (!strcmp(key, MEMBERS[i].key))
      return MEMBERS[i].text ? lcm_scan_string(scan, MEMBERS[i].text)
                             : lcm_scan_number(scan, MEMBERS[i].number);
  return lcm_scan_skip(scan);
}

/* Read a benchmark into the reading "user". */
static bool read_benchmark(struct lcm_scan *scan, const char *key, void *user) {
  struct lcm_benchmark b = {.reading = user,
                            .real = NAN,
                            .cpu = NAN,
                            .threads = NAN,
                            .iterations = NAN,
                            .repetition = NAN};
  (void)key;
  (void)lcm_scan_peek(scan);
  b.line = scan->line;
  const lcm_loc place = lcm_scan_place(scan, scan->at);
  if (!lcm_scan_object(scan, read_member, &b))
    return false;
  if (!b.type || !strcmp(b.type, "iteration"))
    lcm_benchmark_take(&b, place);
  return true;
}

/* Read the member "key" of the document into the reading "user". */
static bool read_document(struct lcm_scan *scan, const char *key, void *user) {
  return strcmp(key, "benchmarks") ? lcm_scan_skip(scan)
                                   : lcm_scan_array(scan, read_benchmark, user);
}

void lcm_measured_read_benchmark(struct lcm_reading *reading,
                                 struct lcm_measured_text text) {
  struct lcm_scan scan =
      lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  (void)lcm_scan_object(&scan, read_document, reading);
}
