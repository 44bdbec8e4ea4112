/* Where the parts of a picture stand: the layout of a task structure.
 *
 * A layout is a tree of shapes: boxes, and frames (of teams, loops, functions,
 * ...) whose parts stand one below the other or side by side, with lines
 * between them.  It takes time linear in the nodes, and nothing of it depends
 * on fonts that are installed: text is measured with a fixed table.  Lengths
 * are points (1/72 inch) from the upper left corner of the root, y grows
 * downwards.
 *
 * What a reader can rely on: the parts of a shape lie inside it and have no
 * room in common; the ids of shapes are their preorder numbers; all memory is
 * the context's. */
#pragma once

#include "base/list.h"
#include "model/results/results.h"

/* What a picture shows.
 * prediction   one with occurrences; NULL draws the bare structure
 * point        which point of it
 * fold         fold subtrees below this share of the time; 0: none
 * most         show at most so many shapes: what is on the critical path and
 *              what takes most of the time first; 0: any number
 * depth        fold what is nested deeper than so many levels; 0: nothing
 * unfold       "n_unfold" places, whose parts are shown in any case:
 *              "file.c:42", or the name of a function or fragment
 * links        prefix of source links ("file://...", "" for relative); NULL:
 *              none
 * title        or NULL */
struct lcm_picture {
  const lcm_program *program;
  const lcm_prediction *prediction;
  size_t point;
  double fold;
  size_t most;
  unsigned depth;
  const char *const *unfold;
  size_t n_unfold;
  const char *links;
  const char *title;
};

typedef enum lcm_shape_kind {
  LCM_SHAPE_LEAF,
  LCM_SHAPE_BAR,    /* a barrier: all members meet */
  LCM_SHAPE_FOLDED, /* stands for a subtree, or for several neighbours */
  LCM_SHAPE_STACK,  /* parts one below the other */
  LCM_SHAPE_ROW     /* parts side by side */
} lcm_shape_kind;

/* A line of text and its width in points. */
struct lcm_line {
  const char *text;
  double width;
};

/* A point of the picture. */
struct lcm_spot {
  double x;
  double y;
};

typedef struct lcm_shape lcm_shape;

/* A part of a picture.
 * parent      the shape it is a part of, NULL for the root
 * node        NULL for the root, and where a FOLDED one stands for several
 *             subtrees
 * occurrence  NULL in a picture of the bare structure
 * id          preorder number, from 1 for the root
 * framed      a STACK or ROW with a frame and a heading; others only arrange
 * title       first line, short; detail: second line; their texts may be NULL
 * tooltip     lines of text; NULL for what only arranges
 * count       of nodes that are not shown but in a FOLDED one, with its own
 * time, share, critical   of the occurrence, or summed where folded
 * cats        processor-seconds by category; NULL where there are none
 * parts       the children, "n_parts" of them
 * x, y        upper left corner; w, h: the size
 * function    the frame around the body of a function
 * forked      a ROW with lines from one point to all its parts and back
 * turn        0, or it begins a new column of its STACK, and its left edge is
 *             so far from the middle of the gutter before that
 * alone       a FOLDED one that is not put together with its neighbours
 * own         a FOLDED one with the title of a node, which is one of "count":
 *             the box is that of the node */
struct lcm_shape {
  lcm_shape_kind kind;
  const lcm_shape *parent;
  const lcm_node *node;
  const lcm_occurrence *occurrence;
  unsigned id;
  bool framed;
  bool critical;
  bool forked;
  bool function;
  bool alone;
  bool own;
  struct lcm_line title;
  struct lcm_line detail;
  const char *tooltip;
  size_t count;
  double time;
  double share;
  const double *cats;
  LCM_LIST(const lcm_node *) folded;
  lcm_shape *const *parts;
  size_t n_parts;
  double x;
  double y;
  double w;
  double h;
  double turn;
};

/* What a line of a picture is. */
typedef enum lcm_wire_kind {
  LCM_WIRE_STEP, /* from a part of a STACK to the next one */
  LCM_WIRE_FORK, /* from the point where a ROW forks to a part of it */
  LCM_WIRE_JOIN  /* from a part of a ROW to the point where it joins */
} lcm_wire_kind;

/* A line between shapes.
 * from, to   where it begins and ends; of a FORK "from", of a JOIN "to" is the
 *            row itself
 * critical   on the critical path
 * spots      control points of its cubic curves: the first point, then three
 *            for each; "n_spots" of them
 * tip        where the tip of its arrow is, above which the curves end; the
 *            last point where it has none */
struct lcm_wire {
  lcm_wire_kind kind;
  const lcm_shape *from;
  const lcm_shape *to;
  bool critical;
  const struct lcm_spot *spots;
  size_t n_spots;
  struct lcm_spot tip;
};

/* A layout.
 * shapes   all of them in the order of their ids, the root first
 * wires    the lines between them
 * n_nodes  of the structure (occurrences, where there are any) without those
 *          that say nothing
 * n_folded of these, how many no shape of their own stands for */
typedef struct lcm_layout {
  const lcm_shape *root;
  const lcm_shape *const *shapes;
  size_t n_shapes;
  const struct lcm_wire *wires;
  size_t n_wires;
  size_t n_nodes;
  size_t n_folded;
} lcm_layout;
