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
  return LCM_JSON_NEW(
      {"file", LCM_JSON(loc.file)}, {"line", LCM_JSON(loc.line)},
      {"column", LCM_JSON(loc.column)}, {"begin", LCM_JSON(loc.begin)},
      {"end", LCM_JSON(loc.end)});
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

/* Return the expression that the pointer "at" leads to. */
static lcm_json *expr_at(const void *at) {
  return lcm_expr_json(*(const lcm_expr *const *)at);
}

static lcm_json *section_at(const void *at) { return lcm_section_json(at); }

/* Return the instance "at" as text such as `filled[k]`. */
static lcm_json *instance_at(const void *at) {
  lcm_buf text = {0};
  lcs_put_instance(&text, at);
  char *shown = lcm_buf_take(&text);
  lcm_json *json = lcm_json_string(shown);
  free(shown);
  return json;
}

/* Return the extent "at". */
static lcm_json *extent_json(const void *at) {
  const struct lcm_extent *extent = at;
  return LCM_JSON_NEW({"lower", lcm_expr_json(extent->lower)},
                      {"length", lcm_expr_json(extent->length)},
                      {"field", LCM_JSON(extent->field)});
}

/* Return the range "at". */
static lcm_json *range_json(const void *at) {
  const lcm_iteration *range = at;
  return LCM_JSON_NEW(
      {"index", LCM_JSON(range->index)}, {"from", lcm_expr_json(range->from)},
      {"to", lcm_expr_json(range->to)}, {"step", lcm_expr_json(range->step)},
      {"factor", lcm_expr_json(range->factor)});
}

lcm_json *lcm_ranges_json(const lcm_iteration *ranges, size_t n) {
  return LCM_JSON_LIST(range_json, ranges, n);
}

lcm_json *lcm_section_json(const lcm_section *section) {
  char *shown = lcm_section_to_str(section, LCM_TEXT);
  lcm_json *json = LCM_JSON_NEW(
      {"datum", LCM_JSON(section->datum)}, {"section", LCM_JSON(shown)},
      {"extents",
       LCM_JSON_LIST(extent_json, section->extents, section->n_extents)},
      {"over", lcm_ranges_json(section->over, section->n_over)});
  fields_json(json, LCS_SECTION, section);
  lcm_json_set(json, "range", lcm_loc_json(section->loc));
  if (section->also)
    lcm_json_set(json, "also", lcm_section_json(section->also));
  free(shown);
  return json;
}

lcm_json *lcm_sections_json(const lcm_section *sections, size_t n) {
  return LCM_JSON_LIST(section_at, sections, n);
}

/* Return the model "at". */
static lcm_json *model_json(const void *at) {
  const lcm_model *model = at;
  lcm_json *json = LCM_JSON_NEW({"category", LCM_JSON(model->category)},
                                {"expression", lcm_expr_json(model->expr)});
  fields_json(json, LCS_MODEL, model);
  lcm_json_set(json, "range", lcm_loc_json(model->loc));
  return json;
}

/* Return what else the comments at "node" say. */
static lcm_json *annotations_json(const lcm_node *node) {
  lcm_json *with = lcm_json_object();
  for (size_t i = 0; i < node->n_with; i++)
    lcm_json_set(with, node->with[i].name, lcm_expr_json(node->with[i].value));
  return LCM_JSON_NEW(
      {"fragment", LCM_JSON(node->name)}, {"with", with},
      {"assume", lcm_json_strings(node->assumes, node->n_assumes)},
      {"ignore", LCM_JSON(node->ignored)});
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

/* Return the arguments of the call "node". */
static lcm_json *arguments_json(const lcm_node *node) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < node->u.call.n_args; i++) {
    const lcm_section *place =
        node->u.call.places ? &node->u.call.places[i] : NULL;
    lcm_json_add(
        list,
        LCM_JSON_NEW({"value", lcm_expr_json(lcs_at(node->u.call.args, i))},
                     {"size", lcm_expr_json(lcs_at(node->u.call.sizes, i))},
                     {"place", place && place->datum ? lcm_section_json(place)
                                                     : lcm_json_null()}));
  }
  return list;
}

/* Return the dependence "at" of a task. */
static lcm_json *depend_json(const void *at) {
  const struct lcm_depend *depend = at;
  lcm_json *json = lcm_section_json(&depend->section);
  lcm_json_set(json, "type", lcm_json_string(depend->type));
  return json;
}

/* Return for each alternative of the branch "node" when it is taken. */
static lcm_json *alternatives_json(const lcm_node *node) {
  lcm_json *list = lcm_json_array();
  for (size_t i = 0; i < node->n_children; i++)
    lcm_json_add(
        list,
        LCM_JSON_NEW(
            {"condition", lcm_expr_json(lcs_at(node->u.branch.conditions, i))},
            {"probability",
             lcm_expr_json(lcs_at(node->u.branch.probabilities, i))}));
  return list;
}

/* Put what only nodes of its kind have into "json". */
static void put_kind(lcm_json *json, const lcm_node *node) {
  size_t n = 0;
  const struct lcm_instance *instances = lcs_node_instances(&n, node);
  fields_json(json, lcs_kind_fields(node->kind), lcs_kind_object(node));
  if (instances)
    lcm_json_set(json, "of", LCM_JSON_LIST(instance_at, instances, n));
  if (lcm_node_is_loop(node->kind))
    lcm_json_set(json, "ranges",
                 lcm_ranges_json(node->u.loop.ranges, node->u.loop.n_ranges));
  if (node->kind == LCM_NODE_CALL)
    lcm_json_set(json, "arguments", arguments_json(node));
  if (node->kind == LCM_NODE_MESSAGE)
    LCM_JSON_PUT(json,
                 {"args", LCM_JSON_LIST(expr_at, node->u.message->args,
                                        node->u.message->n_args)},
                 {"sets", lcm_json_strings(node->u.message->sets,
                                           node->u.message->n_sets)});
  if (node->kind == LCM_NODE_TASK)
    lcm_json_set(json, "depends",
                 LCM_JSON_LIST(depend_json, node->u.task.depends,
                               node->u.task.n_depends));
  if (node->kind == LCM_NODE_BRANCH)
    lcm_json_set(json, "alternatives", alternatives_json(node));
}

/* Return all of "node" but its children.  It stands by itself, for its frame is
 * large and trees are deep. */
LCM_NOINLINE static lcm_json *own_json(const lcm_node *node) {
  char hash[24] = "";
  if (node->fingerprint)
    snprintf(hash, sizeof hash, "%llx", node->fingerprint);
  lcm_json *json = LCM_JSON_NEW(
      {"id", LCM_JSON(node->id)}, {"kind", LCM_JSON(lcm_node_word(node->kind))},
      {"label", LCM_JSON(node->label)}, {"range", lcm_loc_json(node->loc)},
      {"fingerprint", LCM_JSON(*hash ? hash : NULL)});
  put_kind(json, node);
  return LCM_JSON_PUT(
      json, {"attributes", attributes_json(node)},
      {"reads", lcm_sections_json(node->reads, node->n_reads)},
      {"writes", lcm_sections_json(node->writes, node->n_writes)},
      {"cost", LCM_JSON_LIST(model_json, node->models, node->n_models)},
      {"annotations", annotations_json(node)});
}

/* Return the tree "node". */
static lcm_json *node_json(const lcm_node *node) {
  lcm_json *json = own_json(node);
  lcm_json *children = lcm_json_array();
  for (size_t i = 0; i < node->n_children; i++)
    lcm_json_add(children, node_json(node->children[i]));
  lcm_json_set(json, "children", children);
  return json;
}

/* Return the function "at" with its tree. */
static lcm_json *function_json(const void *at) {
  const lcm_function *function = at;
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "key", lcm_json_string(function->key));
  fields_json(json, LCS_FUNCTION, function);
  LCM_JSON_PUT(
      json, {"params", lcm_json_strings(function->params, function->n_params)},
      {"range", lcm_loc_json(function->loc)},
      {"body", function->body ? node_json(function->body) : lcm_json_null()});
  return json;
}

/* Return the param "at". */
static lcm_json *param_json(const void *at) {
  const lcm_param *param = at;
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "name", lcm_json_string(param->name));
  fields_json(json, LCS_PARAM, param);
  lcm_json_set(json, "range", lcm_loc_json(param->loc));
  return json;
}

/* Return the subscript "at". */
static lcm_json *subscript_json(const void *at) {
  const struct lcm_range *subscript = at;
  return LCM_JSON_NEW({"index", LCM_JSON(subscript->index)},
                      {"from", lcm_expr_json(subscript->from)},
                      {"to", lcm_expr_json(subscript->to)});
}

/* Return the condition "at". */
static lcm_json *condition_json(const void *at) {
  const struct lcm_condition *condition = at;
  return LCM_JSON_NEW(
      {"name", LCM_JSON(condition->name)},
      {"ranges",
       LCM_JSON_LIST(subscript_json, condition->ranges, condition->n_ranges)},
      {"range", lcm_loc_json(condition->loc)});
}

/* Return the draw "at". */
static lcm_json *draw_json(const void *at) {
  const struct lcm_draw *draw = at;
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "name", lcm_json_string(draw->name));
  fields_json(json, LCS_DRAW, draw);
  LCM_JSON_PUT(json, {"args", LCM_JSON_LIST(expr_at, draw->args, draw->n_args)},
               {"range", lcm_loc_json(draw->loc)});
  return json;
}

/* Return the resource "at". */
static lcm_json *resource_json(const void *at) {
  const lcm_resource *resource = at;
  lcm_json *json =
      LCM_JSON_NEW({"name", LCM_JSON(resource->name)},
                   {"ranges", LCM_JSON_LIST(subscript_json, resource->ranges,
                                            resource->n_ranges)});
  fields_json(json, LCS_RESOURCE, resource);
  lcm_json_set(json, "range", lcm_loc_json(resource->loc));
  return json;
}

/* Return the covariance "at". */
static lcm_json *covariance_json(const void *at) {
  const struct lcm_covariance *c = at;
  return LCM_JSON_NEW(
      {"a", LCM_JSON(c->a)}, {"b", LCM_JSON(c->b)},
      {c->correlation ? "correlation" : "covariance", LCM_JSON(c->value)});
}

/* Return the category "at". */
static lcm_json *category_json(const void *at) {
  const lcm_category *category = at;
  lcm_json *json = lcm_json_object();
  lcm_json_set(json, "name", lcm_json_string(category->name));
  fields_json(json, LCS_CATEGORY, category);
  lcm_json_set(json, "range", lcm_loc_json(category->loc));
  return json;
}

/* Return the contract "at". */
static lcm_json *contract_json(const void *at) {
  const lcm_contract *contract = at;
  lcm_json *json = lcm_json_object();
  fields_json(json, LCS_CONTRACT, contract);
  lcm_json_set(json, "range", lcm_loc_json(contract->loc));
  return json;
}

/* Return the pointer "at". */
static lcm_json *pointer_json(const void *at) {
  const lcm_pointer *pointer = at;
  lcm_json *json = LCM_JSON_NEW(
      {"name", LCM_JSON(pointer->name)},
      {"holds", lcm_json_strings(pointer->holds, pointer->n_holds)},
      {"from", lcm_json_strings(pointer->from, pointer->n_from)},
      {"given", lcm_json_strings(pointer->given, pointer->n_given)});
  fields_json(json, LCS_POINTER, pointer);
  return json;
}

/* Return where the pointer "at" points to data. */
static lcm_json *point_json(const void *at) {
  const struct lcm_points *point = at;
  return LCM_JSON_NEW({"name", LCM_JSON(point->name)},
                      {"place", lcm_section_json(&point->place)});
}

/* Return the diagnostic "at". */
static lcm_json *diagnostic_json(const void *at) {
  const lcm_diag *diag = at;
  return LCM_JSON_NEW({"file", LCM_JSON(diag->at.file)},
                      {"line", LCM_JSON(diag->at.line)},
                      {"column", LCM_JSON(diag->at.column)},
                      {"severity", LCM_JSON(lcm_severity_name(diag->severity))},
                      {"id", LCM_JSON(lcm_diag_name(diag->id))},
                      {"message", LCM_JSON(diag->message)});
}

/* Return the obstacle "at". */
static lcm_json *obstacle_json(const void *at) {
  const struct lcm_obstacle *obstacle = at;
  return LCM_JSON_NEW({"reason", LCM_JSON(obstacle->reason)},
                      {"regions", LCM_JSON(obstacle->regions)},
                      {"by_calls", LCM_JSON(obstacle->called)},
                      {"first", lcm_loc_json(obstacle->first)});
}

/* Return "coverage": how much of a program is modelled. */
static lcm_json *coverage_json(const lcm_coverage *coverage) {
  return LCM_JSON_NEW(
      {"regions", LCM_JSON(coverage->regions)},
      {"modelled", LCM_JSON(coverage->modelled)},
      {"complete", LCM_JSON(coverage->complete)},
      {"obstacles", LCM_JSON_LIST(obstacle_json, coverage->obstacles,
                                  coverage->n_obstacles)});
}

/* Return the race "at". */
static lcm_json *race_json(const void *at) {
  const struct lcm_race_note *race = at;
  return LCM_JSON_NEW(
      {"region", lcm_loc_json(race->region)}, {"datum", LCM_JSON(race->datum)},
      {"first", lcm_loc_json(race->at)}, {"second", lcm_loc_json(race->other)},
      {"message", LCM_JSON(race->text)});
}

/* Return the place "at". */
static lcm_json *undecided_json(const void *at) {
  const lcm_loc *loc = at;
  return lcm_loc_json(*loc);
}

/* Return "races": those of "program", and where nobody knows. */
static lcm_json *races_json(const lcm_program *program) {
  return LCM_JSON_NEW(
      {"found", LCM_JSON_LIST(race_json, program->races, program->n_races)},
      {"undecided", LCM_JSON_LIST(undecided_json, program->undecided,
                                  program->n_undecided)});
}

LCM_GIVE char *lcm_program_to_json(lcm_ctx *ctx, const lcm_program *program) {
  size_t n = 0;
  const lcm_coverage coverage = lcm_coverage_of(ctx, program);
  const lcm_diag *diags = lcm_diag_all(ctx, &n);
  lcm_json *document = LCM_JSON_NEW(
      {"schema", LCM_JSON("lcm-structure/1")},
      {"variant", LCM_JSON(program->variant)},
      {"entry", LCM_JSON(program->entry)},
      {"nesting", lcm_json_bool(!program->nesting_off)},
      {"model", LCM_JSON(program->is_model)}, {"unit", LCM_JSON(program->unit)},
      {"files", lcm_json_strings(program->files, program->n_files)},
      {"params", LCM_JSON_LIST(param_json, program->params, program->n_params)},
      {"resources",
       LCM_JSON_LIST(resource_json, program->resources, program->n_resources)},
      {"conditions", LCM_JSON_LIST(condition_json, program->conditions,
                                   program->n_conditions)},
      {"draws", LCM_JSON_LIST(draw_json, program->draws, program->n_draws)},
      {"categories", LCM_JSON_LIST(category_json, program->categories,
                                   program->n_categories)},
      {"covariances", LCM_JSON_LIST(covariance_json, program->covariances,
                                    program->n_covariances)},
      {"pointers",
       LCM_JSON_LIST(pointer_json, program->pointers, program->n_pointers)},
      {"points", LCM_JSON_LIST(point_json, program->points, program->n_points)},
      {"functions",
       LCM_JSON_LIST(function_json, program->functions, program->n_functions)},
      {"coverage", coverage_json(&coverage)},
      {"diagnostics", LCM_JSON_LIST(diagnostic_json, diags, n)});
  if (program->n_contracts)
    lcm_json_set(
        document, "contracts",
        LCM_JSON_LIST(contract_json, program->contracts, program->n_contracts));
  if (program->n_races || program->n_undecided)
    lcm_json_set(document, "races", races_json(program));
  return lcm_json_print(document);
}
