/* How much a time depends on each number that it is made of: tables. */
#include "render/text/sensitivity/sensitivity.h"

#include <math.h>
#include <stdlib.h>

/* Append the values of the variables at point "i" of "grid": "p = 4, n = 9";
 * return whether there are any. */
static bool put_point(lcm_buf *buf, const lcm_grid *grid, size_t i) {
  for (size_t j = 0; j < grid->n_names; j++) {
    lcm_buf_printf(buf, "%s%s = ", j ? ", " : "", grid->names[j]);
    lcm_buf_short(buf, grid->columns[j][i], 6);
  }
  return grid->n_names > 0;
}

/* Return the value of "one" with its unit. */
static const char *value_cell(lcm_ctx *ctx, const struct lcm_influence *one) {
  lcm_buf buf = {0};
  if (isnan(one->value))
    return "-";
  lcm_buf_short(&buf, one->value, 4);
  lcm_buf_printf(&buf, "%s%s", *one->unit ? " " : "", one->unit);
  return lcm_cell_take(ctx, &buf);
}

/* Return the share "relative" in per cent for one per cent, with what it is on
 * the other side of a corner. */
static const char *relative_cell(lcm_ctx *ctx,
                                 const struct lcm_influence_point *point) {
  lcm_buf buf = {0};
  if (point->corner) {
    lcm_buf_short(&buf, point->below, 3);
    lcm_buf_puts(&buf, "..");
    lcm_buf_short(&buf, point->above, 3);
  } else
    lcm_buf_short(&buf, point->relative, 4);
  return lcm_cell_take(ctx, &buf);
}

/* Return by what a number may be multiplied. */
static const char *tolerance_cell(lcm_ctx *ctx,
                                  const struct lcm_influence_point *point) {
  lcm_buf buf = {0};
  if (point->tolerance == 0)
    return "less than 1/1000 x";
  if (!isfinite(point->tolerance))
    return isnan(point->tolerance) ? "-" : "more than 1000 x";
  lcm_buf_short(&buf, point->tolerance, 5);
  lcm_buf_printf(&buf, " x%s", point->jump ? ", a jump" : "");
  return lcm_cell_take(ctx, &buf);
}

/* Return where "one" is from: its kind, or the place of a model. */
static const char *kind_cell(lcm_ctx *ctx, const struct lcm_influence *one) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, lcm_influence_word(one->kind));
  if (one->loc.file && one->kind == LCM_INFLUENCE_MODEL)
    lcm_buf_printf(&buf, " %s", lcm_text_place(ctx, one->loc));
  return lcm_cell_take(ctx, &buf);
}

/* Append the table of the last point of "s". */
static void put_table(lcm_buf *buf, lcm_ctx *ctx, const lcm_sensitivity *s,
                      const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_table_texts(&table, "number");
  lcm_table_numbers(&table, "value");
  lcm_table_numbers(&table, "time [%/%]");
  lcm_table_numbers(&table, "dT/d");
  lcm_table_numbers(&table, "1 % slower at");
  lcm_table_texts(&table, "by");
  lcm_table_texts(&table, "kind");
  for (size_t k = 0; k < s->n; k++) {
    const struct lcm_influence *one = &s->all[k];
    const struct lcm_influence_point *point =
        &one->points[s->grid->n_points - 1];
    lcm_table_look(&table, one->name, LCM_LOOK_BOLD);
    lcm_table_cell(&table, value_cell(ctx, one));
    lcm_table_cell(&table, relative_cell(ctx, point));
    lcm_table_cell(&table, lcm_cell_number(ctx, point->slope));
    lcm_table_cell(&table, tolerance_cell(ctx, point));
    lcm_table_cell(&table, point->exact ? "formula" : "differences");
    lcm_table_look(&table, kind_cell(ctx, one), LCM_LOOK_DIM);
  }
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Return whether some number has a corner at the last point of "s". */
static bool has_corner(const lcm_sensitivity *s) {
  for (size_t k = 0; k < s->n; k++)
    if (s->all[k].points[s->grid->n_points - 1].corner)
      return true;
  return false;
}

/* Append the names of what has no influence on "s". */
static void put_idle(lcm_buf *buf, const lcm_sensitivity *s) {
  enum { MOST = 8 };
  const size_t n = s->n_idle < MOST ? s->n_idle : MOST;
  if (!n)
    return;
  lcm_buf_puts(buf, "no influence from 1/1000 to 1000 times their value: ");
  for (size_t k = 0; k < n; k++)
    lcm_buf_printf(buf, "%s%s", k ? ", " : "", s->idle[k]);
  if (s->n_idle > n)
    lcm_buf_printf(buf, " and %zu more", s->n_idle - n);
  lcm_buf_putc(buf, '\n');
}

/* Append what the table says. */
static void put_legend(lcm_buf *buf, const lcm_sensitivity *s) {
  lcm_buf_printf(buf,
                 "time [%%/%%]: per cent of the time for one per cent of the "
                 "number;\ndT/d: %s for one more of it, of what has no value "
                 "for twice as much\n",
                 s->is_model ? "time" : "seconds");
  if (has_corner(s))
    lcm_buf_puts(buf, "a..b: a as the number falls, b as it grows, for "
                      "something else sets the time then\n");
  put_idle(buf, s);
}

/* Return the table of all points of "s" in "format". */
static char *all_points(lcm_ctx *ctx, const lcm_sensitivity *s,
                        lcm_format format, const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_buf buf = {0};
  const lcm_grid *grid = s->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    lcm_table_numbers(&table, grid->names[j]);
  lcm_table_numbers(&table, "time");
  lcm_table_texts(&table, "kind");
  lcm_table_texts(&table, "number");
  static const char *const TITLES[] = {"value", "relative",   "below",
                                       "above", "derivative", "tolerance"};
  for (size_t c = 0; c < sizeof TITLES / sizeof *TITLES; c++)
    lcm_table_numbers(&table, TITLES[c]);
  lcm_table_texts(&table, "by");
  for (size_t i = 0; i < grid->n_points; i++)
    for (size_t k = 0; k < s->n; k++) {
      const struct lcm_influence *one = &s->all[k];
      const struct lcm_influence_point *point = &one->points[i];
      const double cells[] = {one->value,   point->relative, point->below,
                              point->above, point->slope,    point->tolerance};
      for (size_t j = 0; j < grid->n_names; j++)
        lcm_table_cell(&table, lcm_cell_exact(ctx, grid->columns[j][i]));
      lcm_table_cell(&table, lcm_cell_exact(ctx, s->times[i]));
      lcm_table_cell(&table, lcm_influence_word(one->kind));
      lcm_table_cell(&table, one->name);
      for (size_t c = 0; c < sizeof cells / sizeof *cells; c++)
        lcm_table_cell(&table,
                       isfinite(cells[c]) ? lcm_cell_exact(ctx, cells[c]) : "");
      lcm_table_cell(&table, point->exact ? "formula" : "differences");
    }
  lcm_table_print(&buf, &table, format, style);
  return lcm_buf_take(&buf);
}

char *lcm_render_sensitivity(lcm_ctx *ctx, const lcm_sensitivity *s,
                             lcm_format format, const struct lcm_style *style) {
  lcm_buf buf = {0};
  const size_t last = s->grid->n_points - 1;
  if (format == LCM_FORMAT_JSON)
    return lcm_sensitivity_to_json(s);
  if (format != LCM_FORMAT_TEXT)
    return all_points(ctx, s, format, style);
  if (put_point(&buf, s->grid, last))
    lcm_buf_puts(&buf, ": ");
  if (s->is_model)
    lcm_buf_puts(&buf, lcm_cell_number(ctx, s->times[last]));
  else
    lcm_put_time(&buf, s->times[last]);
  lcm_buf_puts(&buf, s->n ? ", which depends on\n\n"
                          : ", which depends on no number that is known\n");
  if (s->n) {
    put_table(&buf, ctx, s, style);
    put_legend(&buf, s);
  }
  if (last)
    lcm_buf_printf(&buf,
                   "the last of %zu points: -D gives values to others, "
                   "--format json has all\n",
                   last + 1);
  return lcm_buf_take(&buf);
}

char *lcm_render_derivatives(const lcm_sensitivity *s, lcm_notation notation) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  for (size_t k = 0; k < s->n; k++) {
    const struct lcm_influence *one = &s->all[k];
    char *text = one->formula ? lcm_expr_to_str(one->formula, notation) : NULL;
    lcm_buf_printf(&buf, "dT/d %s = %s\n", one->name,
                   text ? text : "- (no closed form)");
    free(text);
  }
  return lcm_buf_take(&buf);
}
