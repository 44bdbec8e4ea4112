/* Nodes and occurrences of a program as items of a picture. */
#include <string.h>

#include "base/map.h"
#include "render/picture/layout_items.h"
#include "render/table/table.h"

static const size_t NONE = LCM_ITEM_NONE;

/* How many items of one node are looked at for the one above an occurrence. */
enum { CHAIN = 64 };

/* The latest items of a depth. */
struct latest {
  size_t any;  /* of all kinds */
  size_t call; /* of the calls; NONE: there was none */
};

/* Items being collected. */
struct collecting {
  lcm_ctx *ctx;
  struct lcm_items *items;
  /* of a node, the latest item of the node that it is a child of */
  lcm_map owner;
  lcm_map same;                 /* of a node, its latest item */
  LCM_LIST(struct latest) deep; /* the latest items by their depth */
};

/* Add an item below "parent" (NONE: at the top); return its number. */
static size_t add_item(struct collecting *c, struct lcm_item item,
                       size_t parent) {
  const size_t at = c->items->list.n;
  item.parent = parent;
  item.first = item.last = item.next = item.before = item.again = NONE;
  if (parent != NONE) {
    struct lcm_item *above = &c->items->list.at[parent];
    item.depth = above->depth + 1;
    item.before = above->last;
    if (above->first == NONE)
      above->first = at;
    else
      c->items->list.at[above->last].next = at;
    above->last = at;
  }
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->items->list, item);
  return at;
}

/* Return the item of the node of which "o" is a child, one level above it;
 * NONE where there is none. */
static size_t owner_of(const struct collecting *c, const lcm_occurrence *o) {
  size_t at = NONE;
  if (!lcm_map_get(&c->owner, o->node, &at))
    return NONE;
  for (int i = 0; i < CHAIN && at != NONE; i++) {
    const struct lcm_item *above = &c->items->list.at[at];
    if (above->occurrence->depth + 1 == o->depth)
      return at;
    at = above->again;
  }
  return NONE;
}

/* Return the number of the item that "o" belongs under: one level higher, the
 * latest whose node has it, else the latest call where "o" is the body of a
 * function, else the latest. */
static size_t parent_of(const struct collecting *c, const lcm_occurrence *o) {
  const size_t owner = o->depth ? owner_of(c, o) : NONE;
  if (owner != NONE || !o->depth || o->depth > c->deep.n)
    return owner;
  const struct latest *above = &c->deep.at[o->depth - 1];
  const bool body = o->function && o->function->body == o->node;
  return body && above->call != NONE ? above->call : above->any;
}

/* Note that item "at" is the latest of its node and its depth. */
static void note_latest(struct collecting *c, size_t at) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  struct lcm_item *item = &c->items->list.at[at];
  const lcm_node *node = item->node;
  const unsigned depth = item->occurrence->depth;
  while (c->deep.n <= depth)
    LCM_LIST_ADD(arena, &c->deep, (struct latest){NONE, NONE});
  c->deep.at[depth].any = at;
  if (node->kind == LCM_NODE_CALL)
    c->deep.at[depth].call = at;
  (void)lcm_map_get(&c->same, node, &item->again);
  lcm_map_put(arena, &c->same, node, at);
  for (size_t i = 0; i < node->n_children; i++)
    lcm_map_put(arena, &c->owner, node->children[i], at);
}

/* Add the occurrences of "point". */
static void add_occurrences(struct collecting *c, const lcm_point *point) {
  for (size_t i = 0; i < point->n_occurrences; i++) {
    const lcm_occurrence *o = &point->occurrences[i];
    const struct lcm_item item = {.node = o->node, .occurrence = o};
    note_latest(c, add_item(c, item, parent_of(c, o)));
  }
}

/* Add "node" and what is below it, under item "parent". */
static void add_node(struct collecting *c, const lcm_node *node,
                     size_t parent) {
  const struct lcm_item item = {.node = node};
  const size_t at = add_item(c, item, parent);
  for (size_t i = 0; i < node->n_children; i++)
    add_node(c, node->children[i], at);
}

/* Return LCM_ECHECK, which ends the walk, where "node" is parallel. */
static lcm_status find_parallel(const lcm_node *node, void *user) {
  (void)user;
  return lcm_node_is_parallel(node) ? LCM_ECHECK : LCM_OK;
}

/* Return when "function" of "program" comes: the entry first, then what has
 * something parallel. */
static int round_of(const lcm_program *program, const lcm_function *function) {
  if (program->entry && !strcmp(program->entry, function->key))
    return 0;
  return lcm_node_foreach(function->body, find_parallel, NULL) ? 1 : 2;
}

/* Add the functions of "program" in their order. */
static void add_functions(struct collecting *c, const lcm_program *program) {
  for (int round = 0; round < 3; round++)
    for (size_t i = 0; i < program->n_functions; i++) {
      const lcm_function *f = &program->functions[i];
      if (!f->body || round_of(program, f) != round)
        continue;
      const struct lcm_item item = {.node = f->body, .function = f};
      add_node(c, f->body, add_item(c, item, NONE));
    }
}

bool lcm_node_is_parallel(const lcm_node *node) {
  return node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_PARALLEL ||
         node->kind == LCM_NODE_PARLOOP || node->kind == LCM_NODE_TASK ||
         node->kind == LCM_NODE_MESSAGE;
}

bool lcm_item_is_plain(const struct lcm_item *item) {
  return !item->function && item->node->kind == LCM_NODE_SERIES &&
         !item->node->name && !item->node->n_models;
}

/* Return whether "item" has nothing to say. */
static bool is_hidden(const struct lcm_item *item) {
  return (item->occurrence && item->node->kind == LCM_NODE_LET) ||
         (item->parent != NONE && !item->function &&
          lcm_node_is_idle(item->node));
}

/* Count what is at and below each of "items". */
static void count(struct lcm_items *items) {
  for (size_t i = items->list.n; i-- > 0;) {
    struct lcm_item *item = &items->list.at[i];
    item->hidden = is_hidden(item);
    item->count += !item->hidden && !item->function && !lcm_item_is_plain(item);
    if (item->parent != NONE)
      items->list.at[item->parent].count += item->hidden ? 0 : item->count;
  }
}

void lcm_items_collect(struct lcm_items *items, lcm_ctx *ctx,
                       const struct lcm_picture *picture) {
  struct collecting c = {.ctx = ctx, .items = items};
  const lcm_point *point =
      picture->prediction ? &picture->prediction->points[picture->point] : NULL;
  if (point && point->n_occurrences)
    add_occurrences(&c, point);
  else
    add_functions(&c, picture->program);
  count(items);
}
