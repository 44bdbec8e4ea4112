/* Printing fragments, and nodes whose models say all that they cost. */
#include <string.h>

#include "model/sections/sections.h"
#include "pamela/print_cost.h"
#include "pamela/print_expr.h"
#include "pamela/print_name.h"
#include "pamela/print_team.h"

/* Return "e", in seconds, flop or byte, in seconds of the machine. */
static const lcm_expr *in_seconds(struct pml_printer *p, const lcm_expr *e) {
  const bool flops = lcm_dim_equal(lcm_expr_dim(e), LCM_DIM_FLOP);
  const bool bytes = lcm_dim_equal(lcm_expr_dim(e), LCM_DIM_BYTE);
  const lcm_dim dim = {2, (short)-(bytes ? 2 : 0), (short)-(flops ? 2 : 0)};
  if (!flops && !bytes)
    return e;
  return lcm_expr_mul(
      p->ctx, e,
      lcm_expr_symbol(
          p->ctx, lcm_intern(p->ctx, flops ? "machine.flop" : "machine.byte"),
          dim));
}

/* Append a delay of "e". */
static void put_delay(struct pml_printer *p, const lcm_expr *e, lcm_loc loc) {
  lcm_buf_puts(&p->buf, "delay(");
  pml_put_time(p, in_seconds(p, e), loc);
  lcm_buf_putc(&p->buf, ')');
}

/* Return "amount" in the measure "word" as seconds of the machine; NULL for
 * none. */
static const lcm_expr *of_machine(struct pml_printer *p, const char *word,
                                  const lcm_expr *amount) {
  if (!amount || lcm_expr_is_int(amount, 0))
    return NULL;
  return in_seconds(
      p, lcm_expr_mul(p->ctx, amount,
                      lcm_expr_unit(p->ctx, lcm_measure_find(word))));
}

void pml_put_fragment(struct pml_printer *p, const lcm_node *node) {
  const lcm_expr *parts[] = {
      of_machine(p, "flop", node->flops),
      of_machine(p, "byte", lcm_node_bytes(p->ctx, node))};
  const lcm_expr *time = parts[0] && parts[1]
                             ? lcm_expr_nary(p->ctx, LCM_X_MAX, parts, 2)
                         : parts[0] ? parts[0]
                                    : parts[1];
  if (node->marks.calls)
    pml_lost(p, node->loc, "what %s() costs, which is not known",
             lcm_node_attribute(node, "calls"));
  else if (!node->flops)
    pml_lost(p, node->loc, "a fragment whose cost is not known");
  if (time && node->flops)
    put_delay(p, time, node->loc);
  else
    lcm_buf_puts(&p->buf, "skip");
}

/* ---- what models cover ----------------------------------------------------
 */

/* What the models of a node say of all of it. */
struct whole {
  const lcm_expr *time; /* of one execution, or of one iteration */
  /* the model that says so; NULL where several do together */
  const lcm_model *of;
  lcm_model_per per; /* what the time is of */
  bool spent;        /* the time is of processors that share it */
};

/* Return whether "model" is one of a category that a crew spends together. */
static bool is_of_crew(const lcm_model *model) {
  return lcm_expr_has(model->expr, "p") || lcm_expr_has(model->expr, "procs") ||
         lcm_amount_traits(model->category) & LCM_OF_CREW;
}

/* Return whether "node" has models of all categories. */
static bool has_all(const lcm_node *node) {
  for (int c = 0; c < LCM_CAT_UNSPLIT; c++)
    if (!lcm_node_model(node, lcm_cat_name((lcm_cat)c)))
      return false;
  return true;
}

/* Return whether nothing lies below "node". */
static bool is_leaf(const struct pml_printer *p, const lcm_node *node) {
  size_t at = 0;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL ? pml_function_at(p, node->u.call.callee, &at)
                                  : NULL;
  return !node->n_children && !(callee && callee->body);
}

/* Return whether "node" is a construct whose work the members of a team
 * share. */
static bool is_shared(const lcm_node *node) {
  return (node->kind == LCM_NODE_PARLOOP && node->u.loop.worksharing) ||
         (node->kind == LCM_NODE_PARALLEL && node->u.parallel.worksharing);
}

/* Return whether several processors execute "node": it, or what it calls, has
 * a team. */
static bool is_parallel(const struct pml_printer *p, const lcm_node *node) {
  size_t at = 0;
  if (node->kind == LCM_NODE_TEAM || is_shared(node))
    return true;
  if (node->kind == LCM_NODE_CALL &&
      pml_function_at(p, node->u.call.callee, &at) && p->parallel[at])
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (is_parallel(p, node->children[i]))
      return true;
  return false;
}

void pml_find_parallel(struct pml_printer *p) {
  const lcm_program *program = p->program;
  bool grew = true;
  p->parallel =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), bool, program->n_functions + 1);
  while (grew) {
    grew = false;
    for (size_t i = 0; i < program->n_functions; i++) {
      const lcm_node *body = program->functions[i].body;
      const bool parallel = body && is_parallel(p, body);
      grew = grew || parallel != p->parallel[i];
      p->parallel[i] = parallel;
    }
  }
}

/* Put the sum of the models of categories of "node" into "whole"; return
 * whether they are of the same and say all that it costs. */
static bool add_categories(struct whole *whole, struct pml_printer *p,
                           const lcm_node *node) {
  const bool parallel = is_parallel(p, node);
  bool crew = parallel;
  bool same = node->n_models > 0;
  const lcm_expr *sum = NULL;
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *model = &node->models[i];
    const lcm_expr *time = in_seconds(p, model->expr);
    crew = crew || is_of_crew(model);
    same = same && model->per == node->models[0].per;
    sum = sum ? lcm_expr_add(p->ctx, sum, time) : time;
  }
  const bool leaf = is_leaf(p, node);
  const bool together =
      crew && (leaf || has_all(node) || node->kind == LCM_NODE_CALL);
  if (!same || !(together || leaf ||
                 (lcm_node_model(node, lcm_cat_name(LCM_CAT_PC)) && !parallel)))
    return false;
  *whole = (struct whole){.time = sum,
                          .per = node->models[0].per,
                          .of = node->n_models == 1 ? node->models : NULL,
                          .spent = together};
  return true;
}

/* Put what the models of "node" say of all of it into "whole"; return whether
 * they do. */
static bool find_whole(struct whole *whole, struct pml_printer *p,
                       const lcm_node *node) {
  const lcm_model *model = lcm_node_model(node, "time");
  const bool time = model != NULL;
  model = time ? model : lcm_node_model(node, "work");
  if (!model && add_categories(whole, p, node))
    return true;
  model = model ? model : lcm_node_model(node, lcm_cat_name(LCM_CAT_PC));
  if (model)
    *whole = (struct whole){.time = model->expr,
                            .of = model,
                            .per = model->per,
                            .spent = !time && is_parallel(p, node)};
  return model != NULL;
}

/* Say which models of "node" are lost where "whole" is printed. */
static void lose_models(struct pml_printer *p, const lcm_node *node,
                        const struct whole *whole) {
  if (whole && !whole->of) {
    pml_lost(p, node->loc, "to which category of cycles a time belongs");
    return;
  }
  for (size_t i = 0; i < node->n_models; i++)
    if (!whole || &node->models[i] != whole->of)
      pml_lost(p, node->models[i].loc, "the model of '%s'",
               node->models[i].category);
}

/* Return how many share the processor-seconds of "node": the members of the
 * team around what they share, or of the team itself, or all processors. */
static const lcm_expr *sharers(struct pml_printer *p, const lcm_node *node) {
  if (node->kind == LCM_NODE_TEAM)
    return pml_team_size(p, node);
  if (p->team)
    return is_shared(node)
               ? lcm_expr_symbol(p->ctx, lcm_intern(p->ctx, "threads"),
                                 LCM_DIM_NONE)
               : lcm_expr_int(p->ctx, 1);
  return lcm_expr_symbol(p->ctx, lcm_intern(p->ctx, "p"), LCM_DIM_NONE);
}

/* Append the loop "node" with iterations of "time" each, in the first of its
 * ranges alone where "first". */
static void put_iterations(struct pml_printer *p, const lcm_node *node,
                           const lcm_expr *time, bool first) {
  lcm_model model = {.category = "time", .expr = time};
  lcm_node body = {.kind = LCM_NODE_FRAGMENT, .loc = node->loc};
  lcm_node around = *node;
  const lcm_node *child = &body;
  body.models = &model;
  body.n_models = 1;
  around.children = &child;
  around.n_children = 1;
  around.n_models = 0;
  around.u.loop.n_ranges = first ? 1 : node->u.loop.n_ranges;
  pml_put_loop(p, &around);
}

/* Append "node", all of which "whole" gives the cost of. */
static void put_whole(struct pml_printer *p, const lcm_node *node,
                      const struct whole *whole) {
  const bool loop =
      node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_PARLOOP;
  const lcm_expr *n = loop ? pml_first_count(p, node) : NULL;
  if (whole->per == LCM_PER_RUN)
    pml_lost(p, node->loc, "that a model is of all executions");
  if (whole->per == LCM_PER_ITERATION && loop) {
    put_iterations(p, node, whole->time, false);
    return;
  }
  if (node->n_children && whole->of)
    pml_lost(p, node->loc, "what is below a model of the whole");
  if (whole->spent && p->team && is_shared(node) && n)
    put_iterations(p, node, lcm_expr_div(p->ctx, whole->time, n), true);
  else
    put_delay(p,
              whole->spent ? lcm_expr_div(p->ctx, whole->time, sharers(p, node))
                           : whole->time,
              node->loc);
}

bool pml_put_modelled(struct pml_printer *p, const lcm_node *node) {
  struct whole whole;
  const bool found = find_whole(&whole, p, node);
  lose_models(p, node, found ? &whole : NULL);
  if (found)
    put_whole(p, node, &whole);
  return found;
}
