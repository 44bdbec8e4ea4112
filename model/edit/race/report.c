/* Races of a program as diagnostics: both accesses, and executions of them that
 * collide. */
#include "model/edit/race/report.h"

#include <stdlib.h>
#include <string.h>

#include "model/edit/race/find.h"

/* Append the values "values" of the indices of the "n" ranges "ranges": "i =
 * 1". */
static void put_indices(lcm_buf *buf, const lcm_iteration *ranges, size_t n,
                        const long long *values) {
  for (size_t i = 0; i < n; i++) {
    const char *name = ranges[i].index;
    lcm_buf_printf(buf, "%s%s = %lld", i ? ", " : "", lcm_name_plain(name),
                   values[i]);
  }
}

/* Return whether "construct", which one thread executes, is a single. */
static bool is_single(const lcm_node *construct) {
  return construct->label && !strcmp(construct->label, "single");
}

/* Append who makes the access number "side" of "race". */
static void put_actor(lcm_buf *buf, const struct lcm_race *race, size_t side) {
  const struct lcm_edit_access *access = side ? race->b : race->a;
  const struct lcm_race_at *at = access->state;
  const struct lcm_race_at *first = race->a->state;
  const char *word = at->task && side && first->task ? "another task"
                     : at->task                      ? "a task"
                     : side                          ? "another thread"
                                                     : "one thread";
  const lcm_node *loop = at->taskloop                            ? at->taskloop
                         : at->who == LCM_RACE_LOOP && !at->task ? at->construct
                                                                 : NULL;
  const size_t from = at->taskloop ? at->taskloop_first : at->first;
  if (loop && race->met.steps)
    put_indices(buf, access->ranges + from, loop->u.loop.n_ranges,
                race->met.index[side] + from + 1);
  else if (loop)
    lcm_buf_puts(buf, side ? "another iteration" : "one iteration");
  else if (!at->task && at->construct == race->region)
    lcm_buf_printf(buf, "the thread that is started at line %u",
                   at->construct->children[at->unit]->loc.line);
  else if (!at->task && at->who == LCM_RACE_UNIT)
    lcm_buf_printf(buf, "the %s at line %u",
                   is_single(at->construct) ? "single" : "section",
                   at->construct->children[at->unit]->loc.line);
  else if (!at->task && at->only)
    lcm_buf_printf(buf, "thread %lld", at->least);
  else
    lcm_buf_puts(buf, word);
}

/* Append the element where both accesses of "race" meet. */
static void put_element(lcm_buf *buf, const struct lcm_race *race) {
  const struct lcm_met *met = &race->met;
  const lcm_section *section = met->section;
  size_t n = race->a->section->n_extents;
  n = race->b->section->n_extents < n ? race->b->section->n_extents : n;
  n += section ? section->n_extents - race->a->section->n_extents : 0;
  if (!met->steps || !section) {
    char *text = lcm_section_to_str(race->a->section, LCM_READER);
    lcm_buf_puts(buf, text ? text : race->a->section->datum);
    free(text);
    return;
  }
  lcm_buf_puts(buf, section->datum);
  for (size_t i = 0; i < n; i++)
    if (section->extents[i].field)
      lcm_buf_printf(buf, ".%s", section->extents[i].field);
    else
      lcm_buf_printf(buf, "[%lld]", met->steps[i]);
}

/* Append with which values of names the accesses of "race" meet. */
static void put_values(lcm_buf *buf, const struct lcm_race *race) {
  const struct lcm_met *met = &race->met;
  size_t n = 0;
  for (size_t i = 0; met->steps && i < met->n_names; i++) {
    if (lcm_expr_kind_of(met->names[i]) != LCM_X_SYMBOL)
      continue;
    const char *name = lcm_expr_name(met->names[i]);
    if (*name == '\'')
      continue;
    lcm_buf_printf(buf, "%s%s = %lld", n++ ? ", " : " (with ",
                   lcm_name_plain(name), met->values[i]);
  }
  if (met->least > 1 && n)
    lcm_buf_printf(buf, "; it takes loops of %lld iterations", met->least);
  lcm_buf_puts(buf, n ? ")" : "");
}

/* Return "race" as it is told. */
static struct lcm_race_note note_of(lcm_ctx *ctx, const struct lcm_race *race) {
  const lcm_loc other = race->b->section->loc;
  lcm_buf buf = {0};
  put_actor(&buf, race, 0);
  lcm_buf_puts(&buf, " writes ");
  put_element(&buf, race);
  lcm_buf_puts(&buf, " while ");
  put_actor(&buf, race, 1);
  lcm_buf_printf(&buf, " %s it", race->b->writes ? "writes" : "reads");
  lcm_buf_printf(&buf, " at %s:%u:%u", other.file ? other.file : "?",
                 other.line, other.column);
  put_values(&buf, race);
  return (struct lcm_race_note){.datum = race->a->section->datum,
                                .text = lcm_ctx_text(ctx, &buf),
                                .region = race->region->loc,
                                .at = race->a->section->loc,
                                .other = other};
}

/* Put what is known of the races of "*program" into it, and report them. */
static void take(const lcm_program **program, lcm_ctx *ctx,
                 const struct lcm_races *races) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  LCM_LIST(struct lcm_race_note) notes = {0};
  LCM_LIST(lcm_loc) undecided = {0};
  lcm_program *out = LCM_NEW(arena, lcm_program);
  for (size_t i = 0; i < races->all.n; i++) {
    const struct lcm_race_note note = note_of(ctx, &races->all.at[i]);
    lcm_report(ctx, LCM_DIAG_RACE, note.at,
               "race on '%s': %s, and nothing orders them", note.datum,
               note.text);
    LCM_LIST_ADD(arena, &notes, note);
  }
  for (size_t i = 0; i < races->open.n; i++)
    LCM_LIST_ADD(arena, &undecided, races->open.at[i]->loc);
  *out = **program;
  out->races = notes.at;
  out->n_races = notes.n;
  out->undecided = undecided.at;
  out->n_undecided = undecided.n;
  out->n_looked = races->looked.n;
  *program = out;
}

/* Put the values that all points of "grid" (or NULL) have into "*out". */
static void find_given(struct lcm_race_given *out, lcm_ctx *ctx,
                       const lcm_grid *grid) {
  for (size_t j = 0; grid && grid->n_points && j < grid->n_names; j++) {
    const double value = grid->columns[j][0];
    bool same = value > -1e9 && value < 1e9 && value == (double)(long)value;
    for (size_t i = 1; i < grid->n_points && same; i++)
      same = grid->columns[j][i] == value;
    if (!same)
      continue;
    const char *const names[] = {grid->names[j],
                                 lcm_name_of_source(ctx, grid->names[j])};
    for (size_t k = 0; k < 2; k++)
      LCM_LIST_ADD(
          lcm_ctx_arena(ctx), &out->all,
          (struct lcm_subst){names[k], lcm_expr_int(ctx, (long long)value)});
  }
}

void lcm_races_check(const lcm_program **program, lcm_ctx *ctx,
                     const lcm_grid *grid) {
  struct lcm_races races;
  struct lcm_race_given given = {.all = {0}};
  find_given(&given, ctx, grid);
  lcm_races_find(&races, ctx, *program, &given);
  take(program, ctx, &races);
}
