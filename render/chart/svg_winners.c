/* The map of the fastest variants over two variables as SVG. */
#include <math.h>
#include <string.h>

#include "render/chart/svg_winners.h"
#include "render/picture/picture.h"
#include "render/text/text.h"

/* Sizes in pixels; the least room for a letter; crossovers that are marked. */
enum {
  WIDTH = 760,
  LEFT = 68,
  RIGHT = 24,
  HIGH = 400,
  BOTTOM = 50,
  TITLE = 24,
  LINE = 18,
  LETTER = 7,
  ROOM = 20,
  TICK_ROOM = 34,
  INSIDE = 9,
  MOST_MARKS = 300
};

/* A map being drawn: "top" and "left" of its plane, "width" and "high". */
struct drawing {
  lcm_ctx *ctx;
  lcm_buf *buf;
  const struct lcm_winner_map *map;
  const char *id;
  double left;
  double top;
  double width;
  double high;
};

/* Return where "value" of "n" values "at" is, from 0 to 1. */
static double part_of(const double *at, size_t n, bool logarithms,
                      double value) {
  const double low = logarithms ? log2(at[0]) : at[0];
  const double high = logarithms ? log2(at[n - 1]) : at[n - 1];
  return ((logarithms ? log2(value) : value) - low) / (high - low);
}

/* Return where the value "x" is across. */
static double across(const struct drawing *d, double x) {
  return d->left +
         d->width * part_of(d->map->at_x, d->map->n_x, d->map->x_log, x);
}

/* Return where the value "y" is down. */
static double down(const struct drawing *d, double y) {
  return d->top + d->high -
         d->high * part_of(d->map->at_y, d->map->n_y, d->map->y_log, y);
}

/* Append the corners of "area" as a path. */
static void put_corners(const struct drawing *d,
                        const struct lcm_win_area *area) {
  lcm_buf_puts(d->buf, "M");
  for (size_t i = 0; i < area->n; i++) {
    lcm_buf_puts(d->buf, i ? "L" : "");
    lcm_svg_place(d->buf, across(d, area->spots[i].x));
    lcm_buf_putc(d->buf, ' ');
    lcm_svg_place(d->buf, down(d, area->spots[i].y));
  }
  lcm_buf_putc(d->buf, 'z');
}

/* Append the areas of "winner" as one shape; nothing where there are none. */
static void put_areas(const struct drawing *d, size_t winner) {
  const struct lcm_winner_map *map = d->map;
  bool any = false;
  for (size_t i = 0; i < map->areas.n; i++) {
    if (map->areas.at[i].winner != winner)
      continue;
    if (!any)
      lcm_buf_printf(d->buf,
                     "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"0.6\" "
                     "stroke-linejoin=\"round\" d=\"",
                     lcm_winner_colour(winner), lcm_winner_colour(winner));
    put_corners(d, &map->areas.at[i]);
    any = true;
  }
  if (!any)
    return;
  lcm_buf_puts(d->buf, "\"><title>");
  lcm_svg_text(d->buf, lcm_winner_title(d->ctx, map->of, winner));
  lcm_buf_puts(d->buf, "</title></path>\n");
}

/* Append the borders as lines with "attributes". */
static void put_borders(const struct drawing *d, const char *attributes) {
  const struct lcm_winner_map *map = d->map;
  if (!map->borders.n)
    return;
  lcm_buf_printf(d->buf, "<path fill=\"none\" stroke-linecap=\"round\"%s d=\"",
                 attributes);
  for (size_t i = 0; i < map->borders.n; i++) {
    const struct lcm_win_border *border = &map->borders.at[i];
    lcm_buf_putc(d->buf, 'M');
    lcm_svg_place(d->buf, across(d, border->from.x));
    lcm_buf_putc(d->buf, ' ');
    lcm_svg_place(d->buf, down(d, border->from.y));
    lcm_buf_putc(d->buf, 'L');
    lcm_svg_place(d->buf, across(d, border->to.x));
    lcm_buf_putc(d->buf, ' ');
    lcm_svg_place(d->buf, down(d, border->to.y));
  }
  lcm_buf_puts(d->buf, "\"/>\n");
}

/* Append the strips: lines in the colours of their winners. */
static void put_strips(const struct drawing *d) {
  for (size_t i = 0; i < 2 * d->map->strips.n; i++) {
    const struct lcm_win_border *strip = &d->map->strips.at[i / 2];
    const double ends[] = {across(d, strip->from.x), down(d, strip->from.y),
                           across(d, strip->to.x), down(d, strip->to.y)};
    lcm_svg_line(d->buf, ends,
                 i % 2 ? lcm_arena_printf(lcm_ctx_arena(d->ctx),
                                          " stroke=\"%s\" stroke-width=\"6\"",
                                          lcm_winner_colour(strip->winner))
                       : " stroke=\"#1f2328\" class=\"lcm-pen\" "
                         "stroke-width=\"9\"");
  }
}

/* Append the crossovers that were found as marks that say what they are. */
static void put_marks(const struct drawing *d) {
  const struct lcm_winner_map *map = d->map;
  const lcm_comparison *c = map->of;
  for (size_t i = 0; i < c->n_crossovers && i < MOST_MARKS; i++) {
    const lcm_crossover *x = &c->crossovers[i];
    const bool along_x = !strcmp(x->variable, c->grid->names[map->x]);
    if (!x->others)
      continue;
    const double at_x = along_x ? x->value : x->others[map->x];
    const double at_y = along_x ? x->others[map->y] : x->value;
    lcm_buf text = {0};
    lcm_put_crossover(&text, d->ctx, c, x);
    lcm_buf_puts(d->buf, "<circle r=\"3\" class=\"lcm-paper lcm-axis\" "
                         "fill=\"#fff\" stroke=\"#1f2328\"");
    lcm_svg_at(d->buf, "cx", across(d, at_x));
    lcm_svg_at(d->buf, "cy", down(d, at_y));
    lcm_buf_puts(d->buf, "><title>");
    lcm_svg_text(d->buf, lcm_cell_take(d->ctx, &text));
    lcm_buf_puts(d->buf, "</title></circle>\n");
  }
}

/* Append the letter of the point in column "i" and row "k". */
static void put_letter(const struct drawing *d, size_t i, size_t k) {
  const struct lcm_winner_map *map = d->map;
  const size_t point = map->point[k * map->n_x + i];
  const size_t winner = lcm_winner_at(map->of, point);
  const char text[] = {lcm_comparison_letter(map->of, point), '\0'};
  const double x = fmin(fmax(across(d, map->at_x[i]), d->left + INSIDE),
                        d->left + d->width - INSIDE);
  const double y = fmin(fmax(down(d, map->at_y[k]), d->top + INSIDE),
                        d->top + d->high - INSIDE);
  const char *colour = lcm_winner_colour(winner);
  lcm_svg_label(
      d->buf, (const double[]){x, y + 4},
      lcm_arena_printf(lcm_ctx_arena(d->ctx),
                       " fill=\"%s\" stroke=\"%s\" stroke-width=\"3\" "
                       "paint-order=\"stroke\" text-anchor=\"middle\" "
                       "pointer-events=\"none\"",
                       lcm_svg_is_dark(colour) ? "#fff" : "#000", colour),
      text);
}

/* Append the letters of points for which there is room. */
static void put_letters(const struct drawing *d) {
  const struct lcm_winner_map *map = d->map;
  double last_y = INFINITY;
  for (size_t k = 0; k < map->n_y; k++) {
    const double y = down(d, map->at_y[k]);
    double last_x = -INFINITY;
    if (last_y - y < ROOM)
      continue;
    last_y = y;
    for (size_t i = 0; i < map->n_x; i++) {
      const double x = across(d, map->at_x[i]);
      if (x - last_x < ROOM)
        continue;
      last_x = x;
      put_letter(d, i, k);
    }
  }
}

/* Append the value "value" as a tick at "at", below the plane or left of it. */
static void put_tick(const struct drawing *d, double at, bool below,
                     double value) {
  const double bottom = d->top + d->high;
  lcm_buf text = {0};
  lcm_buf_short(&text, value, 5);
  const char *label = lcm_cell_take(d->ctx, &text);
  if (below) {
    lcm_svg_line(d->buf, (const double[]){at, bottom, at, bottom + 4},
                 " class=\"lcm-axis\" stroke=\"#888\"");
    lcm_svg_label(d->buf, (const double[]){at, bottom + 18},
                  " class=\"lcm-ink\" text-anchor=\"middle\"", label);
  } else {
    lcm_svg_line(d->buf, (const double[]){d->left - 4, at, d->left, at},
                 " class=\"lcm-axis\" stroke=\"#888\"");
    lcm_svg_label(d->buf, (const double[]){d->left - 8, at + 4},
                  " class=\"lcm-ink\" text-anchor=\"end\"", label);
  }
}

/* Append the ticks of both axes and what these are. */
static void put_axes(const struct drawing *d) {
  const struct lcm_winner_map *map = d->map;
  const lcm_grid *grid = map->of->grid;
  double last = -INFINITY;
  for (size_t i = 0; i < map->n_x; i++) {
    const double at = across(d, map->at_x[i]);
    if (at - last < TICK_ROOM)
      continue;
    put_tick(d, at, true, map->at_x[i]);
    last = at;
  }
  last = INFINITY;
  for (size_t k = 0; k < map->n_y; k++) {
    const double at = down(d, map->at_y[k]);
    if (last - at < LINE)
      continue;
    put_tick(d, at, false, map->at_y[k]);
    last = at;
  }
  lcm_svg_label(d->buf,
                (const double[]){d->left + d->width / 2, d->top + d->high + 38},
                " class=\"lcm-dim\" text-anchor=\"middle\"",
                lcm_grid_label(grid, map->x));
  lcm_buf_puts(d->buf, "<g transform=\"rotate(-90)\">");
  lcm_svg_label(d->buf, (const double[]){-(d->top + d->high / 2), 16},
                " class=\"lcm-dim\" text-anchor=\"middle\"",
                lcm_grid_label(grid, map->y));
  lcm_buf_puts(d->buf, "</g>\n");
}

/* Append entry "text" of the legend at "at", which is moved on; "colour" NULL:
 * the line of crossovers, or with "dry" only its room. */
static void put_entry(const struct drawing *d, double at[2], const char *colour,
                      const char *text, bool dry) {
  const double width = 28 + LETTER * (double)lcm_text_width(text) + 14;
  if (at[0] > 16 && at[0] + width > WIDTH - RIGHT) {
    at[0] = 16;
    at[1] += LINE;
  }
  if (!dry && colour)
    lcm_svg_box(d->buf, (const double[]){at[0], at[1] - 11, 18, 13},
                lcm_arena_printf(lcm_ctx_arena(d->ctx),
                                 " class=\"lcm-axis\" fill=\"%s\" "
                                 "stroke=\"#888\"",
                                 colour),
                NULL);
  else if (!dry)
    lcm_svg_line(d->buf,
                 (const double[]){at[0], at[1] - 4, at[0] + 18, at[1] - 4},
                 " class=\"lcm-pen\" stroke=\"#1f2328\" stroke-width=\"2\"");
  if (!dry)
    lcm_svg_label(d->buf, (const double[]){at[0] + 24, at[1]},
                  " class=\"lcm-ink\"", text);
  at[0] += width;
}

/* Return whether some area of "map" is of "winner". */
static bool has_area(const struct lcm_winner_map *map, size_t winner) {
  for (size_t i = 0; i < map->areas.n; i++)
    if (map->areas.at[i].winner == winner)
      return true;
  return false;
}

/* Append the legend from "y" on; return the line below it. */
static double put_legend(const struct drawing *d, double y, bool dry) {
  const struct lcm_winner_map *map = d->map;
  const size_t others[] = {LCM_WINS_ALL, LCM_WINS_NOBODY};
  double at[2] = {16, y};
  bool open = false;
  for (size_t v = 0; v < map->of->n_variants; v++)
    put_entry(d, at, lcm_winner_colour(v), lcm_winner_title(d->ctx, map->of, v),
              dry);
  for (size_t i = 0; i < 2; i++)
    if (has_area(map, others[i]))
      put_entry(d, at, lcm_winner_colour(others[i]),
                lcm_winner_title(d->ctx, map->of, others[i]), dry);
  if (map->borders.n || map->strips.n)
    put_entry(d, at, NULL, "crossovers", dry);
  for (size_t i = 0; i < map->of->grid->n_points; i++) {
    const char letter = lcm_comparison_letter(map->of, i);
    open = open || (letter >= 'a' && letter <= 'z');
  }
  if (open) {
    at[0] = 16;
    at[1] += LINE;
    if (!dry)
      lcm_svg_label(d->buf, at, " class=\"lcm-dim\"",
                    "small letters: not clearly the fastest, the interval of "
                    "the difference holds 0");
  }
  return at[1] + LINE;
}

/* Return what the map shows, for who cannot see it. */
static const char *about(const struct drawing *d) {
  lcm_buf buf = {0};
  lcm_put_winners(&buf, d->ctx, d->map->of);
  const char *text = lcm_cell_take(d->ctx, &buf);
  return lcm_arena_printf(
      lcm_ctx_arena(d->ctx), "%.*s; %zu crossover%s.", (int)strcspn(text, "\n"),
      text, d->map->of->n_crossovers, d->map->of->n_crossovers == 1 ? "" : "s");
}

/* Append the plane: areas, borders, crossovers, letters, a frame. */
static void put_plane(const struct drawing *d) {
  for (size_t v = 0; v < d->map->of->n_variants; v++)
    put_areas(d, v);
  put_areas(d, LCM_WINS_ALL);
  put_areas(d, LCM_WINS_NOBODY);
  put_borders(d, " stroke=\"#fff\" class=\"lcm-edge\" stroke-width=\"5\"");
  put_borders(d, " stroke=\"#1f2328\" class=\"lcm-pen\" stroke-width=\"2\"");
  put_strips(d);
  put_marks(d);
  put_letters(d);
  lcm_svg_box(d->buf, (const double[]){d->left, d->top, d->width, d->high},
              lcm_arena_printf(lcm_ctx_arena(d->ctx),
                               " class=\"lcm-axis\" fill=\"none\" "
                               "stroke=\"#888\" data-axes=\"%zu %zu %d %d\"",
                               d->map->x, d->map->y, d->map->x_log,
                               d->map->y_log),
              NULL);
}

bool lcm_put_winner_map(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                        const char *id) {
  struct lcm_winner_map map;
  if (!lcm_winner_map_of(&map, ctx, c))
    return false;
  struct drawing d = {.ctx = ctx,
                      .buf = buf,
                      .map = &map,
                      .id = id,
                      .left = LEFT,
                      .width = WIDTH - LEFT - RIGHT,
                      .high = HIGH};
  const char *constants = lcm_winner_constants(ctx, c->grid);
  const double begin = TITLE + LINE * (constants ? 2 : 1);
  d.top = put_legend(&d, begin, true) + 2;
  const struct lcm_svg_page page = {WIDTH, d.top + HIGH + BOTTOM, id,
                                    "The fastest", about(&d)};
  lcm_svg_begin(buf, &page);
  lcm_svg_label(buf, (const double[]){16, TITLE},
                " class=\"lcm-ink\" font-size=\"15\" font-weight=\"bold\"",
                page.title);
  if (constants)
    lcm_svg_label(buf, (const double[]){16, TITLE + LINE}, " class=\"lcm-dim\"",
                  constants);
  (void)put_legend(&d, begin, false);
  put_plane(&d);
  put_axes(&d);
  lcm_svg_end(buf);
  return true;
}
