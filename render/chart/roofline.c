/* Rooflines: levels of memory and the operations of a core as roofs, fragments
 * as points. */
#include <math.h>

#include "render/chart/roofline.h"
#include "render/table/table.h"

/* Fragments that are drawn at most, and operations of the ordinate. */
enum { MOST_POINTS = 12 };
static const double UNIT = 1e9;

/* What does fewer operations for a byte computes nothing that has a place
 * beside what does. */
static const double LEAST = 0x1p-12;

/* A roofline being drawn. */
struct drawing {
  lcm_ctx *ctx;
  const struct lcm_limits *limits;
  LCM_LIST(struct lcm_curve) curves;
  double low; /* low, high: operations for a byte */
  double high;
  double peak; /* operations a second */
};

/* Return how many operations "part" does for a byte of the level that takes it
 * longest. */
static double intensity(const struct lcm_limit_part *part) {
  return part->flops / part->bytes[part->roof];
}

/* Return whether "part" has a place in the roofline of "limits". */
static bool is_drawn(const struct lcm_limits *limits,
                     const struct lcm_limit_part *part) {
  return part->busy > 0 && part->roof < limits->n_roofs &&
         intensity(part) >= LEAST;
}

/* Return a copy of the "n" numbers at "from". */
static const double *copy(struct drawing *d, const double *from, size_t n) {
  double *to = LCM_NEW_ARRAY(lcm_ctx_arena(d->ctx), double, n + 1);
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
  return to;
}

/* Add the point of "part". */
static void add_point(struct drawing *d, const struct lcm_limit_part *part) {
  const double x = intensity(part);
  const double y = part->flops / part->busy;
  lcm_arena *arena = lcm_ctx_arena(d->ctx);
  const struct lcm_curve curve = {
      .name = lcm_arena_printf(
          arena, "%s (%s)",
          lcm_text_shorten(d->ctx, lcm_node_title(d->ctx, part->node), 36),
          d->limits->roofs[part->roof].name),
      .px = copy(d, &x, 1),
      .py = copy(d, (const double[]){y / UNIT}, 1),
      .n_points = 1};
  LCM_LIST_ADD(arena, &d->curves, curve);
  d->low = fmin(d->low, x);
  d->high = fmax(d->high, x);
  d->peak = fmax(d->peak, y);
}

/* Add the roof "name" of "rate" bytes a second; "thin": of cores together. */
static void add_roof(struct drawing *d, const char *name, double rate,
                     bool thin) {
  const double ridge = fmin(fmax(d->peak / rate, d->low), d->high);
  const double x[] = {d->low, ridge, d->high};
  double y[3];
  for (int i = 0; i < 3; i++)
    y[i] = fmin(d->peak, rate * x[i]) / UNIT;
  const struct lcm_curve curve = {.name = name,
                                  .x = copy(d, x, 3),
                                  .y = copy(d, y, 3),
                                  .n = 3,
                                  .bound = thin};
  LCM_LIST_ADD(lcm_ctx_arena(d->ctx), &d->curves, curve);
}

/* Add the roofs of the levels. */
static void add_roofs(struct drawing *d) {
  for (size_t i = 0; i < d->limits->n_roofs; i++) {
    const struct lcm_roof *roof = &d->limits->roofs[i];
    if (isfinite(roof->alone))
      add_roof(d, roof->name, roof->alone, false);
    if (isfinite(roof->shared) && roof->shared < roof->alone * (1 - 1e-9))
      add_roof(d,
               lcm_arena_printf(lcm_ctx_arena(d->ctx), "%s, shared by %g",
                                roof->name, d->limits->movers),
               roof->shared, true);
  }
}

/* Widen the abscissa of "d" to where the roofs of memory meet that of
 * operations, and let there be room beside points. */
static void set_range(struct drawing *d) {
  for (size_t i = 0; i < d->limits->n_roofs; i++)
    if (isfinite(d->limits->roofs[i].shared))
      d->high = fmax(d->high, d->peak / d->limits->roofs[i].shared);
  d->low = exp2(floor(log2(d->low)) - 1);
  d->high = exp2(ceil(log2(d->high)) + 1);
}

bool lcm_chart_roofline(struct lcm_chart *chart, lcm_ctx *ctx,
                        const lcm_prediction *prediction, size_t i) {
  const lcm_point *point = &prediction->points[i];
  struct drawing d = {.ctx = ctx,
                      .limits = point->limits,
                      .low = INFINITY,
                      .high = 0,
                      .peak = point->limits ? point->limits->peak : 0};
  lcm_buf where = {0};
  if (!d.limits || !d.limits->n_roofs || !(d.peak > 0))
    return false;
  for (size_t k = 0, n = 0; k < d.limits->n_parts && n < MOST_POINTS; k++)
    if (is_drawn(d.limits, &d.limits->parts[k])) {
      add_point(&d, &d.limits->parts[k]);
      n++;
    }
  if (!d.curves.n)
    return false;
  set_range(&d);
  add_roofs(&d);
  lcm_buf_puts(&where, "one core at ");
  lcm_put_point(&where, prediction->grid, i, point->p);
  *chart = (struct lcm_chart){
      .title = "Roofline",
      .subtitle = lcm_cell_take(ctx, &where),
      .about =
          "what fragments do a second over how many operations they do "
          "for a byte of the level of memory that takes them longest, "
          "below the bandwidths of the levels and the operations of a core",
      .x_name = "operations for a byte",
      .y_name = "10^9 operations a second",
      .x_log = true,
      .y_double = true,
      .curves = d.curves.at,
      .n_curves = d.curves.n};
  return true;
}
