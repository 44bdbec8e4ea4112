/* A comparison of variants as text: table, map, crossovers. */
#include <math.h>
#include <string.h>

#include "render/text/comparison.h"
#include "render/text/premise.h"
#include "render/text/unknown.h"

/* Append at how many points some time is not known; "first": nothing else was
 * said. */
static void put_unknown(lcm_buf *buf, const lcm_comparison *c, bool first) {
  size_t unknown = 0;
  for (size_t i = 0; i < c->grid->n_points; i++)
    unknown += !lcm_outcome_is_known(c, i);
  if (unknown == c->grid->n_points)
    lcm_buf_puts(buf, "not compared: no point has the times of all");
  else if (unknown)
    lcm_buf_printf(buf, "%snot compared at %zu, where some time is not known",
                   first ? "" : ", ", unknown);
}

/* Append the variables of "grid" that have no column, before a sentence. */
static void put_constants(lcm_buf *buf, const lcm_grid *grid) {
  bool first = true;
  for (size_t j = 0; j < grid->n_names; j++)
    if (!lcm_grid_shows(grid, j)) {
      lcm_buf_printf(buf, "%s%s = ", first ? "" : ", ",
                     lcm_grid_label(grid, j));
      lcm_buf_short(buf, grid->columns[j][0], 6);
      first = false;
    }
  lcm_buf_puts(buf, first ? "" : ": ");
}

/* Append what the times rest on, and a line between that and what follows. */
static void put_conditions(lcm_buf *buf, const lcm_comparison *c) {
  lcm_put_basis(buf, &c->basis, false);
  for (size_t v = 0; v < c->n_variants; v++) {
    const size_t before = buf->len;
    lcm_put_doubt(buf, c->variants[v], LCM_DOUBT_LISTED);
    if (buf->len > before)
      break;
  }
  lcm_buf_putc(buf, '\n');
}

/* Append why nobody wins: what the variants leave out. */
static void put_undecided(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  lcm_buf_puts(buf, "not decided: the times leave out ");
  for (size_t v = 0; v < c->n_variants; v++)
    lcm_buf_printf(
        buf, "%s%zu place%s of %s", v ? ", " : "", c->variants[v]->n_unknown,
        c->variants[v]->n_unknown == 1 ? "" : "s", lcm_variant_name(ctx, c, v));
  lcm_buf_puts(buf, ", which are not the same\n");
  put_conditions(buf, c);
}

/* Append who wins how often. */
static void put_summary(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  const size_t n = c->grid->n_points;
  size_t ties = 0;
  bool first = true;
  for (size_t i = 0; i < n; i++)
    ties += lcm_outcome_is_tie(c, i);
  put_constants(buf, c->grid);
  if (c->undecided) {
    put_undecided(buf, ctx, c);
    return;
  }
  if (lcm_basis_time_is(&c->basis))
    lcm_buf_puts(buf, "as far as is known, ");
  for (size_t v = 0; v < c->n_variants; v++) {
    size_t wins = 0;
    for (size_t i = 0; i < n; i++)
      wins += c->winners[i] == v && lcm_outcome_is_known(c, i) &&
              !lcm_outcome_is_tie(c, i);
    if (!wins)
      continue;
    lcm_buf_printf(buf, "%s%s is fastest at ", first ? "" : ", ",
                   lcm_variant_name(ctx, c, v));
    if (wins == n)
      lcm_buf_puts(buf, n == 1 ? "this point" : "every point");
    else
      lcm_buf_printf(buf, "%zu of %zu points", wins, n);
    first = false;
  }
  if (ties == n)
    lcm_buf_puts(buf, "equally fast at every point");
  else if (ties)
    lcm_buf_printf(buf, ", equally fast at %zu", ties);
  put_unknown(buf, c, first && !ties);
  lcm_buf_putc(buf, '\n');
  put_conditions(buf, c);
}

/* How times are written: in "unit", or "plain" numbers where all variants are
 * models without one. */
struct times {
  struct lcm_time_unit unit;
  bool plain;
};

/* Return how to write the times of "c". */
static struct times times_of(const lcm_comparison *c) {
  double least = HUGE_VAL;
  double most = 0;
  bool plain = true;
  for (size_t v = 0; v < c->n_variants; v++) {
    plain = plain && lcm_prediction_is_plain(c->variants[v]);
    for (size_t i = 0; i < c->grid->n_points; i++) {
      least = fmin(least, lcm_outcome_time(c, v, i));
      most = fmax(most, lcm_outcome_time(c, v, i));
    }
  }
  return (struct times){lcm_time_unit_between(least, most), plain};
}

/* Return "seconds" as a cell. */
static const char *time_cell(lcm_ctx *ctx, double seconds,
                             const struct times *times) {
  if (isnan(seconds))
    return "-";
  return times->plain ? lcm_cell_value(ctx, seconds)
                      : lcm_cell_in(ctx, seconds, times->unit);
}

/* Return whether p is a column although the grid does not name it: not where
 * all variants are models. */
static bool shows_p(const lcm_comparison *c) {
  if (lcm_grid_has(c->grid, "p"))
    return false;
  for (size_t v = 0; v < c->n_variants; v++)
    if (!c->variants[v]->is_model)
      return true;
  return false;
}

/* Add the columns of the variables of "c": "all", or those that a table for
 * people shows. */
static void add_variables(struct lcm_table *table, const lcm_comparison *c,
                          bool all) {
  for (size_t j = 0; j < c->grid->n_names; j++)
    if (all || lcm_grid_shows(c->grid, j))
      lcm_table_numbers(table, lcm_grid_label(c->grid, j));
  if (shows_p(c))
    lcm_table_numbers(table, "p");
}

/* Add the values of the variables at point "i", as add_variables does their
 * columns. */
static void add_values(struct lcm_table *table, const lcm_comparison *c,
                       size_t i, bool all) {
  lcm_ctx *ctx = table->ctx;
  for (size_t j = 0; j < c->grid->n_names; j++)
    if (all || lcm_grid_shows(c->grid, j))
      lcm_table_cell(table, all ? lcm_cell_exact(ctx, c->grid->columns[j][i])
                                : lcm_cell_value(ctx, c->grid->columns[j][i]));
  if (shows_p(c))
    lcm_table_cell(table, lcm_cell_exact(ctx, c->variants[0]->points[i].p));
}

/* Append by how much the winner is faster: "33 %", from twice on "x 2.5";
 * nothing where that is not known. */
static void put_margin(lcm_buf *buf, double margin) {
  if (isnan(margin))
    return;
  if (margin < 0.9995) {
    lcm_put_percent(buf, margin);
    return;
  }
  lcm_buf_puts(buf, "x ");
  lcm_buf_short(buf, margin + 1, 3);
}

/* Return whether some difference of times is uncertain. */
static bool has_chances(const lcm_comparison *c) {
  bool found = false;
  for (size_t i = 0; c->chances && i < c->grid->n_points; i++)
    found = found || c->difference_low[i] < c->difference_high[i];
  return found;
}

/* Return whether it is known in which category some winner is ahead. */
static bool has_reasons(const lcm_comparison *c) {
  bool found = false;
  for (size_t i = 0; c->reasons && i < c->grid->n_points; i++)
    found = found || (c->reasons[i].name && !lcm_outcome_is_tie(c, i) &&
                      lcm_outcome_is_known(c, i));
  return found;
}

/* Add how likely the winner at point "i" is faster, and in what it is ahead,
 * where there are such columns; nothing where "told" is false. */
static void add_grounds(struct lcm_table *table, const lcm_comparison *c,
                        size_t i, bool told) {
  lcm_buf chance = {0};
  if (has_chances(c) && told && c->chances[i] > 0.9999)
    lcm_buf_puts(&chance, "> 99.99 %");
  else if (has_chances(c) && told)
    lcm_put_percent(&chance, c->chances[i]);
  if (has_chances(c))
    lcm_table_cell(table, lcm_cell_take(table->ctx, &chance));
  if (has_reasons(c))
    lcm_table_cell(table, told && c->reasons[i].name ? c->reasons[i].name : "");
}

void lcm_put_why(lcm_buf *buf, const lcm_comparison *c) {
  if (has_reasons(c))
    lcm_buf_puts(buf, "why: the category in which the fastest is ahead most "
                      "of the next\n");
}

/* Add the row of point "i" for people. */
static void add_row(struct lcm_table *table, const lcm_comparison *c, size_t i,
                    const struct times *times) {
  lcm_ctx *ctx = table->ctx;
  const bool tie = lcm_outcome_is_tie(c, i);
  const bool known = lcm_outcome_is_known(c, i);
  lcm_buf margin = {0};
  add_values(table, c, i, false);
  for (size_t v = 0; v < c->n_variants; v++) {
    const bool wins = !tie && known && v == c->winners[i];
    const char *text = time_cell(ctx, lcm_outcome_time(c, v, i), times);
    lcm_table_look(
        table, wins ? lcm_arena_printf(lcm_ctx_arena(ctx), "*%s", text) : text,
        wins ? LCM_LOOK_GOOD : LCM_LOOK_PLAIN);
  }
  lcm_table_look(table,
                 tie     ? "="
                 : known ? lcm_variant_name(ctx, c, c->winners[i])
                         : "-",
                 known ? LCM_LOOK_GOOD : LCM_LOOK_PLAIN);
  if (!tie && known) {
    put_margin(&margin, lcm_outcome_margin(c, i));
    lcm_buf_puts(&margin, lcm_outcome_is_open(c, i) ? " ?" : "");
  }
  lcm_table_cell(table, lcm_cell_take(ctx, &margin));
  add_grounds(table, c, i, known && !tie);
}

/* Append the value of a variable with four digits. */
static void put_value(lcm_buf *buf, double value) {
  if (fabs(value) >= 1000 && fabs(value) < 1e15 && value == floor(value))
    lcm_buf_short(buf, value, 15);
  else
    lcm_buf_short(buf, value, 4);
}

/* Return whether the variants are equally fast at crossover "x", which then is
 * a point of the grid. */
static bool only_catches_up(const lcm_comparison *c, const lcm_crossover *x) {
  for (size_t i = 0; i < c->grid->n_points; i++) {
    bool there = lcm_outcome_is_tie(c, i);
    for (size_t j = 0; j < c->grid->n_names && there; j++) {
      const bool own = !strcmp(c->grid->names[j], x->variable);
      there = own ? c->grid->columns[j][i] == x->value
                  : !x->others || c->grid->columns[j][i] == x->others[j];
    }
    if (there)
      return true;
  }
  return false;
}

void lcm_put_crossover(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                       const lcm_crossover *x) {
  bool first = true;
  lcm_buf_printf(buf, "%s %s %s at %s = ", lcm_variant_name(ctx, c, x->to),
                 only_catches_up(c, x) ? "catches up with" : "overtakes",
                 lcm_variant_name(ctx, c, x->from), x->variable);
  put_value(buf, x->value);
  for (size_t j = 0; j < c->grid->n_names && x->others; j++)
    if (strcmp(c->grid->names[j], x->variable) != 0 &&
        lcm_grid_shows(c->grid, j)) {
      lcm_buf_printf(buf, "%s%s = ", first ? " (" : ", ",
                     lcm_grid_label(c->grid, j));
      put_value(buf, x->others[j]);
      first = false;
    }
  lcm_buf_puts(buf, first ? "" : ")");
  if (x->step)
    lcm_buf_puts(buf, ", in a step");
  if (x->exact)
    lcm_buf_printf(buf, ", exactly %s", lcm_text_expr(ctx, x->exact));
  lcm_buf_putc(buf, '\n');
}

/* Append the crossovers of "c" and whether there can be more. */
static void put_crossovers(lcm_buf *buf, lcm_ctx *ctx,
                           const lcm_comparison *c) {
  if (c->grid->n_points < 2 || c->undecided)
    return;
  lcm_buf_putc(buf, '\n');
  for (size_t i = 0; i < c->n_crossovers; i++)
    lcm_put_crossover(buf, ctx, c, &c->crossovers[i]);
  if (c->complete)
    lcm_buf_printf(buf, "there are no %scrossovers in this range\n",
                   c->n_crossovers ? "other " : "");
  else
    lcm_buf_printf(buf,
                   "%scrossovers between neighbouring points are not ruled "
                   "out\n",
                   c->n_crossovers ? "other " : "no crossover was found; ");
}

/* Append how much is not in the times of the variants. */
static void put_unknowns(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  bool first = true;
  for (size_t v = 0; v < c->n_variants; v++)
    if (c->variants[v]->n_unknown) {
      lcm_buf_printf(buf, "%s%zu of %s", first ? "\nwithout a cost: " : ", ",
                     c->variants[v]->n_unknown, lcm_variant_name(ctx, c, v));
      first = false;
    }
  lcm_buf_puts(buf, first ? "" : " (`lcm predict` lists them)\n");
}

/* Append how the times were found, unless all were composed or bound. */
static void put_methods(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  const char *first = c->variants[0]->method;
  bool same = true;
  for (size_t v = 0; v < c->n_variants; v++) {
    if (!c->variants[v]->method)
      return;
    same = same && !strcmp(c->variants[v]->method, first);
  }
  if (same && strcmp(first, "simulation") != 0)
    return;
  lcm_buf_puts(buf, "\ntimes: ");
  if (same)
    lcm_buf_printf(buf, "by %s\n", first);
  for (size_t v = 0; !same && v < c->n_variants; v++)
    lcm_buf_printf(buf, "%s by %s%s", lcm_variant_name(ctx, c, v),
                   c->variants[v]->method, v + 1 < c->n_variants ? ", " : "\n");
}

/* Append which variants are models whose times have no unit, where those of
 * others have one. */
static void put_unitless(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  size_t plain = 0;
  bool first = true;
  for (size_t v = 0; v < c->n_variants; v++)
    plain += lcm_prediction_is_plain(c->variants[v]);
  if (plain == c->n_variants)
    return;
  for (size_t v = 0; v < c->n_variants; v++)
    if (lcm_prediction_is_plain(c->variants[v])) {
      lcm_buf_printf(buf, "%s%s",
                     first ? "without a unit, taken as seconds: " : ", ",
                     lcm_variant_name(ctx, c, v));
      first = false;
    }
  lcm_buf_puts(buf, first ? "" : "\n");
}

static const char *map_cell(lcm_ctx *ctx, const lcm_comparison *c, size_t i) {
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%c",
                          lcm_comparison_letter(c, i));
}

/* Append which letter is which variant in a map. */
static void put_legend(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  bool open = false;
  for (size_t i = 0; i < c->grid->n_points; i++)
    open = open || (lcm_outcome_is_open(c, i) && lcm_outcome_is_known(c, i) &&
                    !lcm_outcome_is_tie(c, i));
  lcm_buf_puts(buf, "\nfastest: ");
  for (size_t v = 0; v < c->n_variants; v++)
    lcm_buf_printf(buf, "%s%c %s", v ? ", " : "", lcm_variant_letter(v, true),
                   lcm_variant_name(ctx, c, v));
  lcm_buf_puts(buf, open ? "; small: not clearly\n" : "\n");
}

/* Append the map of winners over two variables, one a row, one a column, where
 * two vary. */
static void put_map(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c,
                    const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  size_t axes[2];
  if (!lcm_comparison_axes(axes, c))
    return;
  const lcm_grid *grid = c->grid;
  const size_t rows = grid->sizes[axes[0]];
  const size_t columns = grid->sizes[axes[1]];
  put_legend(buf, ctx, c);
  lcm_table_numbers(&table, lcm_arena_printf(lcm_ctx_arena(ctx), "%s \\ %s",
                                             lcm_grid_label(grid, axes[0]),
                                             lcm_grid_label(grid, axes[1])));
  for (size_t k = 0; k < columns; k++)
    lcm_table_numbers(&table, lcm_cell_value(ctx, grid->columns[axes[1]][k]));
  for (size_t i = 0; i < rows; i++) {
    lcm_table_cell(&table,
                   lcm_cell_value(ctx, grid->columns[axes[0]][i * columns]));
    for (size_t k = 0; k < columns; k++)
      lcm_table_cell(&table, map_cell(ctx, c, i * columns + k));
  }
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Append the edits of the variants. */
static void put_edits(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  for (size_t v = 0; v < c->n_variants; v++)
    lcm_put_premises(buf, c->variants[v]->premises, c->variants[v]->n_premises,
                     lcm_arena_printf(lcm_ctx_arena(ctx), "edited into %s",
                                      lcm_variant_name(ctx, c, v)));
}

/* Return the table for programs. */
static char *separated(lcm_ctx *ctx, const lcm_comparison *c,
                       lcm_format format) {
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  add_variables(&table, c, true);
  for (size_t v = 0; v < c->n_variants; v++)
    lcm_table_numbers(&table, lcm_variant_name(ctx, c, v));
  lcm_table_texts(&table, "winner");
  lcm_table_numbers(&table, "margin");
  lcm_table_numbers(&table, "difference_low");
  lcm_table_numbers(&table, "difference_high");
  lcm_table_numbers(&table, "chance");
  lcm_table_texts(&table, "why");
  for (size_t i = 0; i < c->grid->n_points; i++) {
    add_values(&table, c, i, true);
    for (size_t v = 0; v < c->n_variants; v++)
      lcm_table_cell(&table, lcm_cell_exact(ctx, lcm_outcome_time(c, v, i)));
    lcm_table_cell(&table,
                   c->undecided ? "" : lcm_variant_name(ctx, c, c->winners[i]));
    lcm_table_cell(&table, lcm_cell_exact(ctx, lcm_outcome_margin(c, i)));
    lcm_table_cell(&table, c->difference_low
                               ? lcm_cell_exact(ctx, c->difference_low[i])
                               : "");
    lcm_table_cell(&table, c->difference_high
                               ? lcm_cell_exact(ctx, c->difference_high[i])
                               : "");
    lcm_table_cell(&table,
                   c->chances ? lcm_cell_exact(ctx, c->chances[i]) : "");
    lcm_table_cell(&table,
                   c->reasons && c->reasons[i].name ? c->reasons[i].name : "");
  }
  lcm_table_print(&buf, &table, format, NULL);
  return lcm_buf_take(&buf);
}

/* Fill "table" with the points of "c"; return whether some winner is not
 * clear. */
static bool fill_table(struct lcm_table *table, const lcm_comparison *c) {
  const struct times times = times_of(c);
  bool open = false;
  add_variables(table, c, false);
  for (size_t v = 0; v < c->n_variants; v++)
    lcm_table_numbers(
        table, times.plain ? lcm_variant_name(table->ctx, c, v)
                           : lcm_heading_in(table->ctx,
                                            lcm_variant_name(table->ctx, c, v),
                                            times.unit));
  lcm_table_texts(table, "fastest");
  lcm_table_texts(table, "by");
  if (has_chances(c))
    lcm_table_numbers(table, "chance");
  if (has_reasons(c))
    lcm_table_texts(table, "why");
  for (size_t i = 0; i < c->grid->n_points; i++) {
    add_row(table, c, i, &times);
    open = open || (lcm_outcome_is_open(c, i) && !lcm_outcome_is_tie(c, i));
  }
  return open;
}

void lcm_comparison_table(struct lcm_table *table, const lcm_comparison *c) {
  (void)fill_table(table, c);
}

void lcm_put_winners(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  put_summary(buf, ctx, c);
}

void lcm_put_crossovers(lcm_buf *buf, lcm_ctx *ctx, const lcm_comparison *c) {
  put_crossovers(buf, ctx, c);
  put_unknowns(buf, ctx, c);
}

LCM_GIVE char *lcm_render_comparison(lcm_ctx *ctx, const lcm_comparison *c,
                                     lcm_format format,
                                     const struct lcm_style *style) {
  if (format == LCM_FORMAT_CSV || format == LCM_FORMAT_TSV)
    return separated(ctx, c, format);
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = ctx};
  put_summary(&buf, ctx, c);
  const bool open = fill_table(&table, c);
  lcm_table_print(&buf, &table, format, style);
  if (open)
    lcm_buf_puts(&buf, "?: less than the 90 % interval of the difference\n");
  lcm_put_why(&buf, c);
  put_map(&buf, ctx, c, style);
  put_crossovers(&buf, ctx, c);
  put_unknowns(&buf, ctx, c);
  put_methods(&buf, ctx, c);
  put_unitless(&buf, ctx, c);
  put_edits(&buf, ctx, c);
  return lcm_buf_take(&buf);
}
