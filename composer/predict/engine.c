#include <math.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/engine/env.h"
#include "composer/engine/serial.h"
#include "composer/engine/span.h"
#include "composer/predict/engine.h"
#include "composer/predict/runs.h"
#include "model/expr/coef.h"

static const size_t NONE = (size_t)-1;

/* Processors for all processes that a model may have: none is said to wait for
 * one unless it is a resource. */
static const double ENOUGH = 1e9;

/* ---- the scope of a run ---------------------------------------------------
 */

/* Return whether "name" is bound in "run". */
static bool is_bound(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->env.n; i++)
    if (run->env.at[i].name == name)
      return true;
  return false;
}

/* Bind the params that have a value, in an order that works. */
static void bind_params(struct lcm_predictor *p, struct lcm_run *run) {
  bool more = true;
  for (size_t round = 0; round <= p->program->n_params && more; round++) {
    more = false;
    for (size_t i = 0; i < p->program->n_params; i++) {
      const lcm_param *param = &p->program->params[i];
      const lcm_expr *e = param->value ? param->value : param->tied;
      double value = 0;
      if (is_bound(run, param->name) || !lcm_run_derived(&value, run, e))
        continue;
      lcm_run_bind(run, param->name, value);
      more = true;
    }
  }
}

/* Let random quantities stand for their means. */
static void bind_draws(struct lcm_predictor *p, struct lcm_run *run) {
  for (size_t i = 0; i < p->program->n_draws; i++) {
    const struct lcm_draw *draw = &p->program->draws[i];
    double mean = 0;
    if (lcm_run_derived(&mean, run, lcm_draw_mean(p->ctx, draw)))
      lcm_run_bind(run, draw->name, mean);
  }
}

/* Bind the machine's names. */
static void bind_machine(struct lcm_predictor *p, struct lcm_run *run) {
  const lcm_machine *machine = p->machine;
  const char *const *name = p->machine_names;
  lcm_run_bind(run, *name++, machine->processors);
  lcm_run_bind(run, *name++, machine->sockets);
  for (size_t i = 0; i < machine->n_costs; i++, name++) {
    double value = 0;
    if (lcm_run_derived(&value, run, machine->costs[i].expr))
      lcm_run_bind(run, *name, value);
  }
  for (size_t i = 0; i < machine->n_levels; i++)
    lcm_run_bind(run, *name++, machine->levels[i].core);
  for (size_t i = 0; i < machine->n_resources; i++, name++)
    if (machine->resources[i].bandwidth > 0)
      lcm_run_bind(run, *name, machine->resources[i].bandwidth);
}

/* Return "machine.NAME.END", interned. */
static const char *machine_name(struct lcm_predictor *p, const char *name,
                                const char *end) {
  return lcm_intern(p->ctx, lcm_arena_printf(lcm_ctx_arena(p->ctx),
                                             "machine.%s%s", name, end));
}

void lcm_predictor_name_machine(struct lcm_predictor *p) {
  const lcm_machine *machine = p->machine;
  const char **names = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), const char *,
                                     machine->n_costs + machine->n_levels +
                                         machine->n_resources + 2);
  p->machine_names = names;
  *names++ = machine_name(p, "processors", "");
  *names++ = machine_name(p, "sockets", "");
  for (size_t i = 0; i < machine->n_costs; i++)
    *names++ = machine_name(p, machine->costs[i].name, "");
  for (size_t i = 0; i < machine->n_levels; i++)
    *names++ = machine_name(p, machine->levels[i].name, ".bandwidth");
  for (size_t i = 0; i < machine->n_resources; i++)
    *names++ = machine_name(p, machine->resources[i].name, ".bandwidth");
}

double lcm_predictor_processors(const struct lcm_predictor *p, size_t i) {
  return p->program->is_model ? ENOUGH : lcm_grid_processors(p->grid, i);
}

/* Bind the coefficients of "p" to what is "moves" more than they are. */
static void bind_moved(struct lcm_predictor *p, struct lcm_run *run,
                       const double *moves) {
  for (size_t k = 0; moves && k < p->n_coefs; k++)
    if (moves[k] != 0)
      lcm_run_bind(run, p->coefs[k]->name, p->coefs[k]->value + moves[k]);
}

/* Make "run" ready for point "i" on "w" processors, with the coefficients
 * "moves" (NULL: nothing) more than they are. */
static void prepare(struct lcm_predictor *p, struct lcm_run *run, size_t i,
                    double w, const double *moves) {
  lcm_predictor_count(p, i, w);
  *run = (struct lcm_run){.ctx = p->ctx,
                          .program = p->program,
                          .machine = p->machine,
                          .options = p->options,
                          .data = p->data,
                          .n_cats = p->n_cats,
                          .cat_names = p->cat_names,
                          .function = p->entry,
                          .path = "",
                          .mode = {.trial = moves != NULL},
                          .notes = {.parent = NONE,
                                    .scale = 1,
                                    .spread = 1,
                                    .visits = p->visits,
                                    .counting = p->counting},
                          .names = &p->names,
                          .facts = p->facts};
  bind_moved(p, run, moves);
  for (size_t j = 0; j < p->grid->n_names; j++)
    if (p->grid->names[j] != p->names.p)
      lcm_run_bind(run, p->grid->names[j], p->grid->columns[j][i]);
  lcm_run_bind(run, p->names.procs, w);
  lcm_run_bind(run, p->names.p, w);
  bind_params(p, run);
  bind_draws(p, run);
  bind_machine(p, run);
  for (size_t k = 0; k < p->n_runs; k++)
    lcm_run_bind(run, p->runs[k].symbol, p->runs[k].visits);
  run->globals = run->env.n;
}

void lcm_predictor_prepare(struct lcm_predictor *p, struct lcm_run *run,
                           size_t i, double w) {
  prepare(p, run, i, w, NULL);
}

/* ---- one point ------------------------------------------------------------
 */

/* Execute the program in the scope of "run" on "w" processors into "*out". */
static lcm_status execute(struct lcm_outcome *out, struct lcm_predictor *p,
                          struct lcm_run *run, double w) {
  *out = lcm_run_serial(run, p->entry->body, w);
  p->executions++;
  return run->status;
}

lcm_status lcm_predictor_moved(double *time, struct lcm_predictor *p, size_t i,
                               double w, const double *moves) {
  struct lcm_predict_options plain = *p->options;
  const struct lcm_predict_options *const options = p->options;
  struct lcm_outcome out;
  struct lcm_run run;
  plain.nodes = false;
  p->options = &plain;
  prepare(p, &run, i, w, moves);
  const lcm_status status = execute(&out, p, &run, w);
  p->options = options;
  *time = out.time;
  return status;
}

void lcm_predictor_derive(struct lcm_predictor *p, lcm_point *point) {
  const double width =
      point->gradient
          ? lcm_coef_half_width(p->ctx, p->coefs, point->gradient, p->n_coefs)
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

/* Return the occurrence that "r" is, below "above" (or NULL). */
static lcm_occurrence occurrence_of(struct lcm_predictor *p,
                                    const lcm_point *point,
                                    const struct lcm_record *r,
                                    const lcm_occurrence *above) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  double *cats = LCM_NEW_ARRAY(arena, double, p->n_cats + 1);
  memcpy(cats, r->cats, p->n_cats * sizeof *cats);
  return (lcm_occurrence){
      .id = lcm_arena_printf(arena, "%s%s/%u", r->path, r->function->key,
                             r->node->id),
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
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const size_t n = run->notes.records.n;
  lcm_occurrence *all = LCM_NEW_ARRAY(arena, lcm_occurrence, n + 1);
  const char **critical = LCM_NEW_ARRAY(arena, const char *, n + 1);
  size_t *places = LCM_NEW_ARRAY(arena, size_t, n + 1);
  size_t k = 0;
  for (size_t at = n ? 0 : NONE; at != NONE; at = next_record(run, at)) {
    const struct lcm_record *r = &run->notes.records.at[at];
    const lcm_occurrence *above =
        r->parent == NONE ? NULL : &all[places[r->parent]];
    all[k] = occurrence_of(p, point, r, above);
    if (all[k].critical && r->time > 0)
      critical[point->n_critical++] = all[k].id;
    places[at] = k++;
  }
  point->occurrences = all;
  point->n_occurrences = k;
  point->critical = critical;
}

/* Put the time on one processor of "point" into it. */
static lcm_status run_alone(struct lcm_predictor *p, lcm_point *point,
                            size_t i) {
  struct lcm_predict_options plain = *p->options;
  const struct lcm_predict_options *const options = p->options;
  struct lcm_outcome alone;
  struct lcm_run run;
  point->time1 = point->time;
  if (point->p == 1)
    return LCM_OK;
  plain.nodes = false;
  p->options = &plain;
  lcm_predictor_prepare(p, &run, i, 1);
  run.messages.alone = true;
  const lcm_status status = execute(&alone, p, &run, 1);
  p->options = options;
  point->time1 = run.messages.senseless ? NAN : alone.time;
  return run.messages.senseless ? LCM_OK : status;
}

/* Put into "*time" how long the program takes at point "i" on "w" processors
 * with tasks run in "order". */
static lcm_status run_order(double *time, struct lcm_predictor *p, size_t i,
                            double w, enum lcm_order order) {
  struct lcm_predict_options plain = *p->options;
  const struct lcm_predict_options *const options = p->options;
  struct lcm_outcome out;
  struct lcm_run run;
  plain.nodes = false;
  p->options = &plain;
  lcm_predictor_prepare(p, &run, i, w);
  run.mode.order = order;
  const lcm_status status = execute(&out, p, &run, w);
  p->options = options;
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

lcm_status lcm_check_processors(lcm_ctx *ctx, double p) {
  const char *wrong = !(p >= 1) || !isfinite(p) ? "at least 1"
                      : p != floor(p)           ? "a whole number"
                                                : NULL;
  if (!wrong)
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_DOMAIN, (lcm_loc){0},
             "p = %g: the number of processors must be %s", p, wrong);
  return LCM_EDOMAIN;
}

lcm_status lcm_predictor_point(struct lcm_predictor *p, lcm_point *point,
                               size_t i) {
  struct lcm_run run;
  struct lcm_outcome out;
  const double w = lcm_predictor_processors(p, i);
  const lcm_status valid = lcm_check_processors(p->ctx, w);
  if (valid)
    return valid;
  lcm_predictor_prepare(p, &run, i, w);
  run.notes.noted = &p->noted;
  run.notes.slopes = p->slopes;
  const lcm_status status = execute(&out, p, &run, w);
  run.notes.slopes = NULL;
  p->estimated = run.doubts.estimated || run.doubts.coarse;
  if (status)
    return status;
  double *cats = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), double, p->n_cats + 1);
  memcpy(cats, out.cats, p->n_cats * sizeof *cats);
  *point = (lcm_point){
      .p = w, .time = out.time, .least = NAN, .most = NAN, .cats = cats};
  copy_records(p, point, &run);
  if (run.doubts.any_order && w > 1) {
    const lcm_status ordered = run_orders(p, point, i);
    if (ordered)
      return ordered;
  }
  run.env.n = run.globals;
  run.mode.unlimited = true;
  run.notes.noted = NULL;
  run.messages.alone = true;
  point->span = lcm_run_span(&run, p->entry->body, w);
  point->span = run.messages.senseless ? 0 : point->span;
  lcm_predictor_bound(point, run.notes.demands.at, run.notes.demands.n);
  return run_alone(p, point, i);
}

double lcm_predictor_time(struct lcm_predictor *p, size_t i) {
  const double w = lcm_predictor_processors(p, i);
  double time = NAN;
  if (!(w >= 1) || !isfinite(w))
    return NAN;
  return lcm_predictor_moved(&time, p, i, w, NULL) ? NAN : time;
}
