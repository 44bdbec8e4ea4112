/* Reading the JSON format of Extra-P. */
#include <math.h>
#include <string.h>

#include "model/measurement/extrap_json.h"
#include "model/measurement/gather.h"
#include "model/measurement/measurement.h"
#include "model/measurement/scan.h"

/* Something that a document of Extra-P names by a number: a callpath, a
 * metric, a parameter, a point. */
struct named {
  double id;
  const char *name; /* or NULL */
  /* of a point: numbers of parameters as text, with their values */
  const lcm_binding *params;
  size_t n_params;
};

typedef LCM_LIST(struct named) named_list;
typedef LCM_LIST(double) number_list;

/* A value of a document, before what it refers to is known. */
struct raw {
  const char *callpath; /* callpath, metric: names, or NULL: numbers */
  const char *metric;
  const double *point; /* coordinates in the order of the parameters, or NULL */
  size_t n_point;
  double callpath_id;
  double metric_id;
  double point_id;
  double value;
  unsigned line;
};

/* A document being read. */
struct document {
  struct lcm_reading *reading;
  LCM_LIST(const char *) params;
  named_list parameters;
  named_list callpaths;
  named_list metrics;
  named_list points;
  LCM_LIST(struct raw) all;
  struct named draft; /* what is being read, of a list */
  struct raw raw;     /* the value being read */
  LCM_LIST(lcm_binding) pairs;
  number_list coordinates; /* of the point being read */
  number_list values;      /* of its point */
  double parameter_id;
  double parameter_value;
};

static lcm_arena *arena_of(const struct document *doc) {
  return lcm_ctx_arena(doc->reading->ctx);
}

/* Read a finite number into "*out"; not negative where it is a value. */
static bool read_finite(struct lcm_scan *scan, double *out, bool is_value) {
  lcm_scan_peek(scan);
  const char *at = scan->at;
  if (!lcm_scan_number(scan, out))
    return false;
  if (isfinite(*out) && (*out >= 0 || !is_value))
    return true;
  lcm_report(scan->ctx, LCM_DIAG_MEASUREMENT, lcm_scan_place(scan, at),
             isfinite(*out) ? "the value is negative: %.6g; it is left out"
                            : "the value is no number: %.6g; it is left out",
             *out);
  *out = NAN;
  return true;
}

/* ---- the newer form ------------------------------------------------------ */

/* Read the name of a parameter. */
static bool read_parameter(struct lcm_scan *scan, const char *key, void *user);

/* Read a number of a point, a value or else a coordinate, into "list". */
static bool read_into(struct lcm_scan *scan, number_list *list, bool is_value) {
  double value = 0;
  if (!read_finite(scan, &value, is_value))
    return false;
  LCM_LIST_ADD(lcm_ctx_arena(scan->ctx), list, value);
  return true;
}

/* Read a coordinate of a point. */
static bool read_coordinate(struct lcm_scan *scan, const char *key,
                            void *user) {
  (void)key;
  return read_into(scan, &((struct document *)user)->coordinates, false);
}

/* Read a value of a point. */
static bool read_value(struct lcm_scan *scan, const char *key, void *user) {
  (void)key;
  return read_into(scan, &((struct document *)user)->values, true);
}

/* Read a member of a point with its values. */
static bool read_point_member(struct lcm_scan *scan, const char *key,
                              void *user) {
  if (!strcmp(key, "point"))
    return lcm_scan_array(scan, read_coordinate, user);
  if (!strcmp(key, "values"))
    return lcm_scan_peek(scan) == '[' ? lcm_scan_array(scan, read_value, user)
                                      : read_value(scan, NULL, user);
  return lcm_scan_skip(scan);
}

/* Read a point with its values. */
static bool read_point(struct lcm_scan *scan, const char *key, void *user) {
  struct document *doc = user;
  (void)key;
  doc->coordinates.at = NULL;
  doc->coordinates.n = doc->coordinates.cap = 0;
  doc->values.n = 0;
  lcm_scan_peek(scan);
  doc->raw.line = scan->line;
  if (!lcm_scan_object(scan, read_point_member, doc))
    return false;
  doc->raw.point = doc->coordinates.at;
  doc->raw.n_point = doc->coordinates.n;
  for (size_t i = 0; i < doc->values.n; i++) {
    doc->raw.value = doc->values.at[i];
    LCM_LIST_ADD(arena_of(doc), &doc->all, doc->raw);
  }
  return true;
}

/* Read the points of metric "key". */
static bool read_metric(struct lcm_scan *scan, const char *key, void *user) {
  struct document *doc = user;
  doc->raw.metric = key;
  return lcm_scan_array(scan, read_point, doc);
}

/* Read the metrics of call path "key". */
static bool read_callpath(struct lcm_scan *scan, const char *key, void *user) {
  struct document *doc = user;
  doc->raw.callpath = key;
  return lcm_scan_object(scan, read_metric, doc);
}

/* ---- the older form ------------------------------------------------------ */

/* Read a member of a pair of a parameter's number and its value. */
static bool read_pair_member(struct lcm_scan *scan, const char *key,
                             void *user) {
  struct document *doc = user;
  return !strcmp(key, "parameter_id")
             ? read_finite(scan, &doc->parameter_id, false)
         : !strcmp(key, "parameter_value")
             ? read_finite(scan, &doc->parameter_value, false)
             : lcm_scan_skip(scan);
}

/* Read a pair of a parameter's number and its value. */
static bool read_pair(struct lcm_scan *scan, const char *key, void *user) {
  struct document *doc = user;
  (void)key;
  doc->parameter_id = doc->parameter_value = NAN;
  if (!lcm_scan_object(scan, read_pair_member, doc))
    return false;
  const char *id = lcm_arena_printf(arena_of(doc), "%.17g", doc->parameter_id);
  LCM_LIST_ADD(
      arena_of(doc), &doc->pairs,
      ((lcm_binding){lcm_intern(scan->ctx, id), doc->parameter_value}));
  return true;
}

/* Read a member of something with a number. */
static bool read_named_member(struct lcm_scan *scan, const char *key,
                              void *user) {
  struct document *doc = user;
  if (!strcmp(key, "id"))
    return read_finite(scan, &doc->draft.id, false);
  if (!strcmp(key, "name"))
    return lcm_scan_string(scan, &doc->draft.name);
  if (!strcmp(key, "parameter_value_pairs"))
    return lcm_scan_array(scan, read_pair, doc);
  return lcm_scan_skip(scan);
}

/* Read something with a number into "list". */
static bool read_named(struct lcm_scan *scan, struct document *doc,
                       named_list *list) {
  doc->draft = (struct named){.id = NAN};
  doc->pairs.at = NULL;
  doc->pairs.n = doc->pairs.cap = 0;
  if (!lcm_scan_object(scan, read_named_member, doc))
    return false;
  doc->draft.params = doc->pairs.at;
  doc->draft.n_params = doc->pairs.n;
  LCM_LIST_ADD(arena_of(doc), list, doc->draft);
  return true;
}

/* Read a call path of the older form. */
static bool read_old_callpath(struct lcm_scan *scan, const char *key,
                              void *user) {
  (void)key;
  return read_named(scan, user, &((struct document *)user)->callpaths);
}

/* Read a metric of the older form. */
static bool read_old_metric(struct lcm_scan *scan, const char *key,
                            void *user) {
  (void)key;
  return read_named(scan, user, &((struct document *)user)->metrics);
}

/* Read a point of the older form. */
static bool read_old_point(struct lcm_scan *scan, const char *key, void *user) {
  (void)key;
  return read_named(scan, user, &((struct document *)user)->points);
}

static bool read_parameter(struct lcm_scan *scan, const char *key, void *user) {
  struct document *doc = user;
  const char *name = NULL;
  (void)key;
  if (lcm_scan_peek(scan) == '{')
    return read_named(scan, doc, &doc->parameters);
  if (!lcm_scan_string(scan, &name))
    return false;
  LCM_LIST_ADD(arena_of(doc), &doc->params, name);
  return true;
}

/* Read a member of a measurement of the older form. */
static bool read_old_member(struct lcm_scan *scan, const char *key,
                            void *user) {
  struct document *doc = user;
  return !strcmp(key, "callpath_id")
             ? read_finite(scan, &doc->raw.callpath_id, false)
         : !strcmp(key, "coordinate_id")
             ? read_finite(scan, &doc->raw.point_id, false)
         : !strcmp(key, "metric_id")
             ? read_finite(scan, &doc->raw.metric_id, false)
         : !strcmp(key, "value") ? read_finite(scan, &doc->raw.value, true)
                                 : lcm_scan_skip(scan);
}

/* Read a measurement of the older form. */
static bool read_old(struct lcm_scan *scan, const char *key, void *user) {
  struct document *doc = user;
  (void)key;
  lcm_scan_peek(scan);
  doc->raw = (struct raw){.callpath_id = NAN,
                          .metric_id = NAN,
                          .point_id = NAN,
                          .value = NAN,
                          .line = scan->line};
  if (!lcm_scan_object(scan, read_old_member, doc))
    return false;
  LCM_LIST_ADD(arena_of(doc), &doc->all, doc->raw);
  return true;
}

/* ---- both ---------------------------------------------------------------- */

/* Read a member of the document. */
static bool read_member(struct lcm_scan *scan, const char *key, void *user) {
  if (!strcmp(key, "parameters"))
    return lcm_scan_array(scan, read_parameter, user);
  if (!strcmp(key, "callpaths"))
    return lcm_scan_array(scan, read_old_callpath, user);
  if (!strcmp(key, "metrics"))
    return lcm_scan_array(scan, read_old_metric, user);
  if (!strcmp(key, "coordinates"))
    return lcm_scan_array(scan, read_old_point, user);
  if (!strcmp(key, "measurements"))
    return lcm_scan_peek(scan) == '{'
               ? lcm_scan_object(scan, read_callpath, user)
               : lcm_scan_array(scan, read_old, user);
  return lcm_scan_skip(scan);
}

/* Return what "list" has under number "id", or NULL. */
static const struct named *find(const named_list *list, double id) {
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i].id == id)
      return &list->at[i];
  return NULL;
}

/* Put the parameters of the point of "raw" into "value"; false where they are
 * not known. */
static bool point_of(const struct document *doc, struct lcm_value *value,
                     const struct raw *raw) {
  const bool old = !raw->callpath;
  const struct named *point = find(&doc->points, raw->point_id);
  const size_t n = old ? (point ? point->n_params : 0) : raw->n_point;
  lcm_binding *params = LCM_NEW_ARRAY(arena_of(doc), lcm_binding, n + 1);
  if ((old && !point) || (!old && n != doc->params.n))
    return false;
  for (size_t i = 0; i < n; i++) {
    const char *end = NULL;
    const struct named *parameter =
        old ? find(&doc->parameters, lcm_strtod(point->params[i].name, &end))
            : NULL;
    params[i] = old ? (lcm_binding){parameter ? parameter->name : NULL,
                                    point->params[i].value}
                    : (lcm_binding){doc->params.at[i], raw->point[i]};
    if (!params[i].name || !isfinite(params[i].value) ||
        !isnan(lcm_measured(params, i, params[i].name)))
      return false;
  }
  value->params = params;
  value->n_params = n;
  return true;
}

/* Keep "raw" with what it refers to. */
static void keep(const struct document *doc, struct lcm_gathering *gathering,
                 const struct raw *raw) {
  const struct named *callpath = find(&doc->callpaths, raw->callpath_id);
  const struct named *metric = find(&doc->metrics, raw->metric_id);
  struct lcm_value value = {.fragment = raw->callpath ? raw->callpath
                                        : callpath    ? callpath->name
                                                      : NULL,
                            .metric = raw->metric ? raw->metric
                                      : metric    ? metric->name
                                                  : NULL,
                            .value = raw->value,
                            .line = raw->line};
  if (isnan(raw->value))
    return;
  if (value.fragment && value.metric && point_of(doc, &value, raw))
    lcm_gather(gathering, &value);
  else
    lcm_report(doc->reading->ctx, LCM_DIAG_MEASUREMENT,
               (lcm_loc){doc->reading->file, raw->line, 0, 0, 0},
               "what this measurement is of is not known: no such %s",
               !value.fragment ? "callpath"
               : !value.metric ? "metric"
                               : "point of these parameters");
}

void lcm_measured_read_extrap_json(struct lcm_reading *reading,
                                   struct lcm_measured_text text) {
  struct document doc = {.reading = reading};
  struct lcm_gathering gathering = {.reading = reading};
  struct lcm_scan scan = {.ctx = reading->ctx,
                          .file = reading->file,
                          .at = text.text,
                          .end = text.text + text.len,
                          .line_at = text.text,
                          .line = 1,
                          .last = true};
  if (lcm_scan_object(&scan, read_member, &doc) && lcm_scan_peek(&scan))
    (void)lcm_scan_fail(&scan, scan.at, "expected the end of the text");
  for (size_t i = 0; i < doc.all.n; i++)
    keep(&doc, &gathering, &doc.all.at[i]);
}
