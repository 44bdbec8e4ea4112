/* Reading lines of name=value pairs (Crovella 1994). */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/measurement/gather.h"
#include "model/measurement/measurement.h"
#include "model/measurement/pp.h"
#include "model/measurement/scan.h"
#include "model/structure/structure.h"

/* A line of name=value pairs being read. */
struct pairs {
  struct lcm_scan scan;
  lcm_measurement one;
  LCM_LIST(lcm_binding) params;
  LCM_LIST(lcm_binding) categories;
  bool tagged;
};

/* A pair: its name and the text of its value, and where that is. */
struct pair {
  const char *name;
  const char *text;
  const char *at;
};

/* Return whether "name" is a category where that is not said. */
static bool is_category(const char *name) {
  return lcm_metric_is_time(name) && strcmp(name, "time") != 0 &&
         strcmp(name, "elapsed") != 0;
}

/* Return whether the next byte of "scan" is a blank, or there is none. */
static bool at_blank(const struct lcm_scan *scan) {
  return scan->at == scan->end || strchr(" \t\r", *scan->at);
}

/* Read the text of a value: up to a blank, or in quotes. */
static bool read_text(struct lcm_scan *scan, const char **out) {
  const char *start = scan->at;
  if (scan->at < scan->end && *scan->at == '"')
    return lcm_scan_string(scan, out);
  while (!at_blank(scan))
    scan->at++;
  *out = lcm_measured_name(scan->ctx, start, (size_t)(scan->at - start));
  return true;
}

/* Read the next pair. */
static bool read_pair(struct lcm_scan *scan, struct pair *pair) {
  const char *start = scan->at;
  while (!at_blank(scan) && *scan->at != '=')
    scan->at++;
  if (scan->at == scan->end || *scan->at != '=' || scan->at == start)
    return lcm_scan_fail(scan, scan->at == start ? start : scan->at,
                         "expected NAME=VALUE");
  pair->name = lcm_measured_name(scan->ctx, start, (size_t)(scan->at - start));
  pair->at = ++scan->at;
  if (at_blank(scan))
    return lcm_scan_fail(scan, scan->at, "%s has no value", pair->name);
  return read_text(scan, &pair->text);
}

/* Return the value of "pair" among words, or NULL: it is a number. */
static const char **word_of(struct pairs *line, const struct pair *pair) {
  lcm_measurement *one = &line->one;
  return !strcmp(pair->name, "tag")        ? &one->fragment
         : !strcmp(pair->name, "place")    ? &one->place
         : !strcmp(pair->name, "label")    ? &one->label
         : !strcmp(pair->name, "machine")  ? &one->machine
         : !strcmp(pair->name, "affinity") ? &one->affinity
         : !strcmp(pair->name, "program")  ? &one->program
         : !strcmp(pair->name, "date")     ? &one->date
         : !strcmp(pair->name, "flags")    ? &one->flags
                                           : NULL;
}

/* Return where the number of "pair" goes that is no param and no category, or
 * NULL. */
static double *field_of(struct pairs *line, const struct pair *pair) {
  lcm_measurement *one = &line->one;
  return !strcmp(pair->name, "elapsed")      ? &one->elapsed
         : !strcmp(pair->name, "processors") ? &one->processors
         : !strcmp(pair->name, "visits")     ? &one->visits
         : !strcmp(pair->name, "iterations") ? &one->iterations
         : !strcmp(pair->name, "repetition") ? &one->repetition
                                             : NULL;
}

/* Put the number of "pair" into "*out". */
static bool number_of(struct pairs *line, const struct pair *pair,
                      double *out) {
  const char *end = NULL;
  *out = lcm_strtod(pair->text, &end);
  const char *words[] = {"nan", "-nan", "NaN", "inf", "-inf", "Infinity"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(pair->text, words[i]))
      return lcm_scan_refuse(&line->scan, pair->at, "%s is %s", pair->name,
                             words[i]);
  if (*end || end == pair->text)
    return lcm_scan_refuse(&line->scan, pair->at,
                           "the value of %s is no number: '%s'", pair->name,
                           pair->text);
  if (!isfinite(*out))
    return lcm_scan_refuse(&line->scan, pair->at, "%s is not finite",
                           pair->name);
  return true;
}

/* Keep the number of "pair" where it belongs. */
static bool keep_number(struct pairs *line, const struct pair *pair) {
  const bool users = pair->name[0] == '+' && pair->name[1];
  const bool category = users || is_category(pair->name);
  double *field = field_of(line, pair);
  lcm_arena *arena = lcm_ctx_arena(line->scan.ctx);
  double value = 0;
  if (!number_of(line, pair, &value))
    return false;
  const lcm_binding binding = {
      users ? lcm_intern(line->scan.ctx, pair->name + 1) : pair->name, value};
  if (value < 0 && (field || (category && lcm_measured_is_time(binding.name))))
    return lcm_scan_refuse(&line->scan, pair->at, "%s is negative: %s",
                           pair->name, pair->text);
  if (!isnan(category
                 ? lcm_measured(line->categories.at, line->categories.n,
                                binding.name)
                 : lcm_measured(line->params.at, line->params.n, binding.name)))
    return lcm_scan_refuse(&line->scan, pair->at, "a second value of %s",
                           binding.name);
  if (field)
    *field = value;
  else if (category)
    LCM_LIST_ADD(arena, &line->categories, binding);
  else
    LCM_LIST_ADD(arena, &line->params, binding);
  return true;
}

/* Skip blanks of the line. */
static void skip_blanks(struct lcm_scan *scan) {
  while (scan->at < scan->end && at_blank(scan))
    scan->at++;
}

/* Read the pairs of "line"; false where one makes no sense. */
static bool read_pairs(struct pairs *line) {
  struct pair pair = {NULL, NULL, NULL};
  for (skip_blanks(&line->scan); line->scan.at < line->scan.end;
       skip_blanks(&line->scan)) {
    if (!read_pair(&line->scan, &pair))
      return false;
    const char **word = word_of(line, &pair);
    line->tagged = line->tagged || word;
    if (word)
      *word = pair.text;
    else if (!keep_number(line, &pair))
      return false;
  }
  return true;
}

/* Fill in what the categories of "one" say: of the whole run the elapsed time.
 */
static void derive(lcm_measurement *one) {
  const double tt = lcm_measured(one->categories, one->n_categories, "tt");
  if (isnan(one->elapsed) && !*one->fragment && one->processors > 0)
    one->elapsed = tt / one->processors;
}

/* Return whether "line" goes on with "before", as a record that was printed on
 * two lines: categories alone, of which "before" has none, nor a total. */
static bool is_rest(const struct pairs *line, const lcm_measurement *before) {
  if (!before || before->line + 1 != line->scan.line || line->params.n ||
      line->tagged ||
      !isnan(lcm_measured(before->categories, before->n_categories, "tt")))
    return false;
  for (size_t i = 0; i < line->categories.n; i++)
    if (!isnan(lcm_measured(before->categories, before->n_categories,
                            line->categories.at[i].name)))
      return false;
  return line->categories.n > 0;
}

/* Append the categories of "line" to "one". */
static void join(lcm_ctx *ctx, lcm_measurement *one, const struct pairs *line) {
  LCM_LIST(lcm_binding) all = {0};
  for (size_t i = 0; i < one->n_categories; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, one->categories[i]);
  for (size_t i = 0; i < line->categories.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, line->categories.at[i]);
  one->categories = all.at;
  one->n_categories = all.n;
}

/* Return whether the last line, which no newline ends, lacks categories that
 * the record "before" has. */
static bool is_short(const struct pairs *line, const lcm_measurement *before) {
  return line->scan.last && before && line->categories.n < before->n_categories;
}

/* Keep what was read as "line". */
static void keep(struct lcm_reading *reading, struct pairs *line) {
  lcm_measurement *one = &line->one;
  lcm_measurement *before =
      reading->all.n ? &reading->all.at[reading->all.n - 1] : NULL;
  if (is_rest(line, before)) {
    join(reading->ctx, before, line);
    return;
  }
  if (is_short(line, before)) {
    (void)lcm_scan_fail(&line->scan, line->scan.end, "cut short");
    return;
  }
  one->params = line->params.at;
  one->n_params = line->params.n;
  one->categories = line->categories.at;
  one->n_categories = line->categories.n;
  if (!line->categories.n)
    lcm_report(reading->ctx, LCM_DIAG_MEASUREMENT,
               (lcm_loc){reading->file, one->line, 1, 0, 0},
               "a record without categories; the record is left out");
  else
    lcm_measured_add(reading, *one);
}

void lcm_measured_read_pp(struct lcm_reading *reading,
                          struct lcm_measured_text text) {
  const char *end = text.text + text.len;
  unsigned number = 1;
  for (const char *at = text.text; at < end; number++) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    struct pairs line = {.scan = {.ctx = reading->ctx,
                                  .file = reading->file,
                                  .at = at,
                                  .end = newline ? newline : end,
                                  .line_at = at,
                                  .line = number,
                                  .last = !newline},
                         .one = lcm_measured_nothing(reading, number)};
    skip_blanks(&line.scan);
    if (line.scan.at < line.scan.end && *line.scan.at != '#' &&
        read_pairs(&line))
      keep(reading, &line);
    at = newline ? newline + 1 : end;
  }
  for (size_t i = 0; i < reading->all.n; i++) {
    derive(&reading->all.at[i]);
    lcm_measured_check_sum(reading, &reading->all.at[i]);
  }
}

bool lcm_measured_is_pp(const struct lcm_measured_look *look) {
  const struct lcm_measured_text *head = &look->head;
  size_t n = 0;
  while (n < head->len && (head->text[n] == '_' || head->text[n] == '+' ||
                           isalnum((unsigned char)head->text[n])))
    n++;
  return n && n < head->len && head->text[n] == '=';
}
