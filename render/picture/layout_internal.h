/* Layouts being made: which nodes are shown, the shapes of those, their
 * places, the lines between them. */
#pragma once

#include <stdint.h>

#include "render/picture/layout.h"

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
