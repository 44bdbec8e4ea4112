/* Layouts being made: which nodes are shown, the shapes of those, their
 * places, the lines between them. */
#pragma once

#include <stdint.h>

#include "render/picture/layout.h"
#include "render/render_internal.h"

/* Measures of the picture. */
enum {
  LCM_PIC_GAP = 18,    /* between parts one below the other */
  LCM_PIC_BESIDE = 16, /* between parts side by side */
  LCM_PIC_PAD = 10,    /* between a frame and its parts */
  LCM_PIC_FORK = 20,   /* room for the lines that fork and join */
  LCM_PIC_GUTTER = 40, /* between columns */
  LCM_PIC_ABOVE = 16,  /* a column, and below it, for the lines between them */
  LCM_PIC_BELOW = 8,
  LCM_PIC_TITLE = 11, /* size of the letters */
  LCM_PIC_DETAIL = 9, /* of smaller ones */
  LCM_PIC_BAR = 4,    /* height of the bar of categories */
  LCM_PIC_MARGIN = 8  /* around the text of a leaf, left and right */
};

/* No item. */
#define LCM_ITEM_NONE SIZE_MAX

/* What may become a shape: a node, as it occurs or as it stands in the source.
 * function  set where this is the frame around a function
 * parent, first, last, next   numbers of the item above, of the first and last
 *           below and of the next beside; LCM_ITEM_NONE where there is none
 * before    number of the one added before beside it
 * again     number of an earlier item of the same node
 * depth     0 at the top
 * count     of nodes at and below it that say something
 * hidden    it says nothing and never becomes a shape
 * shown     it becomes a shape, and is not folded
 * alone     it is folded, but not put together with its neighbours */
struct lcm_item {
  const lcm_node *node;
  const lcm_occurrence *occurrence;
  const lcm_function *function;
  size_t parent;
  size_t first;
  size_t last;
  size_t next;
  size_t before;
  size_t again;
  unsigned depth;
  size_t count;
  bool hidden;
  bool shown;
  bool alone;
};

/* Items; those above others come before them. */
struct lcm_items {
  LCM_LIST(struct lcm_item) list;
};

/* Return whether "item" only arranges others from top to bottom. */
bool lcm_item_is_plain(const struct lcm_item *item);

/* Return whether "node" runs something in parallel (render/picture/layout_items.c). */
bool lcm_node_is_parallel(const lcm_node *node);

/* Put the occurrences of the point of "picture", or where it has none the
 * functions of the program, the entry first, then those that have something
 * parallel, into "items" (render/picture/layout_items.c). */
void lcm_items_collect(struct lcm_items *items, lcm_ctx *ctx,
                       const struct lcm_picture *picture);

/* Decide which of "items" are shown (render/picture/layout_fold.c). */
void lcm_items_choose(struct lcm_items *items, lcm_ctx *ctx,
                      const struct lcm_picture *picture);

/* Return the shapes of those of "items" that are shown (render/picture/layout_tree.c). */
lcm_shape *lcm_shape_tree(lcm_ctx *ctx, const struct lcm_picture *picture,
                          const struct lcm_items *items);

/* Give "root" and what is in it sizes and places (render/picture/layout_place.c). */
void lcm_shape_place(lcm_shape *root);

/* Put the lines between the shapes of "layout" into it (render/picture/layout_wires.c). */
void lcm_layout_wire(lcm_ctx *ctx, lcm_layout *layout);
