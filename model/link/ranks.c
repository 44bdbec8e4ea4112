/* A team of ranks around the entry of programs that send messages. */
#include "model/link/ranks.h"
#include "model/link/place.h"

/* A search for messages between ranks from a function on. */
struct search {
  const lcm_program *program;
  bool *seen; /* functions that were looked into */
  bool found; /* a message outside such a team */
};

/* Look for messages in and below "node". */
static void look(struct search *s, const lcm_node *node) {
  if (s->found || node->ignored ||
      (node->kind == LCM_NODE_TEAM && node->u.team.kind == LCM_TEAM_RANKS))
    return;
  s->found = node->kind == LCM_NODE_MESSAGE;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(s->program, node->u.call.callee)
          : NULL;
  const size_t at = callee ? (size_t)(callee - s->program->functions) : 0;
  if (callee && callee->body && !s->seen[at]) {
    s->seen[at] = true;
    look(s, callee->body);
  }
  for (size_t i = 0; i < node->n_children && !s->found; i++)
    look(s, node->children[i]);
}

/* Return "body" as what each rank of a team executes. */
static const lcm_node *team_of(lcm_ctx *ctx, const lcm_node *body) {
  const lcm_node **children = LCM_NEW(lcm_ctx_arena(ctx), const lcm_node *);
  lcm_node *team = lcm_node_new(ctx, LCM_NODE_TEAM, body->loc);
  *children = body;
  team->label = "ranks";
  team->u.team.kind = LCM_TEAM_RANKS;
  team->children = children;
  team->n_children = 1;
  lcm_place_keep(ctx, team, LCM_PLACE_NONE);
  return team;
}

lcm_status lcm_program_rank(const lcm_program **out, lcm_ctx *ctx,
                            const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_function *entry = lcm_program_function(program, program->entry);
  struct search s = {.program = program,
                     .seen =
                         LCM_NEW_ARRAY(arena, bool, program->n_functions + 1)};
  *out = program;
  if (!entry || !entry->body)
    return LCM_OK;
  look(&s, entry->body);
  if (!s.found)
    return LCM_OK;
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++)
    functions[i] = program->functions[i];
  functions[entry - program->functions].body = team_of(ctx, entry->body);
  *copy = *program;
  copy->functions = functions;
  *out = copy;
  return lcm_program_finish(ctx, copy);
}
