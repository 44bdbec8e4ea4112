/* Traces of data as JSON (lcm-data/1). */
#include "model/results/data_json.h"
#include "base/json_print.h"
#include "model/lcs/lcs.h"

/* Return "e" as a number where it is one, else as text. */
static lcm_json *amount_json(const lcm_expr *e) {
  double value = 0;
  return e && lcm_expr_is_number(e, &value) ? lcm_json_real(value)
                                            : lcm_expr_json(e);
}

/* Return the movement "at". */
static lcm_json *movement_json(const void *at) {
  const lcm_movement *m = at;
  static const char *const KINDS[] = {"true", "anti", "output"};
  lcm_json *section = lcm_section_json(m->section);
  lcm_json *json = LCM_JSON_NEW(
      {"from", LCM_JSON(m->from)}, {"to", LCM_JSON(m->to)},
      {"from_range", lcm_loc_json(m->from_node->loc)},
      {"to_range", lcm_loc_json(m->to_node->loc)},
      {"datum", LCM_JSON(m->section->datum)},
      {"section", LCM_JSON(lcm_json_text(lcm_json_get(section, "section")))},
      {"kind", LCM_JSON(KINDS[m->kind])}, {"bytes", amount_json(m->bytes)},
      {"count", amount_json(m->count)}, {"lca", LCM_JSON(m->lca)},
      {"exact", lcm_json_bool(!m->why && m->bytes)}, {"why", LCM_JSON(m->why)});
  lcm_json_free(section);
  return json;
}

/* The fragments of a function being listed. */
struct listing {
  lcm_ctx *ctx;
  lcm_json *fragments;
  const lcm_function *function;
};

/* Add "node" where it reads or writes anything. */
static lcm_status add_fragment(const lcm_node *node, void *user) {
  struct listing *listing = user;
  if (!node->n_reads && !node->n_writes)
    return LCM_OK;
  lcm_json *json = LCM_JSON_NEW(
      {"id", LCM_JSON(lcm_arena_printf(lcm_ctx_arena(listing->ctx), "%s/%u",
                                       listing->function->name, node->id))},
      {"kind", LCM_JSON(lcm_node_word(node->kind))},
      {"label", LCM_JSON(node->name ? node->name : node->label)},
      {"range", lcm_loc_json(node->loc)},
      {"reads", lcm_sections_json(node->reads, node->n_reads)},
      {"writes", lcm_sections_json(node->writes, node->n_writes)});
  lcm_json_add(listing->fragments, json);
  return LCM_OK;
}

/* Return what every fragment of "program" reads and writes. */
static lcm_json *fragments_json(lcm_ctx *ctx, const lcm_program *program) {
  struct listing listing = {.ctx = ctx, .fragments = lcm_json_array()};
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < program->n_functions && !status; i++) {
    listing.function = &program->functions[i];
    if (listing.function->body)
      status = lcm_node_foreach(listing.function->body, add_fragment, &listing);
  }
  return listing.fragments;
}

/* Return the touch "at". */
static lcm_json *touch_json(const void *at) {
  const lcm_touch *touch = at;
  return LCM_JSON_NEW(
      {"occurrence", LCM_JSON(touch->occurrence)},
      {"mode", LCM_JSON(touch->write ? "write" : "read")},
      {"divided", LCM_JSON(touch->divided)}, {"maybe", LCM_JSON(touch->maybe)},
      {"loops", lcm_ranges_json(touch->ranges, touch->n_ranges)},
      {"section", lcm_section_json(&touch->section)},
      {"fragment", lcm_loc_json(touch->node->loc)});
}

/* Return the effect "at". */
static lcm_json *effect_json(const void *at) {
  const lcm_effect *effect = at;
  return LCM_JSON_NEW(
      {"mode", LCM_JSON(effect->write ? "write" : "read")},
      {"parameter", LCM_JSON(effect->param < effect->function->n_params
                                 ? effect->section.datum
                                 : NULL)},
      {"section", lcm_section_json(&effect->section)});
}

/* Return what the function of "effects", of which there are "n", does. */
static lcm_json *function_json(const lcm_effect *effects, size_t n) {
  const lcm_function *function = effects->function;
  return LCM_JSON_NEW({"function", LCM_JSON(function->name)},
                      {"key", LCM_JSON(function->key)},
                      {"range", lcm_loc_json(function->loc)},
                      {"effects", LCM_JSON_LIST(effect_json, effects, n)});
}

/* Return what functions do to their caller's data. */
static lcm_json *functions_json(const lcm_data *data) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < data->n_effects;) {
    size_t n = 1;
    while (i + n < data->n_effects &&
           data->effects[i + n].function == data->effects[i].function)
      n++;
    lcm_json_add(list, function_json(&data->effects[i], n));
    i += n;
  }
  return list;
}

LCM_GIVE char *lcm_data_to_json(lcm_ctx *ctx, const lcm_data *data) {
  lcm_json *movements = lcm_json_array();
  lcm_json *crossings = lcm_json_array();
  for (size_t i = 0; i < data->n_movements; i++)
    lcm_json_add(data->movements[i].crossing ? crossings : movements,
                 movement_json(&data->movements[i]));
  return lcm_json_print(LCM_JSON_NEW(
      {"schema", LCM_JSON("lcm-data/1")}, {"movements", movements},
      {"crossings", crossings},
      {"fragments", fragments_json(ctx, data->program)},
      {"dependences",
       LCM_JSON_LIST(movement_json, data->dependences, data->n_dependences)},
      {"accesses", LCM_JSON_LIST(touch_json, data->touches, data->n_touches)},
      {"functions", functions_json(data)}, {"opaque", LCM_JSON(data->n_opaque)},
      {"cut", LCM_JSON(data->is_cut)}));
}
