/* Shapes for the items that are shown. */
#include <math.h>
#include <string.h>

#include "render/picture/layout_tree.h"
#include "render/table/table.h"

static const size_t NONE = LCM_ITEM_NONE;

typedef LCM_LIST(lcm_shape *) shape_list;

/* A tree being built. */
struct building {
  lcm_ctx *ctx;
  const struct lcm_picture *picture;
  const struct lcm_items *items;
};

/* Return a new shape for "item". */
static lcm_shape *new_shape(struct building *b, const struct lcm_item *item,
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

/* Return what the frame around "function" is called, functions that it is
 * passed without the folders of their files. */
static const char *title_of(struct building *b, const lcm_function *function) {
  lcm_buf buf = {0};
  const char *name = function->name ? function->name : function->key;
  for (const char *next = name; *name; name = next) {
    const size_t n = strcspn(name, "[],*");
    const char *from = name;
    next = name + n;
    for (const char *c = name; c < next; c++)
      from = *c == '/' ? c + 1 : from;
    next += *next != '\0';
    lcm_buf_add(&buf, from, (size_t)(next - from));
  }
  lcm_buf_puts(&buf, "()");
  return lcm_cell_take(b->ctx, &buf);
}

/* Add the nodes of item "at" and below it that say something to "shape". */
static void add_folded(struct building *b, lcm_shape *shape, size_t at) {
  const struct lcm_item *item = &b->items->list.at[at];
  if (item->hidden)
    return;
  if (!item->function && !lcm_item_is_plain(item))
    LCM_LIST_ADD(lcm_ctx_arena(b->ctx), &shape->folded, item->node);
  for (size_t i = item->first; i != NONE; i = b->items->list.at[i].next)
    add_folded(b, shape, i);
}

/* Return the shape into which "item" is folded. */
static lcm_shape *fold(struct building *b, const struct lcm_item *item) {
  lcm_shape *shape = new_shape(b, item, LCM_SHAPE_FOLDED);
  shape->count = item->count;
  shape->alone = item->alone;
  shape->gathered = item->small;
  shape->critical = shape->critical && !item->small;
  shape->own = !item->function && !lcm_item_is_plain(item);
  if (item->function)
    shape->title.text = title_of(b, item->function);
  add_folded(b, shape, (size_t)(item - b->items->list.at));
  return shape;
}

/* Put what is folded into "part" into "before", too: they follow each other
 * ("stack") or stand side by side. */
static void merge_folded(struct building *b, lcm_shape *before,
                         const lcm_shape *part, bool stack) {
  before->count += part->count;
  for (size_t i = 0; i < part->folded.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(b->ctx), &before->folded, part->folded.at[i]);
  before->time =
      stack ? before->time + part->time : fmax(before->time, part->time);
  before->share =
      stack ? before->share + part->share : fmax(before->share, part->share);
  before->critical = before->critical || part->critical;
  before->cats = NULL;
  before->title.text = NULL;
  before->node = NULL;
  before->own = false;
  before->occurrence = NULL;
}

/* Add "part" to "parts": what is folded beside what is folded becomes one, and
 * what only arranges from top to bottom dissolves in a "stack". */
static void add_part(struct building *b, shape_list *parts, lcm_shape *part,
                     bool stack) {
  lcm_shape *before = parts->n ? parts->at[parts->n - 1] : NULL;
  if (!part)
    return;
  if (part->kind == LCM_SHAPE_FOLDED && !part->alone && before &&
      before->kind == LCM_SHAPE_FOLDED && !before->alone &&
      before->gathered == part->gathered) {
    merge_folded(b, before, part, stack);
    return;
  }
  if (stack && part->kind == LCM_SHAPE_STACK && !part->framed) {
    for (size_t i = 0; i < part->n_parts; i++)
      add_part(b, parts, part->parts[i], stack);
    return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(b->ctx), parts, part);
}

/* Return whether one of "parts" is small, takes time and is one node: it may
 * stay where it is. */
static bool is_only_small(const shape_list *parts) {
  const lcm_shape *only = NULL;
  for (size_t i = 0; i < parts->n; i++) {
    if (parts->at[i]->gathered && only)
      return false;
    only = parts->at[i]->gathered ? parts->at[i] : only;
  }
  return only && only->time > 0 && only->node;
}

/* Take what is small out of "parts", of which there is nothing else left where
 * that is all; return it as one shape, NULL where there is nothing. */
static lcm_shape *gather(struct building *b, shape_list *parts, bool stack) {
  lcm_shape *small = NULL;
  size_t n = 0;
  if (is_only_small(parts))
    return NULL;
  for (size_t i = 0; i < parts->n; i++) {
    lcm_shape *part = parts->at[i];
    if (!part->gathered)
      parts->at[n++] = part;
    else if (small)
      merge_folded(b, small, part, stack);
    else
      small = part;
  }
  parts->n = n;
  return small;
}

/* Note in "shape" that "small", which takes no time, is not drawn in it. */
static void note_small(struct building *b, lcm_shape *shape,
                       const lcm_shape *small) {
  shape->count += small->count;
  for (size_t i = 0; i < small->folded.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(b->ctx), &shape->folded, small->folded.at[i]);
}

/* Take what is small and takes no time off the end of those "parts" that only
 * arrange; return it as one shape, NULL where there is nothing. */
static lcm_shape *gather_arms(struct building *b, const shape_list *parts) {
  lcm_shape *small = NULL;
  for (size_t i = 0; i < parts->n; i++) {
    lcm_shape *part = parts->at[i];
    lcm_shape *last = part->n_parts > 1 && !part->framed
                          ? part->parts[part->n_parts - 1]
                          : NULL;
    if (!last || !last->gathered || last->time > 0)
      continue;
    part->n_parts--;
    if (small)
      merge_folded(b, small, last, true);
    else
      small = last;
  }
  return small;
}

/* Return whether a branch with one part is always taken: it needs no frame. */
static bool is_always(const struct building *b, const struct lcm_item *item) {
  if (!item->occurrence || item->first == NONE)
    return false;
  const lcm_occurrence *inner = b->items->list.at[item->first].occurrence;
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
static lcm_shape *absorb(struct building *b, const struct lcm_item *item,
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
static bool merge_team(struct building *b, const struct lcm_item *item,
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
static bool is_across(const struct lcm_item *item) {
  return !item->function && (item->node->kind == LCM_NODE_PARALLEL ||
                             item->node->kind == LCM_NODE_BRANCH);
}

/* Return the shape of the inner "item" with the parts "parts". */
static lcm_shape *wrap(struct building *b, const struct lcm_item *item,
                       shape_list parts) {
  const bool series = lcm_item_is_plain(item);
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
    shape->title.text = title_of(b, item->function);
  return shape;
}

/* Return what "item", where it only arranges, has as its only part; else
 * "item". */
static const struct lcm_item *only_of(const struct building *b,
                                      const struct lcm_item *item) {
  while (lcm_item_is_plain(item)) {
    const struct lcm_item *only = NULL;
    for (size_t i = item->first; i != NONE; i = b->items->list.at[i].next) {
      const struct lcm_item *part = &b->items->list.at[i];
      if (only && !part->hidden)
        return item;
      only = part->hidden ? only : part;
    }
    if (!only)
      return item;
    item = only;
  }
  return item;
}

/* Return the shape of item "at", NULL where there is nothing to show. */
static lcm_shape *build(struct building *b, size_t at) {
  const struct lcm_item *item = &b->items->list.at[at];
  shape_list parts = {0};
  if (item->hidden)
    return NULL;
  if (!item->shown)
    return item->count ? fold(b, only_of(b, item)) : NULL;
  for (size_t i = item->first; i != NONE; i = b->items->list.at[i].next)
    add_part(b, &parts, build(b, i), !is_across(item));
  lcm_shape *small = gather(b, &parts, !is_across(item));
  const bool kept =
      small && (small->time > 0 || !parts.n || lcm_item_is_plain(item));
  if (kept)
    LCM_LIST_ADD(lcm_ctx_arena(b->ctx), &parts, small);
  const lcm_shape *more =
      lcm_item_is_plain(item) ? NULL : gather_arms(b, &parts);
  if (parts.n) {
    lcm_shape *shape = wrap(b, item, parts);
    if (small && !kept)
      note_small(b, shape, small);
    if (more)
      note_small(b, shape, more);
    return shape;
  }
  if (lcm_item_is_plain(item))
    return NULL;
  return new_shape(b, item,
                   item->node->kind == LCM_NODE_BARRIER ? LCM_SHAPE_BAR
                                                        : LCM_SHAPE_LEAF);
}

/* Return whether "shape" waits, or is too small to matter. */
static bool is_wait(const lcm_shape *shape) {
  return shape->gathered || shape->kind == LCM_SHAPE_BAR ||
         (shape->node && (shape->node->kind == LCM_NODE_TASKWAIT ||
                          shape->node->kind == LCM_NODE_WAIT));
}

/* Return whether the critical path could go another way in "shape": its parts
 * run at the same time, or one that takes time is not on it. */
static bool is_choice(const lcm_shape *shape) {
  bool in = false;
  bool out = false;
  for (size_t i = 0; i < shape->n_parts; i++) {
    in = in || shape->parts[i]->critical;
    out = out || (!shape->parts[i]->critical && shape->parts[i]->time > 0 &&
                  !is_wait(shape->parts[i]));
  }
  return (in && out) || (shape->kind == LCM_SHAPE_ROW && shape->node &&
                         shape->node->kind == LCM_NODE_PARALLEL);
}

/* Let the parts of "shape" be critical only where there is a choice: in it, or
 * ("chosen") in what it is in. */
static void mark_choices(lcm_shape *shape, bool chosen) {
  chosen = chosen || is_choice(shape);
  for (size_t i = 0; i < shape->n_parts; i++) {
    lcm_shape *part = shape->parts[i];
    mark_choices(part, chosen && part->critical);
    part->critical = part->critical && chosen;
  }
}

lcm_shape *lcm_shape_tree(lcm_ctx *ctx, const struct lcm_picture *picture,
                          const struct lcm_items *items) {
  struct building b = {.ctx = ctx, .picture = picture, .items = items};
  shape_list parts = {0};
  const bool occurs = items->list.n && items->list.at[0].occurrence;
  for (size_t i = 0; i < items->list.n; i++)
    if (items->list.at[i].parent == NONE)
      add_part(&b, &parts, build(&b, i), occurs);
  lcm_shape *root = LCM_NEW(lcm_ctx_arena(ctx), lcm_shape);
  lcm_shape *small = gather(&b, &parts, occurs);
  if (small)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &parts, small);
  root->kind = occurs ? LCM_SHAPE_STACK : LCM_SHAPE_ROW;
  root->parts = parts.at;
  root->n_parts = parts.n;
  mark_choices(root, false);
  return root;
}
