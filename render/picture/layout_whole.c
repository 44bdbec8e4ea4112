/* Layouts from beginning to end: items, folding, shapes, places, lines. */
#include "render/picture/layout_whole.h"
#include "render/picture/layout_fold.h"
#include "render/picture/layout_place.h"
#include "render/picture/layout_tree.h"
#include "render/picture/layout_wires_internal.h"
#include "render/picture/text.h"

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

/* Return how many of "items" say something. */
static size_t count_nodes(const struct lcm_items *items) {
  size_t n = 0;
  for (size_t i = 0; i < items->list.n; i++)
    if (items->list.at[i].parent == LCM_ITEM_NONE)
      n += items->list.at[i].count;
  return n;
}

/* Return how many nodes are folded into shapes of "layout", without those that
 * have a box of their own for that. */
static size_t count_folded(const lcm_layout *layout) {
  size_t n = 0;
  for (size_t i = 0; i < layout->n_shapes; i++)
    n += layout->shapes[i]->count - layout->shapes[i]->own;
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
  layout->n_nodes = count_nodes(&items);
  layout->n_folded = count_folded(layout);
  lcm_layout_wire(ctx, layout);
  return layout;
}
