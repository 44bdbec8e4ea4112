/* Reading JSON Lines: lcm-measurement/1, and those of Extra-P. */
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "model/measurement/gather.h"
#include "model/measurement/lines.h"
#include "model/measurement/measurement.h"
#include "model/measurement/scan.h"
#include "model/structure/structure.h"

/* A record of a line being read. */
struct line {
  /* where the values of a line of Extra-P go */
  struct lcm_gathering *gathering;
  lcm_measurement one;
  /* params, categories: as far as they were read */
  LCM_LIST(lcm_binding) params;
  LCM_LIST(lcm_binding) categories;
  lcm_map known; /* names of params, interned, where they are many */
  /* values, metric: of a line of Extra-P; start: where these begin */
  LCM_LIST(double) values;
  const char *metric;
  bool is_ours; /* is_ours, is_value: what the line has: categories, a value */
  bool is_value;
};

static lcm_arena *arena_of(const struct lcm_scan *scan) {
  return lcm_ctx_arena(scan->ctx);
}

/* Return whether the param "key" has a value in "line"; it is to get one. */
static bool is_second(const struct lcm_scan *scan, struct line *line,
                      const char *key) {
  enum { FEW = 32 };
  size_t i = line->known.n;
  const size_t n = line->params.n;
  if (n < FEW)
    return !isnan(lcm_measured(line->params.at, n, key));
  for (; i < n; i++)
    lcm_map_put(arena_of(scan), &line->known,
                lcm_intern(scan->ctx, line->params.at[i].name), i);
  return lcm_map_get(&line->known, lcm_intern(scan->ctx, key), &i);
}

/* Read the value of param "key" into the line "user". */
static bool read_param(struct lcm_scan *scan, const char *key, void *user) {
  struct line *line = user;
  double value = NAN;
  const char c = lcm_scan_peek(scan);
  const char *at = scan->at;
  if (c == '"' || c == '{' || c == '[' || c == 't' || c == 'f')
    return lcm_scan_refuse(scan, at, "the value of %s is no number", key);
  if (!lcm_scan_number(scan, &value))
    return false;
  if (!isfinite(value))
    return lcm_scan_refuse(scan, at, "the value of %s is not finite", key);
  if (is_second(scan, line, key))
    return lcm_scan_refuse(scan, at, "a second value of %s", key);
  LCM_LIST_ADD(arena_of(scan), &line->params, ((lcm_binding){key, value}));
  return true;
}

/* Read a value that "what" is in the messages into "*out": finite, and not
 * negative unless "signed_too". */
static bool read_amount(struct lcm_scan *scan, const char *what, double *out,
                        bool signed_too) {
  lcm_scan_peek(scan);
  const char *at = scan->at;
  if (!lcm_scan_number(scan, out))
    return false;
  if (!isfinite(*out))
    return lcm_scan_refuse(scan, at, "%s is %s", what,
                           isnan(*out) ? "not a number" : "infinite");
  if (*out < 0 && !signed_too)
    return lcm_scan_refuse(scan, at, "%s is negative: %.6g", what, *out);
  return true;
}

/* Read category "key" into the line "user". */
static bool read_category(struct lcm_scan *scan, const char *key, void *user) {
  struct line *line = user;
  double value = 0;
  lcm_scan_peek(scan);
  const char *at = scan->at;
  if (!read_amount(scan, key, &value, !lcm_measured_is_time(key)))
    return false;
  if (!isnan(lcm_measured(line->categories.at, line->categories.n, key)))
    return lcm_scan_refuse(scan, at, "a second value of %s", key);
  LCM_LIST_ADD(arena_of(scan), &line->categories, ((lcm_binding){key, value}));
  return true;
}

/* Read a flag into the line "user". */
static bool read_flag(struct lcm_scan *scan, const char *key, void *user) {
  struct line *line = user;
  const char *flag = NULL;
  (void)key;
  if (!lcm_scan_string(scan, &flag))
    return false;
  line->one.flags =
      line->one.flags ? LCM_INTERN_JOINED(scan->ctx, line->one.flags, " ", flag)
                      : flag;
  return true;
}

/* Read a value of Extra-P into the line "user". */
static bool read_value(struct lcm_scan *scan, const char *key, void *user) {
  struct line *line = user;
  double value = 0;
  (void)key;
  if (!read_amount(scan, "the value", &value, false))
    return false;
  LCM_LIST_ADD(arena_of(scan), &line->values, value);
  return true;
}

/* Read the name of the schema, which must be ours. */
static bool read_schema(struct lcm_scan *scan) {
  const char *name = NULL;
  lcm_scan_peek(scan);
  const char *at = scan->at;
  if (!lcm_scan_string(scan, &name))
    return false;
  if (strcmp(name, "lcm-measurement/1") != 0)
    return lcm_scan_refuse(scan, at, "schema '%s' is not lcm-measurement/1",
                           name);
  return true;
}

/* Where the member "key" of a record goes: a text, or a number. */
struct field {
  const char **text;
  double *number;
};

/* Return where member "key" of "line" goes. */
static struct field field_of(struct line *line, const char *key) {
  lcm_measurement *one = &line->one;
  const struct {
    const char *key;
    struct field field;
  } fields[] = {
      {"fragment", {&one->fragment, NULL}},
      {"callpath", {&one->fragment, NULL}},
      {"metric", {&line->metric, NULL}},
      {"place", {&one->place, NULL}},
      {"label", {&one->label, NULL}},
      {"machine", {&one->machine, NULL}},
      {"affinity", {&one->affinity, NULL}},
      {"program", {&one->program, NULL}},
      {"date", {&one->date, NULL}},
      {"elapsed", {NULL, &one->elapsed}},
      {"processors", {NULL, &one->processors}},
      {"visits", {NULL, &one->visits}},
      {"iterations", {NULL, &one->iterations}},
      {"repetition", {NULL, &one->repetition}},
  };
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (!strcmp(key, fields[i].key))
      return fields[i].field;
  return (struct field){NULL, NULL};
}

/* Read the member "key" of the record "user"; null stands for nothing. */
static bool read_member(struct lcm_scan *scan, const char *key, void *user) {
  struct line *line = user;
  const struct field field = field_of(line, key);
  const bool none = lcm_scan_peek(scan) == 'n';
  if (!strcmp(key, "schema"))
    return read_schema(scan);
  if (!strcmp(key, "params"))
    return lcm_scan_object(scan, read_param, line);
  if (!strcmp(key, "categories")) {
    line->is_ours = true;
    return lcm_scan_object(scan, read_category, line);
  }
  if (!strcmp(key, "value")) {
    line->is_value = true;
    return lcm_scan_peek(scan) == '[' ? lcm_scan_array(scan, read_value, line)
                                      : read_value(scan, NULL, line);
  }
  if (!strcmp(key, "flags") && lcm_scan_peek(scan) == '[')
    return lcm_scan_array(scan, read_flag, line);
  if (!strcmp(key, "flags") && lcm_scan_peek(scan) == '"')
    return read_flag(scan, key, line);
  if (!strcmp(key, "foreign")) {
    line->one.foreign = lcm_scan_peek(scan) == 't';
    return lcm_scan_skip(scan);
  }
  if (!none && field.text)
    return lcm_scan_string(scan, field.text);
  if (!none && field.number)
    return read_amount(scan, key, field.number, false);
  return lcm_scan_skip(scan);
}

/* Keep the values of the line of Extra-P "line". */
static void keep_values(struct line *line) {
  struct lcm_value value = {
      line->one.fragment, line->params.at, line->params.n, line->metric, 0,
      line->one.line};
  for (size_t i = 0; i < line->values.n; i++) {
    value.value = line->values.at[i];
    lcm_gather(line->gathering, &value);
  }
}

/* Keep what was read as "line", from "scan" which began at "start". */
static void keep(struct line *line, struct lcm_scan *scan, const char *start) {
  struct lcm_reading *reading = line->gathering->reading;
  lcm_measurement *one = &line->one;
  if (line->is_value) {
    keep_values(line);
    return;
  }
  if (!line->is_ours) {
    (void)lcm_scan_refuse(scan, start, "a record without categories");
    return;
  }
  one->params = line->params.at;
  one->n_params = line->params.n;
  one->categories = line->categories.at;
  one->n_categories = line->categories.n;
  lcm_measured_add(reading, *one);
  if (!*one->fragment)
    lcm_measured_check_sum(reading, &reading->all.at[reading->all.n - 1]);
}

/* Read the record that "scan" has as its text. */
static void read_record(struct lcm_gathering *gathering,
                        struct lcm_scan *scan) {
  struct line line = {.gathering = gathering,
                      .one =
                          lcm_measured_nothing(gathering->reading, scan->line),
                      .metric = "<default>"};
  if (!lcm_scan_peek(scan) && scan->at == scan->end)
    return;
  line.metric = lcm_intern(scan->ctx, line.metric);
  const char *start = scan->at;
  if (!lcm_scan_object(scan, read_member, &line))
    return;
  if (lcm_scan_peek(scan) || scan->at != scan->end) {
    (void)lcm_scan_fail(scan, scan->at, "expected the end of the line");
    return;
  }
  keep(&line, scan, start);
}

void lcm_measured_read_lines(struct lcm_reading *reading,
                             struct lcm_measured_text text) {
  struct lcm_gathering gathering = {.reading = reading};
  const char *end = text.text + text.len;
  unsigned number = 1;
  while (end > text.text && !end[-1])
    end--;
  for (const char *at = text.text; at < end; number++) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline ? newline : end;
    struct lcm_scan scan = {.ctx = reading->ctx,
                            .file = reading->file,
                            .at = at,
                            .end = stop,
                            .line_at = at,
                            .line = number,
                            .last = !newline};
    read_record(&gathering, &scan);
    at = newline ? newline + 1 : end;
  }
}
