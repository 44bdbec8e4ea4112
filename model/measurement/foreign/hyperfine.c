/* Reading the JSON of hyperfine. */
#include "model/measurement/foreign/hyperfine.h"

#include <math.h>
#include <string.h>

#include "model/measurement/scan.h"

/* A result: the runs of a command. */
struct result {
  lcm_loc at;
  const char *command;
  LCM_LIST(lcm_binding) params;
  lcm_buf words; /* parameters that are no numbers */
  LCM_LIST(double) times;
  LCM_LIST(bool) failed; /* whether a run ended badly */
  double mean;           /* of the runs, where they are not listed */
};

/* The document. */
struct hyperfine {
  struct lcm_reading *reading;
  LCM_LIST(struct result *) results;
  bool plain; /* there are several, and none has parameters */
};

static lcm_arena *arena_of(const struct lcm_scan *scan) {
  return lcm_ctx_arena(scan->ctx);
}

/* Read the parameter "key" of the result "user": hyperfine writes numbers as
 * strings, too. */
static bool read_parameter(struct lcm_scan *scan, const char *key, void *user) {
  struct result *result = user;
  const char *text = NULL;
  const char *end = NULL;
  double value = NAN;
  if (lcm_scan_peek(scan) != '"') {
    if (!lcm_scan_number(scan, &value))
      return false;
  } else {
    if (!lcm_scan_string(scan, &text))
      return false;
    value = lcm_strtod(text, &end);
    if (end == text || *end)
      value = NAN;
  }
  if (result->params.n == LCM_MOST_MEASURED)
    return lcm_scan_fail(scan, scan->at, "more than %d parameters",
                         LCM_MOST_MEASURED);
  if (isfinite(value)) {
    LCM_LIST_ADD(arena_of(scan), &result->params, ((lcm_binding){key, value}));
    return true;
  }
  lcm_buf_printf(&result->words, "%s%s=%s", result->words.len ? ", " : "", key,
                 text ? text : "");
  return true;
}

/* Read a time of the result "user". */
static bool read_time(struct lcm_scan *scan, const char *key, void *user) {
  struct result *result = user;
  double value = NAN;
  (void)key;
  if (!lcm_scan_number(scan, &value))
    return false;
  LCM_LIST_ADD(arena_of(scan), &result->times, value);
  return true;
}

/* Read a status of the result "user"; null is a run that a signal ended. */
static bool read_status(struct lcm_scan *scan, const char *key, void *user) {
  struct result *result = user;
  double value = NAN;
  (void)key;
  if (!lcm_scan_number(scan, &value))
    return false;
  LCM_LIST_ADD(arena_of(scan), &result->failed, value != 0);
  return true;
}

/* Read the member "key" of the result "user". */
static bool read_member(struct lcm_scan *scan, const char *key, void *user) {
  struct result *result = user;
  const char c = lcm_scan_peek(scan);
  if (!strcmp(key, "command"))
    return lcm_scan_string(scan, &result->command);
  if (!strcmp(key, "mean"))
    return lcm_scan_number(scan, &result->mean);
  if (!strcmp(key, "times") && c == '[')
    return lcm_scan_array(scan, read_time, result);
  if (!strcmp(key, "exit_codes") && c == '[')
    return lcm_scan_array(scan, read_status, result);
  if (!strcmp(key, "parameters") && c == '{')
    return lcm_scan_object(scan, read_parameter, result);
  return lcm_scan_skip(scan);
}

/* Read a result into the document "user". */
static bool read_result(struct lcm_scan *scan, const char *key, void *user) {
  struct hyperfine *all = user;
  struct result *result = LCM_NEW(arena_of(scan), struct result);
  (void)key;
  (void)lcm_scan_peek(scan);
  result->at = lcm_scan_place(scan, scan->at);
  result->mean = NAN;
  LCM_LIST_ADD(arena_of(scan), &all->results, result);
  return lcm_scan_object(scan, read_member, result);
}

/* Read the member "key" of the document "user". */
static bool read_document(struct lcm_scan *scan, const char *key, void *user) {
  return strcmp(key, "results") ? lcm_scan_skip(scan)
                                : lcm_scan_array(scan, read_result, user);
}

/* Return whether there are several results, and none has parameters. */
static bool is_plain(const struct hyperfine *all) {
  bool plain = all->results.n > 1;
  for (size_t i = 0; i < all->results.n; i++)
    plain = plain && !all->results.at[i]->params.n &&
            !all->results.at[i]->words.len;
  return plain;
}

/* Return the fragment that "result" of "all" is of. */
static const char *fragment_of(const struct hyperfine *all,
                               struct result *result) {
  const char *words = result->words.text ? result->words.text : "";
  return lcm_intern(all->reading->ctx,
                    all->plain && result->command ? result->command : words);
}

/* Add the run number "i" of "result", of fragment "one", which took
 * "elapsed". */
static void add_run(const struct hyperfine *all, const struct result *result,
                    lcm_measurement one, size_t i) {
  if (!(one.elapsed >= 0) || !isfinite(one.elapsed)) {
    lcm_report(all->reading->ctx, LCM_DIAG_MEASUREMENT, result->at,
               "the time of run %zu is negative or no number; the record is "
               "left out",
               i + 1);
    return;
  }
  one.repetition = (double)i;
  if (i < result->failed.n && result->failed.at[i])
    one.flags = lcm_intern(all->reading->ctx, "failed");
  lcm_measured_add(all->reading, one);
}

/* Add the runs of "result". */
static void add_runs(const struct hyperfine *all, struct result *result) {
  lcm_measurement one = lcm_measured_nothing(all->reading, result->at.line);
  one.fragment = fragment_of(all, result);
  one.params = result->params.at;
  one.n_params = result->params.n;
  for (size_t i = 0; i < result->times.n; i++) {
    one.elapsed = result->times.at[i];
    add_run(all, result, one, i);
  }
  one.elapsed = result->mean;
  if (!result->times.n)
    add_run(all, result, one, 0);
  lcm_buf_free(&result->words);
}

void lcm_measured_read_hyperfine(struct lcm_reading *reading,
                                 struct lcm_measured_text text) {
  struct hyperfine all = {.reading = reading};
  struct lcm_scan scan =
      lcm_scan_whole(reading->ctx, reading->file, text.text, text.len);
  (void)lcm_scan_object(&scan, read_document, &all);
  all.plain = is_plain(&all);
  for (size_t i = 0; i < all.results.n; i++)
    add_runs(&all, all.results.at[i]);
}
