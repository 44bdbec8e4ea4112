/* What changed from one revision of a program to the next, as text. */
#include "render/text/difference/difference.h"

#include <math.h>

#include "render/text/comparison.h"
#include "render/text/difference/headline.h"

/* Characters of the name of a part that a table shows. */
enum { NAME_WIDTH = 40 };

/* Return the change by "share" as a cell. */
static const char *change_cell(lcm_ctx *ctx, double share) {
  lcm_buf buf = {0};
  lcm_put_change(&buf, share);
  return lcm_cell_take(ctx, &buf);
}

/* Return whether p is a column although the grid does not name it. */
static bool shows_p(const lcm_difference *d) {
  return !lcm_grid_has(d->comparison->grid, "p");
}

/* Add the columns of the variables of "d", "all" or those that people see. */
static void add_variables(struct lcm_table *table, const lcm_difference *d,
                          bool all) {
  const lcm_grid *grid = d->comparison->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (all || lcm_grid_shows(grid, j))
      lcm_table_numbers(table, grid->names[j]);
  if (shows_p(d))
    lcm_table_numbers(table, "p");
}

/* Add the values of the variables at point "i", as add_variables does their
 * columns. */
static void add_values(struct lcm_table *table, const lcm_difference *d,
                       size_t i, bool all) {
  const lcm_grid *grid = d->comparison->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (all || lcm_grid_shows(grid, j))
      lcm_table_cell(table, lcm_cell_value(table->ctx, grid->columns[j][i]));
  if (shows_p(d))
    lcm_table_cell(
        table, lcm_cell_exact(table->ctx,
                              d->comparison->variants[LCM_NEW]->points[i].p));
}

/* Return how a change by "share" looks. */
static lcm_look look_of(double share) {
  return share > 0 ? LCM_LOOK_BAD : share < 0 ? LCM_LOOK_GOOD : LCM_LOOK_PLAIN;
}

/* Append the times at the points of "d". */
static void put_points(lcm_buf *buf, lcm_ctx *ctx, const lcm_difference *d,
                       const struct lcm_style *style) {
  const lcm_comparison *c = d->comparison;
  struct lcm_table table = {.ctx = ctx};
  bool open = false;
  add_variables(&table, d, false);
  lcm_table_numbers(&table, "old");
  lcm_table_numbers(&table, "new");
  lcm_table_texts(&table, "change");
  for (size_t i = 0; i < c->grid->n_points; i++) {
    const bool known = lcm_outcome_is_known(c, i);
    const double share = known ? lcm_difference_at(d, i) : NAN;
    const bool unclear =
        known && !lcm_outcome_is_tie(c, i) && lcm_outcome_is_open(c, i);
    open = open || unclear;
    add_values(&table, d, i, false);
    lcm_table_cell(&table, lcm_cell_time(ctx, lcm_outcome_time(c, LCM_OLD, i)));
    lcm_table_cell(&table, lcm_cell_time(ctx, lcm_outcome_time(c, LCM_NEW, i)));
    lcm_table_look(&table,
                   lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s",
                                    change_cell(ctx, share),
                                    unclear ? " ?" : ""),
                   look_of(share));
  }
  lcm_buf_puts(buf, "\n");
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
  if (open)
    lcm_buf_puts(buf, "?: less than the 90 % interval of the difference\n");
}

/* Return the place of "part" in revision "r" as a cell. */
static const char *place_of(lcm_ctx *ctx, const struct lcm_part_change *part,
                            size_t r) {
  return part->of[r]    ? lcm_text_place(ctx, part->of[r]->loc)
         : r == LCM_OLD ? "new"
                        : "gone";
}

/* Return what "part" takes by itself in revision "r", where it changed most;
 * seconds that read back exactly where "exact". */
static const char *time_of(lcm_ctx *ctx, const struct lcm_part_change *part,
                           size_t r, bool exact) {
  const double time = part->times[r][part->point];
  if (!part->of[r])
    return exact ? "" : "-";
  return exact ? lcm_cell_exact(ctx, time) : lcm_cell_time(ctx, time);
}

/* Return by how much "part" takes longer where it changed most. */
static const char *longer_of(lcm_ctx *ctx, const struct lcm_part_change *part) {
  const double more =
      part->times[LCM_NEW][part->point] - part->times[LCM_OLD][part->point];
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, more > 0 ? "+" : "-");
  lcm_put_time(&buf, fabs(more));
  return lcm_cell_take(ctx, &buf);
}

/* Return how often "part" is executed, in both revisions where that changed. */
static const char *visits_of(lcm_ctx *ctx, const struct lcm_part_change *part) {
  const double old = part->visits[LCM_OLD][part->point];
  const double new = part->visits[LCM_NEW][part->point];
  const char *before = lcm_cell_value(ctx, old);
  const char *after = lcm_cell_value(ctx, new);
  if (!part->of[LCM_OLD] || !part->of[LCM_NEW] || old == new)
    return part->of[LCM_NEW] ? after : before;
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s -> %s", before, after);
}

/* Add the parts of "d" to "table", those for people or "all" of it. */
static void add_parts(struct lcm_table *table, const lcm_difference *d,
                      bool all) {
  static const char *const TEXTS[] = {"part", "function", "old place",
                                      "new place"};
  lcm_ctx *ctx = table->ctx;
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
    lcm_table_texts(table, TEXTS[i]);
  add_variables(table, d, all);
  lcm_table_numbers(table, "old");
  lcm_table_numbers(table, "new");
  lcm_table_numbers(table, all ? "share" : "change");
  lcm_table_texts(table, "executed");
  for (size_t i = 0; i < d->n_parts; i++) {
    const struct lcm_part_change *part = &d->parts[i];
    const lcm_node *node =
        part->of[LCM_NEW] ? part->of[LCM_NEW] : part->of[LCM_OLD];
    const char *title = lcm_node_title(ctx, node);
    lcm_table_cell(table,
                   all ? title : lcm_text_shorten(ctx, title, NAME_WIDTH));
    lcm_table_cell(table, part->function);
    lcm_table_cell(table, place_of(ctx, part, LCM_OLD));
    lcm_table_cell(table, place_of(ctx, part, LCM_NEW));
    add_values(table, d, part->point, all);
    lcm_table_cell(table, time_of(ctx, part, LCM_OLD, all));
    lcm_table_cell(table, time_of(ctx, part, LCM_NEW, all));
    lcm_table_look(
        table, all ? lcm_cell_exact(ctx, part->share) : longer_of(ctx, part),
        look_of(part->share));
    lcm_table_cell(table, visits_of(ctx, part));
  }
}

/* Append the parts of "d". */
static void put_parts(lcm_buf *buf, lcm_ctx *ctx, const lcm_difference *d,
                      const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  if (!d->n_parts) {
    lcm_buf_puts(buf, "\nno part changes the time by more than ");
    lcm_put_percent(buf, d->threshold);
    lcm_buf_puts(buf, "\n");
    return;
  }
  lcm_buf_puts(buf, "\nparts that change the time by more than ");
  lcm_put_percent(buf, d->threshold);
  lcm_buf_puts(buf, ", each without its own parts, where it does so most"
                    "\n");
  add_parts(&table, d, false);
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
}

/* Append how the time of "d" grows where that changed. */
static void put_growth(lcm_buf *buf, lcm_ctx *ctx, const lcm_difference *d) {
  bool first = true;
  for (size_t i = 0; i < d->n_growths; i++) {
    const struct lcm_growth_change *one = &d->growths[i];
    if (!one->worse && !one->better)
      continue;
    lcm_buf_printf(buf,
                   "%sthe time on one processor grows %s with %s than it did: "
                   "by %s^",
                   first ? "\n" : "", one->worse ? "faster" : "slower",
                   one->name, one->name);
    lcm_buf_short(buf, one->exponents[LCM_NEW], 3);
    lcm_buf_printf(buf, ", not %s^", one->name);
    lcm_buf_short(buf, one->exponents[LCM_OLD], 3);
    lcm_buf_printf(buf, ", at %s = %s", one->name,
                   lcm_cell_value(ctx, one->upto));
    if (one->cause.file)
      lcm_buf_printf(buf, ", most of it at %s",
                     lcm_text_place(ctx, one->cause));
    lcm_buf_puts(buf, "\n");
    first = false;
  }
}

/* Return the verdict on a contract in one revision as a cell. */
static const char *verdict_of(const struct lcm_contract_result *one) {
  return one ? lcm_verdict_name(one->verdict) : "-";
}

/* Append the contracts of "d", and why those do not hold that did. */
static void put_contracts(lcm_buf *buf, lcm_ctx *ctx, const lcm_difference *d,
                          const struct lcm_style *style) {
  static const char *const TEXTS[] = {"change", "contract", "old", "new",
                                      "where"};
  static const lcm_look LOOKS[] = {LCM_LOOK_BAD,   LCM_LOOK_BOLD,
                                   LCM_LOOK_PLAIN, LCM_LOOK_PLAIN,
                                   LCM_LOOK_GOOD,  LCM_LOOK_DIM};
  struct lcm_table table = {.ctx = ctx};
  if (!d->n_contracts)
    return;
  lcm_buf_puts(buf, "\n");
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
    lcm_table_texts(&table, TEXTS[i]);
  for (size_t i = 0; i < d->n_contracts; i++) {
    const struct lcm_contract_change *one = &d->contracts[i];
    const lcm_fate fate = lcm_contract_fate(one);
    const struct lcm_contract_result *any =
        one->of[LCM_NEW] ? one->of[LCM_NEW] : one->of[LCM_OLD];
    lcm_table_look(&table, lcm_fate_name(fate), LOOKS[fate]);
    lcm_table_cell(&table, any->of->text);
    lcm_table_cell(&table, verdict_of(one->of[LCM_OLD]));
    lcm_table_cell(&table, verdict_of(one->of[LCM_NEW]));
    lcm_table_cell(&table, lcm_text_place(ctx, any->of->loc));
  }
  lcm_table_print(buf, &table, LCM_FORMAT_TEXT, style);
  for (size_t i = 0; i < d->n_contracts; i++) {
    const struct lcm_contract_change *one = &d->contracts[i];
    const struct lcm_contract_result *new = one->of[LCM_NEW];
    if (new &&lcm_contract_fate(one) <= LCM_FATE_NEW &&new->verdict !=
        LCM_VERDICT_HOLDS)
      lcm_buf_printf(buf, "%s: '%s': %s\n", lcm_verdict_name(new->verdict),
                     new->of->text, new->why);
  }
}

LCM_GIVE char *lcm_render_difference(lcm_ctx *ctx, const lcm_difference *d,
                                     lcm_format format,
                                     const struct lcm_style *style) {
  struct lcm_table table = {.ctx = ctx};
  lcm_buf buf = {0};
  if (format != LCM_FORMAT_TEXT) {
    add_parts(&table, d, true);
    lcm_table_print(&buf, &table, format, style);
    return lcm_buf_take(&buf);
  }
  lcm_put_difference(&buf, ctx, d);
  put_points(&buf, ctx, d, style);
  put_parts(&buf, ctx, d, style);
  put_growth(&buf, ctx, d);
  lcm_put_crossovers(&buf, ctx, d->comparison);
  put_contracts(&buf, ctx, d, style);
  return lcm_buf_take(&buf);
}
