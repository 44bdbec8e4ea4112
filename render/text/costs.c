/* Counts of operations and bytes as text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/text/costs.h"

/* The columns of a table of costs: how often, what is counted, bytes. */
enum {
  RUNS,
  TRIPS,
  FIRST_KIND,
  BYTES = FIRST_KIND + LCM_COST_COUNT,
  MOVED,
  N_AMOUNTS
};

/* A table being made. */
struct making {
  lcm_ctx *ctx;
  const lcm_grid *grid;
  const struct lcm_style *style;
};

static const char *word_of(size_t i) {
  return i == RUNS    ? "runs"
         : i == TRIPS ? "trips"
         : i == BYTES ? "bytes"
         : i == MOVED ? "moved"
                      : lcm_cost_word((lcm_cost_kind)(i - FIRST_KIND));
}

/* Return amount "i" of "row"; NULL for none. */
static const lcm_expr *amount_of(const struct lcm_cost_row *row, size_t i) {
  return i == RUNS    ? row->runs
         : i == TRIPS ? row->trips
         : i == BYTES ? row->bytes
         : i == MOVED ? row->moved
                      : row->of[i - FIRST_KIND];
}

/* Return how sure amount "i" of "row" is: "" exact, "~" an estimate, "<=" an
 * upper bound. */
static const char *mark_of(const struct lcm_cost_row *row, size_t i) {
  if (i == BYTES || i == MOVED)
    return row->at_most ? "<=" : "";
  return (i == RUNS    ? row->guess
          : i == TRIPS ? row->trips_guess
                       : row->about)
             ? "~"
             : "";
}

/* Return the smallest number that makes all coefficients of "e" whole, as far
 * as that is small. */
static int denominator_of(const lcm_expr *e) {
  static const int SOME[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24, 60, 100, 120};
  const bool sum = lcm_expr_kind_of(e) == LCM_X_SUM_OF;
  const size_t n = sum ? lcm_expr_arity(e) : 1;
  for (size_t i = 0; i < sizeof SOME / sizeof *SOME; i++) {
    bool whole = true;
    for (size_t k = 0; k < n; k++) {
      const lcm_expr *term = sum ? lcm_expr_arg(e, k) : e;
      double factor = 1;
      if (lcm_expr_kind_of(term) == LCM_X_MUL_OF)
        factor = lcm_expr_factor(term);
      else if (!lcm_expr_is_number(term, &factor))
        factor = 1;
      factor *= SOME[i];
      whole = whole && fabs(factor - round(factor)) < 1e-9;
    }
    if (whole)
      return SOME[i];
  }
  return 1;
}

/* Return "e" as a formula with whole coefficients, in memory of the context. */
static const char *formula_of(const struct making *m, const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const int by = e ? denominator_of(e) : 1;
  const lcm_expr *whole =
      by == 1 ? e
              : lcm_expr_expand(
                    m->ctx, lcm_expr_mul(m->ctx, e, lcm_expr_int(m->ctx, by)));
  char *text = whole ? lcm_expr_to_str(whole, LCM_TEXT) : NULL;
  const char *kept = lcm_arena_strdup(arena, text ? text : "?");
  free(text);
  if (by == 1)
    return kept;
  return lcm_arena_printf(
      arena,
      whole && lcm_expr_kind_of(whole) == LCM_X_SUM_OF ? "(%s)/%d" : "%s/%d",
      kept, by);
}

/* Return what stands in the table for amount "i" of "row": its value or, where
 * it has none, its formula, cut where it is long. */
static const char *cell_of(const struct making *m,
                           const struct lcm_cost_row *row, size_t i) {
  enum { WIDEST = 28, MOST = 16 };
  const lcm_expr *e = amount_of(row, i);
  double value = 0;
  if (i == TRIPS && !e)
    return "";
  if (e && lcm_expr_is_int(e, 0))
    return "-";
  const bool known = lcm_cost_value(&value, m->ctx, e, m->grid);
  if (!known && e && lcm_expr_arity(e) > MOST)
    return lcm_arena_printf(lcm_ctx_arena(m->ctx), "%s(%zu terms)",
                            mark_of(row, i), lcm_expr_arity(e));
  const char *text = known ? lcm_cell_exact(m->ctx, value)
                           : lcm_text_shorten(m->ctx, formula_of(m, e), WIDEST);
  return lcm_arena_printf(lcm_ctx_arena(m->ctx), "%s%s", mark_of(row, i), text);
}

/* Return whether all that is counted of "function" as a whole has a value. */
static bool has_values(const struct making *m,
                       const struct lcm_cost_function *function) {
  double value = 0;
  for (size_t i = 0; i < N_AMOUNTS; i++)
    if (i != TRIPS && (i != MOVED || function->rows[0].moved) &&
        !lcm_cost_value(&value, m->ctx, amount_of(&function->rows[0], i),
                        m->grid))
      return false;
  return true;
}

/* Return whether column "i" of the table of "function" is there and says
 * anything: without values there is only how often things run. */
static bool is_shown(const struct making *m,
                     const struct lcm_cost_function *function, size_t i) {
  bool any = i == RUNS;
  if (i == MOVED && !function->rows[0].moved)
    return false;
  if (i >= FIRST_KIND && !has_values(m, function))
    return false;
  for (size_t k = 0; k < function->n_rows; k++) {
    const lcm_expr *e = amount_of(&function->rows[k], i);
    any = any || (i == TRIPS ? e != NULL : !e || !lcm_expr_is_int(e, 0));
  }
  return any;
}

/* Return the title of "row", indented. */
static const char *title_of(const struct making *m,
                            const struct lcm_cost_row *row) {
  const char *title =
      row->node
          ? lcm_text_shorten(m->ctx, lcm_node_title(m->ctx, row->node), 32)
          : "all of it";
  return lcm_arena_printf(lcm_ctx_arena(m->ctx), "%*s%s", 2 * (int)row->depth,
                          "", title);
}

/* Append the table of "function". */
static void put_table(lcm_buf *buf, const struct making *m,
                      const struct lcm_cost_function *function) {
  struct lcm_table table = {.ctx = m->ctx};
  lcm_table_texts(&table, "what");
  lcm_table_numbers(&table, "line");
  for (size_t i = 0; i < N_AMOUNTS; i++)
    if (is_shown(m, function, i))
      lcm_table_numbers(&table, word_of(i));
  for (size_t k = 0; k < function->n_rows; k++) {
    const struct lcm_cost_row *row = &function->rows[k];
    const unsigned line =
        row->node ? row->node->loc.line : function->function->loc.line;
    lcm_table_look(&table, title_of(m, row), LCM_LOOK_BOLD);
    lcm_table_look(&table, lcm_arena_printf(lcm_ctx_arena(m->ctx), "%u", line),
                   LCM_LOOK_DIM);
    for (size_t i = 0; i < N_AMOUNTS; i++)
      if (is_shown(m, function, i))
        lcm_table_cell(&table, cell_of(m, row, i));
  }
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, m->style);
}

/* Append the formula of "e"; of a long one only how it begins. */
static void put_formula(lcm_buf *buf, const struct making *m,
                        const lcm_expr *e) {
  enum { LONGEST = 1000 };
  const char *text = formula_of(m, e);
  const size_t n = strlen(text);
  size_t end = n;
  if (n > LONGEST)
    for (end = LONGEST; end && strncmp(text + end, " + ", 3) != 0;)
      end--;
  end = n > LONGEST && !end ? LONGEST : end;
  lcm_buf_printf(buf, "%.*s", (int)end, text);
  if (end < n)
    lcm_buf_printf(buf,
                   " ... (%zu characters; -D gives values, --format json all "
                   "of it)",
                   n);
}

/* Append the formulas of "function" as a whole that are no numbers. */
static void put_formulas(lcm_buf *buf, const struct making *m,
                         const struct lcm_cost_function *function) {
  const struct lcm_cost_row *row = &function->rows[0];
  const bool values = has_values(m, function);
  bool any = false;
  for (size_t i = FIRST_KIND; i < N_AMOUNTS; i++) {
    double value = 0;
    const lcm_expr *e = amount_of(row, i);
    const bool number = e && lcm_expr_is_number(e, &value);
    if ((number && (values || value == 0)) || (i == MOVED && !e))
      continue;
    if (!any)
      lcm_buf_putc(buf, '\n');
    any = true;
    lcm_buf_printf(buf, "  %-8s %s", word_of(i), mark_of(row, i));
    put_formula(buf, m, e);
    lcm_buf_putc(buf, '\n');
  }
}

/* Append the notes of "function": all of its own, some of those of functions
 * that it calls. */
static void put_notes(lcm_buf *buf, const struct making *m,
                      const struct lcm_cost_function *function) {
  enum { MOST = 20 };
  size_t n_called = 0;
  if (function->n_notes)
    lcm_buf_puts(buf, "\nEstimated (~) or not counted:\n");
  for (size_t i = 0; i < function->n_notes; i++) {
    const struct lcm_cost_note *note = &function->notes[i];
    n_called += note->called;
    if (note->called && n_called > MOST)
      continue;
    lcm_buf_printf(buf, "  %s: %s\n", lcm_text_place(m->ctx, note->at),
                   note->text);
  }
  if (n_called > MOST)
    lcm_buf_printf(buf,
                   "  and %zu more in functions that are called, listed with "
                   "these\n",
                   n_called - MOST + function->n_left_out);
}

/* Return whether some amount of "function" depends on the variable "name". */
static bool depends_on(const struct lcm_cost_function *function,
                       const char *name) {
  for (size_t k = 0; k < function->n_rows; k++)
    for (size_t i = 0; i < N_AMOUNTS; i++) {
      const lcm_expr *e = amount_of(&function->rows[k], i);
      if (e && lcm_expr_has(e, name))
        return true;
    }
  return false;
}

/* Append what the numbers of "function" rest on: values that were given, and
 * how much is estimated. */
static void put_basis(lcm_buf *buf, const struct making *m,
                      const struct lcm_cost_function *function) {
  const lcm_grid *grid = m->grid;
  const size_t n = function->n_notes + function->n_left_out;
  const char *between = "for ";
  for (size_t j = 0; grid && grid->n_points && j < grid->n_names; j++) {
    if (!depends_on(function, grid->names[j]))
      continue;
    lcm_buf_printf(buf, "%s%s = ", between, lcm_grid_label(grid, j));
    lcm_buf_short(buf, grid->columns[j][0], 6);
    between = ", ";
  }
  if (n)
    lcm_buf_printf(buf,
                   "%s%zu thing%s estimated or not counted: see the end of "
                   "the table",
                   *between == ',' ? "; " : "", n, n == 1 ? " is" : "s are");
  lcm_buf_puts(buf, *between == ',' || n ? "\n" : "");
}

/* Append the heading of "function": its name with its parameters. */
static void put_heading(lcm_buf *buf, const struct making *m,
                        const struct lcm_cost_function *function) {
  const lcm_function *f = function->function;
  lcm_put_look(buf, m->style, LCM_LOOK_BOLD);
  lcm_buf_printf(buf, "%s(", f->name);
  for (size_t i = 0; i < f->n_params; i++)
    lcm_buf_printf(buf, "%s%s", i ? ", " : "", lcm_name_plain(f->params[i]));
  lcm_buf_puts(buf, ")");
  lcm_put_look(buf, m->style, LCM_LOOK_PLAIN);
  lcm_buf_printf(buf, "  %s\n", lcm_text_place(m->ctx, f->loc));
  put_basis(buf, m, function);
  lcm_buf_putc(buf, '\n');
}

/* Return the table of "costs" for programs: one line for each amount. */
static char *separated(const struct making *m, const lcm_costs *costs,
                       lcm_format format) {
  static const char *const TITLES[] = {"function", "node",  "file",
                                       "line",     "depth", "quantity",
                                       "formula",  "value", "certainty"};
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  lcm_buf buf = {0};
  struct lcm_table table = {.ctx = m->ctx};
  for (size_t k = 0; k < sizeof TITLES / sizeof *TITLES; k++)
    lcm_table_texts(&table, TITLES[k]);
  for (size_t f = 0; f < costs->n_functions; f++)
    for (size_t k = 0; k < costs->functions[f].n_rows; k++)
      for (size_t i = 0; i < N_AMOUNTS; i++) {
        const struct lcm_cost_function *function = &costs->functions[f];
        const struct lcm_cost_row *row = &function->rows[k];
        const lcm_expr *e = amount_of(row, i);
        const char *mark = mark_of(row, i);
        double value = 0;
        if ((i == TRIPS || i == MOVED) && !e)
          continue;
        const lcm_loc at = row->node ? row->node->loc : function->function->loc;
        char *formula = e ? lcm_expr_to_str(e, LCM_TEXT) : NULL;
        lcm_table_cell(&table, function->function->name);
        lcm_table_cell(&table, row->node
                                   ? lcm_arena_printf(arena, "%s/%u",
                                                      function->function->name,
                                                      row->node->id)
                                   : "");
        lcm_table_cell(&table, at.file);
        lcm_table_cell(&table, lcm_arena_printf(arena, "%u", at.line));
        lcm_table_cell(&table, lcm_arena_printf(arena, "%u", row->depth));
        lcm_table_cell(&table, word_of(i));
        lcm_table_cell(&table, lcm_arena_strdup(arena, formula ? formula : ""));
        lcm_table_cell(&table, lcm_cost_value(&value, m->ctx, e, m->grid)
                                   ? lcm_cell_exact(m->ctx, value)
                                   : "");
        lcm_table_cell(&table, *mark == '~'   ? "estimate"
                               : *mark == '<' ? "at most"
                                              : "exact");
        free(formula);
      }
  lcm_table_print(&buf, &table, format, NULL);
  return lcm_buf_take(&buf);
}

LCM_GIVE char *lcm_render_costs(lcm_ctx *ctx, const lcm_costs *costs,
                                const lcm_grid *grid, lcm_format format,
                                const struct lcm_style *style) {
  const struct making m = {ctx, grid, style};
  lcm_buf buf = {0};
  if (format == LCM_FORMAT_CSV || format == LCM_FORMAT_TSV)
    return separated(&m, costs, format);
  for (size_t i = 0; i < costs->n_functions; i++) {
    if (i)
      lcm_buf_putc(&buf, '\n');
    put_heading(&buf, &m, &costs->functions[i]);
    put_table(&buf, &m, &costs->functions[i]);
    put_formulas(&buf, &m, &costs->functions[i]);
    put_notes(&buf, &m, &costs->functions[i]);
  }
  return lcm_buf_take(&buf);
}
