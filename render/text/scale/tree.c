/* How a program scales, as text: the tree of factors of efficiency. */
#include <math.h>

#include "render/text/scale/tree.h"

/* Columns of numbers that fit beside the names. */
enum { MOST_COLUMNS = 9 };

/* The points that are shown side by side: "n" numbers of points. */
struct shown {
  size_t at[MOST_COLUMNS];
  size_t n;
};

/* Return which points of the line that is shown have a column: the first and
 * the last, and as many between as there is room for. */
static struct shown choose(const lcm_scalability *result) {
  const struct lcm_scale_line *line = lcm_scale_shown(result);
  struct shown shown = {.n = line->n < MOST_COLUMNS ? line->n : MOST_COLUMNS};
  for (size_t i = 0; i < shown.n; i++)
    shown.at[i] =
        line->points[shown.n > 1 ? i * (line->n - 1) / (shown.n - 1) : 0];
  return shown;
}

/* Begin a table whose rows are named under "title" and whose columns are the
 * points "shown". */
static struct lcm_table begin(const struct lcm_scale_text *text,
                              const char *title, const struct shown *shown) {
  struct lcm_table table = {.ctx = text->ctx};
  lcm_table_texts(&table, title);
  for (size_t i = 0; i < shown->n; i++)
    lcm_table_numbers(
        &table,
        lcm_arena_printf(
            lcm_ctx_arena(text->ctx), "p = %s",
            lcm_cell_value(text->ctx, text->result->points[shown->at[i]].p)));
  return table;
}

/* Return "name" as the part of a part, "depth" deep. */
static const char *indented(lcm_ctx *ctx, const char *name, unsigned depth) {
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%*s%s", 2 * (int)depth, "",
                          name);
}

/* ---- factors ------------------------------------------------------------- */

/* Return "factor" in per cent: "12.3", "0.0..4.0", "?". */
static const char *factor_cell(lcm_ctx *ctx, const lcm_factor *factor) {
  if (factor->source != LCM_FACTOR_BOUNDED)
    return lcm_cell_percent(ctx, factor->low);
  if (!isfinite(factor->low) && !isfinite(factor->high))
    return "?";
  return lcm_arena_printf(
      lcm_ctx_arena(ctx), "%s..%s",
      isfinite(factor->low) ? lcm_cell_percent(ctx, factor->low) : "",
      isfinite(factor->high) ? lcm_cell_percent(ctx, factor->high) : "");
}

/* Return whether factor "kind" says something at one of the points "shown"; the
 * three below the total always do. */
static bool is_factor_shown(const lcm_scalability *result,
                            const struct shown *shown, lcm_factor_kind kind) {
  if (lcm_factor_depth(kind) < 2)
    return true;
  for (size_t i = 0; i < shown->n; i++) {
    const lcm_factor *factor = &result->points[shown->at[i]].factors.at[kind];
    if (factor->source == LCM_FACTOR_BOUNDED || fabs(factor->low) >= 5e-4)
      return true;
  }
  return false;
}

/* Return whether factor "kind" is only known to be part of its parent, of which
 * no more is known, at all points "shown" of more than one processor. */
static bool is_vague(const lcm_scalability *result, const struct shown *shown,
                     lcm_factor_kind kind) {
  bool vague = false;
  for (size_t i = 0; i < shown->n; i++) {
    const lcm_factors *factors = &result->points[shown->at[i]].factors;
    const lcm_factor *factor = &factors->at[kind];
    const lcm_factor *parent = &factors->at[lcm_factor_parent(kind)];
    if (result->points[shown->at[i]].p <= 1)
      continue;
    vague = lcm_factor_depth(kind) > 1;
    if (parent->source != LCM_FACTOR_BOUNDED ||
        factor->source != LCM_FACTOR_BOUNDED ||
        factor->high < fmin(parent->high, 1) - 1e-9 ||
        (isfinite(factor->low) &&
         factor->low > (lcm_factor_is_signed(kind) ? parent->low : 0) + 1e-9))
      return false;
  }
  return vague;
}

/* Return whether nothing is known of factor "kind" at all points "shown", nor
 * of a part of it. */
static bool is_unknown(const lcm_scalability *result, const struct shown *shown,
                       lcm_factor_kind kind) {
  for (int k = kind; k < LCM_FACTOR_COUNT; k++) {
    lcm_factor_kind above = (lcm_factor_kind)k;
    while (above > kind)
      above = lcm_factor_parent(above);
    if (above == kind && !is_vague(result, shown, (lcm_factor_kind)k))
      return false;
  }
  return true;
}

/* Name the factors of which nothing is known at the points "shown" but what
 * their parents leave, where something is known of others. */
static void put_unknown(const struct lcm_scale_text *text,
                        const struct shown *shown) {
  const lcm_scalability *result = text->result;
  const char *names = "";
  bool told = false;
  for (int k = LCM_FACTOR_WORK; k < LCM_FACTOR_COUNT; k++) {
    const lcm_factor_kind kind = (lcm_factor_kind)k;
    const bool unknown = is_unknown(result, shown, kind);
    told = told || (!unknown && lcm_factor_depth(kind) > 1);
    if (unknown)
      names = lcm_arena_printf(lcm_ctx_arena(text->ctx), "%s%s%s", names,
                               *names ? ", " : "", lcm_factor_name(kind));
  }
  if (told && *names)
    lcm_buf_printf(text->buf, "not known: %s\n", names);
}

/* Return whether threads compute less at one of the points "shown" than one
 * processor does. */
static bool is_less(const lcm_scalability *result, const struct shown *shown) {
  for (size_t i = 0; i < shown->n; i++) {
    const lcm_factor *factor =
        &result->points[shown->at[i]].factors.at[LCM_FACTOR_SUPERFLUOUS];
    if (factor->source != LCM_FACTOR_BOUNDED && factor->low <= -5e-4)
      return true;
  }
  return false;
}

/* Append the factors of the points "shown"; those that are nothing everywhere,
 * or of which nothing is known, are left out. */
static void put_factors(const struct lcm_scale_text *text,
                        const struct shown *shown) {
  const lcm_scalability *result = text->result;
  struct lcm_table table = begin(text, "where p x time goes [%]", shown);
  for (int k = LCM_FACTOR_WORK; k < LCM_FACTOR_COUNT; k++) {
    const lcm_factor_kind kind = (lcm_factor_kind)k;
    if (!is_factor_shown(result, shown, kind) ||
        is_unknown(result, shown, kind))
      continue;
    lcm_table_cell(&table, indented(text->ctx, lcm_factor_name(kind),
                                    lcm_factor_depth(kind) - 1));
    for (size_t i = 0; i < shown->n; i++)
      lcm_table_cell(
          &table,
          factor_cell(text->ctx, &result->points[shown->at[i]].factors.at[k]));
  }
  lcm_buf_putc(text->buf, '\n');
  lcm_table_print(text->buf, &table, LCM_FORMAT_TEXT, text->style);
  put_unknown(text, shown);
  if (is_less(result, shown))
    lcm_buf_puts(text->buf,
                 "superfluous work below 0: less is computed than by "
                 "one processor\n");
}

/* ---- efficiencies -------------------------------------------------------- */

/* Return efficiency number "row" of "pop". */
static double efficiency_of(const struct lcm_pop *pop, size_t row) {
  const double values[] = {pop->global,        pop->parallel, pop->balance,
                           pop->serialization, pop->transfer, pop->computation};
  return values[row];
}

/* Append the efficiencies of the points "shown", where they are known. */
static void put_efficiencies(const struct lcm_scale_text *text,
                             const struct shown *shown) {
  static const struct {
    const char *name;
    unsigned depth;
  } ROWS[] = {{"global efficiency", 0}, {"parallel efficiency", 1},
              {"load balance", 2},      {"POP serialization efficiency", 2},
              {"transfer", 2},          {"computation scalability", 1}};
  const lcm_scalability *result = text->result;
  struct lcm_table table = begin(text, "efficiencies (POP) [%]", shown);
  for (size_t i = 0; i < shown->n; i++)
    if (!result->points[shown->at[i]].has_pop)
      return;
  for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) {
    lcm_table_cell(&table, indented(text->ctx, ROWS[r].name, ROWS[r].depth));
    for (size_t i = 0; i < shown->n; i++)
      lcm_table_cell(
          &table,
          lcm_cell_percent(
              text->ctx, efficiency_of(&result->points[shown->at[i]].pop, r)));
  }
  lcm_buf_putc(text->buf, '\n');
  lcm_table_print(text->buf, &table, LCM_FORMAT_TEXT, text->style);
  lcm_buf_puts(text->buf, "each is the product of those below it; the global "
                          "one is `work` above\n");
  const double alone = result->points[shown->at[0]].pop.alone;
  if (fabs(alone - 1) < 5e-4)
    return;
  lcm_buf_puts(text->buf, "and, over that of one processor (");
  lcm_put_percent(text->buf, alone);
  lcm_buf_puts(text->buf, "), the efficiency\n");
}

/* Append of which line the tables below are, where there are several. */
static void put_which(const struct lcm_scale_text *text) {
  const lcm_scalability *result = text->result;
  const struct lcm_scale_line *line = lcm_scale_shown(result);
  const double *values = result->points[line->points[0]].values;
  if (result->n_lines < 2)
    return;
  lcm_buf_puts(text->buf, "\nfor ");
  (void)lcm_scale_put_values(text, values,
                             lcm_scale_variable(result, result->axis), false);
  lcm_buf_puts(text->buf, ":\n");
}

void lcm_scale_put_tree(const struct lcm_scale_text *text) {
  const struct shown shown = choose(text->result);
  put_which(text);
  put_factors(text, &shown);
  put_efficiencies(text, &shown);
}
