/* Counts what each function of a program computes and touches. */
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
