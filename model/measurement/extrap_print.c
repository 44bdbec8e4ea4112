/* Printing measurements in the formats of Extra-P. */
#include <math.h>
#include <string.h>

#include "base/json_print.h"
#include "base/list.h"
#include "base/map.h"
#include "model/measurement/extrap_print.h"
#include "model/measurement/measurement.h"

/* The values of one metric of one fragment, point by point. */
struct series {
  const char *fragment;
  const char *metric;
  struct values {
    LCM_LIST(double) list;
  } * points;
};

/* A text of Extra-P being written.
 * names   of the parameters; points: a record at each, in the order of first
 *         occurrence; series: by fragment, metrics in that order */
struct extrap_writing {
  lcm_ctx *ctx;
  const lcm_measurements *from;
  LCM_LIST(const lcm_measurement *) points;
  LCM_LIST(struct series) all;
  LCM_LIST(const char *) fragments;
  lcm_map point_index;
  lcm_map series_index;
  lcm_map fragment_index;
  size_t other; /* records that have other parameters, which are left out */
};

/* How many metrics a record has besides its categories, at most. */
enum { MOST_FIELDS = 4 };

/* Put metric "i" of "one" into "*out"; false beyond the last one. */
static bool metric_at(lcm_binding *out, const lcm_measurement *one, size_t i) {
  const double p = lcm_measured(one->params, one->n_params, "p");
  const lcm_binding fields[MOST_FIELDS] = {
      {"elapsed", one->elapsed},
      {"processors", one->processors == p ? NAN : one->processors},
      {"visits", one->visits},
      {"iterations", one->iterations}};
  if (i >= one->n_categories + MOST_FIELDS)
    return false;
  *out = i < one->n_categories ? one->categories[i]
                               : fields[i - one->n_categories];
  return true;
}

/* Return what the fragment of "one" is called. */
static const char *callpath_of(const lcm_measurement *one) {
  return one->fragment && *one->fragment ? one->fragment : "<root>";
}

/* Return the interned text of the params of "one". */
static const char *point_key(lcm_ctx *ctx, const lcm_measurement *one) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < one->n_params; i++) {
    lcm_buf_puts(&buf, one->params[i].name);
    lcm_buf_putc(&buf, '=');
    lcm_buf_double(&buf, one->params[i].value);
    lcm_buf_putc(&buf, '\n');
  }
  const char *key = lcm_intern_n(ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return key;
}

/* Return whether "one" has the parameters of the first record. */
static bool fits(const struct extrap_writing *w, const lcm_measurement *one) {
  const lcm_measurement *first = &w->from->at[0];
  bool same = one->n_params == first->n_params;
  for (size_t i = 0; same && i < one->n_params; i++)
    same = !strcmp(one->params[i].name, first->params[i].name);
  return same && one->n_params;
}

/* Return the number that "key" has in "index", or its next one "n", under which
 * it then is. */
static size_t number_of(lcm_ctx *ctx, lcm_map *index, const char *key,
                        size_t n) {
  size_t i = n;
  if (!lcm_map_get(index, key, &i))
    lcm_map_put(lcm_ctx_arena(ctx), index, key, n);
  return i;
}

/* Return the interned text that "callpath" and "metric" are indexed by. */
static const char *series_key(lcm_ctx *ctx, const char *callpath,
                              const char *metric) {
  return LCM_INTERN_JOINED(ctx, callpath, "\n", metric);
}

/* Note the points, fragments and series of the records. */
static void find_series(struct extrap_writing *w) {
  lcm_arena *arena = lcm_ctx_arena(w->ctx);
  for (size_t k = 0; k < w->from->n; k++) {
    const lcm_measurement *one = &w->from->at[k];
    const char *callpath = lcm_intern(w->ctx, callpath_of(one));
    lcm_binding metric = {NULL, 0};
    if (!fits(w, one)) {
      w->other++;
      continue;
    }
    if (number_of(w->ctx, &w->point_index, point_key(w->ctx, one),
                  w->points.n) == w->points.n)
      LCM_LIST_ADD(arena, &w->points, one);
    if (number_of(w->ctx, &w->fragment_index, callpath, w->fragments.n) ==
        w->fragments.n)
      LCM_LIST_ADD(arena, &w->fragments, callpath);
    for (size_t i = 0; metric_at(&metric, one, i); i++)
      if (!isnan(metric.value) &&
          number_of(w->ctx, &w->series_index,
                    series_key(w->ctx, callpath, metric.name),
                    w->all.n) == w->all.n)
        LCM_LIST_ADD(arena, &w->all,
                     ((struct series){callpath, metric.name, NULL}));
  }
}

/* Put the values where they belong. */
static void fill_series(struct extrap_writing *w) {
  lcm_arena *arena = lcm_ctx_arena(w->ctx);
  for (size_t i = 0; i < w->all.n; i++)
    w->all.at[i].points = LCM_NEW_ARRAY(arena, struct values, w->points.n);
  for (size_t k = 0; k < w->from->n; k++) {
    const lcm_measurement *one = &w->from->at[k];
    lcm_binding metric = {NULL, 0};
    if (!fits(w, one))
      continue;
    const size_t point =
        number_of(w->ctx, &w->point_index, point_key(w->ctx, one), 0);
    for (size_t i = 0; metric_at(&metric, one, i); i++)
      if (!isnan(metric.value)) {
        const char *key = series_key(w->ctx, callpath_of(one), metric.name);
        const size_t s = number_of(w->ctx, &w->series_index, key, 0);
        LCM_LIST_ADD(arena, &w->all.at[s].points[point].list, metric.value);
      }
  }
}

/* Note the series in "from"; false where there are none. */
static bool begin(struct extrap_writing *w, lcm_ctx *ctx,
                  const lcm_measurements *from) {
  *w = (struct extrap_writing){.ctx = ctx, .from = from};
  if (!from->n)
    return false;
  find_series(w);
  fill_series(w);
  if (w->other)
    lcm_report(ctx, LCM_DIAG_LOST, (lcm_loc){from->at[0].file, 0, 0, 0, 0},
               "lost: %zu records without the parameters of the first one",
               w->other);
  return w->points.n > 0;
}

/* Append the values of "one" at "point", each behind "between". */
static void put_values(lcm_buf *buf, const struct series *one, size_t point,
                       const char *between) {
  for (size_t i = 0; i < one->points[point].list.n; i++) {
    if (i || *between == ' ')
      lcm_buf_puts(buf, between);
    lcm_json_put_number(buf, one->points[point].list.at[i]);
  }
}

/* Append the parameters and points as text. */
static void put_points(lcm_buf *buf, const struct extrap_writing *w) {
  const lcm_measurement *first = w->points.at[0];
  lcm_buf_puts(buf, "PARAMETER");
  for (size_t i = 0; i < first->n_params; i++)
    lcm_buf_printf(buf, " %s", first->params[i].name);
  lcm_buf_puts(buf, "\nPOINTS");
  for (size_t k = 0; k < w->points.n; k++) {
    lcm_buf_puts(buf, " (");
    for (size_t i = 0; i < first->n_params; i++) {
      if (i)
        lcm_buf_putc(buf, ' ');
      lcm_json_put_number(buf, w->points.at[k]->params[i].value);
    }
    lcm_buf_putc(buf, ')');
  }
  lcm_buf_putc(buf, '\n');
}

/* Return whether "one" has values at all points; a note where it has not. */
static bool is_complete(const struct extrap_writing *w,
                        const struct series *one) {
  for (size_t k = 0; k < w->points.n; k++)
    if (!one->points[k].list.n) {
      lcm_report(w->ctx, LCM_DIAG_LOST,
                 (lcm_loc){w->from->at[0].file, 0, 0, 0, 0},
                 "lost: %s of %s, which has no value at some points; the JSON "
                 "forms keep it",
                 one->metric, one->fragment);
      return false;
    }
  return true;
}

void lcm_put_extrap(lcm_buf *buf, lcm_ctx *ctx, const lcm_measurements *all) {
  struct extrap_writing w;
  if (!begin(&w, ctx, all))
    return;
  const size_t n = w.points.at[0]->n_params;
  if (n > 4)
    lcm_report(ctx, LCM_DIAG_LOST, (lcm_loc){all->at[0].file, 0, 0, 0, 0},
               "lost: Extra-P reads a text of at most 4 parameters, not %zu",
               n);
  put_points(buf, &w);
  for (size_t i = 0; i < w.all.n; i++) {
    if (!is_complete(&w, &w.all.at[i]))
      continue;
    lcm_buf_printf(buf, "\nREGION %s\nMETRIC %s\n", w.all.at[i].fragment,
                   w.all.at[i].metric);
    for (size_t k = 0; k < w.points.n; k++) {
      lcm_buf_puts(buf, "DATA");
      put_values(buf, &w.all.at[i], k, " ");
      lcm_buf_putc(buf, '\n');
    }
  }
}

/* Append the points of "one" as JSON. */
static void put_json_points(lcm_buf *buf, const struct extrap_writing *w,
                            const struct series *one) {
  const char *between = "\n";
  for (size_t k = 0; k < w->points.n; k++) {
    if (!one->points[k].list.n)
      continue;
    lcm_buf_printf(buf, "%s        {\"point\": [", between);
    for (size_t i = 0; i < w->points.at[k]->n_params; i++) {
      if (i)
        lcm_buf_puts(buf, ", ");
      lcm_json_put_number(buf, w->points.at[k]->params[i].value);
    }
    lcm_buf_puts(buf, "], \"values\": [");
    put_values(buf, one, k, ", ");
    lcm_buf_puts(buf, "]}");
    between = ",\n";
  }
}

/* Append the metrics of "callpath" as JSON. */
static void put_json_metrics(lcm_buf *buf, const struct extrap_writing *w,
                             const char *callpath) {
  const char *between = "\n";
  for (size_t i = 0; i < w->all.n; i++) {
    if (w->all.at[i].fragment != callpath)
      continue;
    lcm_buf_printf(buf, "%s      ", between);
    lcm_json_put_string(buf, w->all.at[i].metric);
    lcm_buf_puts(buf, ": [");
    put_json_points(buf, w, &w->all.at[i]);
    lcm_buf_puts(buf, "\n      ]");
    between = ",\n";
  }
}

void lcm_put_extrap_json(lcm_buf *buf, lcm_ctx *ctx,
                         const lcm_measurements *all) {
  struct extrap_writing w;
  const bool any = begin(&w, ctx, all);
  lcm_buf_puts(buf, "{\n  \"parameters\": [");
  for (size_t i = 0; any && i < w.points.at[0]->n_params; i++) {
    if (i)
      lcm_buf_puts(buf, ", ");
    lcm_json_put_string(buf, w.points.at[0]->params[i].name);
  }
  lcm_buf_puts(buf, "],\n  \"measurements\": {");
  for (size_t i = 0; any && i < w.fragments.n; i++) {
    lcm_buf_puts(buf, i ? ",\n    " : "\n    ");
    lcm_json_put_string(buf, w.fragments.at[i]);
    lcm_buf_puts(buf, ": {");
    put_json_metrics(buf, &w, w.fragments.at[i]);
    lcm_buf_puts(buf, "\n    }");
  }
  lcm_buf_puts(buf, any ? "\n  }\n}\n" : "}\n}\n");
}

/* Append the params of "one" as JSON. */
static void put_json_params(lcm_buf *buf, const lcm_measurement *one) {
  for (size_t i = 0; i < one->n_params; i++) {
    if (i)
      lcm_buf_puts(buf, ", ");
    lcm_json_put_string(buf, one->params[i].name);
    lcm_buf_puts(buf, ": ");
    lcm_json_put_number(buf, one->params[i].value);
  }
}

void lcm_put_extrap_lines(lcm_buf *buf, const lcm_measurements *all) {
  for (size_t k = 0; k < all->n; k++) {
    lcm_binding metric = {NULL, 0};
    for (size_t i = 0; metric_at(&metric, &all->at[k], i); i++) {
      if (isnan(metric.value))
        continue;
      lcm_buf_puts(buf, "{\"params\": {");
      put_json_params(buf, &all->at[k]);
      lcm_buf_puts(buf, "}, \"callpath\": ");
      lcm_json_put_string(buf, callpath_of(&all->at[k]));
      lcm_buf_puts(buf, ", \"metric\": ");
      lcm_json_put_string(buf, metric.name);
      lcm_buf_puts(buf, ", \"value\": ");
      lcm_json_put_number(buf, metric.value);
      lcm_buf_puts(buf, "}\n");
    }
  }
}
