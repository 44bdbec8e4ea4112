/* Comparisons as JSON (lcm-comparison/1). */
#include "model/results/comparison.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_print.h"
#include "model/results/prediction_internal.h"

/* Return the crossover "x" of "c". */
static lcm_json *crossover_json(lcm_ctx *ctx, const lcm_comparison *c,
                                const lcm_crossover *x) {
  lcm_json *json = lcm_json_object();
  lcm_json *env = lcm_json_object();
  lcm_json_set(json, "variable", lcm_json_string(x->variable));
  lcm_json_set(json, "value", lcm_json_real(x->value));
  lcm_json_set(json, "from", lcm_json_string(c->variants[x->from]->name));
  lcm_json_set(json, "to", lcm_json_string(c->variants[x->to]->name));
  lcm_json_set(json, "kind", lcm_json_string(x->step ? "step" : "smooth"));
  for (size_t j = 0; j < c->grid->n_names; j++)
    if (strcmp(c->grid->names[j], x->variable) != 0)
      lcm_json_set(env, c->grid->names[j], lcm_json_real(x->others[j]));
  lcm_json_set(json, "env", env);
  char *exact = x->exact ? lcm_expr_to_str(x->exact, LCM_TEXT) : NULL;
  lcm_json_set(json, "exact",
               lcm_json_string(exact ? lcm_intern(ctx, exact) : NULL));
  free(exact);
  return json;
}

/* Return "reason", null where there is none. */
static lcm_json *reason_json(const struct lcm_reason *reason) {
  if (!reason->name)
    return lcm_json_null();
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "category", lcm_json_string(reason->name));
  lcm_json_set(json, "seconds", lcm_json_real(reason->seconds));
  return json;
}

LCM_GIVE char *lcm_comparison_to_json(lcm_ctx *ctx, const lcm_comparison *c) {
  lcm_json *document = lcm_json_object();
  lcm_json *variants = lcm_json_array();
  lcm_json *points = lcm_json_array();
  lcm_json *crossovers = lcm_json_array();
  lcm_json_set(document, "schema", lcm_json_string("lcm-comparison/1"));
  lcm_json *methods = lcm_json_object();
  lcm_json *edits = lcm_json_object();
  for (size_t v = 0; v < c->n_variants; v++) {
    const lcm_prediction *variant = c->variants[v];
    if (variant->n_premises)
      lcm_json_set(edits, variant->name, lcm_premises_json(variant));
    lcm_json_add(variants, lcm_json_string(variant->name));
    lcm_json_set(methods, variant->name, lcm_json_string(variant->method));
  }
  lcm_json_set(document, "variants", variants);
  lcm_json_set(document, "methods", methods);
  lcm_json_set(document, "edits", edits);
  for (size_t i = 0; i < c->grid->n_points; i++) {
    lcm_json *point = lcm_json_object();
    lcm_json *time = lcm_json_object();
    lcm_json *difference = lcm_json_object();
    for (size_t v = 0; v < c->n_variants; v++)
      lcm_json_set(time, c->variants[v]->name,
                   lcm_json_real(c->variants[v]->points[i].time));
    lcm_json_set(point, "env", lcm_point_env_json(c->grid, i));
    lcm_json_set(point, "time", time);
    lcm_json_set(point, "winner",
                 lcm_json_string(c->variants[c->winners[i]]->name));
    lcm_json_set(difference, "low", lcm_json_real(c->difference_low[i]));
    lcm_json_set(difference, "high", lcm_json_real(c->difference_high[i]));
    lcm_json_set(point, "difference", difference);
    lcm_json_set(point, "chance", lcm_json_real(c->chances[i]));
    lcm_json_set(point, "why", reason_json(&c->reasons[i]));
    lcm_json_add(points, point);
  }
  lcm_json_set(document, "points", points);
  for (size_t i = 0; i < c->n_crossovers; i++)
    lcm_json_add(crossovers, crossover_json(ctx, c, &c->crossovers[i]));
  lcm_json_set(document, "crossovers", crossovers);
  lcm_json_set(document, "complete", lcm_json_bool(c->complete));
  return lcm_json_print(document);
}
