/* How times are distributed: a table of all points, and how it was found. */
#include "render/text/distribution/distribution.h"

#include <math.h>

/* Return the time "seconds" of "d" as a cell of "format". */
static const char *time_cell(lcm_ctx *ctx, const lcm_distribution *d,
                             double seconds, lcm_format format) {
  if (format != LCM_FORMAT_TEXT)
    return lcm_cell_exact(ctx, seconds);
  return d->is_model ? lcm_cell_number(ctx, seconds)
                     : lcm_cell_time(ctx, seconds);
}

/* Return what the chance of a time that is asked for is called. */
static const char *within_title(lcm_ctx *ctx, const lcm_distribution *d) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "T <= ");
  lcm_buf_puts(&buf, time_cell(ctx, d, d->asked, LCM_FORMAT_TEXT));
  lcm_buf_puts(&buf, " [%]");
  return lcm_cell_take(ctx, &buf);
}

/* Return "chance" in per cent, so that nothing but certainty is 100. */
static const char *chance_cell(lcm_ctx *ctx, double chance, lcm_format format) {
  lcm_buf buf = {0};
  if (format != LCM_FORMAT_TEXT)
    return lcm_cell_exact(ctx, chance);
  if (isnan(chance))
    return "-";
  lcm_buf_short(&buf, 100 * chance, 4);
  return lcm_cell_take(ctx, &buf);
}

/* Return how "point" was found. */
static const char *by_cell(const struct lcm_distribution_point *point) {
  return isnan(point->mean) ? "-"
         : point->simulated ? "simulation"
         : point->exact     ? "composition"
                            : "longest";
}

/* Append the row of point "i". */
static void put_row(struct lcm_table *table, const lcm_distribution *d,
                    size_t i, lcm_format format) {
  lcm_ctx *ctx = table->ctx;
  const struct lcm_distribution_point *point = &d->points[i];
  for (size_t j = 0; j < d->grid->n_names; j++)
    lcm_table_cell(table, lcm_cell_value(ctx, d->grid->columns[j][i]));
  lcm_table_cell(table, time_cell(ctx, d, point->mean, format));
  lcm_table_cell(table, time_cell(ctx, d, point->deviation, format));
  lcm_table_cell(table, format == LCM_FORMAT_TEXT
                            ? lcm_cell_number(ctx, point->skewness)
                            : lcm_cell_exact(ctx, point->skewness));
  for (size_t k = 0; k < LCM_PERCENTILES; k++)
    lcm_table_cell(table, time_cell(ctx, d, point->percentiles[k], format));
  if (!isnan(d->asked))
    lcm_table_cell(table, chance_cell(ctx, point->within, format));
  lcm_table_cell(table, by_cell(point));
}

/* Append what is known of the last point of "d". */
static void put_answer(lcm_buf *buf, lcm_ctx *ctx, const lcm_distribution *d) {
  const size_t last = d->grid->n_points - 1;
  const struct lcm_distribution_point *point = &d->points[last];
  for (size_t j = 0; j < d->grid->n_names; j++)
    lcm_buf_printf(buf, "%s%s = %s", j ? ", " : "", d->grid->names[j],
                   lcm_cell_value(ctx, d->grid->columns[j][last]));
  lcm_buf_puts(buf, d->grid->n_names ? ": " : "");
  if (isnan(point->mean)) {
    lcm_buf_puts(buf, "how times are distributed is not known\n\n");
    return;
  }
  lcm_buf_printf(buf,
                 "half of the runs take at most %s, 95 %% of them at most ",
                 time_cell(ctx, d, point->percentiles[LCM_PERCENTILE_50],
                           LCM_FORMAT_TEXT));
  lcm_buf_puts(buf, time_cell(ctx, d, point->percentiles[LCM_PERCENTILE_95],
                              LCM_FORMAT_TEXT));
  if (!isnan(d->asked) && !isnan(point->within))
    lcm_buf_printf(buf, ", and %s %% at most %s",
                   chance_cell(ctx, point->within, LCM_FORMAT_TEXT),
                   time_cell(ctx, d, d->asked, LCM_FORMAT_TEXT));
  lcm_buf_puts(buf, "\n\n");
}

/* Append why the distribution at "point" is not known. */
static void put_reason(lcm_buf *buf, lcm_ctx *ctx,
                       const struct lcm_distribution_point *point) {
  lcm_buf_printf(buf, "-: cannot be composed, for %s",
                 point->reason ? point->reason : "no cost is known");
  if (point->at.file)
    lcm_buf_printf(buf, " (%s)", lcm_text_place(ctx, point->at));
  lcm_buf_puts(buf, ", nor simulated: `--method simulate` says why\n");
}

/* Append how the points of "d" were found. */
static void put_legend(lcm_buf *buf, lcm_ctx *ctx, const lcm_distribution *d) {
  const struct lcm_distribution_point *simulated = NULL;
  const struct lcm_distribution_point *unknown = NULL;
  bool longest = false;
  bool exact = false;
  bool uncertain = false;
  for (size_t i = 0; i < d->grid->n_points; i++) {
    const struct lcm_distribution_point *point = &d->points[i];
    unknown = isnan(point->mean) ? point : unknown;
    simulated = point->simulated ? point : simulated;
    if (isnan(point->mean) || point->simulated)
      continue;
    exact = exact || point->exact;
    longest = longest || !point->exact;
  }
  for (size_t i = 0; i < d->grid->n_points; i++)
    uncertain = uncertain || d->points[i].uncertainty > 0;
  if (unknown)
    put_reason(buf, ctx, unknown);
  if (exact)
    lcm_buf_puts(buf, "composition: of sums and choices, whose mean and "
                      "deviation are exact\n");
  if (longest)
    lcm_buf_puts(buf, "longest: as composition, and members of a team are "
                      "independent of each other\n");
  if (simulated) {
    lcm_buf_printf(buf, "simulation: %zu times, for %s", simulated->simulated,
                   simulated->reason ? simulated->reason : "it was asked for");
    if (simulated->at.file)
      lcm_buf_printf(buf, " (%s)", lcm_text_place(ctx, simulated->at));
    lcm_buf_putc(buf, '\n');
  }
  if (uncertain)
    lcm_buf_puts(buf, "percentiles: with what coefficients are off; deviation: "
                      "of runs alone\n");
}

char *lcm_render_distribution(lcm_ctx *ctx, const lcm_distribution *d,
                              lcm_format format,
                              const struct lcm_style *style) {
  static const char *const TITLES[LCM_PERCENTILES] = {"5 %", "50 %", "90 %",
                                                      "95 %", "99 %"};
  struct lcm_table table = {.ctx = ctx};
  lcm_buf buf = {0};
  if (format == LCM_FORMAT_JSON)
    return lcm_distribution_to_json(d);
  for (size_t j = 0; j < d->grid->n_names; j++)
    lcm_table_numbers(&table, d->grid->names[j]);
  lcm_table_numbers(&table, "mean");
  lcm_table_numbers(&table, "deviation");
  lcm_table_numbers(&table, "skewness");
  for (size_t k = 0; k < LCM_PERCENTILES; k++)
    lcm_table_numbers(&table, TITLES[k]);
  if (!isnan(d->asked))
    lcm_table_numbers(&table, format == LCM_FORMAT_TEXT ? within_title(ctx, d)
                                                        : "within");
  lcm_table_texts(&table, "by");
  for (size_t i = 0; i < d->grid->n_points; i++)
    put_row(&table, d, i, format);
  if (format == LCM_FORMAT_TEXT && d->grid->n_points)
    put_answer(&buf, ctx, d);
  lcm_table_print(&buf, &table, format, style);
  if (format == LCM_FORMAT_TEXT)
    put_legend(&buf, ctx, d);
  return lcm_buf_take(&buf);
}
