/* Keeps what is found of the traffic of outermost loops and of fragments
 * outside of loops, which the programs of a request share: it depends on
 * nothing around them. */
#include "model/sections/traffic_known.h"

#include "base/list.h"
#include "base/map.h"

/* A fragment with its traffic. */
struct found {
  const lcm_node *node;
  const struct lcm_moves *moves;
};

/* A function that is called, and whether its body is there. */
struct called {
  const char *name;
  bool has_body;
};

/* What is known of a loop or fragment: its fragments, under what is called. */
struct known {
  LCM_LIST(struct found) fragments;
  LCM_LIST(struct called) calls;
};

/* What a context knows, by loop or fragment. */
struct memory {
  lcm_map nodes; /* 1 + the number of its element of "all" */
  LCM_LIST(struct known) all;
};

/* What is being found. */
struct finding {
  lcm_arena *arena;
  struct known known;
};

/* Return whether "program" has the body of "callee". */
static bool has_body(const lcm_program *program, const char *callee) {
  const lcm_function *function = lcm_program_function(program, callee);
  return function && function->body;
}

/* Add the calls at and below "node" to "known". */
static void add_calls(lcm_arena *arena, struct known *known,
                      const lcm_program *program, const lcm_node *node) {
  if (node->kind == LCM_NODE_CALL) {
    const char *name = node->u.call.callee;
    LCM_LIST_ADD(arena, &known->calls,
                 (struct called){name, has_body(program, name)});
  }
  for (size_t i = 0; i < node->n_children; i++)
    add_calls(arena, known, program, node->children[i]);
}

/* Return whether "known" was found under what "program" calls. */
static bool still_holds(const struct known *known, const lcm_program *program) {
  for (size_t i = 0; i < known->calls.n; i++)
    if (has_body(program, known->calls.at[i].name) !=
        known->calls.at[i].has_body)
      return false;
  return true;
}

/* Add "node" with its traffic to what "user" finds. */
static void keep(const lcm_node *node, const struct lcm_moves *traffic,
                 void *user) {
  struct finding *f = user;
  LCM_LIST_ADD(f->arena, &f->known.fragments, (struct found){node, traffic});
}

/* Return the memory of "ctx". */
static struct memory *memory_of(lcm_ctx *ctx) {
  void **slot = lcm_ctx_slot(ctx, LCM_SLOT_TRAFFIC);
  if (!*slot)
    *slot = LCM_NEW(lcm_ctx_arena(ctx), struct memory);
  return *slot;
}

/* Find the traffic in "node", which "memory" gets; return it. */
static struct known find(lcm_ctx *ctx, struct memory *memory,
                         const lcm_program *program, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct finding f = {.arena = arena};
  add_calls(arena, &f.known, program, node);
  lcm_traffic_find(ctx, program, node, keep, &f);
  LCM_LIST_ADD(arena, &memory->all, f.known);
  lcm_map_put(arena, &memory->nodes, node, memory->all.n);
  return f.known;
}

/* Return what is known of the outermost loop or the fragment "node". */
static struct known known_of(lcm_ctx *ctx, const lcm_program *program,
                             const lcm_node *node) {
  struct memory *memory = memory_of(ctx);
  size_t at = 0;
  if (lcm_map_get(&memory->nodes, node, &at) &&
      still_holds(&memory->all.at[at - 1], program))
    return memory->all.at[at - 1];
  return find(ctx, memory, program, node);
}

void lcm_traffic_recall(lcm_ctx *ctx, const lcm_program *program,
                        const lcm_node *body, lcm_traffic_fn fn, void *user) {
  if (!lcm_node_is_loop(body->kind) && body->kind != LCM_NODE_FRAGMENT) {
    for (size_t i = 0; i < body->n_children; i++)
      lcm_traffic_recall(ctx, program, body->children[i], fn, user);
    return;
  }
  const struct known known = known_of(ctx, program, body);
  for (size_t i = 0; i < known.fragments.n; i++)
    fn(known.fragments.at[i].node, known.fragments.at[i].moves, user);
}
