/* The section of the report with the picture of the structure. */
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "render/report/lines.h"
#include "render/report/picture.h"
#include "render/table/table.h"

/* Measures: of a heading, of text above the line it stands on, around
 * the whole. */
enum { HEAD = 15, BASE = 4, AROUND = 6 };

/* Nodes that are named of one folded shape and of all of them at most, letters
 * of such a name. */
enum { MOST_FOLDED = 3000, MOST_ALL_FOLDED = 6000, FOLDED_LETTERS = 60 };

/* Append a rectangle at "at" as large as "size" with "attributes". */
static void put_rectangle(lcm_buf *buf, struct lcm_spot at,
                          struct lcm_spot size, const char *attributes) {
  lcm_buf_puts(buf, "<rect");
  lcm_picture_at(buf, "x", at.x);
  lcm_picture_at(buf, "y", at.y);
  lcm_picture_at(buf, "width", size.x);
  lcm_picture_at(buf, "height", size.y);
  lcm_buf_printf(buf, "%s/>", attributes);
}

/* Append a bar at "at" as large as "size" in which the categories "cats" take
 * their parts. */
static void put_cats(struct lcm_page *page, struct lcm_spot at,
                     struct lcm_spot size, const double *cats) {
  const lcm_prediction *prediction = page->of->prediction;
  const double total = lcm_loss_of(prediction, cats).total;
  double done = 0;
  for (size_t c = 0; c < prediction->n_cats && total > 0; c++) {
    const double part = fmin(fmax(cats[c], 0) / total * size.x, size.x - done);
    if (part < 0.05)
      continue;
    put_rectangle(page->buf, (struct lcm_spot){at.x + done, at.y},
                  (struct lcm_spot){part, size.y},
                  lcm_arena_printf(lcm_ctx_arena(page->ctx), " class=\"c%zu\"",
                                   lcm_page_colour(c)));
    done += part;
  }
}

/* ---- shapes -------------------------------------------------------------- */

/* Append what stands in the leaf "shape". */
static void put_leaf(struct lcm_page *page, const lcm_shape *shape) {
  const bool folded = shape->kind == LCM_SHAPE_FOLDED;
  const double bar = shape->cats ? LCM_PIC_BAR + 2 : 0;
  const double middle = shape->y + (shape->h - bar) / 2 + BASE;
  const double half = shape->detail.text ? LCM_PIC_DETAIL / 2.0 + 1 : 0;
  struct lcm_spot at = {shape->x + shape->w / 2, middle - half};
  lcm_picture_text(page->buf, at,
                   folded                     ? "d m"
                   : lcm_shape_decides(shape) ? "b m"
                                              : "t m",
                   shape->title.text);
  lcm_buf_putc(page->buf, '\n');
  at.y = middle + half + 1;
  if (shape->detail.text)
    lcm_picture_text(page->buf, at, "d m", shape->detail.text);
  at = (struct lcm_spot){shape->x + LCM_PIC_MARGIN,
                         shape->y + shape->h - bar - 3};
  if (shape->cats)
    put_cats(page, at,
             (struct lcm_spot){shape->w - 2.0 * LCM_PIC_MARGIN, LCM_PIC_BAR},
             shape->cats);
}

/* Append what stands on the barrier "shape". */
static void put_bar(struct lcm_page *page, const lcm_shape *shape) {
  const struct lcm_spot at = {shape->x + shape->w / 2,
                              shape->y + shape->h / 2 + BASE - 1};
  const bool cost = shape->time > 0 && shape->detail.text;
  lcm_picture_text(page->buf, at, "w m",
                   lcm_arena_printf(lcm_ctx_arena(page->ctx), "%s%s%s",
                                    shape->title.text, cost ? "  " : "",
                                    cost ? shape->detail.text : ""));
}

/* Append the heading of the frame "shape", a sign to fold it before it. */
static void put_frame(struct lcm_page *page, const lcm_shape *shape) {
  const double x = shape->x + LCM_PIC_PAD;
  const double y = shape->y + HEAD;
  lcm_buf_puts(page->buf, "<path class=\"fold\" d=\"M");
  lcm_picture_length(page->buf, shape->x + 3);
  lcm_picture_length(page->buf, y - 5.5);
  lcm_buf_puts(page->buf, "h7l-3.5 5z\"/>");
  lcm_picture_text(page->buf, (struct lcm_spot){x + 2, y}, "b",
                   shape->title.text);
  lcm_buf_putc(page->buf, '\n');
  if (shape->detail.text)
    lcm_picture_text(page->buf,
                     (struct lcm_spot){shape->x + shape->w - LCM_PIC_PAD, y},
                     "d e", shape->detail.text);
  if (shape->cats)
    put_cats(page, (struct lcm_spot){x, y + 5},
             (struct lcm_spot){shape->w - 2.0 * LCM_PIC_PAD, LCM_PIC_BAR},
             shape->cats);
}

/* Append the classes of "shape": what it is, its share, whether it is on the
 * critical path. */
static void put_classes(lcm_buf *buf, const lcm_shape *shape) {
  const bool forks =
      shape->node && !shape->function && lcm_node_forks(shape->node);
  lcm_buf_printf(buf, " class=\"%s%s%s",
                 shape->framed                     ? "s frame"
                 : shape->kind == LCM_SHAPE_BAR    ? "s wall"
                 : shape->kind == LCM_SHAPE_FOLDED ? "s gone"
                                                   : "s leaf",
                 forks ? " par" : "", lcm_shape_decides(shape) ? " crit" : "");
  if (shape->framed && lcm_paint_of(shape).style == LCM_PAINT_REPEATED)
    lcm_buf_puts(buf, " loop");
  if (!shape->framed && shape->kind == LCM_SHAPE_LEAF)
    lcm_buf_printf(buf, " r%zu", lcm_colour_step(shape->share));
  if (shape->node && shape->node->kind == LCM_NODE_USING)
    lcm_buf_puts(buf, " using");
  if (shape->node && shape->node->kind == LCM_NODE_OPAQUE)
    lcm_buf_puts(buf, " opaque");
  lcm_buf_putc(buf, '"');
}

/* Append where "shape" stands and what it belongs to, for the script. */
static void put_data(struct lcm_page *page, const lcm_shape *shape) {
  lcm_buf *buf = page->buf;
  lcm_buf_printf(buf, "<g id=\"n%u\" data-p=\"%u\" data-k=\"%s\" data-b=\"",
                 shape->id, shape->parent ? shape->parent->id : 0,
                 shape->kind == LCM_SHAPE_ROW ? "row" : "stack");
  lcm_buf_short(buf, round(shape->x * 10) / 10, 9);
  lcm_picture_length(buf, shape->y);
  lcm_picture_length(buf, shape->w);
  lcm_picture_length(buf, shape->h);
  lcm_buf_printf(buf, "\"%s", shape->turn > 0 ? " data-t=\"1\"" : "");
}

/* Append the nodes that are folded into "shape" as data for the script, each
 * once, as far as there is room. */
static void put_folded(struct lcm_page *page, const lcm_shape *shape) {
  lcm_map seen = {0};
  size_t before = 0;
  size_t n = 0;
  for (size_t i = 0; i < shape->folded.n; i++) {
    const lcm_node *node = shape->folded.at[i];
    const char *place = lcm_text_place(page->ctx, node->loc);
    const char *text = lcm_intern(
        page->ctx,
        lcm_arena_printf(lcm_ctx_arena(page->ctx), "%s%s%s%s",
                         lcm_text_shorten(page->ctx,
                                          lcm_node_title(page->ctx, node),
                                          FOLDED_LETTERS),
                         *place ? " (" : "", place, *place ? ")" : ""));
    if (lcm_map_get(&seen, text, &before))
      continue;
    if (n == MOST_FOLDED || page->n_folded == MOST_ALL_FOLDED)
      break;
    lcm_map_put(lcm_ctx_arena(page->ctx), &seen, text, 1);
    lcm_buf_puts(page->buf, n++ ? "&#10;" : " data-in=\"");
    lcm_put_html(page->buf, text);
    page->n_folded++;
  }
  lcm_buf_puts(page->buf, n ? "\"" : "");
}

/* Append "shape". */
static void put_shape(struct lcm_page *page, const lcm_shape *shape) {
  lcm_buf *buf = page->buf;
  put_data(page, shape);
  if (!shape->title.text) {
    lcm_buf_puts(buf, "/>\n");
    return;
  }
  const size_t file =
      shape->node ? lcm_page_file(page, shape->node->loc) : SIZE_MAX;
  if (file != SIZE_MAX)
    lcm_buf_printf(buf, " data-l=\"l%zu-%u\"", file, shape->node->loc.line);
  put_folded(page, shape);
  put_classes(buf, shape);
  lcm_buf_putc(buf, '>');
  lcm_page_text(page, "title", shape->tooltip ? shape->tooltip : "");
  put_rectangle(buf, (struct lcm_spot){shape->x, shape->y},
                (struct lcm_spot){shape->w, shape->h},
                shape->kind == LCM_SHAPE_BAR ? " class=\"box\""
                                             : " class=\"box\" rx=\"6\"");
  if (shape->framed)
    put_frame(page, shape);
  else if (shape->kind == LCM_SHAPE_BAR)
    put_bar(page, shape);
  else
    put_leaf(page, shape);
  lcm_buf_puts(buf, "</g>\n");
}

/* Append the line "wire". */
static void put_wire(lcm_buf *buf, const struct lcm_wire *wire) {
  static const char KINDS[] = {'s', 'f', 'j'};
  const double width = lcm_picture_width(wire);
  lcm_buf_printf(buf, "<g class=\"w%s\" data-w=\"%c %u %u\"><path ",
                 wire->critical ? " crit" : "", KINDS[wire->kind],
                 wire->from->id, wire->to->id);
  if (width > 1)
    lcm_buf_printf(buf, "style=\"stroke-width:%.2g\" ", width);
  lcm_buf_puts(buf, "d=\"M");
  for (size_t i = 0; i < wire->n_spots; i++) {
    lcm_buf_puts(buf, i == 1 ? " C" : "");
    lcm_picture_length(buf, wire->spots[i].x);
    lcm_picture_length(buf, wire->spots[i].y);
  }
  lcm_buf_puts(buf, "\"/>");
  if (wire->kind != LCM_WIRE_JOIN) {
    lcm_buf_puts(buf, "<path class=\"tip\" d=\"M");
    lcm_picture_length(buf, wire->tip.x);
    lcm_picture_length(buf, wire->tip.y);
    lcm_picture_tip(buf, width);
    lcm_buf_puts(buf, "\"/>");
  }
  lcm_picture_label(buf, wire, 0);
  lcm_buf_puts(buf, "</g>\n");
}

/* ---- the whole ----------------------------------------------------------- */

/* Append what is above the picture: how to use it, and the buttons. */
static void put_tools(struct lcm_page *page) {
  lcm_buf_puts(
      page->buf,
      "<div class=\"tools\" role=\"toolbar\" aria-label=\"picture\">\n"
      "<button type=\"button\" id=\"zoom-in\">larger</button>\n"
      "<button type=\"button\" id=\"zoom-out\">smaller</button>\n"
      "<button type=\"button\" id=\"zoom-fit\">fit</button>\n"
      "<button type=\"button\" id=\"fold-all\">fold all</button>\n"
      "<button type=\"button\" id=\"unfold-all\">unfold all</button>\n"
      "<label>search <input type=\"search\" id=\"search\"></label>\n"
      "<output id=\"found\"></output>\n</div>\n"
      "<p class=\"hint\">A click on a frame, or Enter, folds it; arrow keys go "
      "from part to part; Enter on a box goes to its line of source.</p>\n");
  if (page->layout->n_folded)
    lcm_buf_printf(page->buf,
                   "<p>%zu of %zu nodes are folded, %s. They are found by the "
                   "search; <code>--unfold PLACE</code> draws them.</p>\n",
                   page->layout->n_folded, page->layout->n_nodes,
                   page->point ? "those that take the least time"
                               : "those that hold nothing parallel first");
}

/* Append what the colours, frames and lines mean. */
static void put_key(struct lcm_page *page) {
  static const char *const NAMES[LCM_PAINT_COUNT] = {
      [LCM_PAINT_PARALLEL] = "par",  [LCM_PAINT_REPEATED] = "loop",
      [LCM_PAINT_PLAIN] = "plain",   [LCM_PAINT_HOLDING] = "using",
      [LCM_PAINT_OPAQUE] = "opaque", [LCM_PAINT_FOLDED] = "gone",
      [LCM_PAINT_BARRIER] = "wall"};
  bool used[LCM_PAINT_COUNT];
  const bool critical = lcm_paint_sorts(used, page->layout);
  lcm_buf_puts(page->buf, "<ul class=\"key\">\n");
  for (size_t i = 0; page->point && i < LCM_SHARE_KEYS; i++)
    lcm_buf_printf(page->buf, "<li><i class=\"r%zu\"></i>%s</li>\n", i,
                   lcm_share_keys[i].text);
  for (size_t i = 0; i < LCM_PAINT_COUNT; i++)
    if (used[i] && NAMES[i])
      lcm_buf_printf(page->buf, "<li><i class=\"%s\"></i>%s</li>\n", NAMES[i],
                     lcm_paint_sort_text((lcm_paint_sort)i));
  if (critical)
    lcm_buf_puts(page->buf, "<li><i class=\"crit\"></i>critical path</li>\n");
  if (page->point && page->layout->n_wires)
    lcm_buf_puts(page->buf,
                 "<li><i class=\"line\"></i>" LCM_PIC_THICK "</li>\n");
  lcm_buf_puts(page->buf, "</ul>\n");
}

void lcm_page_picture(struct lcm_page *page) {
  const lcm_layout *layout = page->layout;
  lcm_buf *buf = page->buf;
  const double w = layout->root->w + 2 * AROUND;
  const double h = layout->root->h + 2 * AROUND;
  if (page->n_parts)
    lcm_buf_puts(buf, "<h3>Structure</h3>\n");
  put_tools(page);
  put_key(page);
  lcm_buf_puts(buf, "<div class=\"scroll\" "
                    "id=\"canvas\">\n<svg id=\"picture\" role=\"tree\" "
                    "aria-labelledby=\"picture-t\" xmlns=\""
                    "http://www.w3.org/2000/svg\"");
  lcm_picture_at(buf, "width", w);
  lcm_picture_at(buf, "height", h);
  lcm_buf_printf(buf, " viewBox=\"-%d -%d", AROUND, AROUND);
  lcm_picture_length(buf, w);
  lcm_picture_length(buf, h);
  lcm_buf_puts(buf, "\">\n<title id=\"picture-t\">task structure</title>\n");
  for (size_t i = 0; i < layout->n_shapes; i++)
    put_shape(page, layout->shapes[i]);
  for (size_t i = 0; i < layout->n_wires; i++)
    put_wire(buf, &layout->wires[i]);
  lcm_buf_puts(buf, "</svg>\n</div>\n");
}
