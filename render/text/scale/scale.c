/* How a program scales, as text: headline, tables of points. */
#include <math.h>
#include <string.h>

#include "render/text/scale/answers.h"
#include "render/text/scale/scale.h"
#include "render/text/scale/tree.h"

/* Return whether p is a column although it is no variable. */
static bool shows_p(const lcm_scalability *result) {
  return !result->is_model &&
         lcm_scale_variable(result, "p") == result->n_names;
}

/* Return "seconds" for a table, in "unit" where the times have one. */
static const char *time_cell(const struct lcm_scale_text *text, double seconds,
                             struct lcm_time_unit unit) {
  return text->result->plain ? lcm_cell_number(text->ctx, seconds)
                             : lcm_cell_in(text->ctx, seconds, unit);
}

/* Return the title of a column of times "name" in "unit", likewise. */
static const char *time_title(const struct lcm_scale_text *text,
                              const char *name, struct lcm_time_unit unit) {
  return text->result->plain ? name : lcm_heading_in(text->ctx, name, unit);
}

/* ---- what it comes to ---------------------------------------------------- */

/* Return the point of the line that is shown of which the headline speaks: the
 * fastest, but the last where the problem grows. */
static const struct lcm_scale_point *chosen(const lcm_scalability *result) {
  const struct lcm_scale_line *line = lcm_scale_shown(result);
  const struct lcm_scale_point *best =
      &result->points[line->points[line->weak ? line->n - 1 : 0]];
  for (size_t k = 1; k < line->n && !line->weak; k++) {
    const struct lcm_scale_point *point = &result->points[line->points[k]];
    if (point->time < best->time * (1 - 1e-9))
      best = point;
  }
  return best;
}

/* Append "name p" and where "place" is. */
static void put_place(const struct lcm_scale_text *text, const char *name,
                      const struct lcm_scale_place *place) {
  lcm_buf_printf(text->buf, "%s at p = ", name);
  lcm_buf_short(text->buf, place->p, 6);
  lcm_buf_puts(text->buf, place->open ? " or beyond" : "");
}

/* Return whether the parallelism of "line" bounds all its speedups. */
static bool bounds_all(const struct lcm_scale_text *text,
                       const struct lcm_scale_line *line) {
  bool bounds = line->parallelism > 0 && isfinite(line->parallelism);
  for (size_t k = 0; k < line->n; k++)
    bounds = bounds && text->result->points[line->points[k]].speedup <=
                           line->parallelism * (1 + 1e-9);
  return bounds;
}

/* Append the line with the knee and the saturation, where these are known, and
 * the parallelism. */
static void put_places(const struct lcm_scale_text *text) {
  const struct lcm_scale_line *line = lcm_scale_shown(text->result);
  const bool places = line->knee.p > 0;
  const bool none = places && line->saturation.p <= 1 && !line->saturation.open;
  if (none)
    lcm_buf_puts(text->buf, "no p is faster than 1");
  else if (places) {
    put_place(text, "knee", &line->knee);
    put_place(text, ", fastest", &line->saturation);
    lcm_buf_puts(text->buf, line->knee.exact ? "" : ", of the points below");
  }
  if (bounds_all(text, line)) {
    lcm_buf_puts(text->buf, places ? "; " : "");
    lcm_buf_puts(text->buf, "parallelism (T_s over span) ");
    lcm_buf_short(text->buf, line->parallelism, 4);
  } else if (!places)
    return;
  lcm_buf_putc(text->buf, '\n');
}

/* The serial fraction below which nobody cares. */
static const double NOTHING = 1e-6;

/* Return whether the serial fraction of "line" limits its speedup: times do not
 * rise before the last point, and the parallelism allows as much. */
static bool is_limited(const struct lcm_scale_text *text,
                       const struct lcm_scale_line *line) {
  const bool turns = line->saturation.p > 0 && !line->saturation.open;
  return !turns && !(bounds_all(text, line) &&
                     line->parallelism < line->limit * (1 - 1e-9));
}

/* Append what is serial of the line that is shown. */
static void put_serial(const struct lcm_scale_text *text) {
  const struct lcm_scale_line *line = lcm_scale_shown(text->result);
  if (isnan(line->serial) || line->weak)
    return;
  if (line->serial < NOTHING) {
    lcm_buf_puts(text->buf, text->result->unknown
                                ? "; nothing that has a cost is serial"
                                : "; nothing is serial");
    return;
  }
  lcm_buf_puts(text->buf, "; ");
  lcm_put_percent(text->buf, line->serial);
  lcm_buf_puts(text->buf, " is serial");
  if (!is_limited(text, line))
    return;
  lcm_buf_puts(text->buf, ": no speedup beyond ");
  lcm_buf_short(text->buf, line->limit, 3);
}

/* Append by how much the time of "point" has grown where the problem does. */
static void put_weak(const struct lcm_scale_text *text,
                     const struct lcm_scale_point *point) {
  const struct lcm_scale_line *line = lcm_scale_shown(text->result);
  if (!line->weak || isnan(point->weak))
    return;
  lcm_buf_puts(text->buf, "; weak efficiency ");
  lcm_put_percent(text->buf, point->weak);
  lcm_buf_puts(text->buf, ", against p = ");
  lcm_buf_short(text->buf, text->result->points[line->points[0]].p, 6);
}

/* Append from where on resources bind. */
static void put_saturations(const struct lcm_scale_text *text) {
  const lcm_scalability *result = text->result;
  for (size_t i = 0; i < result->n_saturations; i++) {
    const struct lcm_saturation *saturation = &result->saturations[i];
    if (!(saturation->value > 0))
      continue;
    lcm_buf_printf(text->buf, "%s binds from %s = ", saturation->resource,
                   saturation->param);
    lcm_buf_short(text->buf, saturation->value, 6);
    lcm_buf_puts(text->buf, " on\n");
  }
}

/* Append what Amdahl's law fitted to the times says. */
static void put_fit(const struct lcm_scale_text *text) {
  const struct lcm_amdahl_fit *fit = &lcm_scale_shown(text->result)->fit;
  if (!text->result->measured || fit->points < 2 || isnan(fit->serial))
    return;
  lcm_buf_puts(text->buf, "Amdahl's law through these times: ");
  lcm_put_percent(text->buf, fit->serial);
  if (isfinite(fit->half)) {
    lcm_buf_puts(text->buf, " +/- ");
    lcm_put_percent(text->buf, fit->half);
  }
  lcm_buf_puts(text->buf, " serial, ");
  lcm_put_time(text->buf, fit->alone);
  lcm_buf_puts(text->buf, " on one processor; off by ");
  lcm_put_percent(text->buf, fit->error);
  lcm_buf_puts(text->buf, " at most\n");
}

/* Return what the times of "result" rest on: measured ones, on nothing. */
static const struct lcm_basis *basis_of(const lcm_scalability *result) {
  static const struct lcm_basis MEASURED = {0};
  return result->prediction ? &result->prediction->basis : &MEASURED;
}

/* Append the lines above the table. */
static void put_summary(const struct lcm_scale_text *text) {
  const struct lcm_scale_point *point = chosen(text->result);
  lcm_buf *buf = text->buf;
  lcm_put_look(buf, text->style, LCM_LOOK_BOLD);
  (void)lcm_scale_put_values(text, point->values, SIZE_MAX, true);
  lcm_buf_puts(buf, ": ");
  const struct lcm_basis *basis = basis_of(text->result);
  if (point->time > 0) {
    lcm_put_time_is(buf, basis);
    lcm_scale_put_time(text, point->time);
  } else
    lcm_buf_puts(buf, "no cost is known");
  if (!isnan(point->speedup)) {
    lcm_buf_puts(buf, lcm_time_is_between(basis, ", "));
    lcm_put_speedup(buf, basis, point->speedup, point->efficiency);
  }
  put_serial(text);
  put_weak(text, point);
  lcm_put_look(buf, text->style, LCM_LOOK_PLAIN);
  lcm_buf_putc(buf, '\n');
  put_places(text);
  put_saturations(text);
  put_fit(text);
  if (text->result->prediction) {
    lcm_put_basis(buf, &text->result->prediction->basis, true);
    lcm_put_doubt(buf, text->result->prediction, LCM_DOUBT_LISTED);
  }
  lcm_buf_putc(buf, '\n');
}

/* ---- the points ---------------------------------------------------------- */

/* In which table for people a column stands: TIMES what the times come to,
 * CAUSES why. */
enum table { NOWHERE, TIMES, CAUSES };

/* A column of a number of each point. */
struct column {
  size_t member; /* its offset in lcm_scale_point */
  enum table table;
  /* title, exact: what it is called for people and for programs */
  const char *title;
  const char *exact;
  bool percent; /* shown in per cent */
};

#define COLUMN(member, table, title, exact, percent)                           \
  { offsetof(struct lcm_scale_point, member), table, title, exact, percent }

static const struct column COLUMNS[] = {
    COLUMN(speedup, TIMES, "speedup", "speedup", false),
    COLUMN(efficiency, TIMES, "eff. [%]", "efficiency", true),
    COLUMN(overhead, NOWHERE, NULL, "overhead", false),
    COLUMN(relative, TIMES, "T_O/T_s", "relative_overhead", false),
    COLUMN(serial, CAUSES, "serial [%]", "serial", true),
    COLUMN(karp_flatt, CAUSES, "Karp-Flatt [%]", "karp_flatt", true),
    COLUMN(amdahl, CAUSES, "Amdahl", "amdahl", false),
    COLUMN(fixed_time, CAUSES, "fixed time", "fixed_time", false),
    COLUMN(weak, TIMES, "weak eff. [%]", "weak_efficiency", true),
    COLUMN(parallelism, NOWHERE, NULL, "parallelism", false),
    COLUMN(core_hours, NOWHERE, NULL, "core_hours", false),
};

enum { N_COLUMNS = sizeof COLUMNS / sizeof *COLUMNS };

/* Return the number of "point" that belongs into "column". */
static double number_in(const struct lcm_scale_point *point,
                        const struct column *column) {
  double value = 0;
  memcpy(&value, (const char *)point + column->member, sizeof value);
  return value;
}

/* Return that number for people: NaN where it says nothing, as the serial
 * fraction that a speedup shows where there is none. */
static double number_shown(const struct lcm_scale_point *point,
                           const struct column *column) {
  const bool none =
      column->member == offsetof(struct lcm_scale_point, karp_flatt) &&
      !(point->speedup > 1);
  return none ? NAN : number_in(point, column);
}

/* Return whether something is serial at some point. */
static bool has_serial(const lcm_scalability *result) {
  for (size_t i = 0; i < result->n_points; i++)
    if (result->points[i].serial >= NOTHING)
      return true;
  return false;
}

/* Return whether "column" belongs into "table", where some point has a number
 * for it. */
static bool is_shown(const lcm_scalability *result, enum table table,
                     const struct column *column) {
  const bool by_serial =
      column->member != offsetof(struct lcm_scale_point, karp_flatt);
  if (column->table != table ||
      (table == CAUSES && by_serial && !has_serial(result)))
    return false;
  for (size_t i = 0; i < result->n_points; i++)
    if (!isnan(number_shown(&result->points[i], column)))
      return true;
  return false;
}

/* Which columns belong into a table. */
struct shown {
  bool at[N_COLUMNS];
};

/* Return which columns belong into "table". */
static struct shown shown_in(const lcm_scalability *result, enum table table) {
  struct shown shown;
  for (size_t c = 0; c < N_COLUMNS; c++)
    shown.at[c] = is_shown(result, table, &COLUMNS[c]);
  return shown;
}

/* Return whether some time of "result" has an interval. */
static bool has_interval(const lcm_scalability *result) {
  for (size_t i = 0; i < result->n_points; i++)
    if (result->points[i].low < result->points[i].high)
      return true;
  return false;
}

/* Return the unit of the times of "result". */
static struct lcm_time_unit unit_of(const lcm_scalability *result) {
  double least = INFINITY;
  double most = 0;
  for (size_t i = 0; i < result->n_points; i++) {
    least = fmin(least, result->points[i].time);
    most = fmax(most, result->points[i].time);
  }
  return lcm_time_unit_between(least, most);
}

/* Return whether variable "j" has a column for people. */
static bool has_column(const lcm_scalability *result, size_t j) {
  return result->n_points == 1 || lcm_scale_varies(result, j);
}

/* Add the columns of the variables. */
static void add_variables(struct lcm_table *table,
                          const lcm_scalability *result) {
  for (size_t j = 0; j < result->n_names; j++)
    if (has_column(result, j))
      lcm_table_numbers(table, result->names[j]);
  if (shows_p(result))
    lcm_table_numbers(table, "p");
}

/* Add the values of the variables at "point". */
static void add_values(struct lcm_table *table, const lcm_scalability *result,
                       const struct lcm_scale_point *point) {
  for (size_t j = 0; j < result->n_names; j++)
    if (has_column(result, j))
      lcm_table_cell(table, lcm_cell_value(table->ctx, point->values[j]));
  if (shows_p(result))
    lcm_table_cell(table, lcm_cell_value(table->ctx, point->p));
}

/* Add the numbers of "point" that are "shown"; what is next to nothing is a
 * zero. */
static void add_numbers(struct lcm_table *table,
                        const struct lcm_scale_point *point,
                        const struct shown *shown) {
  lcm_ctx *ctx = table->ctx;
  for (size_t c = 0; c < N_COLUMNS; c++) {
    double value = number_shown(point, &COLUMNS[c]);
    if (!shown->at[c])
      continue;
    value = fabs(value) < NOTHING ? 0 : value;
    lcm_table_cell(table, COLUMNS[c].percent ? lcm_cell_percent(ctx, value)
                                             : lcm_cell_number(ctx, value));
  }
}

/* Add the titles of the columns that are "shown". */
static void add_titles(struct lcm_table *table, const struct shown *shown) {
  for (size_t c = 0; c < N_COLUMNS; c++)
    if (shown->at[c])
      lcm_table_numbers(table, COLUMNS[c].title);
}

/* Append the table of the times. */
static void put_times(const struct lcm_scale_text *text) {
  const lcm_scalability *result = text->result;
  struct lcm_table table = {.ctx = text->ctx};
  const struct lcm_time_unit unit = unit_of(result);
  const bool interval = has_interval(result);
  const struct shown shown = shown_in(result, TIMES);
  add_variables(&table, result);
  lcm_table_numbers(&table, time_title(text, "time", unit));
  add_titles(&table, &shown);
  if (interval)
    lcm_table_numbers(&table, time_title(text, "90 % interval", unit));
  for (size_t i = 0; i < result->n_points; i++) {
    const struct lcm_scale_point *point = &result->points[i];
    add_values(&table, result, point);
    lcm_table_look(&table, time_cell(text, point->time, unit), LCM_LOOK_BOLD);
    add_numbers(&table, point, &shown);
    if (interval)
      lcm_table_cell(&table,
                     lcm_arena_printf(lcm_ctx_arena(text->ctx), "%s..%s",
                                      time_cell(text, point->low, unit),
                                      time_cell(text, point->high, unit)));
  }
  lcm_table_print(text->buf, &table, LCM_FORMAT_TEXT, text->style);
  lcm_buf_puts(text->buf, "T_O = p T - T_s, T_s the time on one processor; "
                          "E = 1/(1 + T_O/T_s)\n");
}

/* Append what the columns of the second table mean. */
static void put_legend(const struct lcm_scale_text *text) {
  static const char *const LINES[] = {
      ("serial: the fraction of T_s in which nothing is parallel, by the "
       "structure"),
      "Karp-Flatt: the serial fraction that the speedup shows",
      "Amdahl: the speedup if only the serial fraction were lost",
      "fixed time: the speedup of a problem that grows until it takes as long"};
  for (size_t c = 0, line = 0; c < N_COLUMNS; c++) {
    if (COLUMNS[c].table != CAUSES)
      continue;
    if (is_shown(text->result, CAUSES, &COLUMNS[c]))
      lcm_buf_printf(text->buf, "%s\n", LINES[line]);
    line++;
  }
}

/* Append the table of why times are as they are, of more than one processor. */
static void put_causes(const struct lcm_scale_text *text) {
  const lcm_scalability *result = text->result;
  struct lcm_table table = {.ctx = text->ctx};
  bool any = false;
  const struct shown shown = shown_in(result, CAUSES);
  for (size_t c = 0; c < N_COLUMNS; c++)
    any = any || shown.at[c];
  if (!any)
    return;
  add_variables(&table, result);
  add_titles(&table, &shown);
  for (size_t i = 0; i < result->n_points; i++) {
    if (!(result->points[i].p > 1))
      continue;
    add_values(&table, result, &result->points[i]);
    add_numbers(&table, &result->points[i], &shown);
  }
  lcm_buf_putc(text->buf, '\n');
  lcm_table_print(text->buf, &table, LCM_FORMAT_TEXT, text->style);
  put_legend(text);
}

/* ---- the lines ----------------------------------------------------------- */

/* Return "place" for a table. */
static const char *place_cell(lcm_ctx *ctx,
                              const struct lcm_scale_place *place) {
  if (!(place->p > 0))
    return "-";
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s",
                          lcm_cell_value(ctx, place->p),
                          place->open ? "+" : "");
}

/* Return whether variable "j" tells lines apart: it does not vary along one. */
static bool is_of_lines(const lcm_scalability *result, size_t j) {
  for (size_t l = 0; l < result->n_lines; l++) {
    const struct lcm_scale_line *line = &result->lines[l];
    const double first = result->points[line->points[0]].values[j];
    for (size_t k = 1; k < line->n; k++)
      if (result->points[line->points[k]].values[j] != first)
        return false;
  }
  return lcm_scale_varies(result, j);
}

/* Append the table of the lines, where there are several. */
static void put_lines(const struct lcm_scale_text *text) {
  const lcm_scalability *result = text->result;
  struct lcm_table table = {.ctx = text->ctx};
  if (result->n_lines < 2)
    return;
  for (size_t j = 0; j < result->n_names; j++)
    if (is_of_lines(result, j))
      lcm_table_numbers(&table, result->names[j]);
  lcm_table_numbers(&table, "serial [%]");
  lcm_table_numbers(&table, "limit");
  lcm_table_numbers(&table, "parallelism");
  lcm_table_numbers(&table, "knee");
  lcm_table_numbers(&table, "fastest at");
  for (size_t l = 0; l < result->n_lines; l++) {
    const struct lcm_scale_line *line = &result->lines[l];
    const double *values = result->points[line->points[0]].values;
    for (size_t j = 0; j < result->n_names; j++)
      if (is_of_lines(result, j))
        lcm_table_cell(&table, lcm_cell_value(text->ctx, values[j]));
    lcm_table_cell(&table, lcm_cell_percent(text->ctx, line->serial));
    lcm_table_cell(&table, line->serial < NOTHING
                               ? "-"
                               : lcm_cell_number(text->ctx, line->limit));
    lcm_table_cell(&table, lcm_cell_number(text->ctx, line->parallelism));
    lcm_table_cell(&table, place_cell(text->ctx, &line->knee));
    lcm_table_cell(&table, place_cell(text->ctx, &line->saturation));
  }
  lcm_buf_putc(text->buf, '\n');
  lcm_table_print(text->buf, &table, LCM_FORMAT_TEXT, text->style);
  lcm_buf_puts(
      text->buf,
      "limit: of the speedup, by the serial fraction; parallelism: T_s over "
      "span;\nknee: where efficiency over time is largest; +: or "
      "beyond\n");
}

/* ---- for programs -------------------------------------------------------- */

/* Return "name" with underscores for blanks. */
static const char *exact_name(lcm_ctx *ctx, const char *name) {
  char *text = lcm_arena_strdup(lcm_ctx_arena(ctx), name);
  for (char *at = text; *at; at++)
    *at = *at == ' ' ? '_' : *at;
  return text;
}

/* Add the columns for programs. */
static void add_exact_columns(struct lcm_table *table,
                              const lcm_scalability *result) {
  static const char *const POP[] = {
      "global_efficiency",   "parallel_efficiency",
      "load_balance",        "serialization_efficiency",
      "transfer_efficiency", "computation_scalability"};
  static const char *const FIRST[] = {"processors", "time", "low", "high",
                                      "time_on_one"};
  for (size_t j = 0; j < result->n_names; j++)
    lcm_table_numbers(table, result->names[j]);
  for (size_t k = 0; k < sizeof FIRST / sizeof *FIRST; k++)
    lcm_table_numbers(table, FIRST[k]);
  for (size_t c = 0; c < N_COLUMNS; c++)
    lcm_table_numbers(table, COLUMNS[c].exact);
  for (int k = LCM_FACTOR_WORK; k < LCM_FACTOR_COUNT; k++)
    lcm_table_numbers(
        table,
        lcm_arena_printf(
            lcm_ctx_arena(table->ctx), "factor_%s",
            exact_name(table->ctx, lcm_factor_name((lcm_factor_kind)k))));
  for (size_t k = 0; k < sizeof POP / sizeof *POP; k++)
    lcm_table_numbers(table, POP[k]);
}

/* Add the row of "point" for programs. */
static void add_exact_row(struct lcm_table *table,
                          const lcm_scalability *result,
                          const struct lcm_scale_point *point) {
  lcm_ctx *ctx = table->ctx;
  const struct lcm_pop *pop = &point->pop;
  const double first[] = {point->p, point->time, point->low, point->high,
                          point->alone};
  const double last[] = {pop->global,        pop->parallel, pop->balance,
                         pop->serialization, pop->transfer, pop->computation};
  for (size_t j = 0; j < result->n_names; j++)
    lcm_table_cell(table, lcm_cell_exact(ctx, point->values[j]));
  for (size_t k = 0; k < sizeof first / sizeof *first; k++)
    lcm_table_cell(table, lcm_cell_exact(ctx, first[k]));
  for (size_t c = 0; c < N_COLUMNS; c++)
    lcm_table_cell(table, lcm_cell_exact(ctx, number_in(point, &COLUMNS[c])));
  for (int k = LCM_FACTOR_WORK; k < LCM_FACTOR_COUNT; k++) {
    const lcm_factor *factor = &point->factors.at[k];
    lcm_table_cell(table, factor->source == LCM_FACTOR_BOUNDED
                              ? ""
                              : lcm_cell_exact(ctx, factor->low));
  }
  for (size_t k = 0; k < sizeof last / sizeof *last; k++)
    lcm_table_cell(table, point->has_pop ? lcm_cell_exact(ctx, last[k]) : "");
}

/* Return the points for programs. */
static char *separated(lcm_ctx *ctx, const lcm_scalability *result,
                       lcm_format format) {
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  add_exact_columns(&table, result);
  for (size_t i = 0; i < result->n_points; i++)
    add_exact_row(&table, result, &result->points[i]);
  lcm_table_print(&buf, &table, format, NULL);
  return lcm_buf_take(&buf);
}

LCM_GIVE char *lcm_render_scalability(lcm_ctx *ctx,
                                      const lcm_scalability *result,
                                      lcm_format format,
                                      const struct lcm_style *style) {
  lcm_buf buf = {0};
  const struct lcm_scale_text text = {&buf, ctx, result, style};
  if (format == LCM_FORMAT_CSV || format == LCM_FORMAT_TSV)
    return separated(ctx, result, format);
  put_summary(&text);
  lcm_scale_put_answers(&text);
  put_times(&text);
  put_causes(&text);
  put_lines(&text);
  lcm_scale_put_tree(&text);
  lcm_scale_put_growth(&text);
  lcm_scale_put_variance(&text);
  lcm_scale_put_refinement(&text);
  return lcm_buf_take(&buf);
}
