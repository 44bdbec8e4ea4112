#include <math.h>
#include <stdint.h>
#include <string.h>

#include "render/picture_internal.h"

enum { DEEPEST = 100, FARTHEST = 4096 };
static const size_t NONE = SIZE_MAX;

/* What becomes a shape: a node, as it occurs or as it stands in the source.
 * function  set where this is the frame around a function
 * first, last, next   numbers of the first and last child and of the next
 *                     sibling; NONE where there is none */
struct item {
  const lcm_node *node;
  const lcm_occurrence *occurrence;
  const lcm_function *function;
  size_t parent;
  size_t first;
  size_t last;
  size_t next;
};

typedef LCM_LIST(lcm_shape *) shape_list;

/* A tree being built. */
struct building {
  lcm_ctx *ctx;
  const struct lcm_picture *picture;
  LCM_LIST(struct item) items;
};

/* ---- items ----------------------------------------------------------------
 */

/* Add an item below "parent" (NONE: at the top); return its number. */
static size_t add_item(struct building *b, struct item item, size_t parent) {
  const size_t at = b->items.n;
  item.parent = parent;
  item.first = item.last = item.next = NONE;
  LCM_LIST_ADD(lcm_ctx_arena(b->ctx), &b->items, item);
  if (parent == NONE)
    return at;
  struct item *above = &b->items.at[parent];
  if (above->first == NONE)
    above->first = at;
  else
    b->items.at[above->last].next = at;
  above->last = at;
  return at;
}

/* Return whether occurrence "o" can stand directly below occurrence "above". */
static bool holds(const lcm_occurrence *above, const lcm_occurrence *o) {
  for (size_t i = 0; i < above->node->n_children; i++)
    if (above->node->children[i] == o->node)
      return true;
  return above->node->kind == LCM_NODE_CALL && o->function &&
         o->function->body == o->node;
}

/* Return the number of the item that "o" belongs under: the nearest before it
 * that is one level higher, of those the nearest whose node has it. */
static size_t parent_of(const struct building *b, const lcm_occurrence *o) {
  size_t nearest = NONE;
  size_t steps = 0;
  for (size_t i = b->items.n; i-- > 0 && o->depth && steps < FARTHEST;) {
    const lcm_occurrence *above = b->items.at[i].occurrence;
    steps += nearest != NONE;
    if (above->depth + 1 != o->depth)
      continue;
    nearest = nearest == NONE ? i : nearest;
    if (holds(above, o))
      return i;
  }
  return nearest;
}

/* Add the occurrences of the point. */
static void add_occurrences(struct building *b) {
  const lcm_point *point = &b->picture->prediction->points[b->picture->point];
  for (size_t i = 0; i < point->n_occurrences; i++) {
    const lcm_occurrence *o = &point->occurrences[i];
    const struct item item = {.node = o->node, .occurrence = o};
    (void)add_item(b, item, parent_of(b, o));
  }
}

/* Add "node" and what is below it, under item "parent". */
static void add_node(struct building *b, const lcm_node *node, size_t parent) {
  const struct item item = {.node = node};
  const size_t at = add_item(b, item, parent);
  for (size_t i = 0; i < node->n_children; i++)
    add_node(b, node->children[i], at);
}

/* Add the functions of the program, the entry first. */
static void add_functions(struct building *b) {
  const lcm_program *program = b->picture->program;
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < program->n_functions; i++) {
      const lcm_function *f = &program->functions[i];
      const bool entry = program->entry && !strcmp(program->entry, f->key);
      if (!f->body || entry != (round == 0))
        continue;
      const struct item item = {.node = f->body, .function = f};
      add_node(b, f->body, add_item(b, item, NONE));
    }
}

/* ---- shapes ---------------------------------------------------------------
 */

/* Return a new shape for "item". */
static lcm_shape *new_shape(struct building *b, const struct item *item,
                            lcm_shape_kind kind) {
  lcm_shape *shape = LCM_NEW(lcm_ctx_arena(b->ctx), lcm_shape);
  shape->kind = kind;
  shape->node = item->node;
  shape->occurrence = item->occurrence;
  if (item->occurrence) {
    shape->time = item->occurrence->time;
    shape->share = item->occurrence->share;
    shape->critical = item->occurrence->critical;
    const double *cats = item->occurrence->cats;
    if (lcm_loss_of(b->picture->prediction, cats).total > 0)
      shape->cats = cats;
  }
  return shape;
}

/* Return how many items are at and below item "at". */
static size_t count_of(const struct building *b, size_t at) {
  size_t n = 0;
  size_t i = at;
  for (;;) {
    n++;
    if (b->items.at[i].first != NONE) {
      i = b->items.at[i].first;
      continue;
    }
    while (i != at && b->items.at[i].next == NONE)
      i = b->items.at[i].parent;
    if (i == at)
      return n;
    i = b->items.at[i].next;
  }
}

/* Return the shape into which item "at" is folded. */
static lcm_shape *fold(struct building *b, size_t at) {
  lcm_shape *shape = new_shape(b, &b->items.at[at], LCM_SHAPE_FOLDED);
  shape->count = count_of(b, at);
  return shape;
}

/* Return whether item "at" is too small to be shown; barriers are thin and
 * stay. */
static bool is_small(const struct building *b, size_t at) {
  const struct item *item = &b->items.at[at];
  return item->occurrence && b->picture->fold > 0 && item->parent != NONE &&
         item->node->kind != LCM_NODE_BARRIER &&
         item->occurrence->share < b->picture->fold;
}

/* Add "part" to "parts": what is folded beside what is folded becomes one, and
 * what only arranges from top to bottom dissolves in a "stack". */
static void add_part(struct building *b, shape_list *parts, lcm_shape *part,
                     bool stack) {
  lcm_shape *before = parts->n ? parts->at[parts->n - 1] : NULL;
  if (!part)
    return;
  if (part->kind == LCM_SHAPE_FOLDED && before &&
      before->kind == LCM_SHAPE_FOLDED) {
    before->count += part->count;
    before->time =
        stack ? before->time + part->time : fmax(before->time, part->time);
    before->share =
        stack ? before->share + part->share : fmax(before->share, part->share);
    before->critical = before->critical || part->critical;
    before->cats = NULL;
    before->node = NULL;
    before->occurrence = NULL;
    return;
  }
  if (stack && part->kind == LCM_SHAPE_STACK && !part->framed) {
    for (size_t i = 0; i < part->n_parts; i++)
      add_part(b, parts, part->parts[i], stack);
    return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(b->ctx), parts, part);
}

/* Return whether a branch with one part is always taken: it needs no frame. */
static bool is_always(const struct building *b, const struct item *item) {
  if (!item->occurrence || item->first == NONE)
    return false;
  const lcm_occurrence *inner = b->items.at[item->first].occurrence;
  return inner->visits >= item->occurrence->visits * (1 - 1e-9);
}

/* Return whether "shape" is an unnamed fragment or a call without more. */
static bool is_plain_leaf(const lcm_shape *shape) {
  return shape->kind == LCM_SHAPE_LEAF && !shape->node->name &&
         (shape->node->kind == LCM_NODE_FRAGMENT ||
          shape->node->kind == LCM_NODE_CALL);
}

/* Return the leaf for "item" around the only "part"; NULL where the frame is
 * worth its room. */
static lcm_shape *absorb(struct building *b, const struct item *item,
                         const lcm_shape *part) {
  if (item->function || !is_plain_leaf(part))
    return NULL;
  if (item->node->kind != LCM_NODE_CALL && item->node->kind != LCM_NODE_LOOP &&
      item->node->kind != LCM_NODE_WHILE)
    return NULL;
  lcm_shape *leaf = new_shape(b, item, LCM_SHAPE_LEAF);
  if (part->node->kind == LCM_NODE_CALL && item->node->kind != LCM_NODE_CALL)
    leaf->title.text = lcm_arena_printf(
        lcm_ctx_arena(b->ctx), "%s: %s", lcm_node_title(b->ctx, item->node),
        part->title.text ? part->title.text
                         : lcm_node_title(b->ctx, part->node));
  return leaf;
}

/* Give the frame of a worksharing loop "part" the words of the team "item"
 * around it, and its cost: one frame for both. */
static bool merge_team(struct building *b, const struct item *item,
                       lcm_shape *part) {
  if (item->function || item->node->kind != LCM_NODE_TEAM ||
      part->kind != LCM_SHAPE_STACK || !part->framed || !part->node ||
      part->node->kind != LCM_NODE_PARLOOP)
    return false;
  const char *team = lcm_node_title(b->ctx, item->node);
  const char *loop = lcm_node_title(b->ctx, part->node);
  const lcm_shape *outer = new_shape(b, item, LCM_SHAPE_STACK);
  part->title.text =
      strncmp(loop, team, strlen(team)) == 0
          ? loop
          : lcm_arena_printf(lcm_ctx_arena(b->ctx), "%s: %s", team, loop);
  part->time = outer->time;
  part->share = outer->share;
  part->cats = outer->cats;
  part->critical = outer->critical;
  part->occurrence = outer->occurrence;
  return true;
}

/* Return whether the parts of "node" run side by side. */
static bool is_across(const struct item *item) {
  return !item->function && (item->node->kind == LCM_NODE_PARALLEL ||
                             item->node->kind == LCM_NODE_BRANCH);
}

/* Return the shape of the inner "item" with the parts "parts". */
static lcm_shape *wrap(struct building *b, const struct item *item,
                       shape_list parts) {
  const bool series = !item->function && item->node->kind == LCM_NODE_SERIES &&
                      !item->node->name;
  const bool plain = series || (item->node->kind == LCM_NODE_BRANCH &&
                                parts.n == 1 && is_always(b, item));
  if (plain && parts.n == 1)
    return parts.at[0];
  if (parts.n == 1 && merge_team(b, item, parts.at[0]))
    return parts.at[0];
  lcm_shape *shape = parts.n == 1 ? absorb(b, item, parts.at[0]) : NULL;
  if (shape)
    return shape;
  const bool row = is_across(item) && parts.n > 1;
  shape = new_shape(b, item, row ? LCM_SHAPE_ROW : LCM_SHAPE_STACK);
  shape->framed = !series;
  shape->forked = row;
  shape->parts = parts.at;
  shape->n_parts = parts.n;
  shape->function = item->function != NULL;
  if (item->function)
    shape->title.text = lcm_arena_printf(
        lcm_ctx_arena(b->ctx), "%s()",
        item->function->name ? item->function->name : item->function->key);
  return shape;
}

/* Return the shape of item "at", NULL where there is nothing to show. */
static lcm_shape *build(struct building *b, size_t at, unsigned depth) {
  const struct item *item = &b->items.at[at];
  shape_list parts = {0};
  if ((item->occurrence && item->node->kind == LCM_NODE_LET) ||
      (item->parent != NONE && lcm_node_is_idle(item->node)))
    return NULL;
  if (is_small(b, at) || depth > DEEPEST)
    return fold(b, at);
  for (size_t i = item->first; i != NONE; i = b->items.at[i].next)
    add_part(b, &parts, build(b, i, depth + 1), !is_across(item));
  if (parts.n)
    return wrap(b, item, parts);
  if (item->node->kind == LCM_NODE_SERIES && !item->node->name)
    return NULL;
  return new_shape(b, item,
                   item->node->kind == LCM_NODE_BARRIER ? LCM_SHAPE_BAR
                                                        : LCM_SHAPE_LEAF);
}

/* Number "shape" and what is in it, from "id"; describe them. */
static void finish(struct building *b, lcm_shape *shape, unsigned *id) {
  shape->id = ++*id;
  if (shape->kind == LCM_SHAPE_FOLDED || shape->kind == LCM_SHAPE_LEAF ||
      shape->kind == LCM_SHAPE_BAR || shape->framed)
    lcm_shape_describe(b->ctx, b->picture, shape);
  for (size_t i = 0; i < shape->n_parts; i++)
    finish(b, shape->parts[i], id);
}

lcm_shape *lcm_shape_tree(lcm_ctx *ctx, const struct lcm_picture *picture) {
  struct building b = {.ctx = ctx, .picture = picture};
  shape_list parts = {0};
  unsigned id = 0;
  const bool occurs = picture->prediction &&
                      picture->prediction->points[picture->point].n_occurrences;
  if (occurs)
    add_occurrences(&b);
  else
    add_functions(&b);
  for (size_t i = 0; i < b.items.n; i++)
    if (b.items.at[i].parent == NONE)
      add_part(&b, &parts, build(&b, i, 0), occurs);
  lcm_shape *root = LCM_NEW(lcm_ctx_arena(ctx), lcm_shape);
  root->kind = occurs ? LCM_SHAPE_STACK : LCM_SHAPE_ROW;
  root->parts = parts.at;
  root->n_parts = parts.n;
  finish(&b, root, &id);
  return root;
}
