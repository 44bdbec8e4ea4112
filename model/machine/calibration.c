/* Measurements of a machine, collected to make its description.  Writes the
 * calibration of a machine as JSON: levels of memory, costs. */
#include "model/machine/calibration.h"

#include <math.h>
#include <string.h>

#include "base/json_parse.h"
#include "base/json_print.h"
#include "model/machine/calibration_internal.h"
#include "model/machine/estimate.h"

/* Return "value" with "digits" digits. */
static lcm_json *rounded(double value, int digits) {
  lcm_buf buf = {0};
  lcm_buf_short(&buf, value, digits);
  const char *end = NULL;
  lcm_json *out = lcm_json_real(buf.text ? lcm_strtod(buf.text, &end) : value);
  lcm_buf_free(&buf);
  return out;
}

/* Return the levels of "machine". */
static lcm_json *levels_json(const lcm_calibrated_machine *machine) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_calibrated_level *level = &machine->levels[i];
    lcm_json *json = lcm_json_object();
    lcm_json *bandwidth = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(level->name));
    if (level->size > 0) {
      LCM_JSON_PUT(json, {"size", LCM_JSON(level->size)},
                   {"shared_by", LCM_JSON(level->shared_by)});
    }
    lcm_json_set(bandwidth, "core", rounded(level->core.value, 4));
    if (level->socket.value > 0)
      lcm_json_set(bandwidth, "socket", rounded(level->socket.value, 4));
    lcm_json_set(json, "bandwidth", bandwidth);
    if (level->latency.value > 0)
      lcm_json_set(json, "latency", rounded(level->latency.value, 4));
    if (level->gather.value > 0)
      lcm_json_set(json, "gather", rounded(level->gather.value, 4));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return whether "text" is a number alone, which goes into "*value". */
static bool is_number(double *value, const char *text) {
  const char *end = NULL;
  *value = lcm_strtod(text, &end);
  return end != text && !*end;
}

/* Return the costs of "machine". */
static lcm_json *costs_json(const lcm_calibration *calibration,
                            const lcm_calibrated_machine *machine) {
  lcm_json *costs = lcm_json_object();
  for (size_t i = 0; i < machine->n_costs; i++) {
    const struct lcm_calibrated *cost = &machine->costs[i];
    double value = 0;
    if (!cost->tiny)
      lcm_json_set(costs, cost->name,
                   is_number(&value, cost->text) ? lcm_json_real(value)
                                                 : lcm_json_string(cost->text));
  }
  const double eager = lcm_calibration_number(calibration, "eager", -1);
  if (eager >= 0)
    lcm_json_set(costs, "eager", lcm_json_real(eager));
  return costs;
}

/* Put the error "of" what is measured of "level" into "errors". */
static void put_rate(lcm_json *errors, lcm_ctx *ctx, const char *level,
                     const char *what, const struct lcm_estimate *of) {
  if (of->value > 0)
    lcm_json_set(errors, LCM_INTERN_JOINED(ctx, level, ".", what),
                 rounded(of->half / of->value, 2));
}

/* Return the errors of what is in "machine", as shares. */
static lcm_json *errors_json(lcm_ctx *ctx,
                             const lcm_calibrated_machine *machine) {
  lcm_json *errors = lcm_json_object();
  for (size_t i = 0; i < machine->n_levels; i++) {
    const struct lcm_calibrated_level *level = &machine->levels[i];
    put_rate(errors, ctx, level->name, "bandwidth", &level->core);
    put_rate(errors, ctx, level->name, "socket", &level->socket);
    put_rate(errors, ctx, level->name, "latency", &level->latency);
    put_rate(errors, ctx, level->name, "gather", &level->gather);
  }
  for (size_t i = 0; i < machine->n_costs; i++)
    if (!machine->costs[i].tiny)
      lcm_json_set(errors, machine->costs[i].name,
                   rounded(machine->costs[i].error, 2));
  return errors;
}

/* Return the facts and measurements of "calibration". */
static lcm_json *evidence_json(lcm_calibration *calibration) {
  lcm_json *facts = lcm_json_object();
  lcm_json *points = lcm_json_array();
  size_t n = 0;
  const struct lcm_calibration_point *all =
      lcm_calibration_points(&n, calibration);
  for (size_t i = 0; i < calibration->facts.n; i++)
    lcm_json_set(facts, calibration->facts.at[i].name,
                 lcm_json_string(calibration->facts.at[i].value));
  for (size_t i = 0; i < n; i++) {
    lcm_json *point = LCM_JSON_NEW(
        {"what", LCM_JSON(all[i].what)}, {"p", LCM_JSON(all[i].p)},
        {"m", LCM_JSON(all[i].m)}, {"value", rounded(all[i].is.value, 6)},
        {"half", rounded(all[i].is.half, 3)},
        {"samples", LCM_JSON(all[i].is.n)});
    if (all[i].is.noisy)
      lcm_json_set(point, "noisy", lcm_json_bool(true));
    lcm_json_add(points, point);
  }
  return LCM_JSON_NEW({"facts", facts}, {"points", points});
}

/* Put the fact "name" into "document" as the number "key", if it is known. */
static void put_number(lcm_json *document, const lcm_calibration *calibration,
                       const char *key, const char *name) {
  const double value = lcm_calibration_number(calibration, name, -1);
  if (value >= 0)
    lcm_json_set(document, key, lcm_json_real(value));
}

/* Put the fact "key" into "document", if it is known. */
static void put_text(lcm_json *document, const lcm_calibration *calibration,
                     const char *key) {
  const char *text = lcm_calibration_fact(calibration, key);
  if (text)
    lcm_json_set(document, key, lcm_json_string(text));
}

LCM_GIVE char *lcm_calibration_to_json(lcm_calibration *calibration,
                                       const lcm_calibrated_machine *machine) {
  lcm_json *document = lcm_json_object();
  lcm_json_set(document, "schema", lcm_json_string("lcm-machine/1"));
  put_text(document, calibration, "name");
  put_number(document, calibration, "processors", "processors");
  put_number(document, calibration, "sockets", "sockets");
  put_number(document, calibration, "ranks_per_node", "ranks_per_node");
  put_text(document, calibration, "runtime");
  if (machine->tlb > 0)
    lcm_json_set(document, "tlb", lcm_json_real(machine->tlb));
  if (machine->clock > 0)
    lcm_json_set(document, "clock", lcm_json_real(machine->clock));
  if (machine->n_levels)
    lcm_json_set(document, "levels", levels_json(machine));
  LCM_JSON_PUT(document, {"costs", costs_json(calibration, machine)},
               {"errors", errors_json(calibration->ctx, machine)},
               {"calibration", evidence_json(calibration)});
  return lcm_json_print(document);
}

lcm_calibration *lcm_calibration_new(lcm_ctx *ctx) {
  lcm_calibration *out = LCM_NEW(lcm_ctx_arena(ctx), lcm_calibration);
  out->ctx = ctx;
  return out;
}

const char *lcm_calibration_fact(const lcm_calibration *calibration,
                                 const char *name) {
  for (size_t i = calibration->facts.n; i-- > 0;)
    if (!strcmp(calibration->facts.at[i].name, name))
      return calibration->facts.at[i].value;
  return NULL;
}

double lcm_calibration_number(const lcm_calibration *calibration,
                              const char *name, double otherwise) {
  const char *text = lcm_calibration_fact(calibration, name);
  const char *end = NULL;
  const double value = text ? lcm_strtod(text, &end) : otherwise;
  return text && end == text ? otherwise : value;
}

/* Return the quantity "what" at "p" and "m", made where there is none. */
static struct lcm_quantity *find(lcm_calibration *calibration, const char *what,
                                 double p, double m) {
  for (size_t i = 0; i < calibration->quantities.n; i++) {
    struct lcm_quantity *one = &calibration->quantities.at[i];
    if (one->point.what == what && one->point.p == p && one->point.m == m)
      return one;
  }
  const struct lcm_quantity made = {.point = {what, p, m, {0, 0, 0, false}}};
  LCM_LIST_ADD(lcm_ctx_arena(calibration->ctx), &calibration->quantities, made);
  return &calibration->quantities.at[calibration->quantities.n - 1];
}

/* A text of samples being read. */
struct reading {
  lcm_calibration *calibration;
  const char *file;
  unsigned line;
  bool ended;
};

/* Report that the line does not hold what it should. */
static lcm_status bad(const struct reading *r, const char *what) {
  const lcm_loc at = {.file = lcm_intern(r->calibration->ctx, r->file),
                      .line = r->line};
  lcm_report(r->calibration->ctx, LCM_DIAG_SYNTAX, at, "%s", what);
  return LCM_EPARSE;
}

/* Keep the fact "NAME VALUE" in the text up to "end". */
static lcm_status read_fact(struct reading *r, const char *at,
                            const char *end) {
  lcm_ctx *ctx = r->calibration->ctx;
  const size_t n = (size_t)(end - at);
  const char *space = memchr(at, ' ', n);
  if (!space || space == at)
    return bad(r, "a fact is 'fact NAME VALUE'");
  const struct lcm_calibration_fact fact = {
      lcm_intern_n(ctx, at, (size_t)(space - at)),
      lcm_intern_n(ctx, space + 1, (size_t)(end - space - 1))};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &r->calibration->facts, fact);
  return LCM_OK;
}

/* Read "NAME p m SECONDS..." up to "end", where a NUL or a newline stands. */
static lcm_status read_samples(struct reading *r, const char *at,
                               const char *end) {
  static const char WHAT[] = "samples are 'NAME p m SECONDS...', no number of "
                             "which is negative";
  lcm_ctx *ctx = r->calibration->ctx;
  const char *space = memchr(at, ' ', (size_t)(end - at));
  const char *name = space ? lcm_intern_n(ctx, at, (size_t)(space - at)) : NULL;
  struct lcm_quantity *into = NULL;
  double before[2] = {0, 0};
  size_t n = 0;
  for (at = space; at && at < end; n++) {
    const char *next = NULL;
    const double value = lcm_strtod(at + 1, &next);
    if (next == at + 1 || next > end || (next < end && *next != ' ') ||
        !isfinite(value) || value < 0)
      return bad(r, WHAT);
    at = next;
    if (n < 2)
      before[n] = value;
    if (n == 1)
      into = find(r->calibration, name, before[0], before[1]);
    if (n > 1)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &into->samples, value);
  }
  return n > 2 ? LCM_OK : bad(r, WHAT);
}

/* Read one line up to "end"; one that begins with '#' says nothing. */
static lcm_status read_line(struct reading *r, const char *at,
                            const char *end) {
  const size_t n = (size_t)(end - at);
  if (!n || *at == '#' || (r->line == 1 && n == 13))
    return LCM_OK;
  if (n == 3 && !memcmp(at, "end", 3)) {
    r->ended = true;
    return LCM_OK;
  }
  return n > 5 && !memcmp(at, "fact ", 5) ? read_fact(r, at + 5, end)
                                          : read_samples(r, at, end);
}

/* Read the samples in the "len" bytes at "text"; the last line counts only
 * where it ends. */
static lcm_status read_text(struct reading *r, const char *text, size_t len) {
  lcm_status status = LCM_OK;
  const char *const end = text + len;
  while (!status && text < end) {
    const char *next = memchr(text, '\n', (size_t)(end - text));
    r->line++;
    if (!next)
      return LCM_OK;
    status = read_line(r, text, next);
    text = next + 1;
  }
  return status;
}

/* Return the number "key" of "json". */
static double number(const lcm_json *json, const char *key) {
  const lcm_json *value = lcm_json_get(json, key);
  double out = NAN;
  return value && lcm_json_number(&out, value) ? out : NAN;
}

/* Keep the facts of a description. */
static void take_facts(lcm_calibration *calibration, const lcm_json *facts) {
  lcm_ctx *ctx = calibration->ctx;
  for (size_t i = 0; facts && i < lcm_json_size(facts); i++) {
    const char *key = lcm_json_key(facts, i);
    const char *value = lcm_json_text(lcm_json_get(facts, key));
    const struct lcm_calibration_fact fact = {
        lcm_intern(ctx, key), lcm_intern(ctx, value ? value : "")};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &calibration->facts, fact);
  }
}

/* Take the measurement "json" of a description; false where it is none. */
static bool take_point(lcm_calibration *calibration, const lcm_json *json) {
  const char *what = lcm_json_text(lcm_json_get(json, "what"));
  const struct lcm_estimate is = {number(json, "value"), number(json, "half"),
                                  (size_t)fmax(1, number(json, "samples")),
                                  lcm_json_get(json, "noisy") != NULL};
  const double p = number(json, "p");
  const double m = number(json, "m");
  if (!what || !(p >= 0) || !(m >= 0) || !(is.value >= 0) || !(is.half >= 0))
    return false;
  struct lcm_quantity *into =
      find(calibration, lcm_intern(calibration->ctx, what), p, m);
  into->point.is = is;
  into->samples.n = 0;
  return true;
}

/* Take the measurements of the description in the "len" bytes at "text". */
static lcm_status read_description(struct reading *r, const char *text,
                                   size_t len) {
  lcm_ctx *ctx = r->calibration->ctx;
  lcm_json *json = NULL;
  const lcm_status status = lcm_json_parse(&json, ctx, r->file, text, len);
  if (status)
    return status;
  const lcm_json *of = lcm_json_get(json, "calibration");
  const lcm_json *points = of ? lcm_json_get(of, "points") : NULL;
  bool good = lcm_json_is_array(points);
  take_facts(r->calibration, of ? lcm_json_get(of, "facts") : NULL);
  for (size_t i = 0; good && i < lcm_json_size(points); i++)
    good = take_point(r->calibration, lcm_json_at(points, i));
  lcm_json_free(json);
  if (good)
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_MACHINE, (lcm_loc){.file = lcm_intern(ctx, r->file)},
             "it has no measurements that could be joined ('calibration')");
  return LCM_EPARSE;
}

lcm_status lcm_calibration_add(lcm_calibration *calibration, const char *file,
                               const char *text, size_t len, bool *whole) {
  static const char FIRST[] = "lcm-samples 1";
  const size_t n = sizeof FIRST - 1;
  struct reading r = {calibration, file, 0, false};
  size_t blank = 0;
  while (blank < len && strchr(" \t\r\n", text[blank]))
    blank++;
  *whole = true;
  if (blank < len && text[blank] == '{')
    return read_description(&r, text, len);
  if (len <= n || memcmp(text, FIRST, n) != 0 || text[n] != '\n') {
    r.line = 1;
    return bad(&r, "neither samples ('lcm-samples 1') nor a description");
  }
  const lcm_status status = read_text(&r, text, len);
  *whole = r.ended;
  return status;
}

const struct lcm_calibration_point *
lcm_calibration_points(size_t *n, lcm_calibration *calibration) {
  lcm_arena *arena = lcm_ctx_arena(calibration->ctx);
  struct lcm_calibration_point *out = LCM_NEW_ARRAY(
      arena, struct lcm_calibration_point, calibration->quantities.n + 1);
  *n = calibration->quantities.n;
  for (size_t i = 0; i < *n; i++) {
    struct lcm_quantity *one = &calibration->quantities.at[i];
    if (one->samples.n)
      one->point.is =
          lcm_estimate_cluster(arena, one->samples.at, one->samples.n);
    out[i] = one->point;
  }
  return out;
}
