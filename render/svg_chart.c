#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/fit.h"
#include "render/render_internal.h"

/* Sizes in pixels: a chart alone, one of several, what is around its plot. */
enum {
  ALONE_WIDTH = 760,
  ALONE_HEIGHT = 460,
  WIDTH = 470,
  HEIGHT = 320,
  PER_ROW = 3,
  LEFT = 62,
  RIGHT = 16,
  BOTTOM = 46,
  TITLE = 22,
  LINE = 16,
  LETTER = 7,
  MOST_TICKS = 12
};

/* Where a plot is, and what is in it.
 * x, y, width, height   in pixels
 * low, high             values of the abscissa (logarithms where "log")
 * bottom, top           values of the ordinate (logarithms where "y_log") */
struct frame {
  double x;
  double y;
  double width;
  double height;
  double low;
  double high;
  double bottom;
  double top;
  bool log;
  bool y_log;
};

/* A picture being drawn: "number" counts its charts. */
struct drawing {
  lcm_ctx *ctx;
  lcm_buf *buf;
  size_t number;
  double width;
  double height;
};

/* Return colour "i": those of Okabe and Ito, which people who do not see all
 * colours tell apart. */
static const char *colour(size_t i) {
  static const char *const COLOURS[] = {"#0072B2", "#D55E00", "#009E73",
                                        "#CC79A7", "#E69F00", "#56B4E9"};
  return COLOURS[i % (sizeof COLOURS / sizeof *COLOURS)];
}

/* Return how line "i" is dashed. */
static const char *dashes(size_t i) {
  static const char *const DASHES[] = {"none", "7 3", "2 3", "9 3 2 3"};
  return DASHES[i % (sizeof DASHES / sizeof *DASHES)];
}

/* Append "text" as XML has it. */
static void put_text(lcm_buf *buf, const char *text) {
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c == '<')
      lcm_buf_puts(buf, "&lt;");
    else if (c == '&')
      lcm_buf_puts(buf, "&amp;");
    else if (c == '"')
      lcm_buf_puts(buf, "&quot;");
    else
      lcm_buf_putc(buf, c < 0x20 ? ' ' : (char)c);
  }
}

/* Append a coordinate. */
static void put_place(lcm_buf *buf, double value) {
  lcm_buf_short(buf, round(value * 10) / 10, 6);
}

/* Append the attribute "name" of a coordinate. */
static void put_at(lcm_buf *buf, const char *name, double value) {
  lcm_buf_printf(buf, " %s=\"", name);
  put_place(buf, value);
  lcm_buf_putc(buf, '"');
}

/* Append "text" at "x", "y" with "attributes". */
static void put_label(lcm_buf *buf, double x, double y, const char *attributes,
                      const char *text) {
  lcm_buf_puts(buf, "<text");
  put_at(buf, "x", x);
  put_at(buf, "y", y);
  lcm_buf_printf(buf, "%s>", attributes);
  put_text(buf, text);
  lcm_buf_puts(buf, "</text>\n");
}

/* Append a line from "x1", "y1" to "x2", "y2". */
static void put_line(lcm_buf *buf, double x1, double y1, double x2, double y2,
                     const char *attributes) {
  lcm_buf_puts(buf, "<line");
  put_at(buf, "x1", x1);
  put_at(buf, "y1", y1);
  put_at(buf, "x2", x2);
  put_at(buf, "y2", y2);
  lcm_buf_printf(buf, "%s/>\n", attributes);
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
  const double margin = 0.03 * (f->high - f->low);
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
  f->y_log = f->log && least > 0 && low > 0 && high > 20 * low;
  if (!f->y_log)
    return;
  f->bottom = log10(fmin(least, low)) - 0.1;
  f->top = log10(f->top) + 0.05;
}

/* Return a round step that divides "range" into at most "most" parts. */
static double step_for(double range, int most) {
  const double least = range / most;
  const double power = pow(10, floor(log10(least)));
  const double lead = least / power;
  return power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
}

/* Append the line across "f" at the value "y", which reads as "text". */
static void put_level(lcm_buf *buf, const struct frame *f, double y,
                      double text) {
  lcm_buf label = {0};
  const double at = up(f, y);
  put_line(buf, f->x, at, f->x + f->width, at,
           y != 0 ? " stroke=\"#e4e4e4\"" : " stroke=\"#888\"");
  lcm_buf_short(&label, text, 6);
  put_label(buf, f->x - 6, at + 4, " text-anchor=\"end\"",
            label.text ? label.text : "");
  lcm_buf_free(&label);
}

/* Append lines across "f" for values that are multiples of "unit". */
static void put_levels(lcm_buf *buf, const struct frame *f, double unit) {
  if (f->y_log) {
    for (double i = ceil(f->bottom); i <= f->top; i++)
      put_level(buf, f, pow(10, i), pow(10, i) / unit);
    return;
  }
  const double step = step_for((f->top - f->bottom) / unit, 5);
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
  put_label(buf, -(f->y + f->height / 2), f->x - LEFT + 14,
            " text-anchor=\"middle\"", name.text ? name.text : "");
  lcm_buf_puts(buf, "</g>\n");
  lcm_buf_free(&name);
}

/* Append the tick of the value "x". */
static void put_tick(lcm_buf *buf, const struct frame *f, double x) {
  lcm_buf text = {0};
  const double at = across(f, x);
  put_line(buf, at, f->y + f->height, at, f->y + f->height + 4,
           " stroke=\"#888\"");
  lcm_buf_short(&text, x, 5);
  put_label(buf, at, f->y + f->height + 17, " text-anchor=\"middle\"",
            text.text ? text.text : "");
  lcm_buf_free(&text);
}

/* Order numbers. */
static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Put the different abscissae of the points of "chart" into "*out"; return how
 * many there are. */
static size_t abscissae(double **out, lcm_ctx *ctx,
                        const struct lcm_chart *chart) {
  LCM_LIST(double) all = {0};
  size_t n = 0;
  for (size_t c = 0; c < chart->n_curves; c++)
    for (size_t i = 0; i < chart->curves[c].n_points; i++)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &all, chart->curves[c].px[i]);
  if (all.n > 1)
    qsort(all.at, all.n, sizeof *all.at, by_value);
  for (size_t i = 0; i < all.n; i++)
    if (!n || all.at[i] != all.at[n - 1])
      all.at[n++] = all.at[i];
  *out = all.at;
  return n;
}

/* Append the abscissa of "f": ticks where points are, if these are few. */
static void put_abscissa(struct drawing *d, const struct frame *f,
                         const struct lcm_chart *chart) {
  double *values = NULL;
  const size_t n = abscissae(&values, d->ctx, chart);
  lcm_buf *buf = d->buf;
  put_line(buf, f->x, f->y + f->height, f->x + f->width, f->y + f->height,
           " stroke=\"#888\"");
  if (n && (n <= MOST_TICKS || f->log)) {
    double free_from = -INFINITY;
    for (size_t i = 0; i < n; i++) {
      const double at = across(f, values[i]);
      if (at < free_from)
        continue;
      put_tick(buf, f, values[i]);
      free_from = at + 28;
    }
  } else {
    const double step = step_for(f->high - f->low, 8);
    for (double i = ceil(f->low / step); i * step <= f->high; i++)
      put_tick(buf, f, i * step);
  }
  put_label(buf, f->x + f->width / 2, f->y + f->height + 36,
            " text-anchor=\"middle\"", chart->x_name);
}

/* Append the interval of "curve" as an area. */
static void put_band(lcm_buf *buf, const struct frame *f,
                     const struct lcm_curve *curve, size_t number) {
  if (!curve->low || !curve->high || !curve->n)
    return;
  lcm_buf_printf(buf, "<polygon fill=\"%s\" fill-opacity=\"0.15\" points=\"",
                 colour(number));
  for (size_t k = 0; k < 2 * curve->n; k++) {
    const bool back = k >= curve->n;
    const size_t i = back ? 2 * curve->n - 1 - k : k;
    const double y = back ? curve->low[i] : curve->high[i];
    const double at = up(f, isnan(y) ? curve->y[i] : y);
    put_place(buf, across(f, curve->x[i]));
    lcm_buf_putc(buf, ',');
    put_place(buf, fmax(fmin(at, 2 * f->y + 2 * f->height), -f->height));
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
                 "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
                 "stroke-dasharray=\"%s\" points=\"",
                 colour(number), dashes(number));
  for (size_t i = 0; i < curve->n; i++) {
    if (!isfinite(curve->y[i]))
      continue;
    put_place(buf, across(f, curve->x[i]));
    lcm_buf_putc(buf, ',');
    put_place(buf, up(f, curve->y[i]));
    lcm_buf_putc(buf, ' ');
  }
  lcm_buf_puts(buf, "\"/>\n");
}

/* Append a mark of kind "number" at "x", "y". */
static void put_mark(lcm_buf *buf, double x, double y, size_t number) {
  lcm_buf_printf(buf, "<path fill=\"%s\" stroke=\"#fff\" d=\"M",
                 colour(number));
  put_place(buf, x);
  lcm_buf_putc(buf, ' ');
  put_place(buf, y);
  switch (number % 4) {
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
    lcm_buf_printf(d->buf,
                   "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
                   "stroke-dasharray=\"%s\" d=\"M",
                   colour(c), dashes(c));
    put_place(d->buf, x);
    lcm_buf_putc(d->buf, ' ');
    put_place(d->buf, y - 4);
    lcm_buf_puts(d->buf, "h26\"/>\n");
    if (curve->n_points)
      put_mark(d->buf, x + 13, y - 4, c);
    put_label(d->buf, x + 32, y, "", curve->name);
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
  lcm_buf_printf(buf, "<clipPath id=\"plot%zu\"><rect", d->number);
  put_at(buf, "x", f->x);
  put_at(buf, "y", f->y);
  put_at(buf, "width", f->width);
  put_at(buf, "height", f->height);
  lcm_buf_printf(buf, "/></clipPath>\n<g clip-path=\"url(#plot%zu)\">\n",
                 d->number);
  for (size_t c = 0; c < chart->n_curves; c++)
    put_band(buf, f, &chart->curves[c], c);
  for (size_t c = 0; c < chart->n_curves; c++)
    put_curve(buf, f, &chart->curves[c], c);
  lcm_buf_puts(buf, "</g>\n");
  for (size_t c = 0; c < chart->n_curves; c++)
    for (size_t i = 0; i < chart->curves[c].n_points; i++)
      put_mark(buf, across(f, chart->curves[c].px[i]),
               up(f, chart->curves[c].py[i]), c);
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
  put_label(d->buf, x + 12, below, " font-size=\"14\" font-weight=\"bold\"",
            lcm_text_shorten(d->ctx, chart->title, room));
  if (chart->subtitle) {
    below += LINE;
    put_label(d->buf, x + 12, below, " fill=\"#444\"",
              lcm_text_shorten(d->ctx, chart->subtitle, room));
  }
  put_legend(d, chart, x + 12, below + LINE);
  put_ordinate(d->buf, &f, chart);
  put_abscissa(d, &f, chart);
  put_curves(d, &f, chart);
  d->number++;
}

LCM_GIVE char *lcm_render_charts(lcm_ctx *ctx, const struct lcm_chart *charts,
                                 size_t n) {
  lcm_buf buf = {0};
  struct drawing d = {ctx, &buf, 0, n == 1 ? ALONE_WIDTH : WIDTH,
                      n == 1 ? ALONE_HEIGHT : HEIGHT};
  const size_t per_row = n < PER_ROW ? n : PER_ROW;
  const size_t rows = per_row ? (n + per_row - 1) / per_row : 1;
  lcm_buf_printf(&buf,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" "
                 "height=\"%zu\" font-family=\"sans-serif\" "
                 "font-size=\"12\" fill=\"#222\">\n"
                 "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                 (per_row ? per_row : 1) * (size_t)d.width,
                 rows * (size_t)d.height);
  for (size_t i = 0; i < n; i++)
    put_chart(&d, &charts[i], (double)(i % per_row) * d.width,
              (double)(i / per_row) * d.height);
  lcm_buf_puts(&buf, "</svg>\n");
  return lcm_buf_take(&buf);
}
