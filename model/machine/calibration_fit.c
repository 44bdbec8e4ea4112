/* How the costs of a machine grow with the number of threads: the shape that
 * fits best. */
#include <math.h>
#include <string.h>

#include "model/machine/calibration_fit.h"

/* How a cost grows with p: not; once there is more than one; with the levels
 * of a tree; with each more. */
enum shape { SHAPE_CONST, SHAPE_STEP, SHAPE_LOG, SHAPE_LINEAR, SHAPE_COUNT };

/* The forms a value may have: a FIRST(p) + b SECOND(p), or, "in_m", a FIRST(p)
 * + b SECOND(p) m. */
struct form {
  enum shape first;
  enum shape second;
  bool in_m;
};

/* A form with coefficients. */
struct fitted {
  struct form form;
  double a;
  double b;
  /* the root of the mean square of what it is off by, in shares of the values;
   * INFINITY: it does not fit */
  double off;
};

/* The points "at", n of them, and the smallest value that matters. */
struct points {
  const struct lcm_calibration_point *at;
  size_t n;
  double floor;
};

/* The shape that is taken of a cost where the measurements do not tell. */
static const struct {
  const char *name;
  enum shape shape;
} USUAL[] = {{"fork", SHAPE_LINEAR},           {"barrier", SHAPE_LOG},
             {"MPI_Barrier", SHAPE_LOG},       {"MPI_Bcast", SHAPE_LOG},
             {"MPI_Reduce", SHAPE_LOG},        {"MPI_Allreduce", SHAPE_LOG},
             {"MPI_Scan", SHAPE_LOG},          {"MPI_Gather", SHAPE_LINEAR},
             {"MPI_Scatter", SHAPE_LINEAR},    {"MPI_Allgather", SHAPE_LINEAR},
             {"MPI_Alltoall", SHAPE_LINEAR},   {"transfer", SHAPE_CONST},
             {"MPI_Reduce_scatter", SHAPE_LOG}};

/* Return the usual shape of the cost "name". */
static enum shape usual_shape(const char *name) {
  for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL; i++)
    if (!strcmp(USUAL[i].name, name))
      return USUAL[i].shape;
  return SHAPE_STEP;
}

/* Return the value of "shape" at "p". */
static double shape_at(enum shape shape, double p) {
  switch (shape) {
  case SHAPE_STEP:
    return p > 1;
  case SHAPE_LOG:
    return log2(p);
  case SHAPE_LINEAR:
    return p - 1;
  case SHAPE_CONST:
  case SHAPE_COUNT:
    break;
  }
  return 1;
}

static double value_at(const struct fitted *f,
                       const struct lcm_calibration_point *point) {
  return f->a * shape_at(f->form.first, point->p) +
         f->b * shape_at(f->form.second, point->p) *
             (f->form.in_m ? point->m : 1);
}

/* Return what is off at "point" counts relative to: its value, or, of one that
 * is hardly told from 0, its interval. */
static double scale(const struct points *points,
                    const struct lcm_calibration_point *point) {
  return fmax(fmax(point->is.value, 2 * point->is.half), points->floor);
}

/* Return "f" with how far it is off. */
static struct fitted judge(struct fitted f, const struct points *points) {
  double sum = 0;
  for (size_t i = 0; i < points->n; i++) {
    const struct lcm_calibration_point *point = &points->at[i];
    const double off =
        (value_at(&f, point) - point->is.value) / scale(points, point);
    sum += off * off;
  }
  f.off = sqrt(sum / (double)points->n);
  const bool falls = f.form.second == SHAPE_STEP && !f.form.in_m;
  if (!(f.a >= 0 && (falls ? f.a + f.b : f.b) >= -1e-20) || !isfinite(f.off))
    f.off = INFINITY;
  return f;
}

/* Return "form" fitted by least squares of what it is off by in shares; a
 * coefficient that would be negative is 0, but where there is only one thread
 * anything may cost more. */
static struct fitted fit(struct form form, const struct points *points) {
  double xx = 0;
  double xy = 0;
  double yy = 0;
  double xv = 0;
  double yv = 0;
  for (size_t i = 0; i < points->n; i++) {
    const struct lcm_calibration_point *point = &points->at[i];
    const double w = 1 / scale(points, point);
    const double x = shape_at(form.first, point->p) * w;
    const double y =
        shape_at(form.second, point->p) * (form.in_m ? point->m : 1) * w;
    const double v = point->is.value * w;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xv += x * v;
    yv += y * v;
  }
  const double det = xx * yy - xy * xy;
  struct fitted both = {form, 0, 0, INFINITY};
  if (det > 1e-9 * xx * yy) {
    both.a = (xv * yy - yv * xy) / det;
    both.b = (yv * xx - xv * xy) / det;
    both = judge(both, points);
  }
  if (isfinite(both.off))
    return both;
  const struct fitted one =
      judge((struct fitted){form, xx > 0 ? xv / xx : 0, 0, 0}, points);
  const struct fitted other =
      judge((struct fitted){form, 0, yy > 0 ? yv / yy : 0, 0}, points);
  return one.off <= other.off ? one : other;
}

/* Return the best form for "points", "usual" where others are no better by a
 * fifth; without "in_m" the first part is constant. */
static struct fitted best_form(const struct points *points, enum shape usual,
                               bool in_m) {
  const struct form first = {in_m ? usual : SHAPE_CONST, usual, in_m};
  struct fitted best = fit(first, points);
  const enum shape last = in_m ? SHAPE_LINEAR : SHAPE_CONST;
  for (enum shape a = SHAPE_CONST; a <= last; a++)
    for (enum shape b = SHAPE_CONST; b < SHAPE_COUNT; b++) {
      const struct fitted other = fit((struct form){a, b, in_m}, points);
      if (other.off < 0.8 * best.off - 1e-6)
        best = other;
    }
  return best;
}

/* Return how many values p has, or, "of_m", m. */
static size_t count_values(const struct points *points, bool of_m) {
  size_t n = 0;
  for (size_t i = 0; i < points->n; i++) {
    bool known = false;
    for (size_t k = 0; k < i; k++)
      known = known || (of_m ? points->at[k].m == points->at[i].m
                             : points->at[k].p == points->at[i].p);
    n += !known;
  }
  return n;
}

/* Append " + " where something stands in "buf", and "value". */
static void put_number(lcm_buf *buf, double value) {
  if (buf->len)
    lcm_buf_puts(buf, " + ");
  lcm_buf_short(buf, value, 4);
}

/* Append "value" times "shape". */
static void put_term(lcm_buf *buf, double value, enum shape shape, bool in_m) {
  static const char *const TIMES[] = {"", "", " * log2(p)", " * (p - 1)", ""};
  if (!(value > 0))
    return;
  put_number(buf, value);
  lcm_buf_puts(buf, TIMES[shape]);
  if (in_m)
    lcm_buf_puts(buf, " * m");
}

/* Return "f" as an expression. */
static const char *to_text(lcm_ctx *ctx, const struct fitted *f) {
  lcm_buf buf = {0};
  if (!f->form.in_m && f->form.second == SHAPE_STEP && f->b != 0) {
    lcm_buf_puts(&buf, "if(p <= 1, ");
    lcm_buf_short(&buf, f->a, 4);
    lcm_buf_puts(&buf, ", ");
    lcm_buf_short(&buf, fmax(0, f->a + f->b), 4);
    lcm_buf_putc(&buf, ')');
  } else {
    put_term(&buf, f->a, f->form.first, false);
    put_term(&buf, f->b, f->form.second, f->form.in_m);
  }
  if (!buf.len)
    lcm_buf_putc(&buf, '0');
  return lcm_ctx_text(ctx, &buf);
}

/* A value that is "low" up to "m" bytes, and "high" beyond; infinite m: low
 * alone. */
struct pieces {
  struct fitted low;
  struct fitted high;
  double m;
};

static double pieces_at(const struct pieces *pieces,
                        const struct lcm_calibration_point *point) {
  return value_at(point->m <= pieces->m ? &pieces->low : &pieces->high, point);
}

/* Put those of "points" with m up to "m", or, "beyond", above into "out". */
static struct points part_of(lcm_arena *arena, const struct points *points,
                             double m, bool beyond) {
  struct lcm_calibration_point *at =
      LCM_NEW_ARRAY(arena, struct lcm_calibration_point, points->n);
  size_t n = 0;
  for (size_t i = 0; i < points->n; i++)
    if ((points->at[i].m > m) == beyond)
      at[n++] = points->at[i];
  return (struct points){at, n, points->floor};
}

/* Return "points" in two pieces where that is at most half as far off as
 * "whole". */
static struct pieces split(lcm_arena *arena, const struct points *points,
                           enum shape usual, struct fitted whole) {
  struct pieces best = {whole, whole, INFINITY};
  double least = 0.5 * whole.off;
  for (size_t i = 0; i < points->n && whole.off > 0.1; i++) {
    const double m = points->at[i].m;
    const struct points low = part_of(arena, points, m, false);
    const struct points high = part_of(arena, points, m, true);
    if (count_values(&low, true) < 3 || count_values(&high, true) < 3)
      continue;
    const struct pieces pieces = {best_form(&low, usual, true),
                                  best_form(&high, usual, true), m};
    const double off =
        sqrt((pieces.low.off * pieces.low.off * (double)low.n +
              pieces.high.off * pieces.high.off * (double)high.n) /
             (double)points->n);
    if (off < least) {
      least = off;
      best = pieces;
    }
  }
  return best;
}

/* Return by which share "pieces" are off at most, with the intervals. */
static double error_of(const struct pieces *pieces,
                       const struct points *points) {
  double error = 0;
  for (size_t i = 0; i < points->n; i++) {
    const struct lcm_calibration_point *point = &points->at[i];
    const double off = fabs(pieces_at(pieces, point) - point->is.value);
    error = fmax(error, (off + point->is.half) / scale(points, point));
  }
  return error < 1e-9 ? 0 : error;
}

void lcm_calibration_fit(lcm_ctx *ctx, struct lcm_calibrated *out) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct points points = {out->points, out->n, 0};
  for (size_t i = 0; i < out->n; i++)
    points.floor = fmax(points.floor, 0.01 * out->points[i].is.value);
  const bool in_m = count_values(&points, true) > 1;
  const bool in_p = count_values(&points, false) > 1;
  const enum shape usual = in_p || in_m ? usual_shape(out->name) : SHAPE_CONST;
  const struct fitted whole =
      !in_p && !in_m
          ? fit((struct form){SHAPE_CONST, SHAPE_CONST, false}, &points)
          : best_form(&points, usual, in_m);
  const struct pieces pieces = in_m ? split(arena, &points, usual, whole)
                                    : (struct pieces){whole, whole, INFINITY};
  out->text = to_text(ctx, &pieces.low);
  if (isfinite(pieces.m)) {
    lcm_buf buf = {0};
    lcm_buf_puts(&buf, "if(m <= ");
    lcm_buf_short(&buf, pieces.m, 15);
    lcm_buf_printf(&buf, ", %s, %s)", to_text(ctx, &pieces.low),
                   to_text(ctx, &pieces.high));
    out->text = lcm_ctx_text(ctx, &buf);
  }
  out->error = error_of(&pieces, &points);
}
