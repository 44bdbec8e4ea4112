/* A layout as SVG. */
#include <math.h>
#include <string.h>

#include "render/picture/heading.h"
#include "render/picture/measures.h"
#include "render/picture/paint.h"
#include "render/picture/svg_picture.h"
#include "render/picture/text.h"
#include "render/table/table.h"

/* Measures of the heading, of what stands in a leaf, of tips of arrows. */
enum {
  LEFT = 4,
  HEAD = 15,
  ROW = 16,
  BAR = 8,
  KEY = 9,
  BELOW = 12,
  BASE = 4,
  TIP = 6
};

/* A picture being drawn. */
struct drawing {
  lcm_ctx *ctx;
  lcm_buf *buf;
  const struct lcm_picture *picture;
  double top; /* of the shapes, below the heading */
};

void lcm_picture_length(lcm_buf *buf, double value) {
  lcm_buf_putc(buf, ' ');
  lcm_buf_short(buf, round(value * 10) / 10, 9);
}

void lcm_picture_at(lcm_buf *buf, const char *name, double value) {
  lcm_buf_printf(buf, " %s=\"", name);
  lcm_buf_short(buf, round(value * 10) / 10, 9);
  lcm_buf_putc(buf, '"');
}

/* Append a rectangle at "at" as large as "size", filled with "fill"; its end is
 * still open. */
static void put_rectangle(lcm_buf *buf, struct lcm_spot at,
                          struct lcm_spot size, const char *fill) {
  lcm_buf_puts(buf, "<rect");
  lcm_picture_at(buf, "x", at.x);
  lcm_picture_at(buf, "y", at.y);
  lcm_picture_at(buf, "width", size.x);
  lcm_picture_at(buf, "height", size.y);
  lcm_buf_printf(buf, " fill=\"%s\"", fill);
}

void lcm_picture_text(lcm_buf *buf, struct lcm_spot at, const char *style,
                      const char *text) {
  lcm_buf_printf(buf, "<text class=\"%s\"", style);
  lcm_picture_at(buf, "x", at.x);
  lcm_picture_at(buf, "y", at.y);
  lcm_buf_putc(buf, '>');
  lcm_put_html(buf, text);
  lcm_buf_puts(buf, "</text>");
}

/* Append a bar at "at" as large as "size" in which the categories "cats" take
 * their parts. */
static void put_cats(struct drawing *d, struct lcm_spot at,
                     struct lcm_spot size, const double *cats) {
  const lcm_prediction *prediction = d->picture->prediction;
  const double total = lcm_loss_of(prediction, cats).total;
  double done = 0;
  for (size_t c = 0; c < prediction->n_cats && total > 0; c++) {
    const double part = fmin(fmax(cats[c], 0) / total * size.x, size.x - done);
    if (part < 0.05)
      continue;
    put_rectangle(d->buf, (struct lcm_spot){at.x + done, at.y},
                  (struct lcm_spot){part, size.y}, lcm_colour_cat(c));
    lcm_buf_puts(d->buf, "/>");
    done += part;
  }
}

/* ---- shapes -------------------------------------------------------------- */

/* Append the area and edge of "shape". */
static void put_area(struct drawing *d, const lcm_shape *shape) {
  const struct lcm_paint paint = lcm_paint_of(shape);
  put_rectangle(d->buf, (struct lcm_spot){shape->x, shape->y + d->top},
                (struct lcm_spot){shape->w, shape->h}, paint.fill);
  lcm_buf_printf(d->buf, " stroke=\"%s\" stroke-width=\"%s\"%s%s/>", paint.line,
                 paint.pen, paint.dashed ? " stroke-dasharray=\"5 3\"" : "",
                 shape->kind == LCM_SHAPE_BAR ? "" : " rx=\"8\"");
}

/* Append what stands in the leaf "shape". */
static void put_leaf(struct drawing *d, const lcm_shape *shape) {
  const bool folded = shape->kind == LCM_SHAPE_FOLDED;
  const double bar = shape->cats ? LCM_PIC_BAR + 2 : 0;
  const double middle = d->top + shape->y + (shape->h - bar) / 2 + BASE;
  const double half = shape->detail.text ? LCM_PIC_DETAIL / 2.0 + 1 : 0;
  struct lcm_spot at = {shape->x + shape->w / 2, middle - half};
  const char *style = folded ? "d m" : lcm_shape_decides(shape) ? "b m" : "t m";
  lcm_picture_text(d->buf, at, style, shape->title.text);
  at.y = middle + half + 1;
  if (shape->detail.text)
    lcm_picture_text(d->buf, at, "d m", shape->detail.text);
  at = (struct lcm_spot){shape->x + LCM_PIC_MARGIN,
                         d->top + shape->y + shape->h - bar - 3};
  if (shape->cats)
    put_cats(d, at,
             (struct lcm_spot){shape->w - 2.0 * LCM_PIC_MARGIN, LCM_PIC_BAR},
             shape->cats);
}

/* Append what stands on the barrier "shape". */
static void put_bar(struct drawing *d, const lcm_shape *shape) {
  const struct lcm_spot at = {shape->x + shape->w / 2,
                              d->top + shape->y + shape->h / 2 + BASE - 1};
  const bool cost = shape->time > 0 && shape->detail.text;
  lcm_picture_text(d->buf, at, "w m",
                   lcm_arena_printf(lcm_ctx_arena(d->ctx), "%s%s%s",
                                    shape->title.text, cost ? "  " : "",
                                    cost ? shape->detail.text : ""));
}

/* Append the heading of the frame "shape". */
static void put_frame(struct drawing *d, const lcm_shape *shape) {
  struct lcm_spot at = {shape->x + LCM_PIC_PAD, d->top + shape->y + HEAD};
  lcm_picture_text(d->buf, at, "b", shape->title.text);
  at.x = shape->x + shape->w - LCM_PIC_PAD;
  if (shape->detail.text)
    lcm_picture_text(d->buf, at, "d e", shape->detail.text);
  at = (struct lcm_spot){shape->x + LCM_PIC_PAD, d->top + shape->y + HEAD + 5};
  if (shape->cats)
    put_cats(d, at,
             (struct lcm_spot){shape->w - 2.0 * LCM_PIC_PAD, LCM_PIC_BAR},
             shape->cats);
}

/* Append "shape" with its hint and link. */
static void put_shape(struct drawing *d, const lcm_shape *shape) {
  const char *links = d->picture->links;
  const bool linked = links && shape->node && shape->node->loc.file;
  if (!shape->title.text)
    return;
  if (linked) {
    lcm_buf_puts(d->buf, "<a href=");
    lcm_put_link(d->buf, links, shape->node->loc);
    lcm_buf_putc(d->buf, '>');
  }
  lcm_buf_puts(d->buf, "<g><title>");
  for (const char *line = shape->tooltip; line && *line;) {
    const size_t n = strcspn(line, "\n");
    lcm_put_html(d->buf, lcm_arena_strndup(lcm_ctx_arena(d->ctx), line, n));
    lcm_buf_puts(d->buf, line[n] ? "\n" : "");
    line += n + (line[n] != '\0');
  }
  lcm_buf_puts(d->buf, "</title>");
  put_area(d, shape);
  if (shape->framed)
    put_frame(d, shape);
  else if (shape->kind == LCM_SHAPE_BAR)
    put_bar(d, shape);
  else
    put_leaf(d, shape);
  lcm_buf_puts(d->buf, linked ? "</g></a>\n" : "</g>\n");
}

/* ---- lines --------------------------------------------------------------- */

/* Append the spot "at". */
static void put_spot(struct drawing *d, struct lcm_spot at) {
  lcm_picture_length(d->buf, at.x);
  lcm_picture_length(d->buf, at.y + d->top);
}

/* Append the line "wire". */
static void put_wire(struct drawing *d, const struct lcm_wire *wire) {
  lcm_buf_printf(d->buf, "<path class=\"%s\" d=\"M",
                 wire->critical ? "c" : "l");
  for (size_t i = 0; i < wire->n_spots; i++) {
    lcm_buf_puts(d->buf, i == 1 ? " C" : "");
    put_spot(d, wire->spots[i]);
  }
  lcm_buf_puts(d->buf, "\"/>");
  if (wire->kind != LCM_WIRE_JOIN) {
    lcm_buf_printf(d->buf, "<path class=\"%s\" d=\"M",
                   wire->critical ? "ca" : "la");
    put_spot(d, wire->tip);
    lcm_buf_printf(d->buf, " l-%d -%d h%d z\"/>", TIP / 2, TIP, TIP);
  }
  lcm_buf_putc(d->buf, '\n');
}

/* ---- the heading --------------------------------------------------------- */

/* Append a small square of "colour" with "text" behind it at "at", which moves
 * behind that. */
static void put_key(struct drawing *d, struct lcm_spot *at, const char *colour,
                    const char *text) {
  put_rectangle(d->buf, (struct lcm_spot){at->x, at->y - KEY + 2},
                (struct lcm_spot){KEY - 2, KEY - 2}, colour);
  lcm_buf_puts(d->buf, " stroke=\"#6B7785\" stroke-width=\"0.4\"/>");
  at->x += KEY + 1;
  lcm_picture_text(d->buf, *at, "d", text);
  at->x += lcm_letters_width(text, LCM_PIC_DETAIL, false) + KEY;
}

/* Append the bar of the categories "cats" of the whole and what their colours
 * mean, from "at" on; return where it ends. */
static struct lcm_spot put_keys(struct drawing *d, struct lcm_spot at,
                                const double *cats) {
  const lcm_prediction *prediction = d->picture->prediction;
  const double total = lcm_loss_of(prediction, cats).total;
  const struct lcm_spot bar = at;
  at.y += BAR + ROW - 3;
  for (size_t c = 0; c < prediction->n_cats; c++) {
    lcm_buf text = {0};
    if (!(cats[c] > total * 1e-9))
      continue;
    lcm_buf_printf(&text, "%s ", lcm_loss_title(prediction, c));
    lcm_put_percent(&text, cats[c] / total);
    put_key(d, &at, lcm_colour_cat(c), lcm_cell_take(d->ctx, &text));
  }
  put_key(d, &at, LCM_COLOUR_CRITICAL, "critical path");
  put_cats(d, bar, (struct lcm_spot){at.x - bar.x, BAR}, cats);
  return at;
}

/* Append the heading; return the room that it takes. */
static struct lcm_spot put_heading(struct drawing *d,
                                   const lcm_layout *layout) {
  const lcm_prediction *prediction = d->picture->prediction;
  const char *lines[LCM_HEAD_LINES];
  const size_t n = lcm_picture_lines(lines, d->ctx, d->picture, layout);
  const char *title = lcm_picture_title(d->ctx, d->picture);
  struct lcm_spot at = {LEFT, HEAD};
  struct lcm_spot room = {lcm_letters_width(title, HEAD, true), HEAD};
  lcm_picture_text(d->buf, at, "h", title);
  for (size_t i = 0; i < n; i++) {
    at.y += ROW;
    lcm_picture_text(d->buf, at, "t", lines[i]);
    room.x = fmax(room.x, lcm_letters_width(lines[i], LCM_PIC_TITLE, false));
  }
  room.y = at.y;
  at.y += ROW / 2.0;
  const double *cats =
      prediction ? prediction->points[d->picture->point].cats : NULL;
  if (cats && lcm_loss_of(prediction, cats).total > 0) {
    const struct lcm_spot end = put_keys(d, at, cats);
    room = (struct lcm_spot){fmax(room.x, end.x), end.y};
  }
  lcm_buf_putc(d->buf, '\n');
  return room;
}

/* ---- the whole ----------------------------------------------------------- */

/* Append what comes before the "body" of a picture as large as "size". */
static void put_begin(lcm_buf *buf, struct lcm_spot size) {
  lcm_buf_puts(buf,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\"");
  lcm_picture_at(buf, "width", size.x);
  lcm_picture_at(buf, "height", size.y);
  lcm_buf_puts(buf, " viewBox=\"0 0");
  lcm_picture_length(buf, size.x);
  lcm_picture_length(buf, size.y);
  lcm_buf_puts(
      buf,
      "\" font-family=\"" LCM_PIC_FONTS "\">\n<style>"
      ".h{font-size:15px;font-weight:bold}.t{font-size:11px}"
      ".b{font-size:11px;font-weight:bold}.d{font-size:9px}"
      ".w{font-size:9px;fill:#fff}.m{text-anchor:middle}.e{text-anchor:end}"
      ".l{fill:none;stroke:#6B7785;stroke-width:.9}.la{fill:#6B7785}"
      ".c{fill:none;stroke:" LCM_COLOUR_CRITICAL ";stroke-width:2.4}"
      ".ca{fill:" LCM_COLOUR_CRITICAL ";stroke:" LCM_COLOUR_CRITICAL "}"
      "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
}

LCM_GIVE char *lcm_layout_svg(lcm_ctx *ctx, const lcm_layout *layout,
                              const struct lcm_picture *picture) {
  lcm_buf body = {0};
  lcm_buf buf = {0};
  struct drawing d = {.ctx = ctx, .buf = &body, .picture = picture};
  const struct lcm_spot room = put_heading(&d, layout);
  d.top = room.y + BELOW;
  for (size_t i = 0; i < layout->n_shapes; i++)
    put_shape(&d, layout->shapes[i]);
  for (size_t i = 0; i < layout->n_wires; i++)
    put_wire(&d, &layout->wires[i]);
  put_begin(&buf, (struct lcm_spot){fmax(layout->root->w, room.x) + 2 * LEFT,
                                    d.top + layout->root->h + LEFT});
  lcm_buf_printf(&buf, "<g transform=\"translate(%d 0)\">\n", LEFT);
  if (body.len)
    lcm_buf_add(&buf, body.text, body.len);
  lcm_buf_puts(&buf, "</g>\n</svg>\n");
  lcm_buf_free(&body);
  return lcm_buf_take(&buf);
}
