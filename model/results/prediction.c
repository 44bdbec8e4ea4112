/* Predictions as JSON, and their categories of lost cycles. */
#include "model/results/prediction.h"

#include <math.h>
#include <string.h>

#include "base/json_print.h"
#include "model/lcs/lcs.h"
#include "model/results/limits_internal.h"
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
    if (!grid->idle || !grid->idle[j])
      lcm_json_set(env, lcm_grid_label(grid, j),
                   lcm_json_real(grid->columns[j][i]));
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
static lcm_json *loc_json(lcm_loc loc) {
  lcm_buf text = {0};
  if (loc.file)
    lcm_buf_printf(&text, "%s:%u:%u", loc.file, loc.line, loc.column);
  lcm_json *json = lcm_json_string(text.text);
  lcm_buf_free(&text);
  return json;
}

/* Return the occurrence "o". */
static lcm_json *node_json(const lcm_prediction *p, const lcm_occurrence *o) {
  return LCM_JSON_NEW(
      {"id", LCM_JSON(o->id)}, {"path", LCM_JSON(o->function->name)},
      {"kind", LCM_JSON(lcm_node_word(o->node->kind))},
      {"label", LCM_JSON(o->node->name ? o->node->name : o->node->label)},
      {"range", loc_json(o->node->loc)}, {"depth", LCM_JSON(o->depth)},
      {"visits", LCM_JSON(o->visits)}, {"time", LCM_JSON(o->time)},
      {"share", LCM_JSON(o->share)},
      {"work", LCM_JSON(o->cats[LCM_CAT_PC] + o->cats[LCM_CAT_UNSPLIT])},
      {"lost", lost_json(p, o->cats)}, {"processors", LCM_JSON(o->processors)},
      {"critical", LCM_JSON(o->critical)},
      {"provenance", LCM_JSON(o->provenance)});
}

/* Return where a resource begins to bind, "at". */
static lcm_json *saturation_json(const void *at) {
  const struct lcm_saturation *s = at;
  return LCM_JSON_NEW(
      {"param", LCM_JSON(s->param)}, {"resource", LCM_JSON(s->resource)},
      {"value", LCM_JSON(s->value)}, {"exact", lcm_expr_json(s->exact)});
}

/* Return the estimates of "bounds". */
static lcm_json *estimates_json(const struct lcm_bound_result *bounds) {
  static const char *const WORDS[] = {
#define LCM_CONTENTION(name, word, meaning) word,
#include "model/results/contention.def"
#undef LCM_CONTENTION
  };
  lcm_json *json = LCM_JSON_NEW({WORDS[0], LCM_JSON(bounds->estimates[0])});
  for (size_t i = 1; i < LCM_CONTENTION_COUNT; i++)
    LCM_JSON_PUT(json, {WORDS[i], LCM_JSON(bounds->estimates[i])});
  return json;
}

/* Return the analysis "bounds". */
static lcm_json *bounds_json(const struct lcm_bound_result *bounds) {
  return LCM_JSON_NEW(
      {"phi", LCM_JSON(bounds->phi)}, {"omega", LCM_JSON(bounds->omega)},
      {"time", LCM_JSON(bounds->time)},
      {"resource", LCM_JSON(bounds->resource)},
      {"skewed", LCM_JSON(bounds->skewed)},
      {"barriers", LCM_JSON(bounds->barriers)},
      {"upper", LCM_JSON(bounds->upper)},
      {"conjecture", LCM_JSON(bounds->conjecture)},
      {"estimates", estimates_json(bounds)}, {"theta", LCM_JSON(bounds->theta)},
      {"next", LCM_JSON(bounds->next)},
      {"next_time",
       bounds->next ? lcm_json_real(bounds->next_time) : lcm_json_null()},
      {"random", LCM_JSON(bounds->random)},
      {"random_max", LCM_JSON(bounds->random_max)},
      {"saturations", LCM_JSON_LIST(saturation_json, bounds->saturations,
                                    bounds->n_saturations)});
}

/* Return the bound of "point": of the analysis where there was one, else, of a
 * point that was "composed", what that gives. */
static lcm_json *bound_json(const lcm_point *point, bool composed) {
  if (point->bounds && !point->bounds->reason)
    return bounds_json(point->bounds);
  if (point->bounds || !composed)
    return lcm_json_null();
  return LCM_JSON_NEW({"time", LCM_JSON(point->bound)},
                      {"phi", LCM_JSON(point->span)},
                      {"resource", LCM_JSON(point->binding)});
}

/* Return what simulation says of "point", null where it was not asked. */
static lcm_json *simulation_json(const lcm_point *point) {
  const struct lcm_simulate_result *s = point->simulation;
  if (!s)
    return lcm_json_null();
  lcm_json *json = LCM_JSON_NEW({"time", LCM_JSON(s->time)},
                                {"random", LCM_JSON(s->random)});
  if (s->random)
    LCM_JSON_PUT(json, {"mean", LCM_JSON(s->mean)}, {"low", LCM_JSON(s->low)},
                 {"high", LCM_JSON(s->high)}, {"level", LCM_JSON(s->level)},
                 {"replications", LCM_JSON(s->replications)});
  return json;
}

/* Return what the time of "point" can be by the order in which tasks are run,
 * null where that does not matter. */
static lcm_json *order_json(const lcm_point *point) {
  if (isnan(point->least))
    return lcm_json_null();
  return LCM_JSON_NEW({"least", LCM_JSON(point->least)},
                      {"most", LCM_JSON(point->most)});
}

/* Return the premise "at". */
static lcm_json *premise_json(const void *at) {
  const struct lcm_premise *premise = at;
  return LCM_JSON_NEW({"edit", LCM_JSON(premise->edit)},
                      {"premise", LCM_JSON(premise->text)},
                      {"proved", LCM_JSON(premise->proved)});
}

/* Return the race "at". */
static lcm_json *race_json(const void *at) {
  const struct lcm_race_note *race = at;
  return LCM_JSON_NEW(
      {"region", loc_json(race->region)}, {"datum", LCM_JSON(race->datum)},
      {"first", loc_json(race->at)}, {"second", loc_json(race->other)},
      {"message", LCM_JSON(race->text)});
}

lcm_json *lcm_premises_json(const lcm_prediction *p) {
  return LCM_JSON_LIST(premise_json, p->premises, p->n_premises);
}

/* Return point "i" of "p". */
static lcm_json *point_json(const lcm_prediction *p, size_t i) {
  const lcm_point *point = &p->points[i];
  lcm_json *json = LCM_JSON_NEW(
      {"env", lcm_point_env_json(p->grid, i)},
      {"processors", LCM_JSON(point->p)}, {"time", LCM_JSON(point->time)},
      {"speedup", LCM_JSON(p->is_model ? NAN : point->speedup)},
      {"efficiency", LCM_JSON(p->is_model ? NAN : point->efficiency)},
      {"work", LCM_JSON(point->work)}, {"span", LCM_JSON(point->span)},
      {"lost",
       !p->bare && !p->is_model ? lost_json(p, point->cats) : lcm_json_null()},
      {"interval",
       LCM_JSON_NEW({"level", LCM_JSON(0.9)}, {"low", LCM_JSON(point->low)},
                    {"high", LCM_JSON(point->high)})},
      {"order", order_json(point)}, {"bound", bound_json(point, !p->bare)},
      {"simulate", simulation_json(point)},
      {"binding_resource", LCM_JSON(point->binding)},
      {"critical_path", lcm_json_strings(point->critical, point->n_critical)});
  if (point->n_occurrences) {
    lcm_json *nodes = lcm_json_array();
    for (size_t k = 0; k < point->n_occurrences; k++)
      lcm_json_add(nodes, node_json(p, &point->occurrences[k]));
    lcm_json_set(json, "nodes", nodes);
  }
  if (point->source)
    lcm_json_set(json, "source_interval",
                 lcm_source_interval_json(point->source));
  if (point->limits)
    LCM_JSON_PUT(json, {"bounds", lcm_limits_json(point->limits)},
                 {"bound_by", lcm_limit_sums_json(point->limits)});
  return json;
}

/* Return the expression that a pointer "at" leads to. */
static lcm_json *expr_at(const void *at) {
  return lcm_expr_json(*(const lcm_expr *const *)at);
}

/* Return the pattern of messages "at". */
static lcm_json *pattern_json(const void *at) {
  const struct lcm_pattern *pattern = at;
  return LCM_JSON_NEW(
      {"pattern", LCM_JSON(pattern->name)},
      {"send", LCM_JSON(pattern->send->u.message->operation)},
      {"send_range", loc_json(pattern->send->loc)},
      {"receive", LCM_JSON(pattern->receive->u.message->operation)},
      {"receive_range", loc_json(pattern->receive->loc)});
}

/* Return "part" of "r". */
static lcm_json *part_json(const struct lcm_recurrence *r,
                           const struct lcm_recurrence_part *part) {
  lcm_json *cases = lcm_json_array();
  for (size_t i = 0; i < r->n_cases; i++)
    lcm_json_add(cases, LCM_JSON_NEW({"if", lcm_expr_json(r->when[i])},
                                     {"value", lcm_expr_json(part->cases[i])}));
  return LCM_JSON_NEW(
      {"name", LCM_JSON(part->name)}, {"meaning", LCM_JSON(part->title)},
      {"cases", cases}, {"closed", lcm_expr_json(part->closed)},
      {"also", lcm_expr_json(part->also)}, {"growth", LCM_JSON(part->growth)},
      {"reason", LCM_JSON(part->reason)});
}

/* Return the recurrence "at". */
static lcm_json *recurrence_json(const void *at) {
  const struct lcm_recurrence *r = at;
  lcm_json *parts = lcm_json_array();
  for (size_t k = 0; k < r->n_parts; k++)
    lcm_json_add(parts, part_json(r, &r->parts[k]));
  return LCM_JSON_NEW({"function", LCM_JSON(r->function->name)},
                      {"range", loc_json(r->function->body->loc)},
                      {"params", lcm_json_strings(r->params, r->n_params)},
                      {"parts", parts}, {"levels", LCM_JSON(r->levels)},
                      {"levels_is", lcm_expr_json(r->levels_is)},
                      {"holds", LCM_JSON(r->holds)},
                      {"reason", LCM_JSON(r->reason)});
}

const char *lcm_unknown_calls(const struct lcm_unknown *unknown) {
  return lcm_node_attribute(unknown->node,
                            unknown->node->marks.calls ? "calls" : "turns");
}

const char *lcm_unknown_why(const struct lcm_unknown *unknown) {
  return lcm_node_attribute(unknown->node,
                            unknown->node->marks.calls ? "why" : "turned");
}

/* Return the unknown cost "at". */
static lcm_json *unknown_json(const void *at) {
  const struct lcm_unknown *unknown = at;
  return LCM_JSON_NEW({"id", LCM_JSON(unknown->id)},
                      {"range", loc_json(unknown->loc)},
                      {"reason", LCM_JSON(unknown->reason)},
                      {"share", LCM_JSON(unknown->share)});
}

/* Return the condition "at" that nobody knows. */
static lcm_json *hinge_json(const void *at) {
  const struct lcm_hinge *hinge = at;
  return LCM_JSON_NEW(
      {"range", loc_json(hinge->loc)}, {"conditions", LCM_JSON(hinge->n)},
      {"name", LCM_JSON(hinge->name)}, {"least", LCM_JSON(hinge->least)},
      {"most", LCM_JSON(hinge->most)}, {"share", LCM_JSON(hinge->share)});
}

/* Return whether "unknown" is there for "reason". */
static bool is_for(const struct lcm_unknown *unknown, const char *reason) {
  return unknown->reason && !strcmp(unknown->reason, reason);
}

bool lcm_unknown_is_loop(const struct lcm_unknown *unknown) {
  return unknown->node && (unknown->node->kind == LCM_NODE_LOOP ||
                           unknown->node->kind == LCM_NODE_WHILE ||
                           unknown->node->kind == LCM_NODE_PARLOOP ||
                           is_for(unknown, LCM_REASON_ONCE));
}

bool lcm_unknown_is_even(const struct lcm_unknown *unknown) {
  return unknown->node && is_for(unknown, LCM_REASON_EVEN);
}

bool lcm_unknown_is_turn(const struct lcm_unknown *unknown) {
  return unknown->node && is_for(unknown, LCM_REASON_TURN);
}

bool lcm_unknown_is_recursion(const struct lcm_unknown *unknown) {
  return unknown->node && unknown->node->kind == LCM_NODE_OPAQUE &&
         lcm_node_attribute(unknown->node, "recursion");
}

bool lcm_unknown_is_size(const struct lcm_unknown *unknown) {
  return unknown->node && unknown->node->kind == LCM_NODE_FRAGMENT &&
         unknown->name && !lcm_unknown_is_guess(unknown);
}

bool lcm_unknown_is_guess(const struct lcm_unknown *unknown) {
  return unknown->node && (unknown->node->kind == LCM_NODE_BRANCH ||
                           lcm_unknown_is_even(unknown));
}

bool lcm_basis_is_estimate(const struct lcm_basis *basis) {
  return basis->guessed || basis->rounds;
}

bool lcm_basis_is_open(const struct lcm_basis *basis) {
  return basis->once > basis->levels;
}

enum lcm_time_is lcm_basis_time_is(const struct lcm_basis *basis) {
  const bool estimate = lcm_basis_is_estimate(basis) || basis->wide;
  const bool least = basis->without_cost || basis->once;
  if (lcm_basis_is_open(basis) || (basis->nominal && least))
    return LCM_TIME_IS_ABOUT;
  if (least)
    return estimate ? LCM_TIME_IS_LEAST_ABOUT : LCM_TIME_IS_LEAST;
  return estimate ? LCM_TIME_IS_ABOUT : LCM_TIME_IS_KNOWN;
}

bool lcm_point_meets(const lcm_point *point, lcm_node_kind kind) {
  for (size_t i = 0; i < point->n_occurrences; i++)
    if (point->occurrences[i].node->kind == kind)
      return true;
  return false;
}

const char *lcm_time_is_word(enum lcm_time_is is) {
  static const char *const WORDS[] = {[LCM_TIME_IS_KNOWN] = "",
                                      [LCM_TIME_IS_ABOUT] = "about",
                                      [LCM_TIME_IS_LEAST] = "at least",
                                      [LCM_TIME_IS_LEAST_ABOUT] =
                                          "at least about"};
  return WORDS[is];
}

lcm_json *lcm_basis_json(const struct lcm_basis *basis) {
  lcm_json *defaults = lcm_json_object();
  for (size_t i = 0; i < basis->n_defaults; i++)
    lcm_json_set(defaults, lcm_name_asked(basis->defaults[i].name),
                 lcm_json_real(basis->defaults[i].value));
  const char *word = lcm_time_is_word(lcm_basis_time_is(basis));
  lcm_json *out = LCM_JSON_NEW({"machine", LCM_JSON(basis->machine)},
                               {"defaults", defaults},
                               {"time_is", LCM_JSON(*word ? word : "known")},
                               {"without_cost", LCM_JSON(basis->without_cost)},
                               {"loops_once", LCM_JSON(basis->once)},
                               {"guessed", LCM_JSON(basis->guessed)});
  lcm_json *beyond = lcm_json_array();
  for (size_t i = 0; i < basis->n_beyond; i++)
    lcm_json_add(beyond, lcm_json_string(basis->beyond[i].name));
  lcm_json_set(out, "beyond", beyond);
  if (basis->no_machine)
    lcm_json_set(out, "no_machine", lcm_json_string(basis->no_machine));
  if (basis->nominal)
    lcm_json_set(out, "operation", lcm_json_real(1e-9));
  if (basis->measured > 0)
    lcm_json_set(out, "bandwidth_measured_up_to",
                 lcm_json_real(basis->measured));
  return out;
}

/* Add what the times of "one" are true of to "out", which has room for it at
 * "defaults" and "beyond". */
static void join_basis(struct lcm_basis *out, lcm_binding *defaults,
                       struct lcm_beyond *beyond, const struct lcm_basis *one) {
  out->told = out->told || one->told;
  out->teams = out->teams || one->teams;
  out->nominal = out->nominal || one->nominal;
  out->measured = out->measured > 0 ? out->measured : one->measured;
  out->machine = out->machine ? out->machine : one->machine;
  out->no_machine = out->no_machine ? out->no_machine : one->no_machine;
  if (one->without_cost > out->without_cost)
    out->without_cost = one->without_cost;
  if (one->sizes > out->sizes)
    out->sizes = one->sizes;
  if (one->once > out->once)
    out->once = one->once;
  if (one->guessed > out->guessed)
    out->guessed = one->guessed;
  for (size_t i = 0; i < one->n_defaults; i++) {
    size_t k = 0;
    while (k < out->n_defaults &&
           strcmp(defaults[k].name, one->defaults[i].name) != 0)
      k++;
    defaults[k] = one->defaults[i];
    out->n_defaults += k == out->n_defaults;
  }
  for (size_t i = 0; i < one->n_beyond; i++) {
    size_t k = 0;
    while (k < out->n_beyond &&
           strcmp(beyond[k].name, one->beyond[i].name) != 0)
      k++;
    beyond[k] = one->beyond[i];
    out->n_beyond += k == out->n_beyond;
  }
}

struct lcm_basis lcm_basis_join(lcm_ctx *ctx, const lcm_prediction *const *all,
                                size_t n) {
  size_t room = 1;
  for (size_t i = 0; i < n; i++)
    room += all[i]->basis.n_defaults + all[i]->basis.n_beyond;
  lcm_binding *defaults = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, room);
  struct lcm_beyond *beyond =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_beyond, room);
  struct lcm_basis out = {.defaults = defaults, .beyond = beyond};
  for (size_t i = 0; i < n; i++)
    join_basis(&out, defaults, beyond, &all[i]->basis);
  return out;
}

size_t lcm_prediction_chosen(const lcm_prediction *prediction, bool *fastest) {
  const lcm_grid *grid = prediction->grid;
  *fastest = grid->n_points > 1;
  for (size_t j = 0; j < grid->n_names; j++)
    if (strcmp(grid->names[j], "p") != 0 &&
        (grid->sizes[j] != 1 || grid->follows[j]))
      *fastest = false;
  size_t best = *fastest ? 0 : grid->n_points - 1;
  for (size_t i = 1; i < grid->n_points && *fastest; i++)
    if (prediction->points[i].time < prediction->points[best].time * (1 - 1e-9))
      best = i;
  return best;
}

LCM_GIVE char *lcm_prediction_to_json(const lcm_prediction *p) {
  lcm_json *points = lcm_json_array();
  for (size_t i = 0; i < p->grid->n_points; i++)
    lcm_json_add(points, point_json(p, i));
  lcm_json *document = LCM_JSON_NEW(
      {"schema", LCM_JSON("lcm-prediction/1")}, {"name", LCM_JSON(p->name)},
      {"model", LCM_JSON(p->is_model)}, {"points", points});
  if (p->basis.told)
    lcm_json_set(document, "basis", lcm_basis_json(&p->basis));
  LCM_JSON_PUT(
      document,
      {"unknown", LCM_JSON_LIST(unknown_json, p->unknown, p->n_unknown)},
      {"assumptions", lcm_json_strings(p->assumptions, p->n_assumptions)});
  if (p->n_hinges)
    lcm_json_set(document, "guessed",
                 LCM_JSON_LIST(hinge_json, p->hinges, p->n_hinges));
  if (p->n_premises)
    lcm_json_set(document, "edits", lcm_premises_json(p));
  if (p->n_races)
    lcm_json_set(document, "races",
                 LCM_JSON_LIST(race_json, p->races, p->n_races));
  if (p->n_patterns)
    lcm_json_set(document, "patterns",
                 LCM_JSON_LIST(pattern_json, p->patterns, p->n_patterns));
  if (p->n_recurrences)
    lcm_json_set(
        document, "recurrences",
        LCM_JSON_LIST(recurrence_json, p->recurrences, p->n_recurrences));
  if (p->formula)
    LCM_JSON_PUT(document, {"formula", lcm_expr_json(p->formula)},
                 {"formula_cost", LCM_JSON(p->formula_cost)});
  if (p->overhead_formula)
    lcm_json_set(document, "formula_overhead",
                 lcm_expr_json(p->overhead_formula));
  if (p->formula && p->bare)
    LCM_JSON_PUT(document, {"formula_skewed", lcm_expr_json(p->skewed_formula)},
                 {"formula_conditions",
                  LCM_JSON_LIST(expr_at, p->conditions, p->n_conditions)});
  return lcm_json_print(document);
}
