#include "render/picture_internal.h"

/* Shapes being numbered: those that have their number, in its order. */
struct numbering {
  lcm_arena *arena;
  LCM_LIST(lcm_shape *) shapes;
};

/* Number "shape", a part of "parent", and what is in it. */
static void number(struct numbering *n, lcm_shape *shape,
                   const lcm_shape *parent) {
  LCM_LIST_ADD(n->arena, &n->shapes, shape);
  shape->id = (unsigned)n->shapes.n;
  shape->parent = parent;
  for (size_t i = 0; i < shape->n_parts; i++)
    number(n, shape->parts[i], shape);
}

/* Return how many of "items" say something; put into "*folded" how many of
 * these are not shown. */
static size_t count_nodes(size_t *folded, const struct lcm_items *items) {
  size_t n = 0;
  for (size_t i = 0; i < items->list.n; i++) {
    const struct lcm_item *item = &items->list.at[i];
    if (item->parent == LCM_ITEM_NONE)
      n += item->count;
    if (!item->shown && !item->hidden &&
        (item->parent == LCM_ITEM_NONE || items->list.at[item->parent].shown))
      *folded += item->count;
  }
  return n;
}

const lcm_layout *lcm_layout_new(lcm_ctx *ctx,
                                 const struct lcm_picture *picture) {
  struct lcm_items items = {0};
  struct numbering n = {.arena = lcm_ctx_arena(ctx)};
  lcm_layout *layout = LCM_NEW(n.arena, lcm_layout);
  lcm_items_collect(&items, ctx, picture);
  lcm_items_choose(&items, ctx, picture);
  lcm_shape *root = lcm_shape_tree(ctx, picture, &items);
  number(&n, root, NULL);
  lcm_shapes_describe(ctx, picture, n.shapes.at, n.shapes.n);
  lcm_shape_place(root);
  layout->root = root;
  layout->shapes = (const lcm_shape *const *)n.shapes.at;
  layout->n_shapes = n.shapes.n;
  layout->n_nodes = count_nodes(&layout->n_folded, &items);
  lcm_layout_wire(ctx, layout);
  return layout;
}
