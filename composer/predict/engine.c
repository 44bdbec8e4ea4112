/* Executes a program at one point and sets what follows from its times. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "composer/predict/engine.h"
#include "composer/predict/internal.h"
#include "composer/predict/limits.h"
#include "composer/predict/runs.h"

static const size_t NONE = (size_t)-1;

/* Make "run" ready for "place", without occurrences of nodes. */
static void prepare_plain(struct lcm_predictor *p, struct lcm_run *run,
                          const struct lcm_run_place *place) {
  lcm_predictor_begin_run(p, run, place);
  run->options = &p->plain;
}

/* Execute the program in the scope of "run" on "w" processors into "*out". */
static lcm_status execute(struct lcm_outcome *out, struct lcm_predictor *p,
                          struct lcm_run *run, double w) {
  *out = lcm_run_serial(run, p->setup.entry->body, w);
  p->executions++;
  return run->status;
}

lcm_status lcm_predictor_moved(double *time, struct lcm_predictor *p, size_t i,
                               double w, const double *moves) {
  struct lcm_outcome out;
  struct lcm_run run;
  prepare_plain(p, &run, &(struct lcm_run_place){i, w, moves});
  const lcm_status status = execute(&out, p, &run, w);
  *time = out.time;
  return status;
}

void lcm_predictor_derive(struct lcm_predictor *p, lcm_point *point) {
  const double width =
      point->gradient ? lcm_coef_half_width(p->setup.ctx, p->setup.coefs,
                                            point->gradient, p->setup.n_coefs)
                      : 0;
  point->work = point->cats[LCM_CAT_PC] + point->cats[LCM_CAT_UNSPLIT];
  point->speedup = point->time > 0 ? point->time1 / point->time : NAN;
  point->efficiency = point->speedup / point->p;
  point->low = point->time - width;
  point->high = point->time + width;
}

void lcm_predictor_bound(lcm_point *point, const struct lcm_demand *demands,
                         size_t n) {
  const double work = point->cats[LCM_CAT_PC] + point->cats[LCM_CAT_UNSPLIT];
  point->bound = fmax(point->span, work / point->p);
  point->binding =
      work / point->p > point->span * (1 + 1e-12) ? "processors" : NULL;
  for (size_t i = 0; i < n; i++)
    if (demands[i].time > point->bound * (1 + 1e-12)) {
      point->bound = demands[i].time;
      point->binding = demands[i].name;
    }
}

/* Return the name of the occurrence that "r" is, one text for all points. */
static const char *id_of(struct lcm_predictor *p, const struct lcm_record *r) {
  char end[16];
  const char *const parts[] = {r->path, r->function->key, end};
  (void)snprintf(end, sizeof end, "/%u", r->node->id);
  return lcm_intern_parts(p->setup.ctx, parts, 3);
}

/* Return the occurrence that "r" is, below "above" (or NULL). */
static lcm_occurrence occurrence_of(struct lcm_predictor *p,
                                    const lcm_point *point,
                                    const struct lcm_record *r,
                                    const lcm_occurrence *above) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  double *cats = LCM_NEW_ARRAY(arena, double, p->setup.n_cats + 1);
  memcpy(cats, r->cats, p->setup.n_cats * sizeof *cats);
  return (lcm_occurrence){
      .id = id_of(p, r),
      .node = r->node,
      .function = r->function,
      .depth = r->depth,
      .visits = r->visits,
      .time = r->time,
      .cats = cats,
      .processors = r->processors,
      .share = point->time > 0 ? r->time / point->time : 0,
      .critical = !above || (above->critical && (!r->aside || r->picked)),
      .provenance = r->provenance ? r->provenance : "composed"};
}

/* Return the record that comes after number "at" of "run" in preorder. */
static size_t next_record(const struct lcm_run *run, size_t at) {
  const struct lcm_record *all = run->notes.records.at;
  if (all[at].first != NONE)
    return all[at].first;
  while (at != NONE && all[at].next == NONE)
    at = all[at].parent;
  return at == NONE ? NONE : all[at].next;
}

/* Copy the records of "run" to the occurrences of "point", in preorder. */
static void copy_records(struct lcm_predictor *p, lcm_point *point,
                         struct lcm_run *run) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  const size_t n = run->notes.records.n;
  lcm_occurrence *all = LCM_NEW_ARRAY(arena, lcm_occurrence, n + 1);
  const char **critical = LCM_NEW_ARRAY(arena, const char *, n + 1);
  size_t *places = LCM_NEW_ARRAY(arena, size_t, n + 1);
  size_t *records = LCM_NEW_ARRAY(arena, size_t, n + 1);
  size_t k = 0;
  for (size_t at = n ? 0 : NONE; at != NONE; at = next_record(run, at)) {
    const struct lcm_record *r = &run->notes.records.at[at];
    const lcm_occurrence *above =
        r->parent == NONE ? NULL : &all[places[r->parent]];
    all[k] = occurrence_of(p, point, r, above);
    if (all[k].critical && r->time > 0)
      critical[point->n_critical++] = all[k].id;
    records[k] = at;
    places[at] = k++;
  }
  point->occurrences = all;
  point->n_occurrences = k;
  point->critical = critical;
  if (p->setup.options->limits)
    point->limits = lcm_predictor_limits(p, point, run, records);
}

/* Put the time on one processor of "point" into it. */
static lcm_status run_alone(struct lcm_predictor *p, lcm_point *point,
                            size_t i) {
  struct lcm_outcome alone;
  struct lcm_run run;
  point->time1 = point->time;
  if (point->p == 1)
    return LCM_OK;
  prepare_plain(p, &run, &(struct lcm_run_place){i, 1, NULL});
  run.messages.alone = true;
  const lcm_status status = execute(&alone, p, &run, 1);
  point->time1 = run.messages.senseless ? NAN : alone.time;
  return run.messages.senseless ? LCM_OK : status;
}

/* Put into "*time" how long the program takes at point "i" on "w" processors
 * with tasks run in "order". */
static lcm_status run_order(double *time, struct lcm_predictor *p, size_t i,
                            double w, enum lcm_order order) {
  struct lcm_outcome out;
  struct lcm_run run;
  prepare_plain(p, &run, &(struct lcm_run_place){i, w, NULL});
  run.mode.order = order;
  const lcm_status status = execute(&out, p, &run, w);
  *time = out.time;
  return status;
}

/* Put into "point", number "i", what its time can be by the order of tasks. */
static lcm_status run_orders(struct lcm_predictor *p, lcm_point *point,
                             size_t i) {
  lcm_status status = run_order(&point->least, p, i, point->p, LCM_ORDER_LEAST);
  if (!status)
    status = run_order(&point->most, p, i, point->p, LCM_ORDER_MOST);
  point->least = fmin(point->least, point->time);
  point->most = fmax(point->most, point->time);
  return status;
}

/* Put what "point", number "i", comes to on any and on one processor into it;
 * "run" is that of it. */
static lcm_status run_others(struct lcm_predictor *p, lcm_point *point,
                             struct lcm_run *run, size_t i) {
  run->env.n = run->globals;
  run->mode.unlimited = true;
  run->notes.noted = NULL;
  run->messages.alone = true;
  point->span = lcm_run_span(run, p->setup.entry->body, point->p);
  point->span = run->messages.senseless ? 0 : point->span;
  lcm_predictor_bound(point, run->notes.demands.at, run->notes.demands.n);
  return run_alone(p, point, i);
}

lcm_status lcm_predictor_point(struct lcm_predictor *p, lcm_point *point,
                               size_t i) {
  struct lcm_run run;
  struct lcm_outcome out;
  const double w = lcm_setup_processors(&p->setup, i);
  const lcm_status valid = lcm_check_processors(p->setup.ctx, w);
  if (valid)
    return valid;
  lcm_predictor_begin_run(p, &run, &(struct lcm_run_place){i, w, NULL});
  run.notes.noted = &p->noted;
  run.notes.slopes = p->slopes;
  const lcm_status status = execute(&out, p, &run, w);
  run.notes.slopes = NULL;
  p->estimated = run.doubts.estimated || run.doubts.coarse;
  if (status)
    return status;
  double *cats =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx), double, p->setup.n_cats + 1);
  memcpy(cats, out.cats, p->setup.n_cats * sizeof *cats);
  *point = (lcm_point){
      .p = w, .time = out.time, .least = NAN, .most = NAN, .cats = cats};
  copy_records(p, point, &run);
  if (p->setup.options->parts) {
    point->time1 = point->time;
    return LCM_OK;
  }
  if (run.doubts.any_order && w > 1) {
    const lcm_status ordered = run_orders(p, point, i);
    if (ordered)
      return ordered;
  }
  return run_others(p, point, &run, i);
}

double lcm_predictor_time(struct lcm_predictor *p, size_t i) {
  const double w = lcm_setup_processors(&p->setup, i);
  double time = NAN;
  if (!(w >= 1) || !isfinite(w))
    return NAN;
  return lcm_predictor_moved(&time, p, i, w, NULL) ? NAN : time;
}
