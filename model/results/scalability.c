/* Results of a scalability analysis as JSON.  The tree of factors of an
 * efficiency. */
#include "model/results/scalability.h"

#include <stdlib.h>

#include "base/json_print.h"
#include "model/lcs/lcs.h"

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

/* A member of an object that is a number. */
struct member {
  const char *name;
  double value;
};

/* Put the "n" members at "members" into "json". */
static void set_numbers(lcm_json *json, const struct member *members,
                        size_t n) {
  for (size_t i = 0; i < n; i++)
    lcm_json_set(json, members[i].name, lcm_json_real(members[i].value));
}

#define SET_NUMBERS(json, ...)                                                 \
  set_numbers(json, (const struct member[]){__VA_ARGS__},                      \
              sizeof(const struct member[]){__VA_ARGS__} /                     \
                  sizeof(struct member))

/* Return the values "values" (or NULL) of the variables. */
static lcm_json *env_json(const lcm_scalability *s, const double *values) {
  lcm_json *env = lcm_json_object();
  for (size_t j = 0; j < s->n_names && values; j++)
    lcm_json_set(env, s->names[j], lcm_json_real(values[j]));
  return env;
}

/* Return the number "low" to "high". */
static lcm_json *interval_json(double low, double high) {
  lcm_json *json = lcm_json_object();
  SET_NUMBERS(json, {"level", 0.9}, {"low", low}, {"high", high});
  return json;
}

/* Return factor "kind" of "factors" with its parts. */
static lcm_json *factor_json(const lcm_factors *factors, lcm_factor_kind kind) {
  static const char *const SOURCES[] = {"given", "inferred", "bounded"};
  const lcm_factor *factor = &factors->at[kind];
  lcm_json *json = lcm_json_object();
  lcm_json *parts = lcm_json_array();
  const bool known = factor->source != LCM_FACTOR_BOUNDED;
  lcm_json_set(json, "name", lcm_json_string(lcm_factor_name(kind)));
  lcm_json_set(json, "share",
               known ? lcm_json_real(factor->low) : lcm_json_null());
  lcm_json_set(json, "low", lcm_json_real(factor->low));
  lcm_json_set(json, "high", lcm_json_real(factor->high));
  lcm_json_set(json, "source", lcm_json_string(SOURCES[factor->source]));
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
  lcm_json *json = lcm_json_object();
  SET_NUMBERS(json, {"global", pop->global}, {"parallel", pop->parallel},
              {"load_balance", pop->balance},
              {"serialization", pop->serialization},
              {"transfer", pop->transfer}, {"computation", pop->computation},
              {"parallel_on_one", pop->alone});
  return json;
}

/* Return "point". */
static lcm_json *point_json(const lcm_scalability *s,
                            const struct lcm_scale_point *point) {
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "env", env_json(s, point->values));
  SET_NUMBERS(json, {"processors", point->p}, {"time", point->time});
  lcm_json_set(json, "interval", interval_json(point->low, point->high));
  SET_NUMBERS(
      json, {"time_on_one", point->alone}, {"speedup", point->speedup},
      {"efficiency", point->efficiency}, {"overhead", point->overhead},
      {"relative_overhead", point->relative}, {"serial", point->serial},
      {"karp_flatt", point->karp_flatt}, {"amdahl", point->amdahl},
      {"fixed_time", point->fixed_time}, {"weak_efficiency", point->weak},
      {"parallelism", point->parallelism}, {"core_hours", point->core_hours});
  lcm_json_set(json, "factors", factor_json(&point->factors, LCM_FACTOR_TOTAL));
  lcm_json_set(json, "pop", pop_json(point));
  return json;
}

/* Return "place", null where it is not known. */
static lcm_json *place_json(const struct lcm_scale_place *place) {
  if (!(place->p > 0))
    return lcm_json_null();
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "p", lcm_json_real(place->p));
  lcm_json_set(json, "open", lcm_json_bool(place->open));
  lcm_json_set(json, "exact", lcm_json_bool(place->exact));
  return json;
}

/* Return "fit", null where nothing was fitted. */
static lcm_json *fit_json(const struct lcm_amdahl_fit *fit) {
  if (fit->points < 2)
    return lcm_json_null();
  lcm_json *json = lcm_json_object();
  SET_NUMBERS(json, {"points", (double)fit->points}, {"serial", fit->serial},
              {"half_width", fit->half}, {"time_on_one", fit->alone},
              {"error", fit->error});
  return json;
}

/* Return "line". */
static lcm_json *line_json(const struct lcm_scale_line *line) {
  lcm_json *json = lcm_json_object();
  lcm_json *points = lcm_json_array();
  for (size_t k = 0; k < line->n; k++)
    lcm_json_add(points, lcm_json_real((double)line->points[k]));
  lcm_json_set(json, "points", points);
  lcm_json_set(json, "weak", lcm_json_bool(line->weak));
  SET_NUMBERS(json, {"serial", line->serial}, {"limit", line->limit},
              {"parallelism", line->parallelism});
  lcm_json_set(json, "saturation", place_json(&line->saturation));
  lcm_json_set(json, "knee", place_json(&line->knee));
  lcm_json_set(json, "amdahl_fit", fit_json(&line->fit));
  return json;
}

/* Return how the size has to grow. */
static lcm_json *iso_json(const struct lcm_isoefficiency *iso) {
  lcm_json *json = lcm_json_object();
  lcm_json *rows = lcm_json_array();
  for (size_t i = 0; i < iso->n_rows; i++) {
    lcm_json *row = lcm_json_object();
    SET_NUMBERS(row, {"p", iso->rows[i].p}, {"size", iso->rows[i].size});
    lcm_json_add(rows, row);
  }
  lcm_json_set(json, "size", lcm_json_string(iso->name));
  lcm_json_set(json, "efficiency", lcm_json_real(iso->efficiency));
  lcm_json_set(json, "rows", rows);
  lcm_json_set(json, "exact", lcm_expr_json(iso->exact));
  lcm_json_set(json, "where_p_divides_size",
               lcm_json_bool(iso->exact && iso->divides));
  lcm_json_set(json, "growth", lcm_json_string(iso->growth));
  lcm_json_set(json, "low",
               iso->reason ? lcm_json_null() : lcm_json_real(iso->low));
  lcm_json_set(json, "high",
               iso->reason ? lcm_json_null() : lcm_json_real(iso->high));
  lcm_json_set(json, "reason", lcm_json_string(iso->reason));
  return json;
}

/* Return "answer". */
static lcm_json *answer_json(const lcm_scalability *s,
                             const struct lcm_scale_answer *answer) {
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "variable", lcm_json_string(answer->variable));
  lcm_json_set(json, "wanted",
               lcm_json_string(answer->most ? "most" : "least"));
  lcm_json_set(json, "condition", lcm_json_string(answer->condition));
  lcm_json_set(json, "value", lcm_json_real(answer->value));
  lcm_json_set(json, "env", env_json(s, answer->point.values));
  lcm_json_set(json, "point",
               answer->found ? point_json(s, &answer->point) : lcm_json_null());
  SET_NUMBERS(json, {"low", answer->low}, {"high", answer->high});
  lcm_json_set(json, "exact", lcm_json_bool(answer->exact));
  lcm_json_set(json, "steady", lcm_json_bool(answer->steady));
  return json;
}

/* Return from where on resources bind. */
static lcm_json *saturations_json(const lcm_scalability *s) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < s->n_saturations; i++) {
    const struct lcm_saturation *saturation = &s->saturations[i];
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "variable", lcm_json_string(saturation->param));
    lcm_json_set(one, "resource", lcm_json_string(saturation->resource));
    lcm_json_set(one, "value", lcm_json_real(saturation->value));
    lcm_json_set(one, "exact", lcm_expr_json(saturation->exact));
    lcm_json_add(list, one);
  }
  return list;
}

/* Return where the variance comes from. */
static lcm_json *variance_json(const lcm_scalability *s) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < s->n_variance; i++) {
    const struct lcm_variance_share *share = &s->variance[i];
    lcm_json *one = lcm_json_object();
    lcm_json *coefs = lcm_json_array();
    for (size_t k = 0; k < share->n; k++)
      lcm_json_add(coefs, lcm_json_string(share->coefs[k]->name));
    lcm_json_set(one, "coefficients", coefs);
    lcm_json_set(one, "share", lcm_json_real(share->share));
    lcm_json_add(list, one);
  }
  return list;
}

/* Return "refinement", null where no partition was refined. */
static lcm_json *refinement_json(const struct lcm_refinement *refinement) {
  if (!refinement->name)
    return lcm_json_null();
  lcm_json *json = lcm_json_object();
  lcm_json *steps = lcm_json_array();
  for (size_t i = 0; i < refinement->n; i++) {
    const struct lcm_refinement_step *step = &refinement->steps[i];
    lcm_json *one = lcm_json_object();
    SET_NUMBERS(one, {"size", step->size}, {"time", step->time},
                {"scheduling", step->scheduling},
                {"imbalance", step->imbalance});
    lcm_json_add(steps, one);
  }
  lcm_json_set(json, "variable", lcm_json_string(refinement->name));
  lcm_json_set(json, "steps", steps);
  lcm_json_set(json, "settled", lcm_json_bool(refinement->settled));
  lcm_json_set(json, "best", lcm_json_real((double)refinement->best));
  return json;
}

LCM_GIVE char *lcm_scalability_to_json(const lcm_scalability *s) {
  lcm_json *document = lcm_json_object();
  lcm_json *points = lcm_json_array();
  lcm_json *lines = lcm_json_array();
  lcm_json *answers = lcm_json_array();
  for (size_t i = 0; i < s->n_points; i++)
    lcm_json_add(points, point_json(s, &s->points[i]));
  for (size_t i = 0; i < s->n_lines; i++)
    lcm_json_add(lines, line_json(&s->lines[i]));
  for (size_t i = 0; i < s->n_answers; i++)
    lcm_json_add(answers, answer_json(s, &s->answers[i]));
  lcm_json_set(document, "schema", lcm_json_string("lcm-scalability/1"));
  lcm_json_set(document, "measured", lcm_json_bool(s->measured));
  lcm_json_set(document, "model", lcm_json_bool(s->is_model));
  lcm_json_set(document, "axis", lcm_json_string(s->axis));
  lcm_json_set(document, "points", points);
  lcm_json_set(document, "lines", lines);
  lcm_json_set(document, "isoefficiency", iso_json(&s->iso));
  lcm_json_set(document, "answers", answers);
  lcm_json_set(document, "saturations", saturations_json(s));
  lcm_json_set(document, "variance", variance_json(s));
  lcm_json_set(document, "variance_at", lcm_json_real((double)s->variance_at));
  lcm_json_set(document, "refinement", refinement_json(&s->refinement));
  lcm_json_set(document, "unknown", lcm_json_real((double)s->unknown));
  return lcm_json_print(document);
}
