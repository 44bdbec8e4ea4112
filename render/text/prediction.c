/* A prediction as text: headline, table, categories, formula. */
#include <math.h>
#include <string.h>

#include "render/text/model.h"
#include "render/text/prediction.h"
#include "render/text/premise.h"
#include "render/text/unknown.h"

/* What the columns of a text table are. */
struct layout {
  struct lcm_time_unit unit; /* of all times */
  /* categories that are not next to nothing everywhere; computation always */
  bool *shown;
  bool order;    /* of some point the time depends on the order of tasks */
  bool interval; /* some point has an interval */
  bool speedup;
};

/* The share of the cycles below which a category is no column of its own. */
static const double NOTHING = 1e-4;

/* Return the unit of the times of "prediction". */
static struct lcm_time_unit unit_of(const lcm_prediction *prediction) {
  double least = HUGE_VAL;
  double most = 0;
  for (size_t i = 0; i < prediction->grid->n_points; i++) {
    least = fmin(least, prediction->points[i].time);
    most = fmax(most, prediction->points[i].time);
  }
  return lcm_time_unit_between(least, most);
}

/* Return what the columns for "prediction" are. */
static struct layout plan(lcm_ctx *ctx, const lcm_prediction *prediction) {
  struct layout plan = {
      .unit = unit_of(prediction),
      .shown = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, prediction->n_cats + 1)};
  for (size_t i = 0; i < prediction->grid->n_points; i++) {
    const lcm_point *point = &prediction->points[i];
    const double total = lcm_loss_of(prediction, point->cats).total;
    for (size_t c = 0; c < prediction->n_cats; c++)
      plan.shown[c] = plan.shown[c] || c == LCM_CAT_PC ||
                      fabs(point->cats[c]) > total * NOTHING;
    plan.interval = plan.interval || point->low < point->high;
    plan.order = plan.order || point->least < point->most;
    plan.speedup = plan.speedup || !isnan(point->speedup);
  }
  return plan;
}

/* Add the columns of the variables of "prediction", p among them: "all", or
 * those that a table for people shows. */
static void add_variables(struct lcm_table *table,
                          const lcm_prediction *prediction, bool all) {
  const lcm_grid *grid = prediction->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (all || lcm_grid_shows(grid, j))
      lcm_table_numbers(table, lcm_grid_label(grid, j));
  if (!lcm_grid_has(grid, "p") && !prediction->is_model)
    lcm_table_numbers(table, "p");
}

/* Add the values of the variables at point "i" of "prediction", as
 * add_variables does their columns. */
static void add_values(struct lcm_table *table,
                       const lcm_prediction *prediction, size_t i, bool all) {
  const lcm_grid *grid = prediction->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (all || lcm_grid_shows(grid, j))
      lcm_table_cell(table,
                     all ? lcm_cell_exact(table->ctx, grid->columns[j][i])
                         : lcm_cell_value(table->ctx, grid->columns[j][i]));
  if (!lcm_grid_has(grid, "p") && !prediction->is_model)
    lcm_table_cell(table, lcm_cell_exact(table->ctx, prediction->points[i].p));
}

/* Add the columns that "plan" says. */
static void add_columns(struct lcm_table *table,
                        const lcm_prediction *prediction,
                        const struct layout *plan) {
  lcm_ctx *ctx = table->ctx;
  add_variables(table, prediction, false);
  lcm_table_numbers(table, lcm_heading_in(ctx, "time", plan->unit));
  if (plan->speedup) {
    lcm_table_numbers(table, "speedup");
    lcm_table_numbers(table, "eff. [%]");
  }
  lcm_table_numbers(table, "lost [%]");
  for (size_t c = 0; c < prediction->n_cats; c++)
    if (plan->shown[c])
      lcm_table_numbers(
          table, lcm_heading_in(ctx, prediction->cat_names[c], plan->unit));
  if (plan->order)
    lcm_table_numbers(table, lcm_heading_in(ctx, "by order", plan->unit));
  if (plan->interval)
    lcm_table_numbers(table, lcm_heading_in(ctx, "90 % interval", plan->unit));
}

static const char *range_text(lcm_ctx *ctx, double low, double high,
                              struct lcm_time_unit unit) {
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s..%s",
                          lcm_cell_in(ctx, low, unit),
                          lcm_cell_in(ctx, high, unit));
}

/* Return what the time of "point" can be by the order of tasks, in "unit". */
static const char *order_text(lcm_ctx *ctx, const lcm_point *point,
                              struct lcm_time_unit unit) {
  return point->least < point->most
             ? range_text(ctx, point->least, point->most, unit)
             : lcm_cell_in(ctx, point->time, unit);
}

/* Return the cost "seconds" of a category, of those in "loss"; one next to
 * nothing is a zero. */
static const char *cost_text(lcm_ctx *ctx, double seconds,
                             const struct lcm_loss *loss,
                             const struct layout *plan) {
  return fabs(seconds) > loss->total * NOTHING
             ? lcm_cell_in(ctx, seconds, plan->unit)
             : "0";
}

/* Add the row of point "i". */
static void add_row(struct lcm_table *table, const lcm_prediction *prediction,
                    size_t i, const struct layout *plan) {
  lcm_ctx *ctx = table->ctx;
  const lcm_point *point = &prediction->points[i];
  const struct lcm_loss loss = lcm_loss_of(prediction, point->cats);
  add_values(table, prediction, i, false);
  lcm_table_look(table, lcm_cell_in(ctx, point->time, plan->unit),
                 LCM_LOOK_BOLD);
  if (plan->speedup) {
    lcm_table_cell(table, lcm_cell_number(ctx, point->speedup));
    lcm_table_cell(table, lcm_cell_percent(ctx, point->efficiency));
  }
  lcm_table_cell(table, loss.total > 0
                            ? lcm_cell_percent(ctx, loss.lost / loss.total)
                            : "-");
  for (size_t c = 0; c < prediction->n_cats; c++)
    if (plan->shown[c]) {
      const char *text = cost_text(ctx, point->cats[c], &loss, plan);
      const bool bad = c == loss.most && strcmp(text, "0") != 0;
      lcm_table_look(table, text, bad ? LCM_LOOK_BAD : LCM_LOOK_PLAIN);
    }
  if (plan->order)
    lcm_table_cell(table, order_text(ctx, point, plan->unit));
  if (plan->interval)
    lcm_table_cell(table, range_text(ctx, point->low, point->high, plan->unit));
}

/* Append "text", on a new line where the one that began at "*start" would
 * become wider than "style" says. */
static void put_wrapped(lcm_buf *buf, size_t *start, const char *text,
                        const struct lcm_style *style) {
  const size_t width = style && style->width ? style->width : 80;
  if (buf->len - *start + strlen(text) + 1 > width) {
    lcm_buf_putc(buf, '\n');
    *start = buf->len;
  } else if (buf->len > *start)
    lcm_buf_putc(buf, ' ');
  lcm_buf_puts(buf, text);
}

/* Return whether "plan" shows category "c", whose name is not all that there is
 * to say. */
static bool is_explained(const lcm_prediction *prediction,
                         const struct layout *plan, size_t c) {
  return plan->shown[c] &&
         strcmp(lcm_loss_title(prediction, c), prediction->cat_names[c]) != 0;
}

/* Append what the names of the categories stand for. */
static void put_legend(lcm_buf *buf, lcm_ctx *ctx,
                       const lcm_prediction *prediction,
                       const struct layout *plan,
                       const struct lcm_style *style) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  size_t start = buf->len;
  size_t last = LCM_CAT_PC;
  for (size_t c = 0; c < prediction->n_cats; c++)
    last = is_explained(prediction, plan, c) ? c : last;
  for (size_t c = 0; c <= last; c++)
    if (is_explained(prediction, plan, c))
      put_wrapped(buf, &start,
                  lcm_arena_printf(arena, "%s %s%c", prediction->cat_names[c],
                                   lcm_loss_title(prediction, c),
                                   c == last ? ';' : ','),
                  style);
  put_wrapped(buf, &start,
              plan->unit.name ? lcm_arena_printf(arena,
                                                 "in processor-%s, together p "
                                                 "x time",
                                                 plan->unit.name)
                              : "processor-seconds, together p x time",
              style);
  lcm_buf_putc(buf, '\n');
  if (plan->order)
    lcm_buf_puts(
        buf,
        "by order: at least and at most, as tasks are run in some order\n");
}

/* Append the "n" patterns of messages at "patterns". */
static void put_patterns(lcm_buf *buf, const struct lcm_pattern *patterns,
                         size_t n) {
  if (n)
    lcm_buf_puts(buf, "\nmessages:\n");
  for (size_t i = 0; i < n; i++) {
    const struct lcm_pattern *pattern = &patterns[i];
    lcm_buf_printf(buf, "  %s: %s (%s:%u)", pattern->name,
                   pattern->send->u.message->operation,
                   pattern->send->loc.file ? pattern->send->loc.file : "?",
                   pattern->send->loc.line);
    if (pattern->send != pattern->receive)
      lcm_buf_printf(
          buf, " to %s (%s:%u)", pattern->receive->u.message->operation,
          pattern->receive->loc.file ? pattern->receive->loc.file : "?",
          pattern->receive->loc.line);
    lcm_buf_putc(buf, '\n');
  }
}

LCM_GIVE char *lcm_render_patterns(const struct lcm_pattern *patterns,
                                   size_t n) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  put_patterns(&buf, patterns, n);
  return lcm_buf_take(&buf);
}

/* Append which regions have races: what their times are of. */
static void put_races(lcm_buf *buf, const lcm_prediction *prediction) {
  for (size_t i = 0; i < prediction->n_races; i++) {
    const struct lcm_race_note *race = &prediction->races[i];
    lcm_buf_printf(buf,
                   "%sthe region at %s:%u has a race on '%s': its time is that "
                   "of a wrong program\n",
                   i ? "" : "\n", race->region.file ? race->region.file : "?",
                   race->region.line, race->datum);
  }
}

/* So many assumptions are shown to people. */
enum { MOST_ASSUMED = 6 };

/* Append the nodes without a cost and the assumptions. */
static void put_caveats(lcm_buf *buf, lcm_ctx *ctx,
                        const lcm_prediction *prediction,
                        const struct lcm_style *style) {
  put_patterns(buf, prediction->patterns, prediction->n_patterns);
  lcm_put_unknown(buf, ctx, prediction, style);
  lcm_put_hinges(buf, ctx, prediction, style);
  if (prediction->n_assumptions)
    lcm_buf_puts(buf, "\nassumed:\n");
  for (size_t i = 0; i < prediction->n_assumptions && i < MOST_ASSUMED; i++)
    lcm_buf_printf(buf, "  %s\n", prediction->assumptions[i]);
  if (prediction->n_assumptions > MOST_ASSUMED)
    lcm_buf_printf(buf, "  %zu more: --format json lists all\n",
                   prediction->n_assumptions - MOST_ASSUMED);
  lcm_put_premises(buf, prediction->premises, prediction->n_premises, "edited");
  put_races(buf, prediction);
}

/* Append the bound of point "i" where a resource sets it. */
static void put_bound(lcm_buf *buf, const lcm_point *point) {
  if (!point->binding || !(point->time > 0))
    return;
  lcm_buf_puts(buf, "bound ");
  lcm_put_time(buf, point->bound);
  lcm_buf_printf(buf, ", set by %s\n", point->binding);
}

/* Return whether all points of "prediction" take the same time. */
static bool is_flat(const lcm_prediction *prediction) {
  const lcm_point *points = prediction->points;
  for (size_t i = 1; i < prediction->grid->n_points; i++)
    if (!(fabs(points[i].time - points[0].time) <= 1e-9 * points[0].time))
      return false;
  return true;
}

/* Append what the point chosen of several is: the fastest, where "fastest", "of
 * what is counted" where "counted". */
static void put_choice(lcm_buf *buf, const lcm_prediction *prediction,
                       bool fastest, bool counted) {
  if (counted)
    lcm_buf_puts(buf, "of what is counted, ");
  lcm_buf_puts(buf, !fastest              ? "at "
                    : is_flat(prediction) ? "the same with every p: at "
                                          : "fastest at ");
}

/* Append the sentences above the table. */
static void put_summary(lcm_buf *buf, const lcm_prediction *prediction,
                        const struct lcm_style *style) {
  bool fastest = false;
  const size_t i = lcm_prediction_chosen(prediction, &fastest);
  const bool several = prediction->grid->n_points > 1;
  const bool counted =
      several && fastest && (prediction->basis.once || prediction->basis.sizes);
  lcm_put_look(buf, style, LCM_LOOK_BOLD);
  if (prediction->name)
    lcm_buf_printf(buf, "%s, ", prediction->name);
  if (several)
    put_choice(buf, prediction, fastest, counted);
  if (counted)
    lcm_put_headline_counted(buf, prediction, i);
  else
    lcm_put_headline(buf, prediction, i);
  lcm_put_look(buf, style, LCM_LOOK_PLAIN);
  lcm_buf_putc(buf, '\n');
  put_bound(buf, &prediction->points[i]);
  lcm_put_basis(buf, &prediction->basis, true);
  lcm_put_source_interval(buf, prediction->points[i].source);
  lcm_put_doubt(buf, prediction, LCM_DOUBT_BELOW);
  lcm_buf_putc(buf, '\n');
}

/* Add the columns of the table for programs. */
static void add_exact_columns(struct lcm_table *table,
                              const lcm_prediction *prediction) {
  static const char *const BEFORE[] = {"time", "time1", "speedup",
                                       "efficiency"};
  static const char *const AFTER[] = {"work", "span",  "bound", "low",
                                      "high", "least", "most"};
  const size_t n = !prediction->bare ? sizeof BEFORE / sizeof *BEFORE : 1;
  add_variables(table, prediction, true);
  for (size_t k = 0; k < n; k++)
    lcm_table_numbers(table, BEFORE[k]);
  if (prediction->bare)
    return;
  for (size_t c = 0; c < prediction->n_cats; c++)
    lcm_table_numbers(table, prediction->cat_names[c]);
  for (size_t k = 0; k < sizeof AFTER / sizeof *AFTER; k++)
    lcm_table_numbers(table, AFTER[k]);
  lcm_table_texts(table, "binding");
}

/* Add the row of point "i" for programs. */
static void add_exact_row(struct lcm_table *table,
                          const lcm_prediction *prediction, size_t i) {
  const lcm_point *point = &prediction->points[i];
  const double before[] = {point->time, point->time1, point->speedup,
                           point->efficiency};
  const double after[] = {point->work, point->span,  point->bound, point->low,
                          point->high, point->least, point->most};
  add_values(table, prediction, i, true);
  const size_t n = !prediction->bare ? sizeof before / sizeof *before : 1;
  for (size_t k = 0; k < n; k++)
    lcm_table_cell(table, lcm_cell_exact(table->ctx, before[k]));
  if (prediction->bare)
    return;
  for (size_t c = 0; c < prediction->n_cats; c++)
    lcm_table_cell(table, lcm_cell_exact(table->ctx, point->cats[c]));
  for (size_t k = 0; k < sizeof after / sizeof *after; k++)
    lcm_table_cell(table, lcm_cell_exact(table->ctx, after[k]));
  lcm_table_cell(table, point->binding);
}

/* Return the table of "prediction" for programs. */
static char *separated(lcm_ctx *ctx, const lcm_prediction *prediction,
                       lcm_format format) {
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  add_exact_columns(&table, prediction);
  lcm_contention_columns(&table, prediction);
  for (size_t i = 0; i < prediction->grid->n_points; i++) {
    add_exact_row(&table, prediction, i);
    lcm_contention_row(&table, prediction, i);
  }
  lcm_table_print(&buf, &table, format, NULL);
  return lcm_buf_take(&buf);
}

/* Fill "table" with the points of "prediction" and the columns of "plan". */
static void fill_table(struct lcm_table *table,
                       const lcm_prediction *prediction,
                       const struct layout *plan) {
  add_columns(table, prediction, plan);
  for (size_t i = 0; i < prediction->grid->n_points; i++)
    add_row(table, prediction, i, plan);
}

void lcm_prediction_table(struct lcm_table *table,
                          const lcm_prediction *prediction) {
  const struct layout columns = plan(table->ctx, prediction);
  fill_table(table, prediction, &columns);
}

LCM_GIVE char *lcm_render_prediction(lcm_ctx *ctx,
                                     const lcm_prediction *prediction,
                                     lcm_format format,
                                     const struct lcm_style *style) {
  if (format == LCM_FORMAT_CSV || format == LCM_FORMAT_TSV)
    return separated(ctx, prediction, format);
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  if (prediction->bare) {
    lcm_put_contention(&buf, ctx, prediction, style);
    put_caveats(&buf, ctx, prediction, style);
    return lcm_buf_take(&buf);
  }
  const struct layout columns = plan(ctx, prediction);
  put_summary(&buf, prediction, style);
  fill_table(&table, prediction, &columns);
  lcm_table_print(&buf, &table, format, style);
  put_legend(&buf, ctx, prediction, &columns, style);
  put_caveats(&buf, ctx, prediction, style);
  if (prediction->points[0].bounds || prediction->points[0].simulation)
    lcm_buf_putc(&buf, '\n');
  lcm_put_contention(&buf, ctx, prediction, style);
  return lcm_buf_take(&buf);
}
