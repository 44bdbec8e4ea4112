/* The dependence of a time on its numbers as JSON. */
#include "model/results/sensitivity.h"

#include "base/json_print.h"
#include "model/lcs/lcs.h"
#include "model/results/prediction_internal.h"

const char *lcm_influence_word(lcm_influence_kind kind) {
  static const char *const WORDS[] = {
#define LCM_INFLUENCE(name, text, meaning) text,
#include "model/results/influences.def"
#undef LCM_INFLUENCE
  };
  return WORDS[kind];
}

/* Return by how much a number may change. */
static lcm_json *tolerance_json(const struct lcm_influence_point *point) {
  const bool none = point->tolerance == 0 || point->tolerance > 1e300;
  return LCM_JSON_NEW(
      {"factor", none ? lcm_json_null() : lcm_json_real(point->tolerance)},
      {"beyond", none ? lcm_json_real(point->tolerance == 0 ? 1e-3 : 1e3)
                      : lcm_json_null()},
      {"jump", LCM_JSON(point->jump)});
}

/* Return what changing "one" does at point "i". */
static lcm_json *point_json(const lcm_sensitivity *s,
                            const struct lcm_influence *one, size_t i) {
  const struct lcm_influence_point *point = &one->points[i];
  return LCM_JSON_NEW(
      {"env", lcm_point_env_json(s->grid, i)},
      {"derivative", LCM_JSON(point->slope)},
      {"relative", LCM_JSON(point->relative)},
      {"below", LCM_JSON(point->below)}, {"above", LCM_JSON(point->above)},
      {"one_sided", LCM_JSON(point->corner)},
      {"by", LCM_JSON(point->exact ? "formula" : "differences")},
      {"tolerance", tolerance_json(point)});
}

/* Return "one". */
static lcm_json *influence_json(const lcm_sensitivity *s,
                                const struct lcm_influence *one) {
  lcm_json *points = lcm_json_array();
  for (size_t i = 0; i < s->grid->n_points; i++)
    lcm_json_add(points, point_json(s, one, i));
  return LCM_JSON_NEW(
      {"kind", LCM_JSON(lcm_influence_word(one->kind))},
      {"name", LCM_JSON(one->name)}, {"value", LCM_JSON(one->value)},
      {"unit", LCM_JSON(one->unit)}, {"file", LCM_JSON(one->loc.file)},
      {"line", one->loc.file ? lcm_json_real(one->loc.line) : lcm_json_null()},
      {"formula", lcm_expr_json(one->formula)}, {"points", points});
}

char *lcm_sensitivity_to_json(const lcm_sensitivity *s) {
  lcm_json *all = lcm_json_array();
  lcm_json *idle = lcm_json_array();
  lcm_json *times = lcm_json_array();
  for (size_t k = 0; k < s->n; k++)
    lcm_json_add(all, influence_json(s, &s->all[k]));
  for (size_t k = 0; k < s->n_idle; k++)
    lcm_json_add(idle, lcm_json_string(s->idle[k]));
  for (size_t i = 0; i < s->grid->n_points; i++)
    lcm_json_add(times, LCM_JSON_NEW({"env", lcm_point_env_json(s->grid, i)},
                                     {"time", LCM_JSON(s->times[i])}));
  return lcm_json_print(LCM_JSON_NEW(
      {"schema", LCM_JSON("lcm-sensitivity/1")}, {"name", LCM_JSON(s->name)},
      {"unit", LCM_JSON(s->is_model ? s->unit : "s")},
      {"loss", LCM_JSON(s->loss)}, {"times", times}, {"numbers", all},
      {"without_influence", idle}));
}
