/* Measured runs and sweeps as text and tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/text/profile.h"

/* Return the sum of the categories of "one". */
static double total_of(const lcm_measurement *one) {
  double total = 0;
  for (size_t i = 0; i < one->n_categories; i++)
    total += one->categories[i].value;
  return total;
}

static const char *share_cell(lcm_ctx *ctx, double part, double whole) {
  return whole > 0 ? lcm_cell_percent(ctx, part / whole) : "-";
}

/* Append "n = 256, p = 2" of "one". */
static void put_params(lcm_buf *buf, const lcm_measurement *one) {
  for (size_t i = 0; i < one->n_params; i++) {
    lcm_buf_printf(buf, "%s%s = ", i ? ", " : "", one->params[i].name);
    lcm_buf_short(buf, one->params[i].value, 6);
  }
}

/* Append what one sentence can say of the run "whole". */
static void put_headline(lcm_buf *buf, const lcm_measurement *whole) {
  const double total = total_of(whole);
  put_params(buf, whole);
  lcm_buf_puts(buf, whole->n_params ? ": " : "");
  lcm_put_time(buf, whole->elapsed);
  lcm_buf_puts(buf, " on ");
  lcm_buf_short(buf, whole->processors, 6);
  lcm_buf_puts(buf, whole->processors == 1 ? " processor" : " processors");
  const double pc = lcm_measured(whole->categories, whole->n_categories,
                                 lcm_cat_name(LCM_CAT_PC));
  if (total > 0 && !isnan(pc)) {
    lcm_buf_puts(buf, ", ");
    lcm_put_percent(buf, 1 - pc / total);
    lcm_buf_puts(buf, " lost");
  }
  if (whole->flags)
    lcm_buf_printf(buf, " (%s)", whole->flags);
  lcm_buf_putc(buf, '\n');
}

/* Append the categories of the run "whole" as a table. */
static void put_categories(lcm_buf *buf, lcm_ctx *ctx,
                           const lcm_measurement *whole,
                           const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  const double total = total_of(whole);
  lcm_table_texts(&table, "category");
  lcm_table_numbers(&table, "processor time");
  lcm_table_numbers(&table, "share [%]");
  for (size_t i = 0; i < whole->n_categories; i++) {
    lcm_table_cell(&table, lcm_amount_title(whole->categories[i].name));
    lcm_table_cell(&table, lcm_cell_time(ctx, whole->categories[i].value));
    lcm_table_cell(&table, share_cell(ctx, whole->categories[i].value, total));
  }
  lcm_table_cell(&table, "total");
  lcm_table_cell(&table, lcm_cell_time(ctx, total));
  lcm_table_cell(&table, "");
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Add a column for each category of "whole" that is not 0, for text, or for
 * each one. */
static void add_columns(struct lcm_table *table, const lcm_measurement *whole,
                        bool all) {
  for (size_t i = 0; i < whole->n_categories; i++)
    if (all || whole->categories[i].value > 0)
      lcm_table_numbers(table, whole->categories[i].name);
}

/* Add the cells of add_columns, value "i" being `values[i]`, in "unit". */
static void add_values(struct lcm_table *table, const lcm_measurement *whole,
                       const double *values, struct lcm_time_unit unit) {
  for (size_t i = 0; i < whole->n_categories; i++)
    if (whole->categories[i].value > 0)
      lcm_table_cell(table, values[i] > 0
                                ? lcm_cell_in(table->ctx, values[i], unit)
                                : "-");
}

/* Return the values of "one" in the order of the categories of "whole". */
static const double *values_of(lcm_ctx *ctx, const lcm_measurement *one,
                               const lcm_measurement *whole) {
  double *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, whole->n_categories + 1);
  for (size_t i = 0; i < whole->n_categories; i++) {
    const double value = lcm_measured(one->categories, one->n_categories,
                                      whole->categories[i].name);
    values[i] = isnan(value) ? 0 : value;
  }
  return values;
}

/* Order records by what they spent, most first. */
static int spent_order(const void *a, const void *b) {
  const lcm_measurement *x = *(const lcm_measurement *const *)a;
  const lcm_measurement *y = *(const lcm_measurement *const *)b;
  const double s = total_of(x);
  const double t = total_of(y);
  return s != t ? (s < t) - (s > t) : strcmp(x->fragment, y->fragment);
}

/* Return the name of the fragment of "one" without its file, where the place
 * says that, and with what its author calls it. */
static const char *short_name(lcm_ctx *ctx, const lcm_measurement *one) {
  const char *colon = one->place ? strrchr(one->place, ':') : NULL;
  const size_t n = colon ? (size_t)(colon - one->place) + 1 : 0;
  const char *name = n && !strncmp(one->fragment, one->place, n) &&
                             strcmp(one->fragment, one->place) != 0
                         ? one->fragment + n
                         : one->fragment;
  const bool labelled = one->label && strcmp(one->label, name) != 0;
  const char *ignored = !one->flags                       ? ""
                        : strstr(one->flags, "ignored")   ? ", ignored"
                        : strstr(one->flags, "inclusive") ? ", inclusive"
                                                          : "";
  return labelled || *ignored
             ? lcm_arena_printf(
                   lcm_ctx_arena(ctx), "%s%s%s%s%s", labelled ? one->label : "",
                   labelled ? " (" : "", name, labelled ? ")" : "", ignored)
             : name;
}

/* Append the fragments of "profile", those that spent most first. */
static void put_fragments(lcm_buf *buf, lcm_ctx *ctx,
                          const lcm_profile *profile,
                          const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  const size_t n = profile->records.n - 1;
  const lcm_measurement *whole = &profile->records.at[n];
  const double total = total_of(whole);
  const struct lcm_time_unit unit = lcm_time_unit_for(total);
  const lcm_measurement **order =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_measurement *, n + 1);
  for (size_t i = 0; i < n; i++)
    order[i] = &profile->records.at[i];
  qsort(order, n, sizeof *order, spent_order);
  lcm_table_texts(&table, "fragment");
  lcm_table_texts(&table, "place");
  lcm_table_numbers(&table, "visits");
  lcm_table_numbers(&table, "share [%]");
  lcm_table_numbers(&table, lcm_heading_in(ctx, "total", unit));
  add_columns(&table, whole, false);
  for (size_t i = 0; i < n; i++) {
    const double spent = total_of(order[i]);
    if (!(spent > 0) && isnan(order[i]->visits))
      continue;
    lcm_table_cell(&table, short_name(ctx, order[i]));
    lcm_table_cell(&table, order[i]->place ? order[i]->place : "");
    lcm_table_cell(&table, lcm_cell_number(ctx, order[i]->visits));
    lcm_table_cell(&table, share_cell(ctx, spent, total));
    lcm_table_cell(&table, lcm_cell_in(ctx, spent, unit));
    add_values(&table, whole, values_of(ctx, order[i], whole), unit);
  }
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Return the values of "row", of a thread or slice of "profile", in the order
 * of the categories of "whole". */
static const double *row_values(lcm_ctx *ctx, const lcm_profile *profile,
                                const struct lcm_profile_row *row,
                                const lcm_measurement *whole) {
  double *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, whole->n_categories + 1);
  for (size_t i = 0; i < whole->n_categories; i++)
    for (size_t c = 0; c < profile->n_categories; c++)
      if (!strcmp(profile->categories[c], whole->categories[i].name))
        values[i] = row->values[c];
  return values;
}

/* Return what "row" is called: a thread, or a part of the run in "unit". */
static const char *row_name(lcm_ctx *ctx, const struct lcm_profile_row *row) {
  lcm_buf buf = {0};
  if (row->name)
    return row->name;
  lcm_put_time(&buf, row->begin);
  lcm_buf_puts(&buf, " - ");
  lcm_put_time(&buf, row->end);
  return lcm_cell_take(ctx, &buf);
}

/* Rows of a profile, and what stands above their names. */
struct titled_rows {
  const char *title;
  const struct lcm_profile_row *at;
  size_t n;
};

/* Append "rows" of "profile", if there are any. */
static void put_rows(lcm_buf *buf, lcm_ctx *ctx, const lcm_profile *profile,
                     struct titled_rows rows, const struct lcm_style *style) {
  if (!rows.n)
    return;
  struct lcm_table table = {.ctx = ctx};
  const lcm_measurement *whole = &profile->records.at[profile->records.n - 1];
  const struct lcm_time_unit unit = lcm_time_unit_for(whole->elapsed);
  lcm_table_texts(&table, rows.title);
  lcm_table_numbers(&table, lcm_heading_in(ctx, "total", unit));
  add_columns(&table, whole, false);
  for (size_t i = 0; i < rows.n; i++) {
    const struct lcm_profile_row *row = &rows.at[i];
    const double *values = row_values(ctx, profile, row, whole);
    double total = 0;
    for (size_t c = 0; c < profile->n_categories; c++)
      total += row->values[c];
    lcm_table_cell(&table, row_name(ctx, row));
    lcm_table_cell(&table, lcm_cell_in(ctx, total, unit));
    add_values(&table, whole, values, unit);
  }
  lcm_buf_putc(buf, '\n');
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

char *lcm_render_profile(lcm_ctx *ctx, const lcm_profile *profile, bool threads,
                         const struct lcm_style *style) {
  lcm_buf buf = {0};
  if (!profile->records.n)
    return lcm_buf_take(&buf);
  const lcm_measurement *whole = &profile->records.at[profile->records.n - 1];
  put_headline(&buf, whole);
  lcm_buf_putc(&buf, '\n');
  put_categories(&buf, ctx, whole, style);
  lcm_buf_putc(&buf, '\n');
  put_fragments(&buf, ctx, profile, style);
  const struct titled_rows by_thread = {"thread", profile->threads,
                                        profile->n_threads};
  const struct titled_rows by_time = {"time", profile->slices,
                                      profile->n_slices};
  if (threads)
    put_rows(&buf, ctx, profile, by_thread, style);
  put_rows(&buf, ctx, profile, by_time, style);
  return lcm_buf_take(&buf);
}

/* Return whether category "c" is more than nothing at one of the "n" points at
 * "points". */
static bool is_lost(const struct lcm_swept *points, size_t n, size_t c) {
  bool any = false;
  for (size_t i = 0; i < n && !any; i++)
    any = c < points[i].whole->n_categories && points[i].shares[c] > 0;
  return any;
}

/* Return the half-width of the interval of "point" in per cent of its
 * middle. */
static const char *half_cell(lcm_ctx *ctx, const struct lcm_swept *point) {
  return point->half < point->elapsed
             ? lcm_cell_percent(ctx, point->half / point->elapsed)
             : "-";
}

char *lcm_render_sweep(lcm_ctx *ctx, const struct lcm_swept *points, size_t n,
                       const struct lcm_style *style) {
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  bool flagged = false;
  if (!n)
    return lcm_buf_take(&buf);
  const lcm_measurement *first = points[0].whole;
  for (size_t i = 0; i < first->n_params; i++)
    lcm_table_numbers(&table, first->params[i].name);
  lcm_table_numbers(&table, "runs");
  lcm_table_numbers(&table, "time");
  lcm_table_numbers(&table, "+/- [%]");
  for (size_t c = 0; c < first->n_categories; c++)
    if (is_lost(points, n, c))
      lcm_table_numbers(&table, lcm_arena_printf(lcm_ctx_arena(ctx), "%s [%%]",
                                                 first->categories[c].name));
  for (size_t i = 0; i < n; i++)
    flagged = flagged || points[i].flags;
  if (flagged)
    lcm_table_texts(&table, "flags");
  for (size_t i = 0; i < n; i++) {
    const lcm_measurement *whole = points[i].whole;
    for (size_t k = 0; k < first->n_params; k++)
      lcm_table_cell(
          &table,
          lcm_cell_value(ctx, lcm_measured(whole->params, whole->n_params,
                                           first->params[k].name)));
    lcm_table_cell(&table, lcm_cell_value(ctx, (double)points[i].runs));
    lcm_table_cell(&table, lcm_cell_time(ctx, points[i].elapsed));
    lcm_table_cell(&table, half_cell(ctx, &points[i]));
    for (size_t c = 0; c < first->n_categories; c++)
      if (is_lost(points, n, c))
        lcm_table_cell(&table, c < whole->n_categories
                                   ? lcm_cell_percent(ctx, points[i].shares[c])
                                   : "-");
    if (flagged)
      lcm_table_cell(&table, points[i].flags ? points[i].flags : "");
  }
  lcm_table_print(&buf, &table, LCM_FORMAT_TEXT, style);
  return lcm_buf_take(&buf);
}

/* ---- records ------------------------------------------------------------- */

/* Add the columns of a table of records for programs. */
static void exact_columns(struct lcm_table *table,
                          const lcm_measurement *first) {
  for (size_t i = 0; i < first->n_params; i++)
    lcm_table_numbers(table, first->params[i].name);
  lcm_table_numbers(table, "repetition");
  lcm_table_texts(table, "fragment");
  lcm_table_texts(table, "place");
  lcm_table_texts(table, "label");
  lcm_table_numbers(table, "elapsed");
  lcm_table_numbers(table, "processors");
  lcm_table_numbers(table, "visits");
  lcm_table_numbers(table, "iterations");
  add_columns(table, first, true);
  lcm_table_texts(table, "flags");
}

/* Add the row of "one" to a table with the columns of "first". */
static void exact_row(struct lcm_table *table, const lcm_measurement *one,
                      const lcm_measurement *first) {
  lcm_ctx *ctx = table->ctx;
  for (size_t i = 0; i < first->n_params; i++)
    lcm_table_cell(table,
                   lcm_cell_exact(ctx, lcm_measured(one->params, one->n_params,
                                                    first->params[i].name)));
  lcm_table_cell(table, lcm_cell_exact(ctx, one->repetition));
  lcm_table_cell(table, one->fragment);
  lcm_table_cell(table, one->place ? one->place : "");
  lcm_table_cell(table, one->label ? one->label : "");
  lcm_table_cell(table, lcm_cell_exact(ctx, one->elapsed));
  lcm_table_cell(table, lcm_cell_exact(ctx, one->processors));
  lcm_table_cell(table, lcm_cell_exact(ctx, one->visits));
  lcm_table_cell(table, lcm_cell_exact(ctx, one->iterations));
  const double *values = values_of(ctx, one, first);
  for (size_t i = 0; i < first->n_categories; i++)
    lcm_table_cell(table, lcm_cell_exact(ctx, values[i]));
  lcm_table_cell(table, one->flags ? one->flags : "");
}

/* Return the record of "all" with most categories, which has a column for
 * each. */
static const lcm_measurement *widest(const lcm_measurements *all) {
  size_t best = 0;
  for (size_t i = 1; i < all->n; i++)
    if (all->at[i].n_categories > all->at[best].n_categories)
      best = i;
  return &all->at[best];
}

char *lcm_render_records(lcm_ctx *ctx, const lcm_measurements *all,
                         lcm_format format) {
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  if (!all->n)
    return lcm_buf_take(&buf);
  const lcm_measurement *first = widest(all);
  exact_columns(&table, first);
  for (size_t i = 0; i < all->n; i++)
    exact_row(&table, &all->at[i], first);
  lcm_table_print(&buf, &table, format, NULL);
  return lcm_buf_take(&buf);
}

/* Append one line of the layout of the thesis. */
static void put_pp(lcm_buf *buf, const char *title, double value) {
  lcm_buf_printf(buf, "%-24s %.6f\n", title, isnan(value) ? 0 : value);
}

/* Return what the layout of the thesis calls "category", which is not built in:
 * as its first version did (figure 4.1), or by its name. */
static const char *title_of(const char *category) {
  return !strcmp(category, "braking")  ? "Braking Loss"
         : !strcmp(category, "wasted") ? "Wasted Computation"
                                       : category;
}

/* Append what "whole" spent in categories that are not built in; return the sum
 * of these. */
static double put_others(lcm_buf *buf, const lcm_measurement *whole) {
  double sum = 0;
  for (size_t i = 0; i < whole->n_categories; i++) {
    const lcm_binding *one = &whole->categories[i];
    if (lcm_cat_find(one->name) != LCM_CAT_USER ||
        lcm_amount_traits(one->name) & (LCM_OF_SECONDS | LCM_OF_SUM) ||
        !(one->value > 0))
      continue;
    put_pp(buf, title_of(one->name), one->value);
    sum += one->value;
  }
  return sum;
}

char *lcm_render_pp(const lcm_measurement *whole) {
  lcm_buf buf = {0};
  double rest = total_of(whole);
  lcm_buf_puts(&buf, "PP version 5.0\n** processors: ");
  lcm_buf_short(&buf, whole->processors, 15);
  lcm_buf_putc(&buf, '\n');
  for (int c = 0; c < LCM_CAT_USER; c++) {
    const char *title = lcm_cat_printed((lcm_cat)c);
    if (!*title)
      continue;
    const double value = lcm_measured(whole->categories, whole->n_categories,
                                      lcm_cat_name((lcm_cat)c));
    put_pp(&buf, title, value);
    rest -= isnan(value) ? 0 : value;
  }
  rest -= put_others(&buf, whole);
  put_pp(&buf, "Total Time", total_of(whole));
  put_pp(&buf, "Remaining Time", rest);
  return lcm_buf_take(&buf);
}
