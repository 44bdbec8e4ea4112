/* What of a code base was modelled, as text. */
#include "render/text/coverage.h"

enum { MOST_PLACES = 4, MOST_REASONS = 12 };

/* Return what share "part" is of "whole" in per cent, rounded down: a hundred
 * says that nothing is left. */
static unsigned percent(size_t part, size_t whole) {
  return whole ? (unsigned)(100 * part / whole) : 100;
}

/* Append the row of "obstacle" to "table". */
static void put_obstacle(lcm_ctx *ctx, struct lcm_table *table,
                         const struct lcm_obstacle *obstacle) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_table_cell(table, lcm_arena_printf(arena, "%zu", obstacle->regions));
  lcm_table_cell(table, lcm_arena_printf(arena, "%zu", obstacle->called));
  lcm_table_cell(
      table, lcm_arena_printf(arena, "%s (%s:%u)", obstacle->reason,
                              obstacle->first.file ? obstacle->first.file : "?",
                              obstacle->first.line));
}

LCM_GIVE char *lcm_render_coverage(lcm_ctx *ctx, const lcm_program *program,
                                   const struct lcm_style *style) {
  const lcm_coverage coverage = lcm_coverage_of(ctx, program);
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  if (!coverage.regions)
    return lcm_buf_take(&buf);
  lcm_buf_printf(&buf,
                 "\n%zu of %zu parallel regions modelled without opaque parts "
                 "(%u %%)",
                 coverage.modelled, coverage.regions,
                 percent(coverage.modelled, coverage.regions));
  if (coverage.complete < coverage.modelled)
    lcm_buf_printf(&buf, ", %zu with all that they call (%u %%)",
                   coverage.complete,
                   percent(coverage.complete, coverage.regions));
  lcm_buf_puts(&buf, "\nthat is of their structure: `lcm predict` names what "
                     "has no cost\n");
  if (!coverage.n_obstacles)
    return lcm_buf_take(&buf);
  struct lcm_table table = {.ctx = ctx};
  lcm_table_numbers(&table, "regions");
  lcm_table_numbers(&table, "by calls");
  lcm_table_texts(&table, "what is opaque in the others, and where first");
  for (size_t i = 0; i < coverage.n_obstacles && i < MOST_REASONS; i++)
    put_obstacle(ctx, &table, &coverage.obstacles[i]);
  lcm_table_print(&buf, &table, LCM_FORMAT_TEXT, style);
  if (coverage.n_obstacles > MOST_REASONS)
    lcm_buf_printf(&buf, "and %zu other reasons (--format json has them)\n",
                   coverage.n_obstacles - MOST_REASONS);
  return lcm_buf_take(&buf);
}

/* Append where the loops and regions of "program" are that are not decided: a
 * few places, the file once where it is the same. */
static void put_undecided(lcm_buf *buf, const lcm_program *program) {
  const size_t n = program->n_undecided;
  for (size_t i = 0; i < n && i < MOST_PLACES; i++) {
    const lcm_loc *at = &program->undecided[i];
    const bool again = i && at->file == program->undecided[i - 1].file;
    lcm_buf_puts(buf, i ? ", " : " (");
    if (!again)
      lcm_buf_printf(buf, "%s:", at->file ? at->file : "?");
    lcm_buf_printf(buf, "%u", at->line);
  }
  if (n > MOST_PLACES)
    lcm_buf_printf(buf, ", %zu more", n - MOST_PLACES);
  lcm_buf_puts(buf, n ? ")" : "");
}

LCM_GIVE char *lcm_render_races(const lcm_program *program) {
  const size_t n = program->n_looked;
  const size_t open = program->n_undecided;
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  if (n && program->n_races)
    lcm_buf_printf(&buf, "%zu race%s", program->n_races,
                   program->n_races == 1 ? "" : "s");
  else if (n)
    lcm_buf_puts(&buf, "no race found");
  if (n)
    lcm_buf_printf(&buf, " in %zu parallel %s: %zu decided, %zu not decided", n,
                   n == 1 ? "loop or region" : "loops or regions", n - open,
                   open);
  if (n)
    put_undecided(&buf, program);
  lcm_buf_puts(&buf, n ? "\n" : "");
  return lcm_buf_take(&buf);
}

LCM_GIVE char *lcm_render_gaps(lcm_ctx *ctx, const lcm_program *program,
                               const struct lcm_style *style) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const struct lcm_gap *gaps = NULL;
  const size_t n = lcm_program_gaps(&gaps, ctx, program);
  struct lcm_table table = {.ctx = ctx};
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  if (!n)
    return lcm_buf_take(&buf);
  lcm_table_numbers(&table, "parts");
  lcm_table_texts(&table, "what is opaque, and where first");
  for (size_t i = 0; i < n && i < MOST_REASONS; i++) {
    lcm_table_cell(&table, lcm_arena_printf(arena, "%zu", gaps[i].parts));
    lcm_table_cell(
        &table, lcm_arena_printf(arena, "%s (%s:%u)", gaps[i].reason,
                                 gaps[i].first.file ? gaps[i].first.file : "?",
                                 gaps[i].first.line));
  }
  lcm_table_print(&buf, &table, LCM_FORMAT_TEXT, style);
  if (n > MOST_REASONS)
    lcm_buf_printf(&buf, "and %zu other reasons\n", n - MOST_REASONS);
  return lcm_buf_take(&buf);
}
