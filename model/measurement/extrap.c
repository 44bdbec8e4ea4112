/* Reading the text format of Extra-P. */
#include <math.h>
#include <string.h>

#include "model/measurement/extrap.h"
#include "model/measurement/gather.h"
#include "model/measurement/scan.h"

/* A text of Extra-P being read. */
struct extrap {
  struct lcm_reading *reading;
  struct lcm_gathering gathering;
  struct lcm_scan scan;
  LCM_LIST(const char *) params; /* in the order of the text */
  LCM_LIST(double) points;       /* the values of the params, point by point */
  const char *fragment;          /* fragment, metric: of the next DATA line */
  const char *metric;
  size_t next;   /* the point of the next DATA line */
  size_t values; /* how many values the last DATA line had */
};

/* Skip blanks of the line; return whether more follows. */
static bool more(struct lcm_scan *scan) {
  while (scan->at < scan->end && *scan->at && strchr(" \t\r", *scan->at))
    scan->at++;
  return scan->at < scan->end;
}

/* Return the next word of the line, interned. */
static const char *next_word(struct lcm_scan *scan) {
  const char *start = scan->at;
  while (scan->at < scan->end && (!*scan->at || !strchr(" \t\r", *scan->at)))
    scan->at++;
  return lcm_measured_name(scan->ctx, start, (size_t)(scan->at - start));
}

/* Return the rest of the line, interned, runs of blanks being one. */
static const char *rest(struct lcm_scan *scan) {
  lcm_buf buf = {0};
  while (more(scan)) {
    if (buf.len)
      lcm_buf_putc(&buf, ' ');
    lcm_buf_puts(&buf, next_word(scan));
  }
  const char *text = lcm_intern_n(scan->ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return text;
}

/* Return how many points there are. */
static size_t points_of(const struct extrap *all) {
  return all->params.n ? all->points.n / all->params.n : 0;
}

/* Report what there are too few of before the region or metric changes. */
static void end_series(struct extrap *all) {
  if (all->next && all->next < points_of(all))
    lcm_report(all->reading->ctx,
               all->scan.last ? LCM_DIAG_CUT : LCM_DIAG_MEASUREMENT,
               lcm_scan_place(&all->scan, all->scan.line_at),
               "%s of %s has %zu DATA lines for %zu points", all->metric,
               all->fragment, all->next, points_of(all));
  all->next = 0;
}

/* Read the names of params. */
static bool read_parameters(struct extrap *all) {
  while (more(&all->scan)) {
    const char *at = all->scan.at;
    const char *name = next_word(&all->scan);
    for (size_t i = 0; i < all->params.n; i++)
      if (all->params.at[i] == name)
        return lcm_scan_refuse(&all->scan, at, "a second parameter %s", name);
    LCM_LIST_ADD(lcm_ctx_arena(all->reading->ctx), &all->params, name);
  }
  return true;
}

/* Skip the parenthesis that comes next, "*depth" and what the point has being
 * counted. */
static bool parenthesis(struct extrap *all, int *depth, size_t begun) {
  const char *at = all->scan.at++;
  *depth += *at == '(' ? 1 : -1;
  if (*depth < 0)
    return lcm_scan_fail(&all->scan, at, "a ')' without its '('");
  if (!*depth && all->points.n - begun != all->params.n)
    return lcm_scan_refuse(&all->scan, at,
                           "a point of %zu coordinates for %zu parameters",
                           all->points.n - begun, all->params.n);
  return true;
}

/* Read the next number, which may have a sign, into "*value". */
static bool read_number(struct lcm_scan *scan, double *value) {
  const bool sign =
      scan->end - scan->at > 1 && *scan->at == '+' &&
      ((scan->at[1] >= '0' && scan->at[1] <= '9') || scan->at[1] == '.');
  scan->at += sign;
  return lcm_scan_number(scan, value);
}

/* Read points: numbers, those of one point in parentheses where there are
 * several parameters. */
static bool read_points(struct extrap *all) {
  struct lcm_scan *scan = &all->scan;
  size_t begun = all->points.n;
  int depth = 0;
  if (!all->params.n)
    return lcm_scan_refuse(scan, scan->at, "POINTS before any PARAMETER");
  while (more(scan)) {
    double value = 0;
    if (*scan->at == '(' || *scan->at == ')') {
      if (!depth)
        begun = all->points.n;
      if (!parenthesis(all, &depth, begun))
        return false;
      continue;
    }
    const char *at = scan->at;
    if (!read_number(scan, &value))
      return false;
    if (!isfinite(value))
      return lcm_scan_refuse(scan, at, "a coordinate that is not finite");
    if (!depth && all->params.n > 1)
      return lcm_scan_refuse(scan, at, "a coordinate outside parentheses");
    LCM_LIST_ADD(lcm_ctx_arena(all->reading->ctx), &all->points, value);
  }
  return !depth || lcm_scan_fail(scan, scan->end, "expected ')'");
}

/* Read the values of the next point. */
static bool read_data(struct extrap *all) {
  struct lcm_scan *scan = &all->scan;
  const size_t n = all->params.n;
  const size_t point = all->next++;
  LCM_LIST(double) values = {0};
  if (point >= points_of(all))
    return lcm_scan_refuse(scan, scan->line_at,
                           "more DATA lines than the %zu points",
                           points_of(all));
  while (more(scan)) {
    double value = 0;
    const char *at = scan->at;
    if (!read_number(scan, &value))
      return false;
    if (!isfinite(value) || (value < 0 && lcm_measured_is_time(all->metric)))
      return lcm_scan_refuse(scan, at,
                             value < 0 ? "the value is negative: %.6g"
                                       : "the value is no number: %.6g",
                             value);
    LCM_LIST_ADD(lcm_ctx_arena(scan->ctx), &values, value);
  }
  if (!values.n || (scan->last && values.n < all->values))
    return lcm_scan_fail(scan, scan->end, "DATA without values");
  lcm_binding *params = LCM_NEW_ARRAY(lcm_ctx_arena(scan->ctx), lcm_binding, n);
  for (size_t i = 0; i < n; i++)
    params[i] = (lcm_binding){all->params.at[i], all->points.at[point * n + i]};
  struct lcm_value value = {all->fragment, params, n,
                            all->metric,   0,      scan->line};
  for (size_t i = 0; i < values.n; i++) {
    value.value = values.at[i];
    lcm_gather(&all->gathering, &value);
  }
  all->values = values.n;
  return true;
}

/* Read a line. */
static bool read_line(struct extrap *all) {
  struct lcm_scan *scan = &all->scan;
  if (!more(scan) || *scan->at == '#')
    return true;
  const char *at = scan->at;
  const char *word = next_word(scan);
  more(scan);
  if (!strcmp(word, "PARAMETER"))
    return read_parameters(all);
  if (!strcmp(word, "POINTS"))
    return read_points(all);
  if (!strcmp(word, "DATA"))
    return read_data(all);
  if (!strcmp(word, "EXPERIMENT"))
    return true;
  const bool region = !strcmp(word, "REGION");
  if (!region && strcmp(word, "METRIC") != 0)
    return lcm_scan_fail(scan, at,
                         "expected PARAMETER, POINTS, METRIC, REGION or DATA");
  end_series(all);
  *(region ? &all->fragment : &all->metric) = rest(scan);
  return true;
}

void lcm_measured_read_extrap(struct lcm_reading *reading,
                              struct lcm_measured_text text) {
  struct extrap all = {.reading = reading,
                       .gathering = {.reading = reading},
                       .fragment = lcm_intern(reading->ctx, "<root>"),
                       .metric = lcm_intern(reading->ctx, "<default>")};
  const char *end = text.text + text.len;
  unsigned number = 1;
  for (const char *at = text.text; at < end; number++) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    all.scan = (struct lcm_scan){.ctx = reading->ctx,
                                 .file = reading->file,
                                 .at = at,
                                 .end = newline ? newline : end,
                                 .line_at = at,
                                 .line = number,
                                 .last = !newline};
    (void)read_line(&all);
    at = newline ? newline + 1 : end;
  }
  end_series(&all);
}

bool lcm_measured_is_extrap(const struct lcm_measured_look *look) {
  static const char *const WORDS[] = {"PARAMETER", "POINTS", "METRIC",
                                      "REGION",    "DATA",   "EXPERIMENT"};
  const char *at = look->head.text;
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    const size_t n = strlen(WORDS[i]);
    if (look->head.len > n && !memcmp(at, WORDS[i], n) &&
        (at[n] == ' ' || at[n] == '\t'))
      return true;
  }
  return false;
}
