/* The map of the fastest variants as a script for gnuplot. */
#include <math.h>
#include <string.h>

#include "render/chart/gnuplot_chart.h"
#include "render/chart/gnuplot_chart_internal.h"
#include "render/chart/gnuplot_winners.h"
#include "render/table/table.h"

/* Append "spot" as a line. */
static void put_spot(lcm_buf *buf, struct lcm_win_spot spot) {
  lcm_buf_double(buf, spot.x);
  lcm_buf_putc(buf, ' ');
  lcm_buf_double(buf, spot.y);
  lcm_buf_putc(buf, '\n');
}

/* Append the areas of "winner" as the block "name"; false, and nothing, where
 * there are none. */
static bool put_areas(lcm_buf *buf, const struct lcm_winner_map *map,
                      size_t winner, const char *name) {
  bool any = false;
  for (size_t i = 0; i < map->areas.n; i++) {
    const struct lcm_win_area *area = &map->areas.at[i];
    if (area->winner != winner)
      continue;
    if (any)
      lcm_buf_putc(buf, '\n');
    else
      lcm_buf_printf(buf, "$%s << EOD\n", name);
    any = true;
    for (size_t k = 0; k < area->n; k++)
      put_spot(buf, area->spots[k]);
    put_spot(buf, area->spots[0]);
  }
  lcm_buf_puts(buf, any ? "EOD\n" : "");
  return any;
}

/* Append the pieces of the borders, and the letters of the points, as
 * blocks. */
static void put_blocks(lcm_buf *buf, const struct lcm_winner_map *map) {
  lcm_buf_puts(buf, "$borders << EOD\n");
  for (size_t i = 0; i < map->borders.n; i++) {
    lcm_buf_puts(buf, i ? "\n" : "");
    put_spot(buf, map->borders.at[i].from);
    put_spot(buf, map->borders.at[i].to);
  }
  lcm_buf_puts(buf, "EOD\n$letters << EOD\n");
  for (size_t k = 0; k < map->n_y; k++)
    for (size_t i = 0; i < map->n_x; i++) {
      lcm_buf_double(buf, map->at_x[i]);
      lcm_buf_putc(buf, ' ');
      lcm_buf_double(buf, map->at_y[k]);
      lcm_buf_printf(
          buf, " %c\n",
          lcm_comparison_letter(map->of, map->point[k * map->n_x + i]));
    }
  lcm_buf_puts(buf, "EOD\n");
}

/* Append the setting of the axis "name" ("x", "y"), which is variable
 * "title". */
static void put_axis(lcm_buf *buf, char name, const char *title,
                     const double range[2], bool logarithms) {
  lcm_buf_printf(buf, "set %clabel ", name);
  lcm_gnuplot_quoted(buf, title);
  lcm_buf_printf(buf, "\nset %crange [", name);
  lcm_buf_double(buf, range[0]);
  lcm_buf_putc(buf, ':');
  lcm_buf_double(buf, range[1]);
  lcm_buf_printf(buf, "]\n%s", logarithms ? "" : "# ");
  lcm_buf_printf(buf, "set logscale %c 2\n", name);
}

/* Append what comes before the numbers. */
static void put_settings(lcm_buf *buf, const struct lcm_winner_map *map,
                         const char *picture) {
  const lcm_grid *grid = map->of->grid;
  lcm_gnuplot_output(buf, picture);
  lcm_buf_puts(buf,
               "set terminal svg size 720,520 noenhanced background 'white'\n"
               "set output output\nset key outside bottom center "
               "horizontal\nset title 'The fastest'\n");
  put_axis(buf, 'x', lcm_grid_label(grid, map->x),
           (const double[]){map->at_x[0], map->at_x[map->n_x - 1]}, map->x_log);
  put_axis(buf, 'y', lcm_grid_label(grid, map->y),
           (const double[]){map->at_y[0], map->at_y[map->n_y - 1]}, map->y_log);
}

/* Append what draws the strips to "plot", with their blocks to "buf". */
static void put_strips(lcm_buf *buf, lcm_buf *plot,
                       const struct lcm_winner_map *map) {
  for (size_t i = 0; i < map->strips.n; i++) {
    const struct lcm_win_border *strip = &map->strips.at[i];
    lcm_buf_printf(buf, "$strip%zu << EOD\n", i);
    put_spot(buf, strip->from);
    put_spot(buf, strip->to);
    lcm_buf_puts(buf, "EOD\n");
    lcm_buf_printf(plot,
                   "$strip%zu using 1:2 with lines lc rgb '%s' lw 5 notitle, "
                   "\\\n  ",
                   i, lcm_winner_colour(strip->winner));
  }
}

bool lcm_put_winner_gnuplot(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                            const char *file) {
  struct lcm_winner_map map;
  if (!lcm_winner_map_of(&map, ctx, c))
    return false;
  lcm_buf plot = {0};
  put_settings(buf, &map, lcm_gnuplot_picture(ctx, file));
  for (size_t v = 0; v < c->n_variants + 2; v++) {
    const size_t winner = v < c->n_variants    ? v
                          : v == c->n_variants ? LCM_WINS_ALL
                                               : LCM_WINS_NOBODY;
    const char *name = lcm_arena_printf(lcm_ctx_arena(ctx), "areas%zu", v);
    if (!put_areas(buf, &map, winner, name))
      continue;
    lcm_buf_printf(&plot,
                   "$%s using 1:2 with filledcurves closed lc rgb '%s' title ",
                   name, lcm_winner_colour(winner));
    lcm_gnuplot_quoted(&plot, lcm_winner_title(ctx, c, winner));
    lcm_buf_puts(&plot, ", \\\n  ");
  }
  put_blocks(buf, &map);
  put_strips(buf, &plot, &map);
  lcm_buf_printf(buf, "plot %s", plot.text ? plot.text : "");
  lcm_buf_free(&plot);
  if (map.borders.n)
    lcm_buf_puts(buf, "$borders using 1:2 with lines lc rgb 'black' lw 2 "
                      "title 'crossovers', \\\n  ");
  lcm_buf_puts(buf, "$letters using 1:2:3 with labels notitle\n");
  return true;
}
