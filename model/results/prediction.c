/* Predictions as JSON, and their categories of lost cycles. */
#include "model/results/prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_print.h"
#include "model/lcs/lcs.h"
#include "model/results/prediction_internal.h"

/* Report that the invariant does not hold at "point": "what". */
static lcm_status broken(lcm_ctx *ctx, const lcm_point *point, lcm_loc at,
                         const char *what) {
  lcm_report(ctx, LCM_DIAG_INVARIANT, at, "at p = %.17g: %s", point->p, what);
  return LCM_ECHECK;
}

lcm_status lcm_point_check(lcm_ctx *ctx, const lcm_point *point, lcm_loc at,
                           size_t n_cats) {
  const double whole = point->p * point->time;
  const double most = point->time * (1 + 1e-9);
  double sum = 0;
  for (size_t c = 0; c < n_cats; c++)
    sum += point->cats[c];
  if (n_cats && !(fabs(sum - whole) <= 1e-9 * fmax(whole, 1e-300)))
    return broken(
        ctx, point, at,
        lcm_arena_printf(lcm_ctx_arena(ctx),
                         "the categories sum to %.17g, not to p times the "
                         "time, %.17g",
                         sum, whole));
  if (!(point->span <= most))
    return broken(ctx, point, at,
                  lcm_arena_printf(lcm_ctx_arena(ctx),
                                   "the span %.17g is above the time %.17g",
                                   point->span, point->time));
  if (!(point->bound <= most))
    return broken(ctx, point, at,
                  lcm_arena_printf(lcm_ctx_arena(ctx),
                                   "the bound %.17g is above the time %.17g",
                                   point->bound, point->time));
  return LCM_OK;
}

lcm_json *lcm_point_env_json(const lcm_grid *grid, size_t i) {
  lcm_json *env = lcm_json_object();
  for (size_t j = 0; j < grid->n_names; j++)
    lcm_json_set(env, grid->names[j], lcm_json_real(grid->columns[j][i]));
  return env;
}

/* Return the lost cycles of "cats": all categories but computation. */
static lcm_json *lost_json(const lcm_prediction *p, const double *cats) {
  lcm_json *lost = lcm_json_object();
  for (size_t c = 0; c < p->n_cats; c++)
    if (c != LCM_CAT_UNSPLIT || cats[c] != 0)
      lcm_json_set(lost, p->cat_names[c], lcm_json_real(cats[c]));
  return lost;
}

/* Return "loc" as text. */
static lcm_json *loc_json(lcm_ctx *ctx, lcm_loc loc) {
  if (!loc.file)
    return lcm_json_null();
  return lcm_json_string(lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%u:%u",
                                          loc.file, loc.line, loc.column));
}

/* Return the occurrence "o". */
static lcm_json *node_json(lcm_ctx *ctx, const lcm_prediction *p,
                           const lcm_occurrence *o) {
  lcm_json *node = lcm_json_object();
  lcm_json_set(node, "id", lcm_json_string(o->id));
  lcm_json_set(node, "path", lcm_json_string(o->function->name));
  lcm_json_set(node, "kind", lcm_json_string(lcm_node_word(o->node->kind)));
  lcm_json_set(node, "label",
               lcm_json_string(o->node->name ? o->node->name : o->node->label));
  lcm_json_set(node, "range", loc_json(ctx, o->node->loc));
  lcm_json_set(node, "depth", lcm_json_real(o->depth));
  lcm_json_set(node, "visits", lcm_json_real(o->visits));
  lcm_json_set(node, "time", lcm_json_real(o->time));
  lcm_json_set(node, "share", lcm_json_real(o->share));
  lcm_json_set(node, "work",
               lcm_json_real(o->cats[LCM_CAT_PC] + o->cats[LCM_CAT_UNSPLIT]));
  lcm_json_set(node, "lost", lost_json(p, o->cats));
  lcm_json_set(node, "processors", lcm_json_real(o->processors));
  lcm_json_set(node, "critical", lcm_json_bool(o->critical));
  lcm_json_set(node, "provenance", lcm_json_string(o->provenance));
  return node;
}

/* Return where the resources of "bounds" begin to bind. */
static lcm_json *saturations_json(lcm_ctx *ctx,
                                  const struct lcm_bound_result *bounds) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < bounds->n_saturations; i++) {
    const struct lcm_saturation *s = &bounds->saturations[i];
    lcm_json *json = lcm_json_object();
    char *exact = s->exact ? lcm_expr_to_str(s->exact, LCM_TEXT) : NULL;
    lcm_json_set(json, "param", lcm_json_string(s->param));
    lcm_json_set(json, "resource", lcm_json_string(s->resource));
    lcm_json_set(json, "value", lcm_json_real(s->value));
    lcm_json_set(json, "exact",
                 lcm_json_string(exact ? lcm_intern(ctx, exact) : NULL));
    free(exact);
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the analysis "bounds". */
static lcm_json *bounds_json(lcm_ctx *ctx,
                             const struct lcm_bound_result *bounds) {
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "phi", lcm_json_real(bounds->phi));
  lcm_json_set(json, "omega", lcm_json_real(bounds->omega));
  lcm_json_set(json, "time", lcm_json_real(bounds->time));
  lcm_json_set(json, "resource", lcm_json_string(bounds->resource));
  lcm_json_set(json, "skewed", lcm_json_real(bounds->skewed));
  lcm_json_set(json, "barriers", lcm_json_real(bounds->barriers));
  lcm_json_set(json, "upper", lcm_json_real(bounds->upper));
  lcm_json_set(json, "conjecture", lcm_json_real(bounds->conjecture));
  lcm_json_set(json, "theta", lcm_json_real(bounds->theta));
  lcm_json_set(json, "next", lcm_json_string(bounds->next));
  lcm_json_set(json, "next_time",
               bounds->next ? lcm_json_real(bounds->next_time)
                            : lcm_json_null());
  lcm_json_set(json, "random", lcm_json_bool(bounds->random));
  lcm_json_set(json, "random_max", lcm_json_bool(bounds->random_max));
  lcm_json_set(json, "saturations", saturations_json(ctx, bounds));
  return json;
}

/* Return the bound of "point": of the analysis where there was one, else, of a
 * point that was "composed", what that gives. */
static lcm_json *bound_json(lcm_ctx *ctx, const lcm_point *point,
                            bool composed) {
  if (point->bounds && !point->bounds->reason)
    return bounds_json(ctx, point->bounds);
  if (point->bounds || !composed)
    return lcm_json_null();
  lcm_json *bound = lcm_json_object();
  lcm_json_set(bound, "time", lcm_json_real(point->bound));
  lcm_json_set(bound, "phi", lcm_json_real(point->span));
  lcm_json_set(bound, "resource", lcm_json_string(point->binding));
  return bound;
}

/* Return what simulation says of "point", null where it was not asked. */
static lcm_json *simulation_json(const lcm_point *point) {
  const struct lcm_simulate_result *s = point->simulation;
  if (!s)
    return lcm_json_null();
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "time", lcm_json_real(s->time));
  lcm_json_set(json, "random", lcm_json_bool(s->random));
  if (!s->random)
    return json;
  lcm_json_set(json, "mean", lcm_json_real(s->mean));
  lcm_json_set(json, "low", lcm_json_real(s->low));
  lcm_json_set(json, "high", lcm_json_real(s->high));
  lcm_json_set(json, "level", lcm_json_real(s->level));
  lcm_json_set(json, "replications", lcm_json_real((double)s->replications));
  return json;
}

/* Return what the time of "point" can be by the order in which tasks are run,
 * null where that does not matter. */
static lcm_json *order_json(const lcm_point *point) {
  if (isnan(point->least))
    return lcm_json_null();
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "least", lcm_json_real(point->least));
  lcm_json_set(json, "most", lcm_json_real(point->most));
  return json;
}

lcm_json *lcm_premises_json(const lcm_prediction *p) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < p->n_premises; i++) {
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "edit", lcm_json_string(p->premises[i].edit));
    lcm_json_set(json, "premise", lcm_json_string(p->premises[i].text));
    lcm_json_set(json, "proved", lcm_json_bool(p->premises[i].proved));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return point "i" of "p". */
static lcm_json *point_json(lcm_ctx *ctx, const lcm_prediction *p, size_t i) {
  const lcm_point *point = &p->points[i];
  lcm_json *json = lcm_json_object();
  lcm_json *interval = lcm_json_object();
  lcm_json *critical = lcm_json_array();
  lcm_json_set(json, "env", lcm_point_env_json(p->grid, i));
  lcm_json_set(json, "processors", lcm_json_real(point->p));
  lcm_json_set(json, "time", lcm_json_real(point->time));
  lcm_json_set(json, "speedup",
               lcm_json_real(p->is_model ? NAN : point->speedup));
  lcm_json_set(json, "efficiency",
               lcm_json_real(p->is_model ? NAN : point->efficiency));
  lcm_json_set(json, "work", lcm_json_real(point->work));
  lcm_json_set(json, "span", lcm_json_real(point->span));
  lcm_json_set(json, "lost",
               !p->bare && !p->is_model ? lost_json(p, point->cats)
                                        : lcm_json_null());
  lcm_json_set(interval, "level", lcm_json_real(0.9));
  lcm_json_set(interval, "low", lcm_json_real(point->low));
  lcm_json_set(interval, "high", lcm_json_real(point->high));
  lcm_json_set(json, "interval", interval);
  lcm_json_set(json, "order", order_json(point));
  lcm_json_set(json, "bound", bound_json(ctx, point, !p->bare));
  lcm_json_set(json, "simulate", simulation_json(point));
  lcm_json_set(json, "binding_resource", lcm_json_string(point->binding));
  for (size_t k = 0; k < point->n_critical; k++)
    lcm_json_add(critical, lcm_json_string(point->critical[k]));
  lcm_json_set(json, "critical_path", critical);
  if (point->n_occurrences) {
    lcm_json *nodes = lcm_json_array();
    for (size_t k = 0; k < point->n_occurrences; k++)
      lcm_json_add(nodes, node_json(ctx, p, &point->occurrences[k]));
    lcm_json_set(json, "nodes", nodes);
  }
  return json;
}

/* Put the closed form of "p" into "document" where there is one. */
static void put_formula(lcm_json *document, lcm_ctx *ctx,
                        const lcm_prediction *p) {
  lcm_json *conditions = NULL;
  char *text = p->formula ? lcm_expr_to_str(p->formula, LCM_TEXT) : NULL;
  if (!p->formula)
    return;
  lcm_json_set(document, "formula",
               lcm_json_string(text ? lcm_intern(ctx, text) : NULL));
  free(text);
  if (!p->bare)
    return;
  conditions = lcm_json_array();
  for (size_t i = 0; i < p->n_conditions; i++) {
    char *where = lcm_expr_to_str(p->conditions[i], LCM_TEXT);
    lcm_json_add(conditions,
                 lcm_json_string(where ? lcm_intern(ctx, where) : NULL));
    free(where);
  }
  lcm_json_set(document, "formula_cost", lcm_json_string(p->formula_cost));
  lcm_json_set(document, "formula_conditions", conditions);
}

/* Put the patterns of messages of "p", if there are any, into "document". */
static void put_patterns(lcm_json *document, lcm_ctx *ctx,
                         const lcm_prediction *p) {
  lcm_json *patterns = lcm_json_array();
  for (size_t i = 0; i < p->n_patterns; i++) {
    const struct lcm_pattern *pattern = &p->patterns[i];
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "pattern", lcm_json_string(pattern->name));
    lcm_json_set(one, "send",
                 lcm_json_string(pattern->send->u.message->operation));
    lcm_json_set(one, "send_range", loc_json(ctx, pattern->send->loc));
    lcm_json_set(one, "receive",
                 lcm_json_string(pattern->receive->u.message->operation));
    lcm_json_set(one, "receive_range", loc_json(ctx, pattern->receive->loc));
    lcm_json_add(patterns, one);
  }
  if (p->n_patterns)
    lcm_json_set(document, "patterns", patterns);
  else
    lcm_json_free(patterns);
}

/* Return "part" of "r". */
static lcm_json *part_json(const struct lcm_recurrence *r,
                           const struct lcm_recurrence_part *part) {
  lcm_json *json = lcm_json_object();
  lcm_json *cases = lcm_json_array();
  lcm_json_set(json, "name", lcm_json_string(part->name));
  lcm_json_set(json, "meaning", lcm_json_string(part->title));
  for (size_t i = 0; i < r->n_cases; i++) {
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "if", lcm_expr_json(r->when[i]));
    lcm_json_set(one, "value", lcm_expr_json(part->cases[i]));
    lcm_json_add(cases, one);
  }
  lcm_json_set(json, "cases", cases);
  lcm_json_set(json, "closed", lcm_expr_json(part->closed));
  lcm_json_set(json, "also", lcm_expr_json(part->also));
  lcm_json_set(json, "growth", lcm_json_string(part->growth));
  lcm_json_set(json, "reason", lcm_json_string(part->reason));
  return json;
}

/* Put the recurrences of "p", if there are any, into "document". */
static void put_recurrences(lcm_json *document, lcm_ctx *ctx,
                            const lcm_prediction *p) {
  lcm_json *all = lcm_json_array();
  for (size_t i = 0; i < p->n_recurrences; i++) {
    const struct lcm_recurrence *r = &p->recurrences[i];
    lcm_json *one = lcm_json_object();
    lcm_json *params = lcm_json_array();
    lcm_json *parts = lcm_json_array();
    for (size_t k = 0; k < r->n_params; k++)
      lcm_json_add(params, lcm_json_string(r->params[k]));
    for (size_t k = 0; k < r->n_parts; k++)
      lcm_json_add(parts, part_json(r, &r->parts[k]));
    lcm_json_set(one, "function", lcm_json_string(r->function->name));
    lcm_json_set(one, "range", loc_json(ctx, r->function->body->loc));
    lcm_json_set(one, "params", params);
    lcm_json_set(one, "parts", parts);
    lcm_json_set(one, "levels", lcm_json_string(r->levels));
    lcm_json_set(one, "levels_is", lcm_expr_json(r->levels_is));
    lcm_json_set(one, "holds", lcm_json_string(r->holds));
    lcm_json_set(one, "reason", lcm_json_string(r->reason));
    lcm_json_add(all, one);
  }
  if (p->n_recurrences)
    lcm_json_set(document, "recurrences", all);
  else
    lcm_json_free(all);
}

LCM_GIVE char *lcm_prediction_to_json(lcm_ctx *ctx, const lcm_prediction *p) {
  lcm_json *document = lcm_json_object();
  lcm_json *points = lcm_json_array();
  lcm_json *unknown = lcm_json_array();
  lcm_json *assumptions = lcm_json_array();
  lcm_json_set(document, "schema", lcm_json_string("lcm-prediction/1"));
  lcm_json_set(document, "name", lcm_json_string(p->name));
  lcm_json_set(document, "model", lcm_json_bool(p->is_model));
  for (size_t i = 0; i < p->grid->n_points; i++)
    lcm_json_add(points, point_json(ctx, p, i));
  lcm_json_set(document, "points", points);
  for (size_t i = 0; i < p->n_unknown; i++) {
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "id", lcm_json_string(p->unknown[i].id));
    lcm_json_set(one, "range", loc_json(ctx, p->unknown[i].loc));
    lcm_json_set(one, "reason", lcm_json_string(p->unknown[i].reason));
    lcm_json_add(unknown, one);
  }
  lcm_json_set(document, "unknown", unknown);
  for (size_t i = 0; i < p->n_assumptions; i++)
    lcm_json_add(assumptions, lcm_json_string(p->assumptions[i]));
  lcm_json_set(document, "assumptions", assumptions);
  if (p->n_premises)
    lcm_json_set(document, "edits", lcm_premises_json(p));
  put_patterns(document, ctx, p);
  put_recurrences(document, ctx, p);
  put_formula(document, ctx, p);
  return lcm_json_print(document);
}
