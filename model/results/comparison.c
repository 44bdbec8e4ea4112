/* Comparisons as JSON (lcm-comparison/1). */
#include "model/results/comparison.h"

#include <string.h>

#include "base/json_print.h"
#include "model/lcs/lcs.h"
#include "model/results/prediction_internal.h"

/* Return the crossover "x" of "c". */
static lcm_json *crossover_json(const lcm_comparison *c,
                                const lcm_crossover *x) {
  lcm_json *env = lcm_json_object();
  for (size_t j = 0; j < c->grid->n_names; j++)
    if (strcmp(c->grid->names[j], x->variable) != 0)
      lcm_json_set(env, lcm_grid_label(c->grid, j),
                   lcm_json_real(x->others[j]));
  return LCM_JSON_NEW({"variable", LCM_JSON(x->variable)},
                      {"value", LCM_JSON(x->value)},
                      {"from", LCM_JSON(c->variants[x->from]->name)},
                      {"to", LCM_JSON(c->variants[x->to]->name)},
                      {"kind", LCM_JSON(x->step ? "step" : "smooth")},
                      {"env", env}, {"exact", lcm_expr_json(x->exact)});
}

/* Return "reason", null where there is none. */
static lcm_json *reason_json(const struct lcm_reason *reason) {
  if (!reason->name)
    return lcm_json_null();
  return LCM_JSON_NEW({"category", LCM_JSON(reason->name)},
                      {"seconds", LCM_JSON(reason->seconds)});
}

LCM_GIVE char *lcm_comparison_to_json(const lcm_comparison *c) {
  lcm_json *variants = lcm_json_array();
  lcm_json *points = lcm_json_array();
  lcm_json *crossovers = lcm_json_array();
  lcm_json *methods = lcm_json_object();
  lcm_json *edits = lcm_json_object();
  for (size_t v = 0; v < c->n_variants; v++) {
    const lcm_prediction *variant = c->variants[v];
    if (variant->n_premises)
      lcm_json_set(edits, variant->name, lcm_premises_json(variant));
    lcm_json_add(variants, lcm_json_string(variant->name));
    lcm_json_set(methods, variant->name, lcm_json_string(variant->method));
  }
  for (size_t i = 0; i < c->grid->n_points; i++) {
    lcm_json *time = lcm_json_object();
    for (size_t v = 0; v < c->n_variants; v++)
      lcm_json_set(time, c->variants[v]->name,
                   lcm_json_real(c->variants[v]->points[i].time));
    lcm_json_add(
        points,
        LCM_JSON_NEW(
            {"env", lcm_point_env_json(c->grid, i)}, {"time", time},
            {"winner",
             LCM_JSON(c->undecided ? NULL : c->variants[c->winners[i]]->name)},
            {"difference",
             LCM_JSON_NEW({"low", LCM_JSON(c->difference_low[i])},
                          {"high", LCM_JSON(c->difference_high[i])})},
            {"chance", LCM_JSON(c->chances[i])},
            {"why", reason_json(&c->reasons[i])}));
  }
  for (size_t i = 0; i < c->n_crossovers; i++)
    lcm_json_add(crossovers, crossover_json(c, &c->crossovers[i]));
  lcm_json *document = LCM_JSON_NEW({"schema", LCM_JSON("lcm-comparison/1")},
                                    {"variants", variants},
                                    {"methods", methods}, {"edits", edits});
  if (c->basis.told)
    lcm_json_set(document, "basis", lcm_basis_json(&c->basis));
  LCM_JSON_PUT(document, {"undecided", LCM_JSON(c->undecided)},
               {"points", points}, {"crossovers", crossovers},
               {"complete", LCM_JSON(c->complete)});
  return lcm_json_print(document);
}
