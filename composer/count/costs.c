/* Counts what each function of a program computes and touches. */
#include <math.h>
#include <string.h>

#include "composer/count/costs.h"
#include "composer/count/graph.h"
#include "composer/count/moved.h"
#include "composer/count/notes.h"
#include "composer/count/rows.h"
#include "composer/count/self.h"
#include "composer/count/walk.h"

/* What a structure says: that something is done, that it is counted. */
struct said {
  bool done;
  bool counted;
};

/* Note in "user" what "node" says. */
static lcm_status find_counts(const lcm_node *node, void *user) {
  struct said *said = user;
  said->done = said->done || (node->flops && !lcm_expr_is_int(node->flops, 0));
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    said->counted = said->counted || node->costs[i];
  return LCM_OK;
}

/* Count "function" of "program" into "*out". */
static void count_function(struct lcm_cost_function *out,
                           struct lcm_cost_store *store,
                           const lcm_program *program,
                           const lcm_function *function, const lcm_expr *level,
                           long long line) {
  const struct lcm_cost_active active = {function, NULL};
  struct lcm_cost_walk walk = {.ctx = store->ctx,
                               .program = program,
                               .visit = lcm_cost_visit,
                               .store = store,
                               .nest = &store->root,
                               .function = function,
                               .active = &active,
                               .level = level,
                               .line = line};
  struct said said = {false, false};
  lcm_ctx_refill(store->ctx);
  lcm_cost_open_row(&walk, NULL);
  lcm_cost_open_part(&walk);
  lcm_cost_visit(&walk, function->body);
  if (!lcm_node_foreach(function->body, find_counts, &said) && said.done &&
      !said.counted)
    lcm_cost_note(&walk, function->body,
                  "nothing: its structure was made without "
                  "--costs");
  walk.rows.at[0].moved = lcm_cost_close_part(&walk);
  lcm_cost_close_row(&walk);
  for (int k = 0; k < LCM_COST_COUNT; k++) {
    const lcm_expr *closed = lcm_cost_closed(&walk, function, k);
    walk.rows.at[0].of[k] = closed ? closed : walk.rows.at[0].of[k];
  }
  *out = (struct lcm_cost_function){
      .function = function, .rows = walk.rows.at, .n_rows = walk.rows.n};
  lcm_cost_collect(out, &walk);
}

/* Let "name" be as low as "value" where that is below zero: other sizes are
 * taken not to be. */
static void assume_below(lcm_ctx *ctx, const char *name, double value) {
  double low = 0;
  double high = 0;
  if (!*name || !(value < 0))
    return;
  const lcm_expr *symbol = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  lcm_expr_bounds(&low, &high, symbol);
  if (isinf(low) || low > value)
    lcm_expr_assume(ctx, symbol, value, high, false);
}

/* What calls are looked at for. */
struct giving {
  lcm_ctx *ctx;
  const lcm_program *program;
};

/* Let the parameters of the function that "node" calls be below zero where it
 * gives them such numbers. */
static lcm_status assume_given(const lcm_node *node, void *user) {
  const struct giving *g = user;
  double value = 0;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL && node->u.call.callee
          ? lcm_program_function(g->program, node->u.call.callee)
          : NULL;
  for (size_t i = 0; callee && i < node->u.call.n_args; i++)
    if (i < callee->n_params && node->u.call.args[i] &&
        lcm_expr_is_number(node->u.call.args[i], &value))
      assume_below(g->ctx, callee->params[i], value);
  return LCM_OK;
}

/* Find the names that are below zero in "program" or "grid" (NULL: none). */
static lcm_status find_below(lcm_ctx *ctx, const lcm_program *program,
                             const lcm_grid *grid) {
  struct giving g = {ctx, program};
  lcm_status status = LCM_OK;
  for (size_t i = 0; grid && i < grid->n_names; i++)
    for (size_t k = 0; k < grid->n_points; k++)
      assume_below(ctx, grid->names[i], grid->columns[i][k]);
  for (size_t i = 0; i < program->n_functions && !status; i++)
    if (program->functions[i].body)
      status = lcm_node_foreach(program->functions[i].body, assume_given, &g);
  return status;
}

lcm_status lcm_costs_count(const lcm_costs **out, lcm_ctx *ctx,
                           const lcm_program *program,
                           const struct lcm_cost_options *options) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_cost_store store = {
      .ctx = ctx,
      .grid = options->grid,
      .scratch = {.on_fail = arena->on_fail, .user = arena->user}};
  lcm_costs *costs = LCM_NEW(arena, lcm_costs);
  const lcm_expr *level =
      options->level ? lcm_expr_int(ctx, options->level) : NULL;
  struct lcm_cost_function *functions =
      LCM_NEW_ARRAY(arena, struct lcm_cost_function, program->n_functions + 1);
  const lcm_status status = find_below(ctx, program, options->grid);
  if (status)
    return status;
  lcm_cost_find_circles(&store, program);
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_function *function = &program->functions[i];
    if (function->body &&
        (!options->only || !strcmp(function->key, options->only)))
      count_function(&functions[costs->n_functions++], &store, program,
                     function, level, options->line);
  }
  lcm_arena_reset(&store.scratch);
  costs->functions = functions;
  *out = costs;
  return LCM_OK;
}
