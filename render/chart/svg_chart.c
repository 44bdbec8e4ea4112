/* Charts of curves as SVG: axes, ticks, legend, curves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "render/chart/svg_chart.h"
#include "render/picture/picture.h"
#include "render/table/table.h"

/* Sizes in pixels: a chart alone, a small one, one of several, what is around
 * its plot. */
enum {
  ALONE_WIDTH = 760,
  ALONE_HEIGHT = 460,
  SMALL_WIDTH = 420,
  SMALL_HEIGHT = 290,
  WIDTH = 470,
  HEIGHT = 320,
  PER_ROW = 3,
  LEFT = 62,
  RIGHT = 16,
  BOTTOM = 46,
  TITLE = 22,
  LINE = 16,
  LETTER = 7,
  MOST_TICKS = 12,
  FEW = 32
};

/* Where a plot is, and what is in it. */
struct frame {
  double x; /* x, y, width, height: in pixels */
  double y;
  double width;
  double height;
  double low; /* low, high: values of the abscissa (logarithms where "log") */
  double high;
  /* bottom, top: values of the ordinate (logarithms where "y_log") */
  double bottom;
  double top;
  bool log;
  bool y_log;
  bool y_double; /* its lines are at powers of 2 */
};

/* A picture being drawn: "number" counts its charts, "id" begins its ids. */
struct drawing {
  lcm_ctx *ctx;
  lcm_buf *buf;
  const char *id;
  size_t number;
  double width;
  double height;
};

static const char *colour(const struct lcm_curve *curve, size_t i) {
  return curve->colour ? curve->colour : lcm_svg_colour(i);
}

/* Return how line "i" is dashed. */
static const char *dashes(size_t i) {
  static const char *const DASHES[] = {"none", "7 3", "2 3", "9 3 2 3"};
  return DASHES[i % (sizeof DASHES / sizeof *DASHES)];
}

/* Return where the value "x" is in "f". */
static double across(const struct frame *f, double x) {
  const double at = f->log ? log2(x) : x;
  return f->x + (at - f->low) / (f->high - f->low) * f->width;
}

/* Return where the value "y" is in "f". */
static double up(const struct frame *f, double y) {
  const double least = f->bottom - (f->top - f->bottom);
  const double at = !f->y_log ? y : y > 0 ? fmax(log10(y), least) : least;
  return f->y + f->height - (at - f->bottom) / (f->top - f->bottom) * f->height;
}

/* Widen "low" to "high" by "value". */
static void widen(double *low, double *high, double value) {
  if (!isfinite(value))
    return;
  *low = fmin(*low, value);
  *high = fmax(*high, value);
}

/* Widen the ordinate of "f" to the sums of the stacks of "chart", and the
 * abscissa by room for the first and the last. */
static void widen_stacks(struct frame *f, const struct lcm_chart *chart) {
  const size_t n = chart->n_curves ? chart->curves[0].n : 0;
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    for (size_t c = 0; c < chart->n_curves; c++)
      sum += chart->curves[c].y[i];
    widen(&f->bottom, &f->top, sum);
  }
}

/* Fill in the values that the axes of "chart" have in "f": the ordinate from 0,
 * intervals as far as they do not dwarf the rest. */
static void set_ranges(struct frame *f, const struct lcm_chart *chart) {
  double band = 0;
  f->low = f->bottom = INFINITY;
  f->high = f->top = -INFINITY;
  widen(&f->bottom, &f->top, 0);
  for (size_t c = 0; c < chart->n_curves; c++) {
    const struct lcm_curve *curve = &chart->curves[c];
    for (size_t i = 0; i < curve->n_points; i++) {
      widen(&f->low, &f->high, curve->px[i]);
      widen(&f->bottom, &f->top, curve->py[i]);
    }
    for (size_t i = 0; i < curve->n; i++) {
      widen(&f->low, &f->high, curve->x[i]);
      widen(&f->bottom, &f->top, curve->y[i]);
      if (curve->high && isfinite(curve->high[i]))
        band = fmax(band, curve->high[i]);
    }
  }
  if (chart->stacked)
    widen_stacks(f, chart);
  f->top = fmax(f->top, fmin(band, 1.4 * f->top));
  f->top = f->top > f->bottom ? f->top + 0.04 * (f->top - f->bottom) : 1;
  f->log = chart->x_log && f->low > 0;
  if (f->log) {
    f->low = log2(f->low);
    f->high = log2(f->high);
  }
  if (!(f->high > f->low)) {
    f->low = isfinite(f->low) ? f->low - 1 : 0;
    f->high = f->low + 2;
  }
  const double bars = chart->stacked ? (double)chart->curves[0].n - 1 : 0;
  const double margin = (bars > 0         ? 0.5 / bars
                         : chart->stacked ? 0.3
                                          : 0.03) *
                        (f->high - f->low);
  f->low -= margin;
  f->high += margin;
}

/* Let the ordinate of "f" have logarithms where the abscissa has them and the
 * curves of "chart" are that far from flat, their points being above 0. */
static void set_logarithms(struct frame *f, const struct lcm_chart *chart) {
  double least = INFINITY;
  double low = INFINITY;
  double high = 0;
  for (size_t c = 0; c < chart->n_curves; c++) {
    for (size_t i = 0; i < chart->curves[c].n_points; i++)
      least = fmin(least, chart->curves[c].py[i]);
    for (size_t i = 0; i < chart->curves[c].n; i++)
      widen(&low, &high, chart->curves[c].y[i]);
  }
  f->y_double = chart->y_double && f->log && least > 0 && low > 0;
  f->y_log =
      !chart->stacked && f->log && least > 0 && low > 0 && high > 20 * low;
  f->y_log = f->y_log || f->y_double;
  if (!f->y_log)
    return;
  f->bottom = log10(fmin(least, low)) - 0.1;
  f->top = log10(f->top) + 0.05;
}

/* Digits of a number beside a line across; by powers of 2 only about so. */
enum { DIGITS = 6, FEW_DIGITS = 3 };

/* Append the line across "f" at the value "y", which reads as "text". */
static void put_level(lcm_buf *buf, const struct frame *f, double y,
                      double text) {
  lcm_buf label = {0};
  const double at = up(f, y);
  lcm_svg_line(buf, (const double[]){f->x, at, f->x + f->width, at},
               y != 0 ? " class=\"lcm-grid\" stroke=\"#d8dee4\""
                      : " class=\"lcm-axis\" stroke=\"#888\"");
  lcm_buf_short(&label, text, f->y_double ? FEW_DIGITS : DIGITS);
  lcm_svg_label(buf, (const double[]){f->x - 6, at + 4},
                " class=\"lcm-ink\" text-anchor=\"end\"",
                label.text ? label.text : "");
  lcm_buf_free(&label);
}

/* Append lines across "f" at powers of 2. */
static void put_doublings(lcm_buf *buf, const struct frame *f) {
  const double step = log10(2);
  const double each = fmax(1, ceil((f->top - f->bottom) / step / 9));
  for (double i = ceil(f->bottom / step); i * step <= f->top; i += each)
    put_level(buf, f, exp2(i), exp2(i));
}

/* Append lines across "f" at powers of 10 of "unit", and at twice and five
 * times these where they are few. */
static void put_decades(lcm_buf *buf, const struct frame *f, double unit) {
  static const double LEADS[] = {1, 2, 5};
  const bool few = f->top - f->bottom < 2.5;
  for (double i = floor(f->bottom - log10(unit)); i <= f->top - log10(unit);
       i++)
    for (size_t k = 0; k < (few ? 3 : 1); k++) {
      const double value = LEADS[k] * pow(10, i);
      const double at = log10(value * unit);
      if (at >= f->bottom && at <= f->top)
        put_level(buf, f, value * unit, value);
    }
}

/* Append lines across "f" for values that are multiples of "unit". */
static void put_levels(lcm_buf *buf, const struct frame *f, double unit) {
  if (f->y_double) {
    put_doublings(buf, f);
    return;
  }
  if (f->y_log) {
    put_decades(buf, f, unit);
    return;
  }
  const double step = lcm_svg_step((f->top - f->bottom) / unit, 5);
  const long long first = llround(ceil(f->bottom / unit / step - 1e-9));
  const long long last = llround(floor(f->top / unit / step + 1e-9));
  for (long long i = first; i <= last; i++)
    put_level(buf, f, (double)i * step * unit, (double)i * step);
}

/* Append the ordinate of "f": lines across, and what they are. */
static void put_ordinate(lcm_buf *buf, const struct frame *f,
                         const struct lcm_chart *chart) {
  const struct lcm_time_unit unit =
      lcm_time_unit_for(f->y_log ? pow(10, f->top) : f->top);
  const bool seconds = strstr(chart->y_name, "[s]") != NULL;
  lcm_buf name = {0};
  put_levels(buf, f, seconds ? unit.seconds : 1);
  const size_t n = strcspn(chart->y_name, "[");
  lcm_buf_add(&name, chart->y_name, seconds ? n : strlen(chart->y_name));
  if (seconds)
    lcm_buf_printf(&name, "[%s]", unit.name);
  lcm_buf_printf(buf, "<g transform=\"rotate(-90)\">");
  lcm_svg_label(
      buf, (const double[]){-(f->y + f->height / 2), f->x - LEFT + 14},
      " class=\"lcm-dim\" text-anchor=\"middle\"", name.text ? name.text : "");
  lcm_buf_puts(buf, "</g>\n");
  lcm_buf_free(&name);
}

/* Append the tick of the value "x". */
static void put_tick(lcm_buf *buf, const struct frame *f, double x) {
  lcm_buf text = {0};
  const double at = across(f, x);
  lcm_svg_line(buf,
               (const double[]){at, f->y + f->height, at, f->y + f->height + 4},
               " class=\"lcm-axis\" stroke=\"#888\"");
  lcm_buf_short(&text, x, f->y_double ? FEW_DIGITS : 5);
  lcm_svg_label(buf, (const double[]){at, f->y + f->height + 17},
                " class=\"lcm-ink\" text-anchor=\"middle\"",
                text.text ? text.text : "");
  lcm_buf_free(&text);
}

/* Put the different abscissae of the points of "chart", and of curves through
 * few of them, into "*out"; return how many there are. */
static size_t abscissae(double **out, lcm_ctx *ctx,
                        const struct lcm_chart *chart) {
  LCM_LIST(double) all = {0};
  size_t n = 0;
  for (size_t c = 0; c < chart->n_curves; c++)
    for (size_t i = 0; i < chart->curves[c].n_points; i++)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, chart->curves[c].px[i]);
  for (size_t c = 0; c < chart->n_curves; c++)
    for (size_t i = 0; chart->curves[c].n <= FEW && i < chart->curves[c].n; i++)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, chart->curves[c].x[i]);
  if (all.n > 1)
    qsort(all.at, all.n, sizeof *all.at, lcm_order_numbers);
  for (size_t i = 0; i < all.n; i++)
    if (!n || all.at[i] != all.at[n - 1])
      all.at[n++] = all.at[i];
  *out = all.at;
  return n;
}

/* Append the abscissa of "f": ticks where points are, if these are few; at
 * powers of 2 where the ordinate has these. */
static void put_abscissa(struct drawing *d, const struct frame *f,
                         const struct lcm_chart *chart) {
  double *values = NULL;
  const size_t n = abscissae(&values, d->ctx, chart);
  lcm_buf *buf = d->buf;
  const double bottom = f->y + f->height;
  lcm_svg_line(buf, (const double[]){f->x, bottom, f->x + f->width, bottom},
               " class=\"lcm-axis\" stroke=\"#888\"");
  if (f->y_double) {
    const double each = fmax(1, ceil((f->high - f->low) / 9));
    for (double i = ceil(f->low); i <= f->high; i += each)
      put_tick(buf, f, exp2(i));
  } else if (n && (n <= MOST_TICKS || f->log)) {
    double free_from = -INFINITY;
    for (size_t i = 0; i < n; i++) {
      const double at = across(f, values[i]);
      if (at < free_from)
        continue;
      put_tick(buf, f, values[i]);
      free_from = at + 28;
    }
  } else {
    const double step = lcm_svg_step(f->high - f->low, 8);
    for (double i = ceil(f->low / step); i * step <= f->high; i++)
      put_tick(buf, f, i * step);
  }
  lcm_svg_label(buf, (const double[]){f->x + f->width / 2, bottom + 36},
                " class=\"lcm-dim\" text-anchor=\"middle\"", chart->x_name);
}

/* Append the interval of "curve" as an area. */
static void put_band(lcm_buf *buf, const struct frame *f,
                     const struct lcm_curve *curve, size_t number) {
  if (!curve->low || !curve->high || !curve->n)
    return;
  lcm_buf_printf(buf,
                 "<polygon class=\"lcm-curve\" fill=\"%s\" "
                 "fill-opacity=\"0.15\" points=\"",
                 colour(curve, number));
  for (size_t k = 0; k < 2 * curve->n; k++) {
    const bool back = k >= curve->n;
    const size_t i = back ? 2 * curve->n - 1 - k : k;
    const double y = back ? curve->low[i] : curve->high[i];
    const double at = up(f, isnan(y) ? curve->y[i] : y);
    lcm_svg_place(buf, across(f, curve->x[i]));
    lcm_buf_putc(buf, ',');
    lcm_svg_place(buf, fmax(fmin(at, 2 * f->y + 2 * f->height), -f->height));
    lcm_buf_putc(buf, ' ');
  }
  lcm_buf_puts(buf, "\"/>\n");
}

/* Append the line of "curve". */
static void put_curve(lcm_buf *buf, const struct frame *f,
                      const struct lcm_curve *curve, size_t number) {
  if (!curve->n)
    return;
  lcm_buf_printf(buf,
                 "<polyline class=\"lcm-curve\" fill=\"none\" stroke=\"%s\" "
                 "stroke-width=\"%s\" "
                 "stroke-dasharray=\"%s\" points=\"",
                 colour(curve, number), curve->bound ? "1.4" : "2.2",
                 dashes(number));
  for (size_t i = 0; i < curve->n; i++) {
    if (!isfinite(curve->y[i]))
      continue;
    lcm_svg_place(buf, across(f, curve->x[i]));
    lcm_buf_putc(buf, ',');
    lcm_svg_place(buf, up(f, curve->y[i]));
    lcm_buf_putc(buf, ' ');
  }
  lcm_buf_puts(buf, "\"/>\n");
}

/* Append a mark of "curve" of kind "number" at "at". */
static void put_mark(lcm_buf *buf, const struct lcm_curve *curve,
                     const double at[2], size_t number) {
  lcm_buf_printf(
      buf,
      "<path fill=\"%s\" stroke=\"#fff\" class=\"lcm-edge lcm-curve\" d=\"M",
      colour(curve, number));
  lcm_svg_place(buf, at[0]);
  lcm_buf_putc(buf, ' ');
  lcm_svg_place(buf, at[1]);
  switch ((number + number / 4) % 4) {
  case 0:
    lcm_buf_puts(buf, "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z\"/>\n");
    break;
  case 1:
    lcm_buf_puts(buf, "m-3.6 -3.6h7.2v7.2h-7.2z\"/>\n");
    break;
  case 2:
    lcm_buf_puts(buf, "m0 -4.6l4.6 8h-9.2z\"/>\n");
    break;
  default:
    lcm_buf_puts(buf, "m0 -5l5 5l-5 5l-5 -5z\"/>\n");
    break;
  }
}

/* Append the points of "curve". */
static void put_points(lcm_buf *buf, const struct frame *f,
                       const struct lcm_curve *curve, size_t number) {
  for (size_t i = 0; i < curve->n_points; i++)
    put_mark(buf, curve,
             (const double[]){across(f, curve->px[i]), up(f, curve->py[i])},
             number);
}

/* Append the bars of "chart" on top of each other: "number" of them, at the
 * abscissae of its curves. */
static void put_bars(struct drawing *d, const struct frame *f,
                     const struct lcm_chart *chart) {
  const size_t n = chart->n_curves ? chart->curves[0].n : 0;
  double gap = f->width / 3;
  for (size_t i = 1; i < n; i++)
    gap = fmin(gap, across(f, chart->curves[0].x[i]) -
                        across(f, chart->curves[0].x[i - 1]));
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    for (size_t c = 0; c < chart->n_curves; c++) {
      const struct lcm_curve *curve = &chart->curves[c];
      const double top = up(f, sum + curve->y[i]);
      lcm_buf text = {0};
      lcm_buf_printf(&text, "%s at %s = ", curve->name, chart->x_name);
      lcm_buf_short(&text, curve->x[i], 6);
      lcm_buf_puts(&text, ": ");
      lcm_buf_short(&text, curve->y[i], 4);
      const double box[4] = {across(f, curve->x[i]) - gap * 0.35, top,
                             gap * 0.7, up(f, sum) - top};
      if (box[3] > 0)
        lcm_svg_box(d->buf, box,
                    lcm_arena_printf(lcm_ctx_arena(d->ctx), " fill=\"%s\"",
                                     colour(curve, c)),
                    lcm_ctx_text(d->ctx, &text));
      lcm_buf_free(&text);
      sum += curve->y[i];
    }
  }
}

/* Append what curve "c" of "chart" looks like, from "at" on. */
static void put_stroke(struct drawing *d, const struct lcm_chart *chart,
                       size_t c, const double at[2]) {
  const struct lcm_curve *curve = &chart->curves[c];
  lcm_buf_printf(d->buf,
                 "<path class=\"lcm-curve\" fill=\"none\" stroke=\"%s\" "
                 "stroke-width=\"%s\" stroke-dasharray=\"%s\" d=\"M",
                 colour(curve, c),
                 chart->stacked ? "10"
                 : curve->bound ? "1.4"
                                : "2.2",
                 chart->stacked ? "none" : dashes(c));
  lcm_svg_place(d->buf, at[0]);
  lcm_buf_putc(d->buf, ' ');
  lcm_svg_place(d->buf, at[1]);
  lcm_buf_puts(d->buf, "h26\"/>\n");
}

/* Append the names of the curves of "chart" below its title, from "y" on. */
static void put_legend(struct drawing *d, const struct lcm_chart *chart,
                       double left, double y) {
  double x = left;
  for (size_t c = 0; c < chart->n_curves; c++) {
    const struct lcm_curve *curve = &chart->curves[c];
    if (!curve->name)
      continue;
    const double width = 34 + LETTER * (double)lcm_text_width(curve->name) + 14;
    if (x > left && x + width > left + d->width - RIGHT) {
      x = left;
      y += LINE;
    }
    if (curve->n)
      put_stroke(d, chart, c, (const double[]){x, y - 4});
    if (curve->n_points)
      put_mark(d->buf, curve, (const double[]){x + 13, y - 4}, c);
    lcm_svg_label(d->buf, (const double[]){x + 32, y}, " class=\"lcm-ink\"",
                  curve->name);
    x += width;
  }
}

/* Return how many lines the legend of "chart" takes. */
static size_t legend_lines(const struct drawing *d,
                           const struct lcm_chart *chart) {
  double x = 0;
  size_t lines = 0;
  for (size_t c = 0; c < chart->n_curves; c++) {
    if (!chart->curves[c].name)
      continue;
    const double width =
        34 + LETTER * (double)lcm_text_width(chart->curves[c].name) + 14;
    if (!lines || x + width > d->width - RIGHT) {
      lines++;
      x = 0;
    }
    x += width;
  }
  return lines;
}

/* Append what is in the plot of "chart": intervals below lines below points. */
static void put_curves(struct drawing *d, const struct frame *f,
                       const struct lcm_chart *chart) {
  lcm_buf *buf = d->buf;
  lcm_buf_printf(buf, "<clipPath id=\"%s-plot%zu\"><rect", d->id, d->number);
  lcm_svg_at(buf, "x", f->x);
  lcm_svg_at(buf, "y", f->y);
  lcm_svg_at(buf, "width", f->width);
  lcm_svg_at(buf, "height", f->height);
  lcm_buf_printf(buf, "/></clipPath>\n<g clip-path=\"url(#%s-plot%zu)\">\n",
                 d->id, d->number);
  if (chart->stacked)
    put_bars(d, f, chart);
  for (size_t c = 0; c < chart->n_curves && !chart->stacked; c++)
    put_band(buf, f, &chart->curves[c], c);
  for (size_t c = 0; c < chart->n_curves && !chart->stacked; c++)
    put_curve(buf, f, &chart->curves[c], c);
  lcm_buf_puts(buf, "</g>\n");
  for (size_t c = 0; c < chart->n_curves; c++)
    put_points(buf, f, &chart->curves[c], c);
}

/* Append "chart", its corner being at "x", "y". */
static void put_chart(struct drawing *d, const struct lcm_chart *chart,
                      double x, double y) {
  const size_t room = (size_t)(d->width - 20) / LETTER;
  const size_t lines = legend_lines(d, chart) + (chart->subtitle != NULL);
  const double head = TITLE + LINE * (double)lines + 14;
  struct frame f = {.x = x + LEFT,
                    .y = y + head,
                    .width = d->width - LEFT - RIGHT,
                    .height = d->height - head - BOTTOM};
  double below = y + TITLE;
  set_ranges(&f, chart);
  set_logarithms(&f, chart);
  lcm_svg_label(d->buf, (const double[]){x + 12, below},
                " class=\"lcm-ink\" font-size=\"14\" font-weight=\"bold\"",
                lcm_text_shorten(d->ctx, chart->title, room));
  if (chart->subtitle) {
    below += LINE;
    lcm_svg_label(d->buf, (const double[]){x + 12, below}, " class=\"lcm-dim\"",
                  lcm_text_shorten(d->ctx, chart->subtitle, room));
  }
  put_legend(d, chart, x + 12, below + LINE);
  put_ordinate(d->buf, &f, chart);
  put_abscissa(d, &f, chart);
  put_curves(d, &f, chart);
  d->number++;
}

void lcm_put_charts(lcm_buf *buf, lcm_ctx *ctx,
                    const struct lcm_charts *charts) {
  const size_t n = charts->n;
  struct drawing d = {.ctx = ctx,
                      .buf = buf,
                      .id = charts->id,
                      .width = WIDTH,
                      .height = HEIGHT};
  if (n == 1) {
    d.width = charts->small ? SMALL_WIDTH : ALONE_WIDTH;
    d.height = charts->small ? SMALL_HEIGHT : ALONE_HEIGHT;
  }
  const size_t per_row = n < PER_ROW ? n : PER_ROW;
  const size_t rows = per_row ? (n + per_row - 1) / per_row : 1;
  lcm_buf about = {0};
  for (size_t i = 0; i < n; i++)
    lcm_buf_printf(&about, "%s%s%s%s.", i ? " " : "", charts->at[i].title,
                   charts->at[i].about ? ": " : "",
                   charts->at[i].about ? charts->at[i].about : "");
  const struct lcm_svg_page page = {(double)(per_row ? per_row : 1) * d.width,
                                    (double)rows * d.height, charts->id,
                                    n == 1 ? charts->at[0].title : "Charts",
                                    lcm_cell_take(ctx, &about)};
  lcm_svg_begin(buf, &page);
  for (size_t i = 0; i < n; i++)
    put_chart(&d, &charts->at[i], (double)(i % per_row) * d.width,
              (double)(i / per_row) * d.height);
  lcm_svg_end(buf);
}

LCM_GIVE char *lcm_render_charts(lcm_ctx *ctx, const struct lcm_chart *charts,
                                 size_t n) {
  lcm_buf buf = {0};
  const struct lcm_charts all = {charts, n, "charts", false};
  lcm_put_charts(&buf, ctx, &all);
  return lcm_buf_take(&buf);
}
