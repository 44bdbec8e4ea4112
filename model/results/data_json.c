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

/* Return the movement "m". */
static lcm_json *movement_json(const lcm_movement *m) {
  static const char *const KINDS[] = {"true", "anti", "output"};
  lcm_json *section = lcm_section_json(m->section);
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "from", lcm_json_string(m->from));
  lcm_json_set(json, "to", lcm_json_string(m->to));
  lcm_json_set(json, "from_range", lcm_loc_json(m->from_node->loc));
  lcm_json_set(json, "to_range", lcm_loc_json(m->to_node->loc));
  lcm_json_set(json, "datum", lcm_json_string(m->section->datum));
  lcm_json_set(
      json, "section",
      lcm_json_string(lcm_json_text(lcm_json_get(section, "section"))));
  lcm_json_set(json, "kind", lcm_json_string(KINDS[m->kind]));
  lcm_json_set(json, "bytes", amount_json(m->bytes));
  lcm_json_set(json, "count", amount_json(m->count));
  lcm_json_set(json, "lca", lcm_json_string(m->lca));
  lcm_json_set(json, "exact", lcm_json_bool(!m->why && m->bytes));
  lcm_json_set(json, "why", lcm_json_string(m->why));
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
  lcm_json *json = lcm_json_object();
  lcm_json_set(
      json, "id",
      lcm_json_string(lcm_arena_printf(lcm_ctx_arena(listing->ctx), "%s/%u",
                                       listing->function->name, node->id)));
  lcm_json_set(json, "kind", lcm_json_string(lcm_node_word(node->kind)));
  lcm_json_set(json, "label",
               lcm_json_string(node->name ? node->name : node->label));
  lcm_json_set(json, "range", lcm_loc_json(node->loc));
  lcm_json_set(json, "reads", lcm_sections_json(node->reads, node->n_reads));
  lcm_json_set(json, "writes", lcm_sections_json(node->writes, node->n_writes));
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

/* Return what fragments of the run touch. */
static lcm_json *touches_json(const lcm_data *data) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < data->n_touches; i++) {
    const lcm_touch *touch = &data->touches[i];
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "occurrence", lcm_json_string(touch->occurrence));
    lcm_json_set(json, "mode",
                 lcm_json_string(touch->write ? "write" : "read"));
    lcm_json_set(json, "divided", lcm_json_string(touch->divided));
    lcm_json_set(json, "maybe", lcm_json_bool(touch->maybe));
    lcm_json_set(json, "loops",
                 lcm_ranges_json(touch->ranges, touch->n_ranges));
    lcm_json_set(json, "section", lcm_section_json(&touch->section));
    lcm_json_set(json, "fragment", lcm_loc_json(touch->node->loc));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return what the function of "effects", of which there are "n", does. */
static lcm_json *function_json(const lcm_effect *effects, size_t n) {
  const lcm_function *function = effects->function;
  lcm_json *json = lcm_json_object();
  lcm_json *list = lcm_json_array();
  lcm_json_set(json, "function", lcm_json_string(function->name));
  lcm_json_set(json, "key", lcm_json_string(function->key));
  lcm_json_set(json, "range", lcm_loc_json(function->loc));
  for (size_t i = 0; i < n; i++) {
    lcm_json *effect = lcm_json_object();
    lcm_json_set(effect, "mode",
                 lcm_json_string(effects[i].write ? "write" : "read"));
    lcm_json_set(effect, "parameter",
                 lcm_json_string(effects[i].param < function->n_params
                                     ? effects[i].section.datum
                                     : NULL));
    lcm_json_set(effect, "section", lcm_section_json(&effects[i].section));
    lcm_json_add(list, effect);
  }
  lcm_json_set(json, "effects", list);
  return json;
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

/* Return the dependences between fragments. */
static lcm_json *dependences_json(const lcm_data *data) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < data->n_dependences; i++)
    lcm_json_add(list, movement_json(&data->dependences[i]));
  return list;
}

LCM_GIVE char *lcm_data_to_json(lcm_ctx *ctx, const lcm_data *data) {
  lcm_json *document = lcm_json_object();
  lcm_json *movements = lcm_json_array();
  lcm_json *crossings = lcm_json_array();
  for (size_t i = 0; i < data->n_movements; i++)
    lcm_json_add(data->movements[i].crossing ? crossings : movements,
                 movement_json(&data->movements[i]));
  lcm_json_set(document, "schema", lcm_json_string("lcm-data/1"));
  lcm_json_set(document, "movements", movements);
  lcm_json_set(document, "crossings", crossings);
  lcm_json_set(document, "fragments", fragments_json(ctx, data->program));
  lcm_json_set(document, "dependences", dependences_json(data));
  lcm_json_set(document, "accesses", touches_json(data));
  lcm_json_set(document, "functions", functions_json(data));
  lcm_json_set(document, "opaque", lcm_json_real((double)data->n_opaque));
  lcm_json_set(document, "cut", lcm_json_bool(data->is_cut));
  return lcm_json_print(document);
}
