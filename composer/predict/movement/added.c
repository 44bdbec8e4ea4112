/* Adds to models what data cost that did not move where they were measured
 * (Crovella 1994, 6.2.2).  What has no model pays for such data as bytes from
 * memory; loops that say themselves what they read pay where they are
 * executed. */
#include "composer/predict/movement/added.h"

#include <string.h>

#include "composer/predict/movement/rewrite.h"
#include "composer/scope/scope.h"
#include "composer/trace/trace.h"

/* A program being rewritten. */
struct adding {
  lcm_ctx *ctx;
  const lcm_machine *machine;
  const lcm_data *data; /* what moves in it */
  bool added;           /* something was, to the present node */
};

/* Return whether "node" has a model of all that one execution of it costs, or
 * computes. */
static bool is_modelled(const lcm_node *node) {
  bool found = false;
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *model = &node->models[i];
    found = found || lcm_cat_find(model->category) == LCM_CAT_PC ||
            lcm_amount_traits(model->category) & LCM_OF_WHOLE;
    if (model->per != LCM_PER_EXECUTION)
      return false;
  }
  return found;
}

/* Return whether what is in "node" may lose time to communication by itself. */
static bool communicates(const lcm_node *node) {
  if (node->kind == LCM_NODE_MESSAGE || node->kind == LCM_NODE_TRANSFER ||
      node->kind == LCM_NODE_CALL ||
      (node->kind == LCM_NODE_PARLOOP && node->n_reads))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (communicates(node->children[i]))
      return true;
  return false;
}

/* Return whether "m" crosses to "node" from elsewhere, and no loop pays for it
 * by itself. */
static bool ends_in(const lcm_movement *m, const lcm_node *node) {
  return m->crossing && m->bytes && m->to_node->kind != LCM_NODE_PARLOOP &&
         lcm_node_holds(node, m->to_node) &&
         !lcm_node_holds(node, m->from_node);
}

/* Return what the cost "name" of what crosses to "node" comes to for one of
 * those who execute it, whose number is "k"; NULL for nothing. */
static const lcm_expr *cost_of(const struct adding *a, const lcm_node *node,
                               const char *name, const lcm_expr *k) {
  lcm_ctx *ctx = a->ctx;
  const struct lcm_cost *cost = lcm_machine_cost(a->machine, name);
  const lcm_expr *sum = NULL;
  if (!cost || lcm_expr_is_int(cost->expr, 0))
    return NULL;
  for (size_t i = 0; i < a->data->n_movements; i++) {
    const lcm_movement *m = &a->data->movements[i];
    if (!ends_in(m, node))
      continue;
    const struct lcm_subst substs[] = {
        {lcm_intern(ctx, "p"), k},
        {lcm_intern(ctx, "m"), lcm_expr_div(ctx, m->bytes, k)},
        {lcm_intern(ctx, "n"), lcm_expr_int(ctx, 1)}};
    const lcm_expr *one = lcm_expr_subst(ctx, cost->expr, substs, 3);
    sum = sum ? lcm_expr_add(ctx, sum, one) : one;
  }
  if (!sum)
    return NULL;
  const lcm_expr *seconds =
      lcm_expr_mul(ctx, sum, lcm_expr_unit(ctx, lcm_measure_find("s")));
  const lcm_expr *several =
      lcm_expr_binary(ctx, LCM_X_LE, lcm_expr_int(ctx, 2), k);
  return lcm_expr_if(ctx, several, seconds,
                     lcm_expr_mul(ctx, lcm_expr_int(ctx, 0), seconds));
}

/* Return the model of "node" that "more" of the category "name" adds to; NULL
 * where it has none. */
static lcm_model *find_model(lcm_node *node, lcm_model *models,
                             const char *name) {
  lcm_model *found = NULL;
  for (size_t i = 0; i < node->n_models; i++)
    if (!strcmp(models[i].category, name))
      found = &models[i];
  return found;
}

/* Add "each", of one of "k" processors, to the models of "copy": to all that it
 * takes, or else to "category"; "fresh": which it may have no model of. */
static void add_cost(struct adding *a, lcm_node *copy, lcm_model *models,
                     const lcm_expr *each, lcm_cat category, bool fresh) {
  const lcm_expr *k =
      lcm_expr_symbol(a->ctx, lcm_intern(a->ctx, "p"), LCM_DIM_NONE);
  const lcm_expr *all = each ? lcm_expr_mul(a->ctx, k, each) : NULL;
  lcm_model *time = find_model(copy, models, "time");
  lcm_model *model = time ? time : find_model(copy, models, "work");
  if (!model)
    model = find_model(copy, models, lcm_cat_name(category));
  if (!each || (!model && !fresh))
    return;
  if (model)
    model->expr = lcm_expr_add(a->ctx, model->expr, time ? each : all);
  else
    models[copy->n_models++] =
        (lcm_model){.category = lcm_intern(a->ctx, lcm_cat_name(category)),
                    .expr = all,
                    .per = LCM_PER_EXECUTION,
                    .provenance = models[0].provenance,
                    .loc = models[0].loc};
  a->added = true;
}

/* Return "node" with what crosses to it, if it has models (lcm_remodel). */
static const lcm_node *charged(void *user, const lcm_node *node, bool crew,
                               bool *whole) {
  enum { ADDED = 2 };
  struct adding *a = user;
  *whole = crew && is_modelled(node);
  if (!*whole)
    return node;
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const lcm_expr *k =
      lcm_expr_symbol(a->ctx, lcm_intern(a->ctx, "p"), LCM_DIM_NONE);
  const lcm_expr *transfer = cost_of(a, node, "transfer", k);
  const lcm_expr *contention = cost_of(a, node, "contention", k);
  if (!transfer && !contention)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  lcm_model *models = LCM_NEW_ARRAY(arena, lcm_model, node->n_models + ADDED);
  memcpy(models, node->models, node->n_models * sizeof *models);
  *copy = *node;
  copy->models = models;
  a->added = false;
  add_cost(a, copy, models, transfer, LCM_CAT_CL, !communicates(node));
  add_cost(a, copy, models, contention, LCM_CAT_RC, !a->machine->n_levels);
  return a->added ? copy : node;
}

/* Return LCM_EDOMAIN where "node" has a model that costs may be added to. */
static lcm_status seek(const lcm_node *node, void *user) {
  (void)user;
  return is_modelled(node) ? LCM_EDOMAIN : LCM_OK;
}

/* Return whether "program" has a model that costs may be added to. */
static bool has_models(const lcm_program *program) {
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, seek, NULL))
      return true;
  return false;
}

const lcm_program *lcm_program_with_crossings(lcm_ctx *ctx,
                                              const lcm_program *program,
                                              const lcm_machine *machine) {
  struct adding a = {.ctx = ctx, .machine = machine};
  if (!machine || !lcm_machine_moves(machine) || !has_models(program))
    return program;
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status = lcm_data_trace(&a.data, ctx, program);
  (void)lcm_ctx_mute(ctx, muted);
  if (status)
    return program;
  return lcm_program_remodel(ctx, program, charged, &a);
}
