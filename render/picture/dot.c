/* A layout as DOT in which all positions are fixed. */
#include <math.h>
#include <string.h>

#include "render/picture/dot.h"
#include "render/picture/heading.h"
#include "render/picture/layout_whole.h"
#include "render/picture/layout_wires.h"
#include "render/picture/measures.h"
#include "render/picture/paint.h"
#include "render/picture/resource.h"
#include "render/picture/svg_part.h"
#include "render/picture/text.h"
#include "render/table/table.h"

enum { HEAD_GAP = 14 };

/* A picture being written. */
struct writing {
  lcm_buf *buf;
  const struct lcm_picture *picture;
  double height; /* of all, to turn y round */
  double top;    /* of the shapes, below the heading */
  double width;
};

static void put_length(lcm_buf *buf, double value) {
  lcm_buf_short(buf, round(value * 100) / 100, 9);
}

/* Append the point "x", "y" as DOT counts: upwards. */
static void put_spot(struct writing *w, double x, double y) {
  put_length(w->buf, x);
  lcm_buf_putc(w->buf, ',');
  put_length(w->buf, w->height - w->top - y);
}

/* Append link and tooltip of "shape". */
static void put_hints(struct writing *w, const lcm_shape *shape) {
  const char *links = w->picture->links;
  if (links && shape->node && shape->node->loc.file) {
    lcm_buf_puts(w->buf, ", URL=");
    lcm_put_link(w->buf, links, shape->node->loc);
  }
  lcm_buf_puts(w->buf, ", tooltip=");
  lcm_put_quoted(w->buf, shape->tooltip ? shape->tooltip : "");
}

/* Append "text" in letters of "size" points; Graphviz takes no empty ones. */
static void put_text(lcm_buf *buf, const char *text, int size, bool bold) {
  lcm_buf_printf(buf, "<FONT POINT-SIZE=\"%d\">%s", size, bold ? "<B>" : "");
  lcm_put_html(buf, text);
  lcm_buf_puts(buf, *text ? "" : "&#160;");
  lcm_buf_printf(buf, "%s</FONT>", bold ? "</B>" : "");
}

/* ---- leaves -------------------------------------------------------------- */

/* Append the label of the leaf "shape". */
static void put_leaf_label(struct writing *w, const lcm_shape *shape) {
  const bool folded = shape->kind == LCM_SHAPE_FOLDED;
  lcm_buf_puts(w->buf, "<<TABLE BORDER=\"0\" CELLBORDER=\"0\" "
                       "CELLSPACING=\"0\" CELLPADDING=\"0\"><TR><TD>");
  put_text(w->buf, shape->title.text, folded ? LCM_PIC_DETAIL : LCM_PIC_TITLE,
           lcm_shape_decides(shape) && !folded);
  lcm_buf_puts(w->buf, "</TD></TR>");
  if (shape->detail.text) {
    lcm_buf_puts(w->buf, "<TR><TD>");
    put_text(w->buf, shape->detail.text, LCM_PIC_DETAIL, false);
    lcm_buf_puts(w->buf, "</TD></TR>");
  }
  if (shape->cats) {
    const struct lcm_spot size = {shape->w - 2.0 * LCM_PIC_MARGIN, LCM_PIC_BAR};
    lcm_buf_puts(w->buf, "<TR><TD HEIGHT=\"2\"></TD></TR><TR><TD>");
    lcm_put_cats(w->buf, w->picture->prediction, shape->cats, size);
    lcm_buf_puts(w->buf, "</TD></TR>");
  }
  lcm_buf_puts(w->buf, "</TABLE>>");
}

/* Append the label of the barrier "shape": one line. */
static void put_bar_label(struct writing *w, const lcm_shape *shape) {
  lcm_buf_putc(w->buf, '<');
  lcm_buf_printf(w->buf, "<FONT COLOR=\"#FFFFFF\" POINT-SIZE=\"%d\">",
                 LCM_PIC_DETAIL);
  lcm_put_html(w->buf, shape->title.text);
  if (shape->time > 0) {
    lcm_buf_puts(w->buf, " &#160; ");
    lcm_put_html(w->buf, shape->detail.text);
  }
  lcm_buf_puts(w->buf, "</FONT>>");
}

/* Append the colours of the leaf "shape". */
static void put_leaf_look(struct writing *w, const lcm_shape *shape) {
  const struct lcm_paint paint = lcm_paint_of(shape);
  lcm_buf_printf(w->buf, ", fillcolor=\"%s\", color=\"%s\", penwidth=%s",
                 paint.fill, paint.line, paint.pen);
  if (paint.dashed)
    lcm_buf_puts(w->buf, ", style=\"filled,dashed\"");
  else if (shape->kind == LCM_SHAPE_BAR)
    lcm_buf_puts(w->buf, ", style=\"filled\"");
}

/* Append the leaf "shape". */
static void put_leaf(struct writing *w, const lcm_shape *shape) {
  lcm_buf_printf(w->buf, "n%u [pos=\"", shape->id);
  put_spot(w, shape->x + shape->w / 2, shape->y + shape->h / 2);
  lcm_buf_puts(w->buf, "\", width=");
  lcm_buf_short(w->buf, shape->w / 72, 6);
  lcm_buf_puts(w->buf, ", height=");
  lcm_buf_short(w->buf, shape->h / 72, 6);
  put_leaf_look(w, shape);
  put_hints(w, shape);
  lcm_buf_puts(w->buf, ", label=");
  if (shape->kind == LCM_SHAPE_BAR)
    put_bar_label(w, shape);
  else
    put_leaf_label(w, shape);
  lcm_buf_puts(w->buf, "];\n");
}

/* ---- frames -------------------------------------------------------------- */

/* Append the colours of the frame "shape". */
static void put_frame_look(struct writing *w, const lcm_shape *shape) {
  const struct lcm_paint paint = lcm_paint_of(shape);
  lcm_buf_printf(w->buf,
                 "style=\"rounded,filled%s\", fillcolor=\"%s\", color=\"%s\", "
                 "penwidth=%s",
                 paint.dashed ? ",dashed" : "", paint.fill, paint.line,
                 paint.pen);
}

/* Append the label of the frame "shape": title, cost, bar of categories, as
 * wide as the frame. */
static void put_frame_label(struct writing *w, const lcm_shape *shape) {
  const long width = lround(shape->w - 2.0 * LCM_PIC_PAD);
  lcm_buf_printf(w->buf,
                 "<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" "
                 "CELLPADDING=\"0\" WIDTH=\"%ld\"><TR><TD ALIGN=\"LEFT\">",
                 width);
  put_text(w->buf, shape->title.text, LCM_PIC_TITLE, true);
  lcm_buf_puts(w->buf, "</TD>");
  if (shape->detail.text) {
    lcm_buf_puts(w->buf, shape->cats ? "<TD ALIGN=\"RIGHT\">"
                                     : "<TD ALIGN=\"RIGHT\">&#160;&#160; ");
    put_text(w->buf, shape->detail.text, LCM_PIC_DETAIL, false);
    lcm_buf_puts(w->buf, "</TD>");
  }
  lcm_buf_puts(w->buf, "</TR>");
  if (shape->cats) {
    lcm_buf_printf(w->buf,
                   "<TR><TD COLSPAN=\"2\" HEIGHT=\"2\"></TD></TR><TR><TD "
                   "COLSPAN=\"2\">");
    lcm_put_cats(w->buf, w->picture->prediction, shape->cats,
                 (struct lcm_spot){(double)width, LCM_PIC_BAR});
    lcm_buf_puts(w->buf, "</TD></TR>");
  }
  lcm_buf_puts(w->buf, "</TABLE>>");
}

/* Open the frame "shape". */
static void open_frame(struct writing *w, const lcm_shape *shape) {
  lcm_buf_printf(w->buf, "subgraph cluster_%u {\ngraph [", shape->id);
  put_frame_look(w, shape);
  lcm_buf_puts(w->buf, ", bb=\"");
  put_spot(w, shape->x, shape->y + shape->h);
  lcm_buf_putc(w->buf, ',');
  put_spot(w, shape->x + shape->w, shape->y);
  lcm_buf_puts(w->buf, "\", lp=\"");
  put_spot(w, shape->x + shape->w / 2, shape->y + (shape->cats ? 15 : 12));
  lcm_buf_putc(w->buf, '"');
  put_hints(w, shape);
  lcm_buf_puts(w->buf, ", label=");
  put_frame_label(w, shape);
  lcm_buf_puts(w->buf, "];\n");
}

/* Append the point where the row "shape" forks or joins. */
static void put_fork(struct writing *w, const lcm_shape *shape, bool join) {
  const struct lcm_spot at = lcm_shape_fork(shape, join);
  lcm_buf_printf(w->buf, "%s%u [shape=point, width=0.06, height=0.06, pos=\"",
                 join ? "j" : "f", shape->id);
  put_spot(w, at.x, at.y);
  lcm_buf_puts(w->buf, "\", color=\"#6B7785\", label=\"\"];\n");
}

/* Append "shape" and what is in it. */
static void put_shape(struct writing *w, const lcm_shape *shape) {
  if (!shape->n_parts && !shape->framed) {
    if (shape->title.text)
      put_leaf(w, shape);
    return;
  }
  if (shape->framed)
    open_frame(w, shape);
  if (shape->forked)
    put_fork(w, shape, false);
  for (size_t i = 0; i < shape->n_parts; i++)
    put_shape(w, shape->parts[i]);
  if (shape->forked)
    put_fork(w, shape, true);
  if (shape->framed)
    lcm_buf_puts(w->buf, "}\n");
}

/* ---- lines --------------------------------------------------------------- */

/* Append the name of the first ("last": the last) node in "shape". */
static void put_end(lcm_buf *buf, const lcm_shape *shape, bool last) {
  while (shape->n_parts && !shape->forked)
    shape = shape->parts[last ? shape->n_parts - 1 : 0];
  lcm_buf_printf(buf, "%s%u",
                 !shape->forked ? "n"
                 : last         ? "j"
                                : "f",
                 shape->id);
}

/* Append the ends of "wire". */
static void put_ends(lcm_buf *buf, const struct lcm_wire *wire) {
  if (wire->kind == LCM_WIRE_FORK)
    lcm_buf_printf(buf, "f%u", wire->from->id);
  else
    put_end(buf, wire->from, true);
  lcm_buf_puts(buf, " -> ");
  if (wire->kind == LCM_WIRE_JOIN)
    lcm_buf_printf(buf, "j%u", wire->to->id);
  else
    put_end(buf, wire->to, false);
}

/* Append the curves of "wire". */
static void put_path(struct writing *w, const struct lcm_wire *wire) {
  lcm_buf_puts(w->buf, "pos=\"");
  if (wire->kind != LCM_WIRE_JOIN) {
    lcm_buf_puts(w->buf, "e,");
    put_spot(w, wire->tip.x, wire->tip.y);
    lcm_buf_putc(w->buf, ' ');
  }
  for (size_t i = 0; i < wire->n_spots; i++) {
    lcm_buf_puts(w->buf, i ? " " : "");
    put_spot(w, wire->spots[i].x, wire->spots[i].y);
  }
  lcm_buf_puts(w->buf, "\"];\n");
}

/* Append the share of the time that stands beside the tip of "wire". */
static void put_share(struct writing *w, const struct lcm_wire *wire) {
  lcm_buf_puts(w->buf, "label=");
  lcm_put_quoted(w->buf, wire->label);
  lcm_buf_printf(w->buf, ", fontsize=%d, lp=\"", LCM_PIC_DETAIL);
  put_spot(w,
           wire->tip.x + LCM_PIC_MARGIN +
               lcm_letters_width(wire->label, LCM_PIC_DETAIL, false) / 2,
           wire->tip.y - LCM_PIC_MARGIN);
  lcm_buf_puts(w->buf, "\", ");
}

/* Append the line "wire", clipped at the frames that it leads from and to. */
static void put_wire(struct writing *w, const struct lcm_wire *wire) {
  put_ends(w->buf, wire);
  lcm_buf_puts(w->buf, " [");
  if (wire->kind == LCM_WIRE_JOIN)
    lcm_buf_puts(w->buf, "arrowhead=none, ");
  if (wire->critical)
    lcm_buf_puts(w->buf, "color=\"" LCM_COLOUR_CRITICAL "\", ");
  if (wire->critical || wire->width > 0.9)
    lcm_buf_printf(w->buf, "penwidth=%.3g, ", lcm_picture_width(wire));
  if (wire->label)
    put_share(w, wire);
  if (wire->kind != LCM_WIRE_FORK && wire->from->framed)
    lcm_buf_printf(w->buf, "ltail=cluster_%u, ", wire->from->id);
  if (wire->kind != LCM_WIRE_JOIN && wire->to->framed)
    lcm_buf_printf(w->buf, "lhead=cluster_%u, ", wire->to->id);
  put_path(w, wire);
}

/* ---- the whole ----------------------------------------------------------- */

/* Append the attributes of the whole graph. */
static void put_graph(struct writing *w, struct lcm_spot room,
                      const char *label) {
  lcm_buf_puts(w->buf, "digraph lcm {\ngraph [compound=true, labelloc=t, "
                       "labeljust=l, splines=true, fontname=\"" LCM_PIC_FONTS
                       "\", bb=\"0,0,");
  put_length(w->buf, w->width);
  lcm_buf_putc(w->buf, ',');
  put_length(w->buf, w->height);
  lcm_buf_puts(w->buf, "\", lp=\"");
  put_length(w->buf, room.x / 2);
  lcm_buf_putc(w->buf, ',');
  put_length(w->buf, w->height - room.y / 2);
  lcm_buf_printf(w->buf,
                 "\", label=%s];\nnode [shape=box, fixedsize=true, margin=0, "
                 "style=\"rounded,filled\", fontname=\"" LCM_PIC_FONTS "\"];\n"
                 "edge [color=\"#6B7785\", penwidth=0.9, "
                 "arrowsize=0.6];\n",
                 label);
}

LCM_GIVE char *lcm_layout_dot(lcm_ctx *ctx, const lcm_layout *layout,
                              const struct lcm_picture *picture) {
  lcm_buf buf = {0};
  lcm_buf head = {0};
  struct writing w = {.buf = &buf, .picture = picture};
  const lcm_shape *root = layout->root;
  const struct lcm_spot room = lcm_put_heading(&head, ctx, picture, layout);
  const struct lcm_shelf shelf = lcm_shelf_place(ctx, picture, root);
  w.top = room.y + HEAD_GAP;
  w.width = fmax(shelf.n ? shelf.left + shelf.w : root->w, room.x);
  w.height = w.top + fmax(root->h, shelf.h);
  put_graph(&w, room, lcm_cell_take(ctx, &head));
  put_shape(&w, root);
  for (size_t i = 0; i < layout->n_wires; i++)
    put_wire(&w, &layout->wires[i]);
  lcm_put_shelf(&buf, &shelf, w.height - w.top);
  lcm_buf_puts(&buf, "}\n");
  return lcm_buf_take(&buf);
}

LCM_GIVE char *lcm_render_dot(lcm_ctx *ctx, const struct lcm_picture *picture) {
  return lcm_layout_dot(ctx, lcm_layout_new(ctx, picture), picture);
}
