/* Which functions call one another, directly or not.  Finding the calls of a
 * function, also those through pointers. */
#include "model/link/cycles.h"

#include <string.h>

const lcm_node *lcm_call_through(const lcm_node *node) {
  const lcm_node *call = node->kind == LCM_NODE_OPAQUE && node->n_children == 1
                             ? node->children[0]
                             : NULL;
  return call && call->kind == LCM_NODE_CALL && call->u.call.callee[0] == '*'
             ? call
             : NULL;
}

void lcm_calls_find(lcm_ctx *ctx, lcm_node_refs *calls, const lcm_node *node) {
  if (node->kind == LCM_NODE_CALL || lcm_call_through(node))
    LCM_LIST_ADD(lcm_ctx_arena(ctx), calls, node);
  for (size_t i = 0; i < node->n_children; i++)
    lcm_calls_find(ctx, calls, node->children[i]);
}

/* A function whose calls are being followed: the next of them. */
struct frame {
  size_t at;
  size_t next;
};

/* What is known of a function: where its callees begin, its number in the order
 * of visits (0: none yet), the least such number that it leads back to, and
 * whether its group is still open. */
struct visited {
  size_t first;
  size_t order;
  size_t low;
  bool open;
};

/* A search for functions that call one another. */
struct search {
  lcm_arena *arena;
  const lcm_map *index;
  LCM_LIST(size_t) callees; /* of all functions, one after the other */
  struct visited *functions;
  LCM_LIST(struct frame) path; /* functions that lead to the one at hand */
  LCM_LIST(size_t) stack;      /* functions whose group is open */
  size_t visits;
  size_t *group; /* of each function */
};

/* Note the callees of "calls". */
static void find_callees(struct search *s, const lcm_node_refs *calls) {
  for (size_t i = 0; i < calls->n; i++) {
    const lcm_node *node = calls->at[i];
    size_t callee = 0;
    if (node->kind == LCM_NODE_CALL &&
        lcm_map_get(s->index, node->u.call.callee, &callee))
      LCM_LIST_ADD(s->arena, &s->callees, callee);
  }
}

/* Go into function "at". */
static void enter(struct search *s, size_t at) {
  const struct frame frame = {at, s->functions[at].first};
  s->functions[at].order = s->functions[at].low = ++s->visits;
  s->functions[at].open = true;
  LCM_LIST_ADD(s->arena, &s->stack, at);
  LCM_LIST_ADD(s->arena, &s->path, frame);
}

/* Leave function "at", all of whose calls were followed: it closes a group
 * where it leads back to nothing before it. */
static void leave(struct search *s, size_t at) {
  struct visited *own = &s->functions[at];
  s->path.n--;
  if (s->path.n) {
    struct visited *caller = &s->functions[s->path.at[s->path.n - 1].at];
    caller->low = own->low < caller->low ? own->low : caller->low;
  }
  if (own->low != own->order)
    return;
  size_t member = at;
  do {
    member = s->stack.at[--s->stack.n];
    s->functions[member].open = false;
    s->group[member] = at;
  } while (member != at);
}

/* Follow the calls from function "root" on. */
static void follow(struct search *s, size_t root) {
  enter(s, root);
  while (s->path.n) {
    struct frame *frame = &s->path.at[s->path.n - 1];
    struct visited *own = &s->functions[frame->at];
    if (frame->next == s->functions[frame->at + 1].first) {
      leave(s, frame->at);
      continue;
    }
    const size_t callee = s->callees.at[frame->next++];
    const struct visited *other = &s->functions[callee];
    if (!other->order)
      enter(s, callee);
    else if (other->open && other->order < own->low)
      own->low = other->order;
  }
}

const size_t *lcm_cycles_find(lcm_arena *arena, const lcm_node_refs *calls,
                              size_t n, const lcm_map *index) {
  struct search s = {.arena = arena, .index = index};
  s.functions = LCM_NEW_ARRAY(arena, struct visited, n + 1);
  s.group = LCM_NEW_ARRAY(arena, size_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    s.functions[i].first = s.callees.n;
    find_callees(&s, &calls[i]);
  }
  s.functions[n].first = s.callees.n;
  for (size_t i = 0; i < n; i++)
    if (!s.functions[i].order)
      follow(&s, i);
  return s.group;
}
