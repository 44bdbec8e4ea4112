/* The lines that fork, join and go from shape to shape. */
#include <math.h>

#include "render/picture/layout_wires.h"
#include "render/picture/layout_wires_internal.h"
#include "render/picture/measures.h"
#include "render/table/table.h"

/* The height of the tip of an arrow. */
enum { TIP = 6 };

/* Lines being added to a layout. */
struct wiring {
  lcm_ctx *ctx;
  lcm_arena *arena;
  LCM_LIST(struct lcm_wire) list;
};

/* Return the spot in the middle of the upper ("bottom": lower) side of
 * "shape". */
static struct lcm_spot side_of(const lcm_shape *shape, bool bottom) {
  return (struct lcm_spot){shape->x + shape->w / 2,
                           shape->y + (bottom ? shape->h : 0)};
}

struct lcm_spot lcm_shape_fork(const lcm_shape *row, bool join) {
  const lcm_shape *part = row->parts[0];
  double y = part->y - LCM_PIC_FORK;
  if (join) {
    y = 0;
    for (size_t i = 0; i < row->n_parts; i++)
      y = fmax(y, row->parts[i]->y + row->parts[i]->h);
    y += LCM_PIC_FORK;
  }
  return (struct lcm_spot){row->x + row->w / 2, y};
}

/* Let the "n" spots at "at" be those of "wire". */
static void set_spots(struct wiring *w, struct lcm_wire *wire,
                      const struct lcm_spot *at, size_t n) {
  struct lcm_spot *spots = LCM_NEW_ARRAY(w->arena, struct lcm_spot, n);
  for (size_t i = 0; i < n; i++)
    spots[i] = at[i];
  wire->spots = spots;
  wire->n_spots = n;
}

/* Let "wire" be a curve with an arrow from "a" to "b" that leaves and arrives
 * upright. */
static void set_curve(struct wiring *w, struct lcm_wire *wire,
                      struct lcm_spot a, struct lcm_spot b) {
  const double end = b.y - TIP;
  const double middle = (a.y + end) / 2;
  const struct lcm_spot at[] = {a, {a.x, middle}, {b.x, middle}, {b.x, end}};
  set_spots(w, wire, at, 4);
  wire->tip = b;
}

/* Let "wire" go from "a" straight down to where "b" is LCM_PIC_FORK away, from
 * there in a curve to "b". */
static void set_join(struct wiring *w, struct lcm_wire *wire, struct lcm_spot a,
                     struct lcm_spot b) {
  const double level = b.y - LCM_PIC_FORK;
  const struct lcm_spot at[] = {
      a, a, {a.x, level}, {a.x, level}, {a.x, b.y - TIP}, {b.x, level + TIP},
      b};
  set_spots(w, wire, at, sizeof at / sizeof *at);
  wire->tip = b;
}

/* Let "wire" go from "a" up the gutter at "x" to the next column and to "b", in
 * straight lines. */
static void set_turn(struct wiring *w, struct lcm_wire *wire, double x,
                     const struct lcm_spot ends[2]) {
  const struct lcm_spot a = ends[0];
  const struct lcm_spot b = ends[1];
  const struct lcm_spot corner[] = {a,
                                    {a.x, a.y + LCM_PIC_BELOW},
                                    {x, a.y + LCM_PIC_BELOW},
                                    {x, b.y - LCM_PIC_ABOVE + 2},
                                    {b.x, b.y - LCM_PIC_ABOVE + 2},
                                    {b.x, b.y - TIP}};
  struct lcm_spot at[16];
  size_t n = 0;
  for (size_t i = 0; i < 6; i++)
    for (int k = 0; k < (i == 0 || i == 5 ? 2 : 3); k++)
      at[n++] = corner[i];
  set_spots(w, wire, at, n);
  wire->tip = b;
}

/* Return how wide a line is that leads to (or from) "part": from 0.9 points to
 * 4.9 where that takes all of the time. */
static double width_of(const lcm_shape *part) {
  const double share = part->share > 0 ? fmin(part->share, 1) : 0;
  return round((0.9 + 4 * share) * 10) / 10;
}

/* Return the share of the time of "part" of a row where it has no room for
 * that itself; NULL where it has. */
static const char *label_of(lcm_ctx *ctx, const lcm_shape *part) {
  lcm_buf buf = {0};
  if (part->title.text || !(part->time > 0))
    return NULL;
  lcm_put_percent(&buf, part->share);
  return lcm_cell_take(ctx, &buf);
}

/* Add the line from "a" to "b", which follows it in a stack. */
static void add_step(struct wiring *w, const lcm_shape *a, const lcm_shape *b) {
  struct lcm_wire wire = {.kind = LCM_WIRE_STEP,
                          .from = a,
                          .to = b,
                          .critical = a->critical && b->critical,
                          .width = width_of(b)};
  const struct lcm_spot ends[] = {side_of(a, true), side_of(b, false)};
  if (b->turn)
    set_turn(w, &wire, b->x - b->turn, ends);
  else
    set_curve(w, &wire, ends[0], ends[1]);
  LCM_LIST_ADD(w->arena, &w->list, wire);
}

/* Add the lines of the row "row", which forks. */
static void add_branches(struct wiring *w, const lcm_shape *row) {
  const struct lcm_spot fork = lcm_shape_fork(row, false);
  const struct lcm_spot join = lcm_shape_fork(row, true);
  for (size_t i = 0; i < row->n_parts; i++) {
    const lcm_shape *part = row->parts[i];
    struct lcm_wire in = {.kind = LCM_WIRE_FORK,
                          .from = row,
                          .to = part,
                          .critical = part->critical,
                          .width = width_of(part),
                          .label = label_of(w->ctx, part)};
    struct lcm_wire out = {.kind = LCM_WIRE_JOIN,
                           .from = part,
                           .to = row,
                           .critical = part->critical,
                           .width = width_of(part)};
    set_curve(w, &in, fork, side_of(part, false));
    set_join(w, &out, side_of(part, true), join);
    LCM_LIST_ADD(w->arena, &w->list, in);
    LCM_LIST_ADD(w->arena, &w->list, out);
  }
}

void lcm_layout_wire(lcm_ctx *ctx, lcm_layout *layout) {
  struct wiring w = {.ctx = ctx, .arena = lcm_ctx_arena(ctx)};
  for (size_t i = 0; i < layout->n_shapes; i++) {
    const lcm_shape *shape = layout->shapes[i];
    if (shape->kind == LCM_SHAPE_STACK)
      for (size_t k = 1; k < shape->n_parts; k++)
        add_step(&w, shape->parts[k - 1], shape->parts[k]);
    if (shape->forked)
      add_branches(&w, shape);
  }
  layout->wires = w.list.at;
  layout->n_wires = w.list.n;
}
