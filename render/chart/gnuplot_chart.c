/* Charts of curves as scripts for gnuplot. */
#include <math.h>
#include <string.h>

#include "render/chart/gnuplot_chart.h"
#include "render/chart/gnuplot_chart_internal.h"
#include "render/picture/picture.h"

void lcm_gnuplot_quoted(lcm_buf *buf, const char *text) {
  lcm_buf_putc(buf, '\'');
  for (; *text; text++) {
    lcm_buf_putc(buf, (unsigned char)*text < 0x20 ? ' ' : *text);
    if (*text == '\'')
      lcm_buf_putc(buf, '\'');
  }
  lcm_buf_putc(buf, '\'');
}

void lcm_gnuplot_output(lcm_buf *buf, const char *picture) {
  lcm_buf_puts(buf, "if (!exists('output')) output = ");
  lcm_gnuplot_quoted(buf, picture);
  lcm_buf_putc(buf, '\n');
}

/* Append a number of a data block. */
static void put_number(lcm_buf *buf, double value) {
  if (isfinite(value))
    lcm_buf_double(buf, value);
  else
    lcm_buf_puts(buf, "NaN");
  lcm_buf_putc(buf, ' ');
}

/* Append the curve number "k" of chart number "c" as blocks: $cCkK of the
 * curve, with its interval, and $cCkKp of the points. */
static void put_blocks(lcm_buf *buf, const struct lcm_curve *curve, size_t c,
                       size_t k) {
  lcm_buf_printf(buf, "$c%zuk%zu << EOD\n", c, k);
  for (size_t i = 0; i < curve->n; i++) {
    put_number(buf, curve->x[i]);
    put_number(buf, curve->y[i]);
    put_number(buf, curve->low ? curve->low[i] : curve->y[i]);
    put_number(buf, curve->high ? curve->high[i] : curve->y[i]);
    lcm_buf_putc(buf, '\n');
  }
  lcm_buf_printf(buf, "EOD\n$c%zuk%zup << EOD\n", c, k);
  for (size_t i = 0; i < curve->n_points; i++) {
    put_number(buf, curve->px[i]);
    put_number(buf, curve->py[i]);
    lcm_buf_putc(buf, '\n');
  }
  lcm_buf_puts(buf, "EOD\n");
}

/* Append the stacks of chart number "c" as a block: the abscissa, then the sum
 * of the first curves up to each. */
static void put_stack(lcm_buf *buf, const struct lcm_chart *chart, size_t c) {
  lcm_buf_printf(buf, "$c%zu << EOD\n", c);
  for (size_t i = 0; chart->n_curves && i < chart->curves[0].n; i++) {
    double sum = 0;
    put_number(buf, chart->curves[0].x[i]);
    for (size_t k = 0; k < chart->n_curves; k++) {
      sum += chart->curves[k].y[i];
      put_number(buf, sum);
    }
    lcm_buf_putc(buf, '\n');
  }
  lcm_buf_puts(buf, "EOD\n");
}

static const char *colour_of(const struct lcm_chart *chart, size_t k) {
  return chart->curves[k].colour ? chart->curves[k].colour : lcm_svg_colour(k);
}

/* Begin another part of a plot command. */
static void next_part(lcm_buf *buf, bool *any) {
  lcm_buf_puts(buf, *any ? ", \\\n  " : "plot ");
  *any = true;
}

/* Append what draws the bars of chart number "c", the whole stack first. */
static void plot_stack(lcm_buf *buf, const struct lcm_chart *chart, size_t c) {
  bool any = false;
  lcm_buf_puts(buf, "set boxwidth 0.7\nset style fill solid noborder\n");
  for (size_t k = chart->n_curves; k-- > 0;) {
    next_part(buf, &any);
    lcm_buf_printf(buf,
                   "$c%zu using 0:%zu:xtic(1) with boxes lc rgb '%s' "
                   "title ",
                   c, k + 2, colour_of(chart, k));
    lcm_gnuplot_quoted(buf, chart->curves[k].name);
  }
  lcm_buf_putc(buf, '\n');
}

/* Append what draws curve number "k" of chart number "c". */
static void plot_curve(lcm_buf *buf, const struct lcm_chart *chart, size_t c,
                       size_t k, bool *any) {
  const struct lcm_curve *curve = &chart->curves[k];
  const char *colour = colour_of(chart, k);
  if (curve->n && curve->low) {
    next_part(buf, any);
    lcm_buf_printf(buf,
                   "$c%zuk%zu using 1:3:4 with filledcurves fs transparent "
                   "solid 0.15 noborder lc rgb '%s' notitle",
                   c, k, colour);
  }
  if (curve->n) {
    next_part(buf, any);
    lcm_buf_printf(buf,
                   "$c%zuk%zu using 1:2 with lines lc rgb '%s' lw %s dt %s "
                   "title ",
                   c, k, colour, curve->bound ? "1" : "2",
                   curve->bound ? "2" : "1");
    lcm_gnuplot_quoted(buf, curve->name ? curve->name : "");
  }
  if (curve->n_points) {
    next_part(buf, any);
    lcm_buf_printf(buf, "$c%zuk%zup using 1:2 with points pt 7 lc rgb '%s' ", c,
                   k, colour);
    lcm_buf_puts(buf, curve->n ? "notitle" : "title ");
    if (!curve->n)
      lcm_gnuplot_quoted(buf, curve->name ? curve->name : "");
  }
}

/* Append what draws chart number "c". */
static void plot_chart(lcm_buf *buf, const struct lcm_chart *chart, size_t c) {
  bool any = false;
  lcm_buf_puts(buf, "set title ");
  lcm_gnuplot_quoted(buf, chart->title);
  lcm_buf_puts(buf, "\nset xlabel ");
  lcm_gnuplot_quoted(buf, chart->x_name);
  lcm_buf_puts(buf, "\nset ylabel ");
  lcm_gnuplot_quoted(buf, chart->y_name);
  lcm_buf_printf(buf, "\nunset logscale\nset xtics auto\nset yrange [%s:*]\n",
                 chart->y_double ? "*" : "0");
  if (chart->x_log && !chart->stacked)
    lcm_buf_puts(buf, "set logscale x 2\n");
  if (chart->y_double)
    lcm_buf_puts(buf, "set logscale y 2\n");
  if (chart->stacked) {
    plot_stack(buf, chart, c);
    return;
  }
  for (size_t k = 0; k < chart->n_curves; k++)
    plot_curve(buf, chart, c, k, &any);
  lcm_buf_putc(buf, '\n');
}

const char *lcm_gnuplot_picture(lcm_ctx *ctx, const char *file) {
  const size_t n = strlen(file);
  const bool script = n > 3 && !strcmp(file + n - 3, ".gp");
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s.svg",
                          (int)(script ? n - 3 : n), file);
}

void lcm_put_gnuplot(lcm_buf *buf, lcm_ctx *ctx,
                     const struct lcm_charts *charts, const char *file) {
  lcm_gnuplot_output(buf, lcm_gnuplot_picture(ctx, file));
  lcm_buf_printf(buf,
                 "set terminal svg size %zu,420 noenhanced background 'white'\n"
                 "set output output\nset key top left\nset grid\n",
                 560 * charts->n);
  for (size_t c = 0; c < charts->n; c++) {
    if (charts->at[c].stacked)
      put_stack(buf, &charts->at[c], c);
    for (size_t k = 0; k < charts->at[c].n_curves && !charts->at[c].stacked;
         k++)
      put_blocks(buf, &charts->at[c].curves[k], c, k);
  }
  if (charts->n > 1)
    lcm_buf_printf(buf, "set multiplot layout 1,%zu\n", charts->n);
  for (size_t c = 0; c < charts->n; c++)
    plot_chart(buf, &charts->at[c], c);
  if (charts->n > 1)
    lcm_buf_puts(buf, "unset multiplot\n");
}
