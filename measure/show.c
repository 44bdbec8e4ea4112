/* What a sweep shows: tables, records, JSON, the layout of the thesis. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_print.h"
#include "measure/plan.h"
#include "measure/record.h"
#include "measure/show.h"
#include "render/text/text.h"

typedef LCM_LIST(lcm_measurement) record_list;

/* Return whether "one" is the fragment that the user calls "name". */
static bool is_called(const lcm_measurement *one, const char *name) {
  const size_t n = strlen(one->fragment);
  const size_t k = strlen(name);
  return (one->label && !strcmp(one->label, name)) ||
         !strcmp(one->fragment, name) ||
         (n > k && one->fragment[n - k - 1] == ':' &&
          !strcmp(one->fragment + n - k, name)) ||
         (!strncmp(one->fragment, "tag ", 4) &&
          !strcmp(one->fragment + 4, name));
}

/* Return whether "one" is a run, or, with -t, what that names. */
static bool is_shown(const struct lcm_profile_view *view,
                     const lcm_measurement *one) {
  const char *tag = view->tag;
  return tag ? *one->fragment && is_called(one, tag) : !*one->fragment;
}

/* Return the runs, or what -t names, of "store" that this sweep is about. */
static record_list shown_of(const struct profile_session *session,
                            const struct profile_plan *plan,
                            const struct profile_store *store) {
  record_list out = {0};
  for (size_t i = 0; i < store->records.n; i++) {
    const lcm_measurement *one = &store->records.at[i];
    if (is_shown(&session->options->view, one) &&
        profile_plan_find(plan, one->params, one->n_params))
      LCM_LIST_ADD(lcm_ctx_arena(session->ctx), &out, *one);
  }
  return out;
}

/* Return the elapsed time of "one", or, of a fragment of which it is not known,
 * its share of the processors' time. */
static double elapsed_of(const lcm_measurement *one) {
  double sum = 0;
  for (size_t i = 0; i < one->n_categories; i++)
    sum += one->categories[i].value;
  return isnan(one->elapsed) && one->processors > 0 ? sum / one->processors
                                                    : one->elapsed;
}

/* Add the categories of "one" to "sums", which are in the order of "first". */
static void add_shares(double *sums, const lcm_measurement *one,
                       const lcm_measurement *first) {
  for (size_t i = 0; i < first->n_categories; i++) {
    const double value = lcm_measured(one->categories, one->n_categories,
                                      first->categories[i].name);
    sums[i] += isnan(value) ? 0 : value;
  }
}

/* Put what the runs of "point" among "shown" have in common into "*out"; false
 * where there is none. */
static bool sum_point(struct lcm_swept *out,
                      const struct profile_session *session,
                      const struct profile_plan *plan,
                      const struct profile_point *point,
                      const record_list *shown) {
  lcm_arena *arena = lcm_ctx_arena(session->ctx);
  LCM_LIST(double) elapsed = {0};
  double total = 0;
  double *sums = NULL;
  *out = (struct lcm_swept){0};
  for (size_t i = 0; i < shown->n; i++) {
    const lcm_measurement *one = &shown->at[i];
    if (profile_plan_find(plan, one->params, one->n_params) != point)
      continue;
    if (!out->whole) {
      out->whole = one;
      sums = LCM_NEW_ARRAY(arena, double, one->n_categories + 1);
    }
    out->flags = profile_add_flags(session->ctx, out->flags, one->flags);
    add_shares(sums, one, out->whole);
    LCM_LIST_ADD(arena, &elapsed, elapsed_of(one));
  }
  for (size_t i = 0; out->whole && i < out->whole->n_categories; i++)
    total += sums[i];
  for (size_t i = 0; out->whole && i < out->whole->n_categories; i++)
    sums[i] /= total > 0 ? total : 1;
  out->shares = sums;
  out->runs = elapsed.n;
  out->elapsed = profile_location(&out->half, elapsed.at, elapsed.n);
  return out->whole != NULL;
}

/* Return what "shown" has of the points of "plan", "*n" of them. */
static const struct lcm_swept *sum_points(size_t *n,
                                          const struct profile_session *session,
                                          const struct profile_plan *plan,
                                          const record_list *shown) {
  struct lcm_swept *points =
      LCM_NEW_ARRAY(lcm_ctx_arena(session->ctx), struct lcm_swept, plan->n + 1);
  *n = 0;
  for (size_t i = 0; i < plan->n; i++)
    *n += sum_point(&points[*n], session, plan, &plan->points[i], shown);
  return points;
}

const struct lcm_swept *profile_swept(size_t *n,
                                      const struct profile_session *session,
                                      const struct profile_plan *plan,
                                      const struct profile_store *store) {
  const record_list shown = shown_of(session, plan, store);
  return sum_points(n, session, plan, &shown);
}

/* Return the points of "plan" as a table. */
static char *show_points(const struct profile_session *session,
                         const struct profile_plan *plan,
                         const record_list *shown) {
  size_t n = 0;
  const struct lcm_swept *points = sum_points(&n, session, plan, shown);
  return lcm_render_sweep(session->ctx, points, n,
                          &session->options->view.style);
}

/* Return the last run in "store" that is one of "plan", with what "last" knows
 * of it where it is that. */
static lcm_profile last_run(const struct profile_session *session,
                            const struct profile_plan *plan,
                            const struct profile_store *store) {
  size_t end = store->records.n;
  while (end && (*store->records.at[end - 1].fragment ||
                 !profile_plan_find(plan, store->records.at[end - 1].params,
                                    store->records.at[end - 1].n_params)))
    end--;
  size_t begin = end ? end - 1 : 0;
  while (begin && *store->records.at[begin - 1].fragment)
    begin--;
  lcm_profile out = session->last;
  if (!store->added)
    out = (lcm_profile){0};
  out.records = (lcm_measurements){store->records.at + begin, end - begin};
  return out;
}

/* Append "text", which is freed, to "buf". */
static void put_text(lcm_buf *buf, LCM_TAKE char *text) {
  if (text)
    lcm_buf_puts(buf, text);
  else
    buf->failed = 1;
  free(text);
}

/* Return tables for people. */
static char *show_text(const struct profile_session *session,
                       const struct profile_plan *plan,
                       const struct profile_store *store,
                       const record_list *shown) {
  const struct lcm_profile_view *view = &session->options->view;
  const bool detailed = plan->n == 1 || view->threads || view->slices;
  const bool points = plan->n > 1 || shown->n > 1 || view->tag;
  lcm_buf buf = {0};
  if (points)
    put_text(&buf, show_points(session, plan, shown));
  if (points && detailed && !view->tag)
    lcm_buf_putc(&buf, '\n');
  const lcm_profile last = last_run(session, plan, store);
  if (detailed && !view->tag)
    put_text(&buf, lcm_render_profile(session->ctx, &last, view->threads,
                                      &view->style));
  return lcm_buf_take(&buf);
}

/* Append the "n" rows at "rows" of "profile" as an array of objects. */
static void put_rows(lcm_buf *buf, const lcm_profile *profile,
                     const struct lcm_profile_row *rows, size_t n) {
  lcm_buf_putc(buf, '[');
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(buf, i ? ",\n    {" : "\n    {");
    if (rows[i].name) {
      lcm_buf_puts(buf, "\"name\": ");
      lcm_json_put_string(buf, rows[i].name);
    } else {
      lcm_buf_puts(buf, "\"begin\": ");
      lcm_json_put_number(buf, rows[i].begin);
      lcm_buf_puts(buf, ", \"end\": ");
      lcm_json_put_number(buf, rows[i].end);
    }
    lcm_buf_puts(buf, ", \"categories\": {");
    for (size_t c = 0; c < profile->n_categories; c++) {
      lcm_buf_puts(buf, c ? ", " : "");
      lcm_json_put_string(buf, profile->categories[c]);
      lcm_buf_puts(buf, ": ");
      lcm_json_put_number(buf, rows[i].values[c]);
    }
    lcm_buf_puts(buf, "}}");
  }
  lcm_buf_puts(buf, n ? "\n  ]" : "]");
}

/* Return all records of the sweep as a document (lcm-profile/1), and the
 * threads and slices of the last run. */
static char *show_json(const struct profile_session *session,
                       const struct profile_plan *plan,
                       const struct profile_store *store) {
  lcm_buf buf = {0};
  const lcm_profile last = last_run(session, plan, store);
  const char *between = "\n    ";
  lcm_buf_puts(&buf, "{\n  \"schema\": \"lcm-profile/1\",\n  \"records\": [");
  for (size_t i = 0; i < store->records.n; i++) {
    const lcm_measurement *one = &store->records.at[i];
    if (!profile_plan_find(plan, one->params, one->n_params))
      continue;
    lcm_buf_puts(&buf, between);
    put_text(&buf, lcm_measurement_to_line(session->ctx, one));
    while (buf.len && buf.text[buf.len - 1] == '\n')
      buf.text[--buf.len] = '\0';
    between = ",\n    ";
  }
  lcm_buf_puts(&buf, "\n  ],\n  \"threads\": ");
  put_rows(&buf, &last, last.threads, last.n_threads);
  lcm_buf_puts(&buf, ",\n  \"slices\": ");
  put_rows(&buf, &last, last.slices, last.n_slices);
  lcm_buf_puts(&buf, "\n}\n");
  return lcm_buf_take(&buf);
}

/* Return each of "shown" in the layout of the thesis. */
static char *show_pp(const record_list *shown) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < shown->n; i++)
    put_text(&buf, lcm_render_pp(&shown->at[i]));
  return lcm_buf_take(&buf);
}

char *profile_show(const struct profile_session *session,
                   const struct profile_plan *plan,
                   const struct profile_store *store) {
  const struct lcm_profile_view *view = &session->options->view;
  const record_list shown = shown_of(session, plan, store);
  const lcm_measurements all = {shown.at, shown.n};
  const lcm_measurements records = {store->records.at, store->records.n};
  if (view->noted)
    return lcm_measurements_print(session->ctx, &all, LCM_MEASURED_PP);
  if (view->layout == LCM_PROFILE_PP)
    return show_pp(&shown);
  if (view->layout == LCM_PROFILE_JSON)
    return show_json(session, plan, store);
  if (view->layout == LCM_PROFILE_TABLE)
    return lcm_render_records(session->ctx, view->tag ? &all : &records,
                              view->format);
  return show_text(session, plan, store, &shown);
}
