/* Nodes and occurrences of a program as items of a picture. */
#pragma once

#include "render/picture/layout.h"

/* No item. */
#define LCM_ITEM_NONE SIZE_MAX

/* What may become a shape: a node, as it occurs or as it stands in the source.
 */
struct lcm_item {
  const lcm_node *node;
  const lcm_occurrence *occurrence;
  /* set where this is the frame around a function */
  const lcm_function *function;
  /* parent, first, last, next: numbers of the item above, of the first and last
   * below and of the next beside; LCM_ITEM_NONE where there is none */
  size_t parent;
  size_t first;
  size_t last;
  size_t next;
  size_t before;  /* number of the one added before beside it */
  size_t again;   /* number of an earlier item of the same node */
  unsigned depth; /* 0 at the top */
  size_t count;   /* of nodes at and below it that say something */
  bool hidden;    /* it says nothing and never becomes a shape */
  bool shown;     /* it becomes a shape, and is not folded */
  bool alone;     /* it is folded, but not put together with its neighbours */
  bool small;     /* it is gathered with others where it is not shown */
};

/* Items; those above others come before them. */
struct lcm_items {
  LCM_LIST(struct lcm_item) list;
};

/* Return whether "item" only arranges others from top to bottom. */
bool lcm_item_is_plain(const struct lcm_item *item);

/* Return whether "node" runs something in parallel. */
bool lcm_node_is_parallel(const lcm_node *node);

/* Put the occurrences of the point of "picture", or where it has none the
 * functions of the program, the entry first, then those that have something
 * parallel, into "items". */
void lcm_items_collect(struct lcm_items *items, lcm_ctx *ctx,
                       const struct lcm_picture *picture);
