/* A layout as SVG. */
#include <math.h>
#include <string.h>

#include "render/picture/heading.h"
#include "render/picture/measures.h"
#include "render/picture/paint.h"
#include "render/picture/resource.h"
#include "render/picture/svg_part.h"
#include "render/picture/svg_picture.h"
#include "render/picture/text.h"
#include "render/table/table.h"

/* Measures of the heading, of what stands in a leaf. */
enum { LEFT = 4, HEAD = 15, ROW = 16, BAR = 8, KEY = 9, BELOW = 12, BASE = 4 };

/* A picture being drawn. */
struct drawing {
  lcm_ctx *ctx;
  lcm_buf *buf;
  const struct lcm_picture *picture;
  double top; /* of the shapes, below the heading */
};

/* What the classes mean: text; leaves by share, frames and leaves by style,
 * what is critical (x), binds (bi) or is parallel (q); lines and their tips. */
static const char STYLE[] =
    "text{fill:#1f2328}.h{font-size:15px;font-weight:bold}.t{font-size:11px}"
    ".b{font-size:11px;font-weight:bold}.d{font-size:9px}"
    ".w{font-size:9px;fill:#fff}.m{text-anchor:middle}.e{text-anchor:end}"
    ".paper{fill:#fff}.k{stroke:#6b7785;stroke-width:.4}"
    ".r0{fill:#fff}.r1{fill:#e3ecf5}.r2{fill:#cfdfee}.r3{fill:#b3cee5}"
    ".r4{fill:#90b9d9}.r5{fill:#6aa0cc}.n{stroke:#6b7785;stroke-width:.8}"
    ".fp{fill:#eaf4fb;stroke:#0072b2;stroke-width:1.4}"
    ".fl,.fn{fill:#fafafa;stroke:#9aa3ac}.fl,.fo{stroke-dasharray:5 3}"
    ".fu{fill:#fff9db;stroke:#9aa3ac}.fo{fill:#f5f5f5;stroke:#6b7785}"
    ".fg{fill:#e6e6e6;stroke:#b0b0b0;stroke-width:.8}"
    ".fw{fill:#4d4d4d;stroke:#6b7785;stroke-width:.8}"
    ".q{stroke:#0072b2;stroke-width:1.4}.us{stroke:#9aa3ac;stroke-width:.9}"
    ".us{fill:none;stroke-dasharray:4 3}.bi{stroke:#882255;stroke-width:2}"
    ".l,.c{fill:none;stroke:#6b7785}.la{fill:#6b7785}"
    ".c{stroke:#d55e00}.ca{fill:#d55e00}.x{stroke:#d55e00;stroke-width:2.4}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}"
    ".r0{fill:#161b22}.r1{fill:#15283a}.r2{fill:#173450}.r3{fill:#1b4467}"
    ".r4{fill:#205580}.r5{fill:#27699c}.n,.k,.l,.fo{stroke:#818b98}"
    ".la{fill:#818b98}.fp{fill:#0f2233;stroke:#4fa8dc}.q{stroke:#4fa8dc}"
    ".fl,.fn{fill:#12171e;stroke:#57606a}.fu{fill:#2a2610;stroke:#57606a}"
    ".fo{fill:#161b22}.fg{fill:#21262d;stroke:#484f58}.fw{fill:#6e7681}"
    ".w{fill:#fff}.bi{stroke:#d07bb0}.c,.x{stroke:#f08a3c}"
    ".ca{fill:#f08a3c}.cat{filter:brightness(1.25)}}"
    "@media print{.paper{fill:#fff}}";

/* Append a rectangle at "at" as large as "size" of the class "name"; its end is
 * still open. */
static void put_box(lcm_buf *buf, struct lcm_spot at, struct lcm_spot size,
                    const char *name) {
  lcm_buf_printf(buf, "<rect class=\"%s\"", name);
  lcm_picture_at(buf, "x", at.x);
  lcm_picture_at(buf, "y", at.y);
  lcm_picture_at(buf, "width", size.x);
  lcm_picture_at(buf, "height", size.y);
}

/* Append a rectangle at "at" as large as "size", filled with "fill"; its end is
 * still open. */
static void put_rectangle(lcm_buf *buf, struct lcm_spot at,
                          struct lcm_spot size, const char *fill) {
  put_box(buf, at, size, "cat");
  lcm_buf_printf(buf, " fill=\"%s\"", fill);
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

/* Return the class of "style", NULL where it is that of the share. */
static const char *class_of(lcm_paint_sort style) {
  static const char *const NAMES[LCM_PAINT_COUNT] = {
      [LCM_PAINT_PARALLEL] = "fp", [LCM_PAINT_REPEATED] = "fl",
      [LCM_PAINT_PLAIN] = "fn",    [LCM_PAINT_HOLDING] = "fu",
      [LCM_PAINT_OPAQUE] = "fo",   [LCM_PAINT_FOLDED] = "fg",
      [LCM_PAINT_BARRIER] = "fw"};
  return NAMES[style];
}

/* Append the area and edge of "shape". */
static void put_area(struct drawing *d, const lcm_shape *shape) {
  const lcm_paint_sort style = lcm_paint_of(shape).style;
  const bool leaf = !shape->framed;
  const bool shared =
      leaf && (style == LCM_PAINT_LEAF || style == LCM_PAINT_PARALLEL);
  const char *name = shared
                         ? lcm_arena_printf(lcm_ctx_arena(d->ctx), "r%zu %s",
                                            lcm_colour_step(shape->share),
                                            style == LCM_PAINT_LEAF ? "n" : "q")
                         : class_of(style);
  if (leaf && lcm_shape_decides(shape))
    name = lcm_arena_printf(lcm_ctx_arena(d->ctx), "%s x", name);
  put_box(d->buf, (struct lcm_spot){shape->x, shape->y + d->top},
          (struct lcm_spot){shape->w, shape->h}, name);
  lcm_buf_puts(d->buf, shape->kind == LCM_SHAPE_BAR ? "/>" : " rx=\"8\"/>");
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
  const double width = lcm_picture_width(wire);
  lcm_buf_printf(d->buf, "<path class=\"%s\" stroke-width=\"%.2g\" d=\"M",
                 wire->critical ? "c" : "l", width);
  for (size_t i = 0; i < wire->n_spots; i++) {
    lcm_buf_puts(d->buf, i == 1 ? " C" : "");
    put_spot(d, wire->spots[i]);
  }
  lcm_buf_puts(d->buf, "\"/>");
  if (wire->kind != LCM_WIRE_JOIN) {
    lcm_buf_printf(d->buf, "<path class=\"%s\" d=\"M",
                   wire->critical ? "ca" : "la");
    put_spot(d, wire->tip);
    lcm_picture_tip(d->buf, width);
    lcm_buf_puts(d->buf, "\"/>");
  }
  lcm_picture_label(d->buf, wire, d->top);
  lcm_buf_putc(d->buf, '\n');
}

/* ---- the heading --------------------------------------------------------- */

/* Append "text" behind the key at "at", which moves behind that. */
static void put_meaning(struct drawing *d, struct lcm_spot *at,
                        const char *text) {
  at->x += KEY + 3;
  lcm_picture_text(d->buf, *at, "d", text);
  at->x += lcm_letters_width(text, LCM_PIC_DETAIL, false) + KEY;
}

/* Append a small square of the class "name" with "text" behind it at "at",
 * which moves behind that. */
static void put_key(struct drawing *d, struct lcm_spot *at, const char *name,
                    const char *text) {
  put_box(d->buf, (struct lcm_spot){at->x, at->y - KEY + 1},
          (struct lcm_spot){KEY, KEY - 1}, name);
  lcm_buf_puts(d->buf, " rx=\"2\"/>");
  put_meaning(d, at, text);
}

/* Append what the colours of the categories "cats" of the whole mean at "at",
 * which moves behind that. */
static void put_cat_keys(struct drawing *d, struct lcm_spot *at,
                         const double *cats) {
  const lcm_prediction *prediction = d->picture->prediction;
  const double total = lcm_loss_of(prediction, cats).total;
  for (size_t c = 0; c < prediction->n_cats; c++) {
    lcm_buf text = {0};
    if (!(cats[c] > total * 1e-9))
      continue;
    lcm_buf_printf(&text, "%s ", lcm_loss_title(prediction, c));
    lcm_put_percent(&text, cats[c] / total);
    put_rectangle(d->buf, (struct lcm_spot){at->x, at->y - KEY + 1},
                  (struct lcm_spot){KEY, KEY - 1}, lcm_colour_cat(c));
    lcm_buf_puts(d->buf, "/>");
    put_meaning(d, at, lcm_cell_take(d->ctx, &text));
  }
}

/* Append what the colours of leaves mean at "at", which moves behind that. */
static void put_share_keys(struct drawing *d, struct lcm_spot *at) {
  for (size_t i = 0; i < LCM_SHARE_KEYS; i++)
    put_key(d, at,
            lcm_arena_printf(lcm_ctx_arena(d->ctx), "r%zu k",
                             lcm_colour_step(lcm_share_keys[i].share)),
            lcm_share_keys[i].text);
}

/* Append what the frames and lines of "layout" mean at "at", which moves behind
 * that. */
static void put_style_keys(struct drawing *d, struct lcm_spot *at,
                           const lcm_layout *layout) {
  const lcm_prediction *prediction = d->picture->prediction;
  bool used[LCM_PAINT_COUNT];
  const bool critical = lcm_paint_sorts(used, layout);
  for (size_t i = 0; i < LCM_PAINT_COUNT; i++)
    if (used[i] && lcm_paint_sort_text((lcm_paint_sort)i))
      put_key(d, at, class_of((lcm_paint_sort)i),
              lcm_paint_sort_text((lcm_paint_sort)i));
  if (critical)
    put_key(d, at, "r0 x", "critical path");
  if (prediction && prediction->is_model &&
      prediction->points[d->picture->point].binding)
    put_key(d, at, "fu bi", "resource that binds");
  if (!prediction || !layout->n_wires)
    return;
  lcm_buf_puts(d->buf, "<path class=\"l\" stroke-width=\"3\" d=\"M");
  lcm_picture_length(d->buf, at->x);
  lcm_picture_length(d->buf, at->y - KEY / 2.0 + 1.5);
  lcm_buf_printf(d->buf, "h%d\"/>", KEY + 1);
  put_meaning(d, at, LCM_PIC_THICK);
}

/* Append the bar of the categories "cats" of the whole (NULL: there are none)
 * and what all colours mean, from "at" on; return where it ends. */
static struct lcm_spot put_keys(struct drawing *d, struct lcm_spot at,
                                const double *cats, const lcm_layout *layout) {
  const struct lcm_spot bar = at;
  const lcm_prediction *prediction = d->picture->prediction;
  double width = 0;
  at.y += cats ? BAR + ROW - 3 : KEY;
  if (cats) {
    put_cat_keys(d, &at, cats);
    width = at.x;
    at = (struct lcm_spot){bar.x, at.y + ROW - 2};
  }
  if (prediction && prediction->points[d->picture->point].n_occurrences) {
    put_share_keys(d, &at);
    width = fmax(width, at.x);
    at = (struct lcm_spot){bar.x, at.y + ROW - 2};
  }
  put_style_keys(d, &at, layout);
  width = fmax(width, at.x);
  if (cats)
    put_cats(d, bar, (struct lcm_spot){width - bar.x, BAR}, cats);
  return (struct lcm_spot){width, at.y};
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
  const bool lost = cats && lcm_loss_of(prediction, cats).total > 0;
  const struct lcm_spot end = put_keys(d, at, lost ? cats : NULL, layout);
  room = (struct lcm_spot){fmax(room.x, end.x), end.y};
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
  lcm_buf_printf(buf,
                 "\" font-family=\"" LCM_PIC_FONTS "\">\n<style>%s</style>\n"
                 "<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n",
                 STYLE);
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
  const struct lcm_shelf shelf = lcm_shelf_place(ctx, picture, layout->root);
  const double wide = shelf.n ? shelf.left + shelf.w : layout->root->w;
  lcm_put_shelf_svg(&body, &shelf, d.top);
  put_begin(&buf,
            (struct lcm_spot){fmax(wide, room.x) + 2 * LEFT,
                              d.top + fmax(layout->root->h, shelf.h) + LEFT});
  lcm_buf_printf(&buf, "<g transform=\"translate(%d 0)\">\n", LEFT);
  if (body.len)
    lcm_buf_add(&buf, body.text, body.len);
  lcm_buf_puts(&buf, "</g>\n</svg>\n");
  lcm_buf_free(&body);
  return lcm_buf_take(&buf);
}
