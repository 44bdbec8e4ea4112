/* The heading of a picture: title, sentences, legend. */
#include <math.h>
#include <string.h>

#include "render/picture/heading.h"
#include "render/picture/measures.h"
#include "render/picture/paint.h"
#include "render/picture/text.h"
#include "render/table/table.h"

const struct lcm_share_key lcm_share_keys[LCM_SHARE_KEYS] = {
    {0, "below 1 % of the time"},
    {0.01, "1 % or more"},
    {0.05, "5 %"},
    {0.10, "10 %"},
    {0.25, "25 %"},
    {0.50, "50 %"}};

enum { HEAD_LETTERS = 15, FOOT_LETTERS = 9 };

/* A heading being written. */
struct heading {
  lcm_ctx *ctx;
  lcm_buf *buf;
  const struct lcm_picture *picture;
};

/* A line of keys being written. */
struct keys {
  lcm_buf *buf;
  double width; /* of what is there, in points */
};

/* Append the sign "sign" in "colour" with "text" behind it. */
static void put_sign(struct keys *keys, const char *colour, const char *sign,
                     const char *text) {
  if (keys->width > 0)
    lcm_buf_puts(keys->buf, "&#160;&#160; ");
  lcm_buf_printf(keys->buf, "<FONT COLOR=\"%s\">%s</FONT> ", colour, sign);
  lcm_put_html(keys->buf, text);
  keys->width += 7 + 4 * lcm_letters_width(" ", FOOT_LETTERS, false) +
                 lcm_letters_width(text, FOOT_LETTERS, false);
}

/* Append a small square of "colour" with "text" behind it. */
static void put_key(struct keys *keys, const char *colour, const char *text) {
  const bool white = !strcmp(colour, lcm_colour_share(0));
  put_sign(keys, white ? "#6B7785" : colour, white ? "\u25a1" : "\u25a0", text);
}

/* Begin a row of the heading in letters of "size" points. */
static void open_row(lcm_buf *buf, int size) {
  lcm_buf_printf(buf, "<TR><TD ALIGN=\"LEFT\"><FONT POINT-SIZE=\"%d\">", size);
}

/* End it. */
static void close_row(lcm_buf *buf) { lcm_buf_puts(buf, "</FONT></TD></TR>"); }

/* Append the keys of the categories of "point"; return their width. */
static double put_cat_keys(struct heading *w, const lcm_point *point) {
  const lcm_prediction *prediction = w->picture->prediction;
  const struct lcm_loss loss = lcm_loss_of(prediction, point->cats);
  struct keys keys = {w->buf, 0};
  open_row(w->buf, FOOT_LETTERS);
  for (size_t c = 0; c < prediction->n_cats; c++) {
    lcm_buf text = {0};
    if (!(point->cats[c] > loss.total * 1e-9))
      continue;
    lcm_buf_printf(&text, "%s ", lcm_loss_title(prediction, c));
    lcm_put_percent(&text, point->cats[c] / loss.total);
    put_key(&keys, lcm_colour_cat(c), lcm_cell_take(w->ctx, &text));
  }
  close_row(w->buf);
  return keys.width;
}

/* Append the keys of the colours of leaves; return their width. */
static double put_share_keys(lcm_buf *buf) {
  struct keys keys = {buf, 0};
  open_row(buf, FOOT_LETTERS);
  for (size_t i = 0; i < LCM_SHARE_KEYS; i++)
    put_key(&keys, lcm_colour_share(lcm_share_keys[i].share),
            lcm_share_keys[i].text);
  close_row(buf);
  return keys.width;
}

/* Append the keys of the frames and leaves that "layout" has, of the critical
 * path where it is drawn and, where there is one, of the resource "binding";
 * return their width. */
static double put_style_keys(lcm_buf *buf, const lcm_layout *layout,
                             const char *binding) {
  static const struct {
    const char *colour;
    const char *sign;
  } SIGNS[LCM_PAINT_COUNT] = {[LCM_PAINT_PARALLEL] = {"#0072B2", "\u25a1"},
                              [LCM_PAINT_REPEATED] = {"#6B7785", "\u2504"},
                              [LCM_PAINT_PLAIN] = {"#6B7785", "\u25a1"},
                              [LCM_PAINT_HOLDING] = {"#C9A400", "\u25a0"},
                              [LCM_PAINT_OPAQUE] = {"#6B7785", "\u2504"},
                              [LCM_PAINT_FOLDED] = {"#B0B0B0", "\u25a0"},
                              [LCM_PAINT_BARRIER] = {"#4D4D4D", "\u25a0"}};
  struct keys keys = {buf, 0};
  bool used[LCM_PAINT_COUNT];
  const bool critical = lcm_paint_sorts(used, layout);
  open_row(buf, FOOT_LETTERS);
  for (size_t i = 0; i < LCM_PAINT_COUNT; i++)
    if (used[i] && lcm_paint_sort_text((lcm_paint_sort)i))
      put_sign(&keys, SIGNS[i].colour, SIGNS[i].sign,
               lcm_paint_sort_text((lcm_paint_sort)i));
  if (critical)
    put_key(&keys, LCM_COLOUR_CRITICAL, "critical path");
  if (binding)
    put_key(&keys, LCM_COLOUR_BINDING, "resource that binds");
  put_sign(&keys, "#6B7785", "\u2501", LCM_PIC_THICK);
  close_row(buf);
  return keys.width;
}

const char *lcm_picture_title(lcm_ctx *ctx, const struct lcm_picture *picture) {
  const lcm_program *program = picture->program;
  const char *title =
      program && program->n_files ? program->files[0] : "task structure";
  if (program && program->variant)
    title = program->variant;
  if (picture->prediction && picture->prediction->name)
    title = picture->prediction->name;
  return lcm_text_shorten(ctx, picture->title ? picture->title : title, 80);
}

/* Put "text" into "lines", at most "most" of them, split where one ends and
 * where it gets long; return the number of lines. */
static size_t split(const char **lines, lcm_ctx *ctx, const char *text,
                    size_t most) {
  size_t n = 0;
  while (*text && n < most) {
    const size_t whole = strcspn(text, "\n");
    const char *end = n + 1 < most ? strstr(text, "; ") : NULL;
    const size_t len = end && end < text + whole ? (size_t)(end - text) : whole;
    lines[n++] = lcm_arena_strndup(lcm_ctx_arena(ctx), text, len);
    text += len < whole ? len + 2 : whole + (text[whole] == '\n');
  }
  return n;
}

/* Put the sentence on the point, and what it rests on, into "lines"; return the
 * number of lines. */
static size_t headline(const char *lines[LCM_HEAD_LINES - 1], lcm_ctx *ctx,
                       const struct lcm_picture *picture) {
  enum { SENTENCE = 4, DOUBTS = 3 };
  const lcm_prediction *prediction = picture->prediction;
  lcm_buf text[3] = {{0}, {0}, {0}};
  lcm_put_headline(&text[0], prediction, picture->point);
  size_t n = split(lines, ctx, lcm_cell_take(ctx, &text[0]), SENTENCE);
  lcm_put_basis(&text[1], &prediction->basis, true);
  lcm_put_doubt(&text[2], prediction, LCM_DOUBT_LISTED);
  n += split(lines + n, ctx, lcm_cell_take(ctx, &text[1]),
             LCM_HEAD_LINES - 1 - SENTENCE - DOUBTS);
  return n + split(lines + n, ctx, lcm_cell_take(ctx, &text[2]), DOUBTS);
}

size_t lcm_picture_lines(const char *lines[LCM_HEAD_LINES], lcm_ctx *ctx,
                         const struct lcm_picture *picture,
                         const lcm_layout *layout) {
  size_t n = picture->prediction ? headline(lines, ctx, picture) : 0;
  if (layout->n_folded)
    lines[n++] =
        lcm_arena_printf(lcm_ctx_arena(ctx), "%zu of %zu nodes are folded",
                         layout->n_folded, layout->n_nodes);
  return n;
}

/* Append one row of the heading; widen "room" to hold it. */
static void put_row(lcm_buf *buf, struct lcm_spot *room, const char *text,
                    int size) {
  const bool bold = size == HEAD_LETTERS;
  open_row(buf, size);
  lcm_buf_puts(buf, bold ? "<B>" : "");
  lcm_put_html(buf, text);
  lcm_buf_puts(buf, bold ? "</B>" : "");
  close_row(buf);
  room->x = fmax(room->x, lcm_letters_width(text, size, bold));
  room->y += size + 5;
}

/* Append the bar of the categories and what the colours mean. */
static void put_colours(struct heading *w, const lcm_layout *layout,
                        struct lcm_spot *room) {
  const lcm_prediction *prediction = w->picture->prediction;
  const lcm_point *point = &prediction->points[w->picture->point];
  lcm_buf *const whole = w->buf;
  lcm_buf keys = {0};
  if (!(lcm_loss_of(prediction, point->cats).total > 0)) {
    if (point->n_occurrences) {
      room->x = fmax(room->x, put_share_keys(w->buf));
      room->x = fmax(room->x, put_style_keys(w->buf, layout, point->binding));
      room->y += 2 * (FOOT_LETTERS + 5);
    }
    return;
  }
  w->buf = &keys;
  room->x = fmax(room->x, put_cat_keys(w, point));
  room->x = fmax(room->x, put_share_keys(&keys));
  room->x = fmax(room->x, put_style_keys(&keys, layout, NULL));
  room->y += 3 * (FOOT_LETTERS + 5) + 16;
  w->buf = whole;
  lcm_buf_puts(whole, "<TR><TD ALIGN=\"LEFT\" CELLPADDING=\"3\">");
  lcm_put_cats(whole, prediction, point->cats,
               (struct lcm_spot){room->x, 2.0 * LCM_PIC_BAR});
  lcm_buf_puts(whole, "</TD></TR>");
  lcm_buf_puts(whole, lcm_cell_take(w->ctx, &keys));
}

struct lcm_spot lcm_put_heading(lcm_buf *buf, lcm_ctx *ctx,
                                const struct lcm_picture *picture,
                                const lcm_layout *layout) {
  struct heading w = {ctx, buf, picture};
  struct lcm_spot room = {0, 4};
  const char *lines[LCM_HEAD_LINES];
  const size_t n = lcm_picture_lines(lines, ctx, picture, layout);
  lcm_buf_puts(buf, "<<TABLE BORDER=\"0\" CELLBORDER=\"0\" "
                    "CELLSPACING=\"0\" CELLPADDING=\"1\">");
  put_row(buf, &room, lcm_picture_title(ctx, picture), HEAD_LETTERS);
  for (size_t i = 0; i < n; i++)
    put_row(buf, &room, lines[i], LCM_PIC_TITLE);
  if (picture->prediction)
    put_colours(&w, layout, &room);
  lcm_buf_puts(buf, "</TABLE>>");
  return room;
}
