/* Bounds and simulations of a model of contention as tables. */
#include <math.h>
#include <string.h>

#include "render/text/model.h"

/* What a table of bounds and simulations shows.
 * bounds, skewed, barriers, upper, conjecture, estimates   some point has
 * that */
struct layout {
  struct lcm_time_unit unit; /* of the times */
  bool plain;                /* they are numbers without one */
  bool bounds;
  bool skewed;
  bool barriers;
  bool upper;
  bool estimates[LCM_CONTENTION_COUNT];
  /* composed, simulated, random: some point was composed, simulated, is
   * random */
  bool composed;
  bool simulated;
  bool random;
};

/* The names of estimates. */
static const char *const ESTIMATES[] = {
#define LCM_CONTENTION(name, word, meaning) word,
#include "model/results/contention.def"
#undef LCM_CONTENTION
};

/* Let "layout" show what "point" has. */
static void show(struct layout *layout, const lcm_point *point) {
  const struct lcm_bound_result *bounds = lcm_point_bounds(point);
  layout->bounds = layout->bounds || point->bounds;
  layout->composed = layout->composed || !isnan(point->composed);
  layout->simulated = layout->simulated || point->simulation;
  layout->random =
      layout->random || (point->simulation && point->simulation->random);
  if (!bounds)
    return;
  layout->skewed = layout->skewed || !isnan(bounds->skewed);
  layout->barriers = layout->barriers || !isnan(bounds->barriers);
  layout->upper = layout->upper || !isnan(bounds->upper);
  for (size_t i = 0; i < LCM_CONTENTION_COUNT; i++)
    layout->estimates[i] = layout->estimates[i] || !isnan(bounds->estimates[i]);
}

/* Return what the table for "prediction" shows. */
static struct layout plan(const lcm_prediction *prediction) {
  struct layout layout = {.plain = lcm_prediction_is_plain(prediction)};
  double least = HUGE_VAL;
  double most = 0;
  for (size_t i = 0; i < prediction->grid->n_points; i++) {
    const lcm_point *point = &prediction->points[i];
    show(&layout, point);
    least = fmin(least, point->time);
    most = fmax(most, point->time);
  }
  layout.unit = lcm_time_unit_between(least, most);
  return layout;
}

/* Return "seconds" as a cell. */
static const char *cell(lcm_ctx *ctx, double seconds,
                        const struct layout *layout) {
  if (isnan(seconds))
    return "-";
  return layout->plain ? lcm_cell_value(ctx, seconds)
                       : lcm_cell_in(ctx, seconds, layout->unit);
}

static void add_times(struct lcm_table *table, const char *name,
                      const struct layout *layout) {
  lcm_table_numbers(
      table,
      layout->plain ? name : lcm_heading_in(table->ctx, name, layout->unit));
}

/* Add the columns that "layout" says. */
static void add_columns(struct lcm_table *table,
                        const lcm_prediction *prediction,
                        const struct layout *layout) {
  const lcm_grid *grid = prediction->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (lcm_grid_shows(grid, j))
      lcm_table_numbers(table, lcm_grid_label(grid, j));
  if (layout->composed)
    add_times(table, "composed", layout);
  if (layout->bounds) {
    add_times(table, "phi", layout);
    add_times(table, "omega", layout);
    add_times(table, "bound", layout);
  }
  if (layout->skewed)
    add_times(table, "skewed", layout);
  if (layout->barriers)
    add_times(table, "barriers", layout);
  if (layout->simulated)
    add_times(table, "simulated", layout);
  if (layout->random) {
    lcm_table_numbers(table, "interval");
    lcm_table_numbers(table, "runs");
  }
  for (size_t i = 0; i < LCM_CONTENTION_COUNT; i++)
    if (layout->estimates[i])
      add_times(table, ESTIMATES[i], layout);
  if (layout->upper)
    add_times(table, "at most", layout);
  if (layout->bounds)
    lcm_table_texts(table, "set by");
}

/* Add the cells of the bounds of "point" up to the simulation. */
static void add_bounds(struct lcm_table *table, const lcm_point *point,
                       const struct layout *layout) {
  const struct lcm_bound_result *b = lcm_point_bounds(point);
  lcm_ctx *ctx = table->ctx;
  if (layout->bounds) {
    lcm_table_cell(table, cell(ctx, b ? b->phi : NAN, layout));
    lcm_table_cell(table, cell(ctx, b ? b->omega : NAN, layout));
    lcm_table_look(table, cell(ctx, b ? b->time : NAN, layout), LCM_LOOK_BOLD);
  }
  if (layout->skewed)
    lcm_table_cell(table, cell(ctx, b ? b->skewed : NAN, layout));
  if (layout->barriers)
    lcm_table_cell(table, cell(ctx, b ? b->barriers : NAN, layout));
}

/* Add the cells of the simulation of "point". */
static void add_simulation(struct lcm_table *table, const lcm_point *point,
                           const struct layout *layout) {
  const struct lcm_simulate_result *s = point->simulation;
  lcm_ctx *ctx = table->ctx;
  if (layout->simulated)
    lcm_table_look(table, cell(ctx, s ? s->time : NAN, layout), LCM_LOOK_BOLD);
  if (!layout->random)
    return;
  if (s && s->random) {
    lcm_table_cell(table, lcm_arena_printf(lcm_ctx_arena(ctx), "%s..%s",
                                           cell(ctx, s->low, layout),
                                           cell(ctx, s->high, layout)));
    lcm_table_cell(table, lcm_cell_exact(ctx, (double)s->replications));
  } else {
    lcm_table_cell(table, "-");
    lcm_table_cell(table, "-");
  }
}

/* Add the row of point "i". */
static void add_row(struct lcm_table *table, const lcm_prediction *prediction,
                    size_t i, const struct layout *layout) {
  const lcm_point *point = &prediction->points[i];
  const struct lcm_bound_result *b = lcm_point_bounds(point);
  const lcm_grid *grid = prediction->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (lcm_grid_shows(grid, j))
      lcm_table_cell(table, lcm_cell_value(table->ctx, grid->columns[j][i]));
  if (layout->composed)
    lcm_table_cell(table, cell(table->ctx, point->composed, layout));
  add_bounds(table, point, layout);
  add_simulation(table, point, layout);
  for (size_t k = 0; k < LCM_CONTENTION_COUNT; k++)
    if (layout->estimates[k])
      lcm_table_cell(table,
                     cell(table->ctx, b ? b->estimates[k] : NAN, layout));
  if (layout->upper)
    lcm_table_cell(table, cell(table->ctx, b ? b->upper : NAN, layout));
  if (layout->bounds)
    lcm_table_cell(table, !b            ? "-"
                          : b->resource ? b->resource
                                        : "critical path");
}

/* Append one sentence on the last point. */
static void put_summary(lcm_buf *buf, const lcm_prediction *prediction) {
  if (prediction->name)
    lcm_buf_printf(buf, "%s, ", prediction->name);
  lcm_put_model_headline(buf, prediction, prediction->grid->n_points - 1);
  lcm_buf_putc(buf, '\n');
}

/* Append from which values of the params resources bind at the last point. */
static void put_saturations(lcm_buf *buf, const lcm_prediction *prediction) {
  const lcm_point *point = &prediction->points[prediction->grid->n_points - 1];
  const struct lcm_bound_result *b = lcm_point_bounds(point);
  for (size_t i = 0; b && i < b->n_saturations; i++)
    if (b->saturations[i].value > 0) {
      lcm_buf_printf(buf, "%s binds from %s = ", b->saturations[i].resource,
                     b->saturations[i].param);
      lcm_buf_short(buf, b->saturations[i].value, 6);
      lcm_buf_putc(buf, '\n');
    }
  if (b && b->random_max)
    lcm_buf_puts(buf, "random times below a maximum: the mean may be far above "
                      "the bound\n");
}

void lcm_put_contention(lcm_buf *buf, lcm_ctx *ctx,
                        const lcm_prediction *prediction,
                        const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  const struct layout layout = plan(prediction);
  if (!layout.bounds && !layout.simulated && !prediction->bare)
    return;
  put_summary(buf, prediction);
  put_saturations(buf, prediction);
  if (prediction->bare) {
    lcm_put_basis(buf, &prediction->basis, true);
    lcm_put_doubt(buf, prediction, LCM_DOUBT_BELOW);
  }
  lcm_buf_putc(buf, '\n');
  add_columns(&table, prediction, &layout);
  for (size_t i = 0; i < prediction->grid->n_points; i++)
    add_row(&table, prediction, i, &layout);
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* ---- for programs -------------------------------------------------------- */

void lcm_contention_columns(struct lcm_table *table,
                            const lcm_prediction *prediction) {
  static const char *const BOUNDS[] = {"phi",      "omega", "lower", "skewed",
                                       "barriers", "upper", "theta"};
  const struct layout layout = plan(prediction);
  for (size_t i = 0; layout.bounds && i < sizeof BOUNDS / sizeof *BOUNDS; i++)
    lcm_table_numbers(table, BOUNDS[i]);
  if (layout.bounds)
    lcm_table_texts(table, "resource");
  for (size_t i = 0; i < LCM_CONTENTION_COUNT; i++)
    if (layout.estimates[i])
      lcm_table_numbers(table, ESTIMATES[i]);
  if (!layout.simulated)
    return;
  lcm_table_numbers(table, "simulated");
  lcm_table_numbers(table, "simulated_low");
  lcm_table_numbers(table, "simulated_high");
  lcm_table_numbers(table, "replications");
}

void lcm_contention_row(struct lcm_table *table,
                        const lcm_prediction *prediction, size_t i) {
  const struct layout layout = plan(prediction);
  const lcm_point *point = &prediction->points[i];
  const struct lcm_bound_result none = {.phi = NAN,
                                        .omega = NAN,
                                        .time = NAN,
                                        .skewed = NAN,
                                        .barriers = NAN,
                                        .upper = NAN,
                                        .theta = NAN,
                                        .estimates = {NAN, NAN, NAN}};
  const struct lcm_bound_result *b =
      lcm_point_bounds(point) ? lcm_point_bounds(point) : &none;
  const struct lcm_simulate_result *s = point->simulation;
  const double bounds[] = {b->phi,      b->omega, b->time, b->skewed,
                           b->barriers, b->upper, b->theta};
  const double simulated[] = {s ? s->time : NAN, s ? s->low : NAN,
                              s ? s->high : NAN,
                              s ? (double)s->replications : NAN};
  for (size_t k = 0; layout.bounds && k < 7; k++)
    lcm_table_cell(table, lcm_cell_exact(table->ctx, bounds[k]));
  if (layout.bounds)
    lcm_table_cell(table, b->resource ? b->resource : "");
  for (size_t k = 0; k < LCM_CONTENTION_COUNT; k++)
    if (layout.estimates[k])
      lcm_table_cell(table, lcm_cell_exact(table->ctx, b->estimates[k]));
  for (size_t k = 0; layout.simulated && k < 4; k++)
    lcm_table_cell(table, lcm_cell_exact(table->ctx, simulated[k]));
}
