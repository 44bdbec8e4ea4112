/* Where shapes stand: columns, rows, sizes of frames. */
#include <math.h>

#include "render/picture/layout_place.h"
#include "render/picture/measures.h"

/* Limits of the layout in points: from which height a stack continues in a
 * new column, from which width a row in a new line, the height of a heading,
 * the least size of a leaf. */
enum {
  TALL = 1400,
  WIDE = 2400,
  HEADING = 24,
  LEAST_WIDTH = 64,
  BAR_HEIGHT = 15
};

/* Set the size of the leaf "shape". */
static void size_leaf(lcm_shape *shape) {
  const double text = fmax(shape->title.width, shape->detail.width);
  shape->w = ceil(fmax(text + 2 * LCM_PIC_MARGIN, LEAST_WIDTH));
  shape->h = 24;
  if (shape->detail.text)
    shape->h += 11;
  if (shape->cats)
    shape->h += LCM_PIC_BAR + 2;
  if (shape->kind == LCM_SHAPE_BAR) {
    shape->w += shape->detail.width;
    shape->h = BAR_HEIGHT;
  }
}

/* Return the width that the heading of the frame "shape" needs. */
static double heading_width(const lcm_shape *shape) {
  return shape->title.width + (shape->detail.text ? 18 : 0) +
         shape->detail.width + 2.0 * LCM_PIC_PAD;
}

/* Return the height of the parts of "stack" in one column. */
static double stack_height(const lcm_shape *stack) {
  double h = 0;
  for (size_t i = 0; i < stack->n_parts; i++)
    h += stack->parts[i]->h + (i ? LCM_PIC_GAP : 0);
  return h;
}

/* Return the side of a square in which the parts of "shape" have room. */
static double side_of(const lcm_shape *shape) {
  double area = 0;
  for (size_t i = 0; i < shape->n_parts; i++)
    area += (shape->parts[i]->w + LCM_PIC_GUTTER) *
            (shape->parts[i]->h + LCM_PIC_GAP);
  return sqrt(area);
}

/* Return the length of part "i" of "shape" along its line, a column of a STACK
 * or a line of a ROW. */
static double length_of(const lcm_shape *shape, size_t i) {
  const lcm_shape *part = shape->parts[i];
  return shape->kind == LCM_SHAPE_ROW ? part->w : part->h;
}

/* Return how many lines the parts of "shape" take where none is longer than
 * "limit" but for one of a single part. */
static size_t lines_of(const lcm_shape *shape, double limit) {
  const double gap =
      shape->kind == LCM_SHAPE_ROW ? LCM_PIC_BESIDE : LCM_PIC_GAP;
  size_t n = 1;
  double at = 0;
  for (size_t i = 0; i < shape->n_parts; i++) {
    const double length = length_of(shape, i);
    if (at > 0 && at + length > limit) {
      n++;
      at = 0;
    }
    at += length + gap;
  }
  return n;
}

/* Return a limit not above "limit" with which the parts of "shape" take no more
 * lines, but of more equal length. */
static double even(const lcm_shape *shape, double limit) {
  enum { STEPS = 12 };
  const size_t lines = lines_of(shape, limit);
  double low = limit / 2;
  for (int i = 0; i < STEPS; i++) {
    const double middle = (low + limit) / 2;
    if (lines_of(shape, middle) > lines)
      low = middle;
    else
      limit = middle;
  }
  return limit;
}

/* Return the height at which the parts of "stack" turn to a new column, so
 * that the whole is about as wide as high. */
static double turn_height(const lcm_shape *stack) {
  const double h = stack_height(stack);
  return h <= TALL ? h : even(stack, fmax(1.1 * side_of(stack), TALL / 2.0));
}

/* Centre the parts "from" to "to" - 1 of "stack" in a column that begins at
 * column.x and is column.y wide. */
static void centre(const lcm_shape *stack, size_t from, size_t to,
                   struct lcm_spot column) {
  for (size_t i = from; i < to; i++) {
    lcm_shape *part = stack->parts[i];
    if (part->kind == LCM_SHAPE_BAR)
      part->w = column.y;
    part->x = column.x + (column.y - part->w) / 2;
    part->turn =
        i == from && from ? part->x - column.x + LCM_PIC_GUTTER / 2.0 : 0;
  }
}

/* Make room above and below the columns of "stack" for the lines from one to
 * the next. */
static void make_room(lcm_shape *stack) {
  for (size_t i = 0; i < stack->n_parts; i++)
    stack->parts[i]->y += LCM_PIC_ABOVE;
  stack->h += LCM_PIC_ABOVE + LCM_PIC_BELOW;
}

/* Place the parts of "stack" from (0, 0); set its size to what they take. */
static void place_stack(lcm_shape *stack) {
  const double limit = turn_height(stack);
  double x = 0;
  double y = 0;
  double w = 0;
  double h = 0;
  size_t first = 0;
  for (size_t i = 0; i < stack->n_parts; i++) {
    lcm_shape *part = stack->parts[i];
    if (i > first && y + part->h > limit) {
      centre(stack, first, i, (struct lcm_spot){x, w});
      first = i;
      x += w + LCM_PIC_GUTTER;
      y = w = 0;
    }
    part->y = y;
    y += part->h + LCM_PIC_GAP;
    w = fmax(w, part->w);
    h = fmax(h, y - LCM_PIC_GAP);
  }
  centre(stack, first, stack->n_parts, (struct lcm_spot){x, w});
  stack->w = x + w;
  stack->h = h;
  if (first)
    make_room(stack);
}

/* Centre the lines of "row", which begin at 0 and are placed. */
static void centre_lines(const lcm_shape *row) {
  for (size_t i = 0; i < row->n_parts;) {
    size_t end = i + 1;
    while (end < row->n_parts && row->parts[end]->x > 0)
      end++;
    const lcm_shape *last = row->parts[end - 1];
    const double room = (row->w - last->x - last->w) / 2;
    for (; i < end; i++)
      row->parts[i]->x += room;
  }
}

/* Where the parts of "row" are all leaves, make them as wide as the widest: in
 * several lines they then stand in columns. */
static void align(const lcm_shape *row) {
  double most = 0;
  for (size_t i = 0; i < row->n_parts; i++) {
    if (row->parts[i]->n_parts)
      return;
    most = fmax(most, row->parts[i]->w);
  }
  for (size_t i = 0; i < row->n_parts; i++)
    row->parts[i]->w = most;
}

/* Place the parts of "row" from (0, 0); set its size to what they take. */
static void place_row(lcm_shape *row) {
  double all = 0;
  for (size_t i = 0; i < row->n_parts; i++)
    all += row->parts[i]->w + LCM_PIC_BESIDE;
  const bool one = all <= WIDE;
  if (!one)
    align(row);
  const double limit =
      one ? all : even(row, fmax(1.2 * side_of(row), WIDE / 2.0));
  row->forked = row->forked && one;
  const double top = row->forked ? LCM_PIC_FORK : 0;
  double x = 0;
  double y = top;
  double h = 0;
  for (size_t i = 0; i < row->n_parts; i++) {
    lcm_shape *part = row->parts[i];
    if (x > 0 && x + part->w > limit) {
      y += h + LCM_PIC_GAP;
      x = h = 0;
    }
    part->x = x;
    part->y = y;
    x += part->w + LCM_PIC_BESIDE;
    h = fmax(h, part->h);
    row->w = fmax(row->w, x - LCM_PIC_BESIDE);
  }
  row->h = y + h + top;
  centre_lines(row);
}

/* Put a frame around the parts of "shape". */
static void add_frame(lcm_shape *shape) {
  const double inner = shape->w;
  const double heading = HEADING + (shape->cats ? LCM_PIC_BAR + 2 : 0);
  shape->w = ceil(fmax(inner + 2 * LCM_PIC_PAD, heading_width(shape)));
  shape->h = ceil(shape->h + heading + LCM_PIC_PAD);
  for (size_t i = 0; i < shape->n_parts; i++) {
    shape->parts[i]->x += (shape->w - inner) / 2;
    shape->parts[i]->y += heading;
  }
}

/* Give "shape" a size and its parts places relative to its corner. */
static void place(lcm_shape *shape) {
  for (size_t i = 0; i < shape->n_parts; i++)
    place(shape->parts[i]);
  if (!shape->n_parts && !shape->framed) {
    size_leaf(shape);
    return;
  }
  if (shape->kind == LCM_SHAPE_ROW)
    place_row(shape);
  else
    place_stack(shape);
  if (shape->framed)
    add_frame(shape);
}

/* Make the places of the parts of "shape", which are relative to it, absolute.
 */
static void settle(lcm_shape *shape) {
  for (size_t i = 0; i < shape->n_parts; i++) {
    shape->parts[i]->x += shape->x;
    shape->parts[i]->y += shape->y;
    settle(shape->parts[i]);
  }
}

void lcm_shape_place(lcm_shape *root) {
  place(root);
  settle(root);
}
