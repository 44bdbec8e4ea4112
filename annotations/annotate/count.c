/* How often loops run and how likely branches are taken, from the fit or from
 * gcov, where the source does not say it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "annotations/annotate/below.h"
#include "annotations/annotate/count.h"
#include "annotations/annotate/find.h"
#include "annotations/annotate/plan.h"
#include "base/fs.h"
#include "base/json_parse.h"

static const size_t NONE = (size_t)-1;

enum { MOST_CALLS = 4 };

/* ---- where the source says nothing ----------------------------------------
 */

/* Return whether "node" is a loop of which the source does not say how often it
 * runs. */
static bool is_open_loop(const lcm_node *node) {
  return (node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_WHILE ||
          node->kind == LCM_NODE_PARLOOP) &&
         !node->u.loop.n_ranges && !node->u.loop.count;
}

/* Return whether "node" is a branch of which the source does not say when it is
 * taken. */
static bool is_open_branch(const lcm_node *node) {
  return node->kind == LCM_NODE_BRANCH &&
         (node->marks.undecided || node->marks.probability);
}

/* Return the directive "word" with "value". */
static const char *number_line(struct annotate *a, const char *word,
                               double value) {
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "%s ", word);
  lcm_buf_short(&buf, value, 6);
  return lcm_ctx_text(a->ctx, &buf);
}

/* ---- from the fit ---------------------------------------------------------
 */

/* Return the model "trips" of iterations as a directive, NULL where it cannot
 * be written. */
static const char *trips_line(struct annotate *a, const lcm_fit_model *trips) {
  const struct lcm_fit_writing how = {.divide = 1, .procs = true};
  lcm_fit_model exact = *trips;
  struct lcm_fit_text text;
  exact.unit = "1";
  struct lcm_fit_coefficient *coefs =
      LCM_NEW_ARRAY(lcm_ctx_arena(a->ctx), struct lcm_fit_coefficient,
                    trips->n_coefficients + 1);
  for (size_t i = 0; i < trips->n_coefficients; i++) {
    coefs[i] = trips->coefficients[i];
    coefs[i].low = coefs[i].high = coefs[i].value;
  }
  exact.coefficients = coefs;
  if (!lcm_fit_write(&text, a->ctx, &exact, &how))
    return NULL;
  return lcm_arena_printf(lcm_ctx_arena(a->ctx), "count %s", text.formula);
}

/* A node of a file. */
struct node_spot {
  const struct annotate_file *file;
  size_t at;
};

/* Put the body of the function "name" into "*body"; return whether there is
 * one, and one call of it alone in the files of "a". */
static bool is_called_once(struct node_spot *body, struct annotate *a,
                           const char *name) {
  size_t calls = 0;
  size_t bodies = 0;
  for (size_t i = 0; i < a->files.n; i++)
    for (size_t k = 0; k < a->files.at[i].places.n; k++) {
      const struct annotate_place *place = &a->files.at[i].places.at[k];
      const lcm_node *node = place->node;
      calls += node->kind == LCM_NODE_CALL &&
               annotate_callee(a, node->u.call.callee) == name;
      if (place->parent != NONE || strcmp(place->function->name, name) != 0)
        continue;
      bodies += 1 + place->function->address_taken;
      *body = (struct node_spot){&a->files.at[i], k};
    }
  return calls == 1 && bodies == 1;
}

/* Return how often the node "spot" or what is executed with it was, NAN where
 * nobody knows; at most "depth" calls are followed. */
static double visits_in(struct annotate *a, struct node_spot spot,
                        unsigned depth) {
  const struct annotate_place *place = &spot.file->places.at[spot.at];
  struct node_spot body;
  if (place->seen && isfinite(place->seen->visits))
    return place->seen->visits;
  if (place->node->kind == LCM_NODE_CALL && depth &&
      is_called_once(&body, a, annotate_callee(a, place->node->u.call.callee)))
    return visits_in(a, body, depth - 1);
  for (size_t i = spot.at + 1;
       i < place->behind && place->node->kind == LCM_NODE_SERIES;
       i = spot.file->places.at[i].behind) {
    const double visits = visits_in(a, (struct node_spot){spot.file, i}, depth);
    if (isfinite(visits))
      return visits;
  }
  return NAN;
}

/* Return how often the node number "at" was executed, as far as it, or what it
 * stands beside, was counted; NAN where nobody knows. */
static double visits_of(struct annotate *a, const struct annotate_file *file,
                        size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  if (place->seen && isfinite(place->seen->visits))
    return place->seen->visits;
  if (place->parent == NONE)
    return strcmp(place->function->name, "main") ? NAN : 1;
  if (file->places.at[place->parent].node->kind != LCM_NODE_SERIES)
    return NAN;
  const double outer = visits_of(a, file, place->parent);
  return isfinite(outer) ? outer
                         : visits_in(a, (struct node_spot){file, place->parent},
                                     MOST_CALLS);
}

/* Put what the fit says of the loop or branch number "at" into its place. */
static void count_by_fit(struct annotate *a, struct annotate_file *file,
                         size_t at) {
  struct annotate_place *place = &file->places.at[at];
  const struct lcm_fit_fragment *seen = place->seen;
  const bool loop = is_open_loop(place->node);
  if (loop && seen && seen->trips && seen->trips->expr)
    place->count = trips_line(a, seen->trips);
  else if (loop && seen && isfinite(seen->iterations))
    place->count = number_line(a, "count", seen->iterations);
  if (place->count || at + 1 >= place->behind)
    return;
  const double inner =
      visits_in(a, (struct node_spot){file, at + 1}, MOST_CALLS);
  const double outer = visits_of(a, file, at);
  if (!isfinite(inner) || !isfinite(outer) || outer <= 0)
    return;
  if (loop)
    place->count = number_line(a, "count", inner / outer);
  else if (inner <= outer)
    place->chance = number_line(a, "prob", inner / outer);
}

/* ---- from gcov ------------------------------------------------------------
 */

/* How often lines of a file were executed. */
struct line_counts {
  double *at;
  size_t n;
};

/* Add the counts that "json", of a file of gcov, has to "out". */
static void add_lines(struct line_counts *out, lcm_ctx *ctx,
                      const lcm_json *json) {
  const lcm_json *lines = lcm_json_get(json, "lines");
  for (size_t i = 0; i < lcm_json_size(lines); i++) {
    double line = 0;
    double count = 0;
    const lcm_json *one = lcm_json_at(lines, i);
    if (!lcm_json_number(&line, lcm_json_get(one, "line_number")) ||
        !lcm_json_number(&count, lcm_json_get(one, "count")) || line < 1 ||
        line > 1e7)
      continue;
    if ((size_t)line >= out->n) {
      const size_t n = 2 * (size_t)line + 64;
      double *more = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, n);
      for (size_t k = 0; k < n; k++)
        more[k] = k < out->n ? out->at[k] : NAN;
      *out = (struct line_counts){more, n};
    }
    double *sum = &out->at[(size_t)line];
    *sum = isnan(*sum) ? count : *sum + count;
  }
}

/* Put the text of the file "name" of gcov, which may be compressed, into
 * "*text". */
static lcm_status read_counts(char **text, size_t *len, struct annotate *a,
                              const char *name) {
  const size_t n = strlen(name);
  if (n < 3 || strcmp(name + n - 3, ".gz") != 0)
    return lcm_file_read(text, len, a->ctx, name);
  const char *const argv[] = {"gzip", "-dc", name, NULL};
  const struct lcm_child child = {.argv = argv};
  int exit = 0;
  const lcm_status status = lcm_child_run(text, len, &exit, a->ctx, &child);
  if (!status && exit) {
    lcm_report(a->ctx, LCM_DIAG_IO, (lcm_loc){.file = lcm_intern(a->ctx, name)},
               "gzip cannot read it");
    return LCM_EIO;
  }
  return status;
}

/* Add what the file "name" of gcov says of "file" to "out". */
static lcm_status add_counts(struct line_counts *out, struct annotate *a,
                             const struct annotate_file *file,
                             const char *name) {
  char *text = NULL;
  size_t len = 0;
  lcm_json *json = NULL;
  lcm_status status = read_counts(&text, &len, a, name);
  status = status ? status : lcm_json_parse(&json, a->ctx, name, text, len);
  if (status)
    return status;
  const lcm_json *files = lcm_json_get(json, "files");
  for (size_t i = 0; i < lcm_json_size(files); i++) {
    const lcm_json *one = lcm_json_at(files, i);
    const char *path = lcm_json_text(lcm_json_get(one, "file"));
    if (path && annotate_is_in(
                    file, lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s:", path)))
      add_lines(out, a->ctx, one);
  }
  lcm_json_free(json);
  return LCM_OK;
}

/* Return how often the line was executed where "node" begins, NAN where nobody
 * knows. */
static double count_at(const struct line_counts *counts, const lcm_node *node) {
  return node->loc.line < counts->n ? counts->at[node->loc.line] : NAN;
}

/* Return the first node in the node number "at" that begins in a line behind
 * that; NULL where there is none. */
static const lcm_node *inner_line(const struct annotate_file *file, size_t at) {
  const lcm_node *node = file->places.at[at].node;
  for (size_t i = at + 1; i < file->places.at[at].behind; i++)
    if (file->places.at[i].node->loc.line > node->loc.line &&
        file->places.at[i].node->kind != LCM_NODE_SERIES)
      return file->places.at[i].node;
  return NULL;
}

/* Put what "counts" says of the loop or branch number "at" into its place. */
static void count_by_lines(struct annotate *a, struct annotate_file *file,
                           size_t at, const struct line_counts *counts) {
  struct annotate_place *place = &file->places.at[at];
  const lcm_node *inner = inner_line(file, at);
  const double outside = count_at(counts, place->node);
  const double inside = inner ? count_at(counts, inner) : NAN;
  if (!(outside > 0) || !isfinite(inside))
    return;
  if (is_open_loop(place->node)) {
    if (outside > inside && !place->count)
      place->count = number_line(a, "count", inside / (outside - inside));
  } else if (inside <= outside && !place->chance)
    place->chance = number_line(a, "prob", inside / outside);
}

/* ---- both -----------------------------------------------------------------
 */

lcm_status annotate_read_counts(struct annotate *a,
                                struct annotate_file *file) {
  struct line_counts counts = {0};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < a->how->n_counts && !status; i++)
    status = add_counts(&counts, a, file, a->how->counts[i]);
  file->line_counts = counts.at;
  file->n_line_counts = counts.n;
  return status;
}

void annotate_count(struct annotate *a, struct annotate_file *file) {
  const struct line_counts counts = {file->line_counts, file->n_line_counts};
  for (size_t i = 0; i < file->places.n; i++) {
    struct annotate_place *place = &file->places.at[i];
    place->count = place->chance = NULL;
    if (place->cannot || place->node->n_models ||
        (!is_open_loop(place->node) && !is_open_branch(place->node)))
      continue;
    count_by_fit(a, file, i);
    if (counts.n)
      count_by_lines(a, file, i, &counts);
  }
}
