/* How predictions compare with measurements, as text. */
#include <math.h>
#include <string.h>

#include "render/text/validation.h"

/* Rows of less than this share of the time are summed up. */
static const double SMALL = 0.001;

/* Add the columns of the variables of "v", and those of `times` in "unit". */
static void add_point_columns(struct lcm_table *table, const lcm_validation *v,
                              struct lcm_time_unit unit) {
  for (size_t j = 0; j < v->points[0].n_params; j++)
    lcm_table_numbers(table, v->points[0].params[j].name);
  lcm_table_numbers(table, "runs");
  lcm_table_numbers(table, lcm_heading_in(table->ctx, "measured", unit));
  lcm_table_numbers(table, lcm_heading_in(table->ctx, "predicted", unit));
  lcm_table_numbers(table, "error [%]");
  lcm_table_numbers(table, lcm_heading_in(table->ctx, "90 % interval", unit));
  lcm_table_texts(table, "holds it");
}

/* Return "fraction" in per cent with a sign. */
static const char *signed_percent(lcm_ctx *ctx, double fraction) {
  return isnan(fraction)
             ? "-"
             : lcm_arena_printf(lcm_ctx_arena(ctx), "%+.1f", 100 * fraction);
}

/* Add the row of "point". */
static void add_point(struct lcm_table *table,
                      const struct lcm_validation_point *point,
                      struct lcm_time_unit unit) {
  lcm_ctx *ctx = table->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const bool interval = point->low < point->high;
  for (size_t j = 0; j < point->n_params; j++)
    lcm_table_cell(table, lcm_cell_value(ctx, point->params[j].value));
  lcm_table_cell(table, lcm_arena_printf(arena, "%zu", point->runs));
  lcm_table_cell(table, lcm_cell_in(ctx, point->measured, unit));
  lcm_table_look(table, lcm_cell_in(ctx, point->predicted, unit),
                 LCM_LOOK_BOLD);
  lcm_table_cell(table, signed_percent(ctx, point->error));
  lcm_table_cell(
      table, interval ? lcm_arena_printf(arena, "%s..%s",
                                         lcm_cell_in(ctx, point->low, unit),
                                         lcm_cell_in(ctx, point->high, unit))
                      : "-");
  lcm_table_look(table, interval ? point->covered ? "yes" : "no" : "-",
                 interval && !point->covered ? LCM_LOOK_BAD : LCM_LOOK_PLAIN);
}

/* Append the table of the points of "v". */
static void put_points(lcm_buf *buf, lcm_ctx *ctx, const lcm_validation *v,
                       lcm_format format, const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  double least = INFINITY;
  double most = 0;
  for (size_t i = 0; i < v->n_points; i++) {
    least = fmin(least, fmin(v->points[i].measured, v->points[i].predicted));
    most = fmax(most, fmax(v->points[i].measured, v->points[i].predicted));
  }
  const struct lcm_time_unit unit = lcm_time_unit_between(least, most);
  add_point_columns(&table, v, unit);
  for (size_t i = 0; i < v->n_points; i++)
    add_point(&table, &v->points[i], unit);
  lcm_table_print(buf, &table, format, style);
}

/* Return what the fragment of "row" is called by people. */
static const char *title_of(const struct lcm_validation_row *row) {
  if (!*row->fragment)
    return "the whole run";
  return row->label ? row->label : row->fragment;
}

/* Return whether the "same" (or NULL: the empty) place is that of "row". */
static bool is_at(const struct lcm_validation_row *row, const char *same) {
  return !strcmp(row->place ? row->place : "", same ? same : "");
}

/* Return by what "row" is told from those of other fragments of "v": its title,
 * with the place where another has that title, and with the fragment itself
 * where they have the place, too. */
static const char *name_of(lcm_ctx *ctx, const lcm_validation *v,
                           const struct lcm_validation_row *row) {
  const char *title = title_of(row);
  bool placed = true;
  bool unique = true;
  for (size_t i = 0; i < v->n_rows; i++) {
    const struct lcm_validation_row *other = &v->rows[i];
    if (!strcmp(other->fragment, row->fragment) ||
        strcmp(title_of(other), title) != 0)
      continue;
    unique = false;
    placed = placed && row->place && !is_at(other, row->place);
  }
  return unique ? title
                : lcm_arena_printf(lcm_ctx_arena(ctx), "%s (%s)", title,
                                   placed ? row->place : row->fragment);
}

/* Return what "row", of "v", is called: also whose cost it has besides. */
static const char *heading_of(lcm_ctx *ctx, const lcm_validation *v,
                              const struct lcm_validation_row *row) {
  const char *name = name_of(ctx, v, row);
  if (row->n_with == 1)
    return lcm_arena_printf(lcm_ctx_arena(ctx), "%s, with %s", name,
                            row->with[0]);
  return row->n_with
             ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s, with %zu others", name,
                                row->n_with)
             : name;
}

/* Return how often the intervals of "row" hold what was measured. */
static const char *held(lcm_ctx *ctx, const struct lcm_validation_row *row) {
  return row->intervals ? lcm_arena_printf(lcm_ctx_arena(ctx), "%zu of %zu",
                                           row->covered, row->intervals)
                        : "-";
}

/* Append the table of the fragments and categories of "v": "all", or those that
 * matter. */
static void put_rows(lcm_buf *buf, lcm_ctx *ctx, const lcm_validation *v,
                     bool all, lcm_format format,
                     const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_table_texts(&table, "fragment");
  lcm_table_texts(&table, "cat");
  lcm_table_numbers(&table, "share [%]");
  lcm_table_numbers(&table, "error [%]");
  lcm_table_numbers(&table, "worst [%]");
  lcm_table_numbers(&table, "of run [%]");
  lcm_table_numbers(&table, "interval holds");
  lcm_table_texts(&table, "model");
  lcm_table_texts(&table, "source");
  for (size_t i = 0; i < v->n_rows; i++) {
    const struct lcm_validation_row *row = &v->rows[i];
    if (!all && row->share < SMALL && row->of_run < SMALL)
      continue;
    lcm_table_cell(&table, heading_of(ctx, v, row));
    lcm_table_cell(&table, row->category);
    lcm_table_cell(&table, lcm_cell_percent(ctx, row->share));
    lcm_table_cell(&table,
                   isnan(row->error) ? "-" : lcm_cell_percent(ctx, row->error));
    lcm_table_cell(&table,
                   isnan(row->worst) ? "-" : lcm_cell_percent(ctx, row->worst));
    lcm_table_cell(&table, lcm_cell_percent(ctx, row->of_run));
    lcm_table_cell(&table, held(ctx, row));
    lcm_table_cell(&table, row->model);
    lcm_table_cell(&table, row->place ? row->place : "");
  }
  lcm_table_print(buf, &table, format, style);
}

/* Return how many runs "v" has. */
static size_t runs_of(const lcm_validation *v) {
  size_t runs = 0;
  for (size_t i = 0; i < v->n_points; i++)
    runs += v->points[i].runs;
  return runs;
}

/* Append the errors of the times of "v". */
static void put_errors(lcm_buf *buf, const lcm_validation *v) {
  if (isnan(v->error)) {
    lcm_buf_puts(buf, "no error can be told, as they took no time");
    return;
  }
  lcm_buf_puts(buf, "error ");
  lcm_put_percent(buf, v->error);
  lcm_buf_puts(buf, " in the median, ");
  lcm_put_percent(buf, v->worst);
  lcm_buf_puts(buf, " at worst");
}

/* Append what "v" comes to. */
static void put_summary(lcm_buf *buf, const lcm_validation *v) {
  const size_t runs = runs_of(v);
  lcm_buf_printf(buf, "%zu run%s at %zu point%s: ", runs, runs == 1 ? "" : "s",
                 v->n_points, v->n_points == 1 ? "" : "s");
  put_errors(buf, v);
  if (v->intervals)
    lcm_buf_printf(buf, "; the 90 %% interval holds %zu of %zu", v->covered,
                   v->intervals);
  lcm_buf_puts(buf, "\nno model covers ");
  lcm_put_percent(buf, v->uncovered);
  lcm_buf_puts(buf, " of what was measured");
  if (v->ignored > 0) {
    lcm_buf_puts(buf, "; `ignore` leaves out ");
    lcm_put_percent(buf, v->ignored);
    lcm_buf_puts(buf, " of the time");
  }
  if (v->left_out)
    lcm_buf_printf(buf, "; %zu record%s cut short not used", v->left_out,
                   v->left_out == 1 ? "" : "s");
  lcm_buf_puts(buf, "\n\n");
}

LCM_GIVE char *lcm_render_validation(lcm_ctx *ctx, const lcm_validation *v,
                                     lcm_format format,
                                     const struct lcm_style *style) {
  lcm_buf buf = {0};
  if (format != LCM_FORMAT_TEXT) {
    put_rows(&buf, ctx, v, true, format, style);
    return lcm_buf_take(&buf);
  }
  put_summary(&buf, v);
  put_points(&buf, ctx, v, format, style);
  lcm_buf_putc(&buf, '\n');
  put_rows(&buf, ctx, v, false, format, style);
  lcm_buf_puts(&buf,
               "error and worst: of the category; of run: of p x time, in "
               "the median of the points\n");
  return lcm_buf_take(&buf);
}
