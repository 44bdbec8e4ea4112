/* Results of a scalability analysis as JSON.  The tree of factors of an
 * efficiency. */
#include "model/results/scalability.h"

#include "base/json_print.h"
#include "model/lcs/lcs.h"
#include "model/results/prediction_internal.h"

/* A row of factors.def. */
struct row {
  lcm_factor_kind parent;
  const char *name;
  bool is_signed;
};

static const struct row ROWS[] = {
#define LCM_FACTOR(name, parent, text, is_signed, meaning)                     \
  {LCM_FACTOR_##parent, text, is_signed},
#include "model/results/factors.def"
#undef LCM_FACTOR
};

const char *lcm_factor_name(lcm_factor_kind kind) { return ROWS[kind].name; }

lcm_factor_kind lcm_factor_parent(lcm_factor_kind kind) {
  return ROWS[kind].parent;
}

unsigned lcm_factor_depth(lcm_factor_kind kind) {
  unsigned depth = 0;
  for (; kind != LCM_FACTOR_TOTAL; kind = ROWS[kind].parent)
    depth++;
  return depth;
}

bool lcm_factor_is_signed(lcm_factor_kind kind) { return ROWS[kind].is_signed; }

/* Return the values "values" (or NULL) of the variables. */
static lcm_json *env_json(const lcm_scalability *s, const double *values) {
  lcm_json *env = lcm_json_object();
  for (size_t j = 0; j < s->n_names && values; j++)
    lcm_json_set(env, s->names[j], lcm_json_real(values[j]));
  return env;
}

/* Return factor "kind" of "factors" with its parts. */
static lcm_json *factor_json(const lcm_factors *factors, lcm_factor_kind kind) {
  static const char *const SOURCES[] = {"given", "inferred", "bounded"};
  const lcm_factor *factor = &factors->at[kind];
  lcm_json *parts = lcm_json_array();
  const bool known = factor->source != LCM_FACTOR_BOUNDED;
  lcm_json *json = LCM_JSON_NEW(
      {"name", LCM_JSON(lcm_factor_name(kind))},
      {"share", known ? lcm_json_real(factor->low) : lcm_json_null()},
      {"low", LCM_JSON(factor->low)}, {"high", LCM_JSON(factor->high)},
      {"source", LCM_JSON(SOURCES[factor->source])});
  for (int k = LCM_FACTOR_TOTAL + 1; k < LCM_FACTOR_COUNT; k++)
    if (lcm_factor_parent((lcm_factor_kind)k) == kind)
      lcm_json_add(parts, factor_json(factors, (lcm_factor_kind)k));
  lcm_json_set(json, "parts", parts);
  return json;
}

/* Return the efficiencies of "point", null where they are not known. */
static lcm_json *pop_json(const struct lcm_scale_point *point) {
  const struct lcm_pop *pop = &point->pop;
  if (!point->has_pop)
    return lcm_json_null();
  return LCM_JSON_NEW({"global", LCM_JSON(pop->global)},
                      {"parallel", LCM_JSON(pop->parallel)},
                      {"load_balance", LCM_JSON(pop->balance)},
                      {"serialization", LCM_JSON(pop->serialization)},
                      {"transfer", LCM_JSON(pop->transfer)},
                      {"computation", LCM_JSON(pop->computation)},
                      {"parallel_on_one", LCM_JSON(pop->alone)});
}

/* Return "point". */
static lcm_json *point_json(const lcm_scalability *s,
                            const struct lcm_scale_point *point) {
  return LCM_JSON_NEW(
      {"env", env_json(s, point->values)}, {"processors", LCM_JSON(point->p)},
      {"time", LCM_JSON(point->time)},
      {"interval",
       LCM_JSON_NEW({"level", LCM_JSON(0.9)}, {"low", LCM_JSON(point->low)},
                    {"high", LCM_JSON(point->high)})},
      {"time_on_one", LCM_JSON(point->alone)},
      {"speedup", LCM_JSON(point->speedup)},
      {"efficiency", LCM_JSON(point->efficiency)},
      {"overhead", LCM_JSON(point->overhead)},
      {"relative_overhead", LCM_JSON(point->relative)},
      {"serial", LCM_JSON(point->serial)},
      {"karp_flatt", LCM_JSON(point->karp_flatt)},
      {"amdahl", LCM_JSON(point->amdahl)},
      {"fixed_time", LCM_JSON(point->fixed_time)},
      {"weak_efficiency", LCM_JSON(point->weak)},
      {"parallelism", LCM_JSON(point->parallelism)},
      {"core_hours", LCM_JSON(point->core_hours)},
      {"factors", factor_json(&point->factors, LCM_FACTOR_TOTAL)},
      {"pop", pop_json(point)});
}

/* Return "place", null where it is not known. */
static lcm_json *place_json(const struct lcm_scale_place *place) {
  if (!(place->p > 0))
    return lcm_json_null();
  return LCM_JSON_NEW({"p", LCM_JSON(place->p)},
                      {"open", LCM_JSON(place->open)},
                      {"exact", LCM_JSON(place->exact)});
}

/* Return "fit", null where nothing was fitted. */
static lcm_json *fit_json(const struct lcm_amdahl_fit *fit) {
  if (fit->points < 2)
    return lcm_json_null();
  return LCM_JSON_NEW(
      {"points", LCM_JSON(fit->points)}, {"serial", LCM_JSON(fit->serial)},
      {"half_width", LCM_JSON(fit->half)},
      {"time_on_one", LCM_JSON(fit->alone)}, {"error", LCM_JSON(fit->error)});
}

/* Return the line "at". */
static lcm_json *line_json(const void *at) {
  const struct lcm_scale_line *line = at;
  lcm_json *points = lcm_json_array();
  for (size_t k = 0; k < line->n; k++)
    lcm_json_add(points, lcm_json_real((double)line->points[k]));
  return LCM_JSON_NEW(
      {"points", points}, {"weak", LCM_JSON(line->weak)},
      {"serial", LCM_JSON(line->serial)}, {"limit", LCM_JSON(line->limit)},
      {"parallelism", LCM_JSON(line->parallelism)},
      {"saturation", place_json(&line->saturation)},
      {"knee", place_json(&line->knee)}, {"amdahl_fit", fit_json(&line->fit)});
}

/* Return the size at a number of processors, "at". */
static lcm_json *iso_row_json(const void *at) {
  const struct lcm_iso_row *row = at;
  return LCM_JSON_NEW({"p", LCM_JSON(row->p)}, {"size", LCM_JSON(row->size)});
}

/* Return how the size has to grow. */
static lcm_json *iso_json(const struct lcm_isoefficiency *iso) {
  return LCM_JSON_NEW(
      {"size", LCM_JSON(iso->name)}, {"efficiency", LCM_JSON(iso->efficiency)},
      {"rows", LCM_JSON_LIST(iso_row_json, iso->rows, iso->n_rows)},
      {"exact", lcm_expr_json(iso->exact)},
      {"where_p_divides_size", lcm_json_bool(iso->exact && iso->divides)},
      {"growth", LCM_JSON(iso->growth)},
      {"low", iso->reason ? lcm_json_null() : lcm_json_real(iso->low)},
      {"high", iso->reason ? lcm_json_null() : lcm_json_real(iso->high)},
      {"reason", LCM_JSON(iso->reason)});
}

/* Return "answer". */
static lcm_json *answer_json(const lcm_scalability *s,
                             const struct lcm_scale_answer *answer) {
  return LCM_JSON_NEW(
      {"variable", LCM_JSON(answer->variable)},
      {"wanted", LCM_JSON(answer->most ? "most" : "least")},
      {"condition", LCM_JSON(answer->condition)},
      {"value", LCM_JSON(answer->value)},
      {"env", env_json(s, answer->point.values)},
      {"point",
       answer->found ? point_json(s, &answer->point) : lcm_json_null()},
      {"low", LCM_JSON(answer->low)}, {"high", LCM_JSON(answer->high)},
      {"exact", LCM_JSON(answer->exact)}, {"steady", LCM_JSON(answer->steady)});
}

/* Return the saturation "at". */
static lcm_json *saturation_json(const void *at) {
  const struct lcm_saturation *saturation = at;
  return LCM_JSON_NEW({"variable", LCM_JSON(saturation->param)},
                      {"resource", LCM_JSON(saturation->resource)},
                      {"value", LCM_JSON(saturation->value)},
                      {"exact", lcm_expr_json(saturation->exact)});
}

/* Return the share "at". */
static lcm_json *share_json(const void *at) {
  const struct lcm_variance_share *share = at;
  lcm_json *coefs = lcm_json_array();
  for (size_t k = 0; k < share->n; k++)
    lcm_json_add(coefs, lcm_json_string(share->coefs[k]->name));
  return LCM_JSON_NEW({"coefficients", coefs},
                      {"share", LCM_JSON(share->share)});
}

/* Return the step "at" of a refinement. */
static lcm_json *step_json(const void *at) {
  const struct lcm_refinement_step *step = at;
  return LCM_JSON_NEW({"size", LCM_JSON(step->size)},
                      {"time", LCM_JSON(step->time)},
                      {"scheduling", LCM_JSON(step->scheduling)},
                      {"imbalance", LCM_JSON(step->imbalance)});
}

/* Return "refinement", null where no partition was refined. */
static lcm_json *refinement_json(const struct lcm_refinement *refinement) {
  if (!refinement->name)
    return lcm_json_null();
  return LCM_JSON_NEW(
      {"variable", LCM_JSON(refinement->name)},
      {"steps", LCM_JSON_LIST(step_json, refinement->steps, refinement->n)},
      {"settled", LCM_JSON(refinement->settled)},
      {"best", LCM_JSON(refinement->best)});
}

LCM_GIVE char *lcm_scalability_to_json(const lcm_scalability *s) {
  lcm_json *points = lcm_json_array();
  lcm_json *answers = lcm_json_array();
  for (size_t i = 0; i < s->n_points; i++)
    lcm_json_add(points, point_json(s, &s->points[i]));
  for (size_t i = 0; i < s->n_answers; i++)
    lcm_json_add(answers, answer_json(s, &s->answers[i]));
  lcm_json *document = LCM_JSON_NEW(
      {"schema", LCM_JSON("lcm-scalability/1")},
      {"measured", LCM_JSON(s->measured)}, {"model", LCM_JSON(s->is_model)},
      {"axis", LCM_JSON(s->axis)}, {"points", points},
      {"lines", LCM_JSON_LIST(line_json, s->lines, s->n_lines)},
      {"isoefficiency", iso_json(&s->iso)}, {"answers", answers},
      {"saturations",
       LCM_JSON_LIST(saturation_json, s->saturations, s->n_saturations)},
      {"variance", LCM_JSON_LIST(share_json, s->variance, s->n_variance)},
      {"variance_at", LCM_JSON(s->variance_at)},
      {"refinement", refinement_json(&s->refinement)},
      {"unknown", LCM_JSON(s->unknown)});
  if (s->prediction && s->prediction->basis.told)
    lcm_json_set(document, "basis", lcm_basis_json(&s->prediction->basis));
  return lcm_json_print(document);
}
