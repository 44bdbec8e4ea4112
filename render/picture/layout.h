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

/* Below this share of the time a part is small. */
#define LCM_PIC_SMALL 0.001

/* What a picture shows. */
struct lcm_picture {
  const lcm_program *program;
  /* one with occurrences; NULL draws the bare structure */
  const lcm_prediction *prediction;
  size_t point; /* which point of it */
  double fold;  /* fold subtrees below this share of the time; 0: none */
  /* gather what takes less than this share of the time, but for what is
   * parallel or waits, at the end of what it is in; 0: nothing */
  double small;
  /* show at most so many shapes: what is on the critical path and what takes
   * most of the time first; 0: any number */
  size_t most;
  /* fold what is nested deeper than so many levels; 0: nothing */
  unsigned depth;
  /* "n_unfold" places, whose parts are shown in any case: "file.c:42", or the
   * name of a function or fragment */
  const char *const *unfold;
  size_t n_unfold;
  /* prefix of source links ("file://...", "" for relative); NULL: none */
  const char *links;
  const char *title; /* or NULL */
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

/* A part of a picture. */
struct lcm_shape {
  lcm_shape_kind kind;
  const lcm_shape *parent; /* the shape it is a part of, NULL for the root */
  /* NULL for the root, and where a FOLDED one stands for several subtrees */
  const lcm_node *node;
  /* NULL in a picture of the bare structure */
  const lcm_occurrence *occurrence;
  unsigned id; /* preorder number, from 1 for the root */
  /* a STACK or ROW with a frame and a heading; others only arrange */
  bool framed;
  /* on the critical path, where that could have gone another way */
  bool critical;
  bool forked;   /* a ROW with lines from one point to all its parts and back */
  bool function; /* the frame around the body of a function */
  bool alone;    /* a FOLDED one that is not put together with its neighbours */
  /* a FOLDED one with the title of a node, which is one of "count": the box is
   * that of the node */
  bool own;
  bool gathered; /* a FOLDED one that holds what is small, from anywhere */
  struct lcm_line title;  /* first line, short */
  struct lcm_line detail; /* second line; their texts may be NULL */
  const char *tooltip;    /* lines of text; NULL for what only arranges */
  /* of nodes that are not shown but in a FOLDED one, with its own; in another
   * shape those that take no time */
  size_t count;
  /* time, share: of the occurrence, or summed where folded */
  double time;
  double share;
  /* processor-seconds by category; NULL where there are none */
  const double *cats;
  LCM_LIST(const lcm_node *) folded;
  lcm_shape *const *parts; /* the children, "n_parts" of them */
  size_t n_parts;
  double x; /* x, y: upper left corner; w, h: the size */
  double y;
  double w;
  double h;
  /* 0, or it begins a new column of its STACK, and its left edge is so far from
   * the middle of the gutter before that */
  double turn;
};

/* What a line of a picture is. */
typedef enum lcm_wire_kind {
  LCM_WIRE_STEP, /* from a part of a STACK to the next one */
  LCM_WIRE_FORK, /* from the point where a ROW forks to a part of it */
  LCM_WIRE_JOIN  /* from a part of a ROW to the point where it joins */
} lcm_wire_kind;

/* A line between shapes. */
struct lcm_wire {
  lcm_wire_kind kind;
  /* from, to: where it begins and ends; of a FORK "from", of a JOIN "to" is the
   * row itself */
  const lcm_shape *from;
  const lcm_shape *to;
  bool critical; /* on the critical path, as a shape is */
  double width;  /* in points: more where what it leads to takes more time */
  /* of a FORK: the share of the time of a part that does not say it itself;
   * NULL where it does */
  const char *label;
  /* control points of its cubic curves: the first point, then three for each;
   * "n_spots" of them */
  const struct lcm_spot *spots;
  size_t n_spots;
  /* where the tip of its arrow is, above which the curves end; the last point
   * where it has none */
  struct lcm_spot tip;
};

/* A layout. */
typedef struct lcm_layout {
  const lcm_shape *root;
  /* all of them in the order of their ids, the root first */
  const lcm_shape *const *shapes;
  size_t n_shapes;
  const struct lcm_wire *wires; /* the lines between them */
  size_t n_wires;
  /* of the structure (occurrences, where there are any) without those that say
   * nothing */
  size_t n_nodes;
  size_t n_folded; /* of these, how many no shape of their own stands for */
} lcm_layout;
