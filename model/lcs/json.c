/* Programs as JSON (lcm-structure/1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_print.h"
#include "model/lcs/json.h"
#include "model/lcs/text.h"
#include "model/sections/sections.h"

lcm_json *lcm_expr_json(const lcm_expr *e) {
  char *text = e ? lcm_expr_to_str(e, LCM_TEXT) : NULL;
  lcm_json *json = lcm_json_string(text);
  free(text);
  return json;
}

lcm_json *lcm_loc_json(lcm_loc loc) {
  if (!loc.file)
    return lcm_json_null();
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "file", lcm_json_string(loc.file));
  lcm_json_set(json, "line", lcm_json_real(loc.line));
  lcm_json_set(json, "column", lcm_json_real(loc.column));
  lcm_json_set(json, "begin", lcm_json_real(loc.begin));
  lcm_json_set(json, "end", lcm_json_real(loc.end));
  return json;
}

/* Put the "fields" of "record" that are there into "object". */
static void fields_json(lcm_json *object, struct lcs_fields fields,
                        const void *record) {
  for (size_t i = 0; i < fields.n; i++) {
    const struct lcs_field *field = &fields.at[i];
    const void *at = lcs_field_get(field, record);
    lcm_json *value = NULL;
    unsigned word = 0;
    switch (field->type) {
    case LCS_TEXT:
      value = lcm_json_string(*(const char *const *)at);
      break;
    case LCS_EXPR:
      value = lcm_expr_json(*(const lcm_expr *const *)at);
      break;
    case LCS_FLAG:
      value = lcm_json_bool(*(const bool *)at);
      break;
    case LCS_WORD:
      memcpy(&word, at, sizeof word);
      value = lcm_json_string(field->words[word]);
      break;
    }
    lcm_json_set(object, field->key, value);
  }
}

/* Return the extents of "section". */
static lcm_json *extents_json(const lcm_section *section) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < section->n_extents; i++) {
    lcm_json *extent = lcm_json_object();
    lcm_json_set(extent, "lower", lcm_expr_json(section->extents[i].lower));
    lcm_json_set(extent, "length", lcm_expr_json(section->extents[i].length));
    lcm_json_set(extent, "field", lcm_json_string(section->extents[i].field));
    lcm_json_add(list, extent);
  }
  return list;
}

lcm_json *lcm_ranges_json(const lcm_iteration *ranges, size_t n) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++) {
    const lcm_iteration *range = &ranges[i];
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "index", lcm_json_string(range->index));
    lcm_json_set(json, "from", lcm_expr_json(range->from));
    lcm_json_set(json, "to", lcm_expr_json(range->to));
    lcm_json_set(json, "step", lcm_expr_json(range->step));
    lcm_json_set(json, "factor", lcm_expr_json(range->factor));
    lcm_json_add(list, json);
  }
  return list;
}

lcm_json *lcm_section_json(const lcm_section *section) {
  lcm_json *json = lcm_json_object();
  char *shown = lcm_section_to_str(section, LCM_TEXT);
  lcm_json_set(json, "datum", lcm_json_string(section->datum));
  lcm_json_set(json, "section", lcm_json_string(shown));
  lcm_json_set(json, "extents", extents_json(section));
  lcm_json_set(json, "over", lcm_ranges_json(section->over, section->n_over));
  fields_json(json, LCS_SECTION, section);
  lcm_json_set(json, "range", lcm_loc_json(section->loc));
  if (section->also)
    lcm_json_set(json, "also", lcm_section_json(section->also));
  free(shown);
  return json;
}

lcm_json *lcm_sections_json(const lcm_section *sections, size_t n) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++)
    lcm_json_add(list, lcm_section_json(&sections[i]));
  return list;
}

/* Return the models of "node". */
static lcm_json *models_json(const lcm_node *node) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *model = &node->models[i];
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "category", lcm_json_string(model->category));
    lcm_json_set(json, "expression", lcm_expr_json(model->expr));
    fields_json(json, LCS_MODEL, model);
    lcm_json_set(json, "range", lcm_loc_json(model->loc));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return what else the comments at "node" say. */
static lcm_json *annotations_json(const lcm_node *node) {
  lcm_json *json = lcm_json_object();
  lcm_json *with = lcm_json_object();
  lcm_json *assumes = lcm_json_array();
  for (size_t i = 0; i < node->n_with; i++)
    lcm_json_set(with, node->with[i].name, lcm_expr_json(node->with[i].value));
  for (size_t i = 0; i < node->n_assumes; i++)
    lcm_json_add(assumes, lcm_json_string(node->assumes[i]));
  lcm_json_set(json, "fragment", lcm_json_string(node->name));
  lcm_json_set(json, "with", with);
  lcm_json_set(json, "assume", assumes);
  lcm_json_set(json, "ignore", lcm_json_bool(node->ignored));
  return json;
}

/* Return the attributes of "node"; of several with one key the first. */
static lcm_json *attributes_json(const lcm_node *node) {
  lcm_json *json = lcm_json_object();
  for (size_t i = 0; i < node->n_attributes; i++)
    if (!lcm_json_get(json, node->attributes[i].key))
      lcm_json_set(json, node->attributes[i].key,
                   lcm_json_string(node->attributes[i].value));
  return json;
}

/* Return "instance" as text such as `filled[k]`. */
static lcm_json *instance_json(const struct lcm_instance *instance) {
  lcm_buf text = {0};
  lcs_put_instance(&text, instance);
  char *shown = lcm_buf_take(&text);
  lcm_json *json = lcm_json_string(shown);
  free(shown);
  return json;
}

/* Return the arguments of the call "node". */
static lcm_json *arguments_json(const lcm_node *node) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < node->u.call.n_args; i++) {
    const lcm_section *place =
        node->u.call.places ? &node->u.call.places[i] : NULL;
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "value", lcm_expr_json(lcs_at(node->u.call.args, i)));
    lcm_json_set(json, "size", lcm_expr_json(lcs_at(node->u.call.sizes, i)));
    lcm_json_set(json, "place",
                 place && place->datum ? lcm_section_json(place)
                                       : lcm_json_null());
    lcm_json_add(list, json);
  }
  return list;
}

/* Put the numbers that the message operation "message" is given, and the
 * variables that it sets, into "json". */
static void put_numbers(lcm_json *json, const struct lcm_mpi_call *message) {
  lcm_json *args = lcm_json_array();
  lcm_json *sets = lcm_json_array();
  for (size_t i = 0; i < message->n_args; i++)
    lcm_json_add(args, lcm_expr_json(message->args[i]));
  for (size_t i = 0; i < message->n_sets; i++)
    lcm_json_add(sets, lcm_json_string(message->sets[i]));
  lcm_json_set(json, "args", args);
  lcm_json_set(json, "sets", sets);
}

/* Return the dependences of the task "node". */
static lcm_json *depends_json(const lcm_node *node) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < node->u.task.n_depends; i++) {
    const struct lcm_depend *depend = &node->u.task.depends[i];
    lcm_json *json = lcm_section_json(&depend->section);
    lcm_json_set(json, "type", lcm_json_string(depend->type));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return for each alternative of the branch "node" when it is taken. */
static lcm_json *alternatives_json(const lcm_node *node) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < node->n_children; i++) {
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "condition",
                 lcm_expr_json(lcs_at(node->u.branch.conditions, i)));
    lcm_json_set(json, "probability",
                 lcm_expr_json(lcs_at(node->u.branch.probabilities, i)));
    lcm_json_add(list, json);
  }
  return list;
}

/* Put what only nodes of its kind have into "json". */
static void put_kind(lcm_json *json, const lcm_node *node) {
  size_t n = 0;
  const struct lcm_instance *instances = lcs_node_instances(&n, node);
  fields_json(json, lcs_kind_fields(node->kind), lcs_kind_object(node));
  if (instances) {
    lcm_json *list = lcm_json_array();
    for (size_t i = 0; i < n; i++)
      lcm_json_add(list, instance_json(&instances[i]));
    lcm_json_set(json, "of", list);
  }
  if (lcm_node_is_loop(node->kind))
    lcm_json_set(json, "ranges",
                 lcm_ranges_json(node->u.loop.ranges, node->u.loop.n_ranges));
  if (node->kind == LCM_NODE_CALL)
    lcm_json_set(json, "arguments", arguments_json(node));
  if (node->kind == LCM_NODE_MESSAGE)
    put_numbers(json, node->u.message);
  if (node->kind == LCM_NODE_TASK)
    lcm_json_set(json, "depends", depends_json(node));
  if (node->kind == LCM_NODE_BRANCH)
    lcm_json_set(json, "alternatives", alternatives_json(node));
}

/* Return the tree "node". */
static lcm_json *node_json(const lcm_node *node) {
  char hash[24] = "";
  lcm_json *json = lcm_json_object();
  lcm_json *children = lcm_json_array();
  if (node->fingerprint)
    snprintf(hash, sizeof hash, "%llx", node->fingerprint);
  lcm_json_set(json, "id", lcm_json_real(node->id));
  lcm_json_set(json, "kind", lcm_json_string(lcm_node_word(node->kind)));
  lcm_json_set(json, "label", lcm_json_string(node->label));
  lcm_json_set(json, "range", lcm_loc_json(node->loc));
  lcm_json_set(json, "fingerprint", lcm_json_string(*hash ? hash : NULL));
  put_kind(json, node);
  lcm_json_set(json, "attributes", attributes_json(node));
  lcm_json_set(json, "reads", lcm_sections_json(node->reads, node->n_reads));
  lcm_json_set(json, "writes", lcm_sections_json(node->writes, node->n_writes));
  lcm_json_set(json, "cost", models_json(node));
  lcm_json_set(json, "annotations", annotations_json(node));
  for (size_t i = 0; i < node->n_children; i++)
    lcm_json_add(children, node_json(node->children[i]));
  lcm_json_set(json, "children", children);
  return json;
}

/* Return "function" with its tree. */
static lcm_json *function_json(const lcm_function *function) {
  lcm_json *json = lcm_json_object();
  lcm_json *params = lcm_json_array();
  for (size_t i = 0; i < function->n_params; i++)
    lcm_json_add(params, lcm_json_string(function->params[i]));
  lcm_json_set(json, "key", lcm_json_string(function->key));
  fields_json(json, LCS_FUNCTION, function);
  lcm_json_set(json, "params", params);
  lcm_json_set(json, "range", lcm_loc_json(function->loc));
  lcm_json_set(json, "body",
               function->body ? node_json(function->body) : lcm_json_null());
  return json;
}

/* Return the params of "program". */
static lcm_json *params_json(const lcm_program *program) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < program->n_params; i++) {
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(program->params[i].name));
    fields_json(json, LCS_PARAM, &program->params[i]);
    lcm_json_set(json, "range", lcm_loc_json(program->params[i].loc));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the "n" subscripts at "ranges". */
static lcm_json *subscripts_json(const struct lcm_range *ranges, size_t n) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++) {
    lcm_json *range = lcm_json_object();
    lcm_json_set(range, "index", lcm_json_string(ranges[i].index));
    lcm_json_set(range, "from", lcm_expr_json(ranges[i].from));
    lcm_json_set(range, "to", lcm_expr_json(ranges[i].to));
    lcm_json_add(list, range);
  }
  return list;
}

/* Return the conditions of "program". */
static lcm_json *conditions_json(const lcm_program *program) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < program->n_conditions; i++) {
    const struct lcm_condition *condition = &program->conditions[i];
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(condition->name));
    lcm_json_set(json, "ranges",
                 subscripts_json(condition->ranges, condition->n_ranges));
    lcm_json_set(json, "range", lcm_loc_json(condition->loc));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the draws of "program". */
static lcm_json *draws_json(const lcm_program *program) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < program->n_draws; i++) {
    const struct lcm_draw *draw = &program->draws[i];
    lcm_json *json = lcm_json_object();
    lcm_json *args = lcm_json_array();
    for (size_t k = 0; k < draw->n_args; k++)
      lcm_json_add(args, lcm_expr_json(draw->args[k]));
    lcm_json_set(json, "name", lcm_json_string(draw->name));
    fields_json(json, LCS_DRAW, draw);
    lcm_json_set(json, "args", args);
    lcm_json_set(json, "range", lcm_loc_json(draw->loc));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the resources of "program". */
static lcm_json *resources_json(const lcm_program *program) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < program->n_resources; i++) {
    const lcm_resource *resource = &program->resources[i];
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(resource->name));
    lcm_json_set(json, "ranges",
                 subscripts_json(resource->ranges, resource->n_ranges));
    fields_json(json, LCS_RESOURCE, resource);
    lcm_json_set(json, "range", lcm_loc_json(resource->loc));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the covariances of "program". */
static lcm_json *covariances_json(const lcm_program *program) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < program->n_covariances; i++) {
    const struct lcm_covariance *c = &program->covariances[i];
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "a", lcm_json_string(c->a));
    lcm_json_set(json, "b", lcm_json_string(c->b));
    lcm_json_set(json, c->correlation ? "correlation" : "covariance",
                 lcm_json_real(c->value));
    lcm_json_add(list, json);
  }
  return list;
}

/* Put the conditions, draws, categories and covariances of "program" into
 * "document". */
static void put_declarations(lcm_json *document, const lcm_program *program) {
  lcm_json *categories = lcm_json_array();
  for (size_t i = 0; i < program->n_categories; i++) {
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(program->categories[i].name));
    fields_json(json, LCS_CATEGORY, &program->categories[i]);
    lcm_json_set(json, "range", lcm_loc_json(program->categories[i].loc));
    lcm_json_add(categories, json);
  }
  lcm_json_set(document, "conditions", conditions_json(program));
  lcm_json_set(document, "draws", draws_json(program));
  lcm_json_set(document, "categories", categories);
  lcm_json_set(document, "covariances", covariances_json(program));
}

/* Return the "n" words at "words". */
static lcm_json *words_json(const char *const *words, size_t n) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++)
    lcm_json_add(list, lcm_json_string(words[i]));
  return list;
}

/* Return what the pointers of "program" hold. */
static lcm_json *pointers_json(const lcm_program *program) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < program->n_pointers; i++) {
    const lcm_pointer *pointer = &program->pointers[i];
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(pointer->name));
    lcm_json_set(json, "holds", words_json(pointer->holds, pointer->n_holds));
    lcm_json_set(json, "from", words_json(pointer->from, pointer->n_from));
    lcm_json_set(json, "given", words_json(pointer->given, pointer->n_given));
    fields_json(json, LCS_POINTER, pointer);
    lcm_json_add(list, json);
  }
  return list;
}

/* Return where the pointers to data of "program" point. */
static lcm_json *points_json(const lcm_program *program) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < program->n_points; i++) {
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "name", lcm_json_string(program->points[i].name));
    lcm_json_set(json, "place", lcm_section_json(&program->points[i].place));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return the diagnostics of "ctx". */
static lcm_json *diagnostics_json(lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < n; i++) {
    lcm_json *json = lcm_json_object();
    lcm_json_set(json, "file", lcm_json_string(all[i].at.file));
    lcm_json_set(json, "line", lcm_json_real(all[i].at.line));
    lcm_json_set(json, "column", lcm_json_real(all[i].at.column));
    lcm_json_set(json, "severity",
                 lcm_json_string(lcm_severity_name(all[i].severity)));
    lcm_json_set(json, "id", lcm_json_string(lcm_diag_name(all[i].id)));
    lcm_json_set(json, "message", lcm_json_string(all[i].message));
    lcm_json_add(list, json);
  }
  return list;
}

/* Return how much of "program" is modelled. */
static lcm_json *coverage_json(lcm_ctx *ctx, const lcm_program *program) {
  const lcm_coverage coverage = lcm_coverage_of(ctx, program);
  lcm_json *json = lcm_json_object();
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < coverage.n_obstacles; i++) {
    const struct lcm_obstacle *obstacle = &coverage.obstacles[i];
    lcm_json *one = lcm_json_object();
    lcm_json_set(one, "reason", lcm_json_string(obstacle->reason));
    lcm_json_set(one, "regions", lcm_json_real((double)obstacle->regions));
    lcm_json_set(one, "by_calls", lcm_json_real((double)obstacle->called));
    lcm_json_set(one, "first", lcm_loc_json(obstacle->first));
    lcm_json_add(list, one);
  }
  lcm_json_set(json, "regions", lcm_json_real((double)coverage.regions));
  lcm_json_set(json, "modelled", lcm_json_real((double)coverage.modelled));
  lcm_json_set(json, "complete", lcm_json_real((double)coverage.complete));
  lcm_json_set(json, "obstacles", list);
  return json;
}

LCM_GIVE char *lcm_program_to_json(lcm_ctx *ctx, const lcm_program *program) {
  lcm_json *document = lcm_json_object();
  lcm_json *files = lcm_json_array();
  lcm_json *functions = lcm_json_array();
  for (size_t i = 0; i < program->n_files; i++)
    lcm_json_add(files, lcm_json_string(program->files[i]));
  for (size_t i = 0; i < program->n_functions; i++)
    lcm_json_add(functions, function_json(&program->functions[i]));
  lcm_json_set(document, "schema", lcm_json_string("lcm-structure/1"));
  lcm_json_set(document, "variant", lcm_json_string(program->variant));
  lcm_json_set(document, "entry", lcm_json_string(program->entry));
  lcm_json_set(document, "nesting", lcm_json_bool(!program->nesting_off));
  lcm_json_set(document, "model", lcm_json_bool(program->is_model));
  lcm_json_set(document, "unit", lcm_json_string(program->unit));
  lcm_json_set(document, "files", files);
  lcm_json_set(document, "params", params_json(program));
  lcm_json_set(document, "resources", resources_json(program));
  put_declarations(document, program);
  lcm_json_set(document, "pointers", pointers_json(program));
  lcm_json_set(document, "points", points_json(program));
  lcm_json_set(document, "functions", functions);
  lcm_json_set(document, "coverage", coverage_json(ctx, program));
  lcm_json_set(document, "diagnostics", diagnostics_json(ctx));
  return lcm_json_print(document);
}
