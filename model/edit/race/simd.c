/* Loops under `simd` whose iterations use what others leave behind: lanes
 * execute these at the same time. */
#include "model/edit/race/simd.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "model/edit/core/spot.h"
#include "model/edit/why/example.h"
#include "model/edit/why/way.h"

/* A search for the loops of a program. */
struct search {
  lcm_ctx *ctx;
  const lcm_program *program;
  LCM_LIST(struct lcm_race_note) notes;
  LCM_LIST(lcm_loc) undecided;
  size_t n_looked;
};

/* Return whether "node" is a `simd` by itself. */
static bool is_simd(const lcm_node *node) {
  const char *construct = lcm_node_attribute(node, "construct");
  return node->kind == LCM_NODE_SERIES && construct &&
         !strcmp(construct, "simd");
}

/* Return whether one is in or below "node". */
static bool has_simd(const lcm_node *node) {
  bool found = is_simd(node);
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = has_simd(node->children[i]);
  return found;
}

bool lcm_simd_is_in(const lcm_program *program) {
  bool found = false;
  for (size_t i = 0; i < program->n_functions && !found; i++)
    found = program->functions[i].body && has_simd(program->functions[i].body);
  return found;
}

/* Return the number of iterations that `simd` with "clauses" (or NULL) may
 * execute at the same time; LLONG_MAX: any; 0: it is not known. */
static long long lanes_of(const char *clauses) {
  const char *at = clauses ? strstr(clauses, "safelen") : NULL;
  char *end = NULL;
  if (clauses && strstr(clauses, "if"))
    return 0;
  if (!at)
    return LLONG_MAX;
  at += strcspn(at, "(");
  const long long n = *at ? strtoll(at + 1, &end, 10) : 0;
  return n > 0 && end && end[strspn(end, " ")] == ')' ? n : 0;
}

/* Return whether "node" or something below it is executed in the order of
 * iterations, or is something else than plain code, loops and branches. */
static bool is_odd(const lcm_node *node) {
  bool odd =
      lcm_node_attribute(node, "construct") || lcm_node_is_resource(node->kind);
  for (size_t i = 0; i < node->n_children && !odd; i++)
    odd = is_odd(node->children[i]);
  return odd;
}

/* Return whether each iteration makes "access" once, with no loop around it. */
static bool is_once(const struct lcm_edit_access *access) {
  return access->node->kind == LCM_NODE_FRAGMENT && !access->n_ranges &&
         !access->section->n_over && access->section->n_extents;
}

/* Return whether "found" is a write of an iteration that one which comes less
 * than "lanes" iterations later reads, and all lanes read before they write. */
static bool is_race(const struct lcm_why_example *found, const lcm_node *loop,
                    long long lanes) {
  const struct lcm_edit_access *write = found->sides[0];
  const struct lcm_edit_access *read = found->sides[1];
  const lcm_expr *by = loop->u.loop.ranges[0].step;
  double step = 1;
  if (!found->found || !write->writes || read->writes || !is_once(write) ||
      !is_once(read) || (by && !lcm_expr_is_number(by, &step)))
    return false;
  const long long distance = llabs(found->rounds[1] - found->rounds[0]);
  return read->section->loc.line <= write->section->loc.line &&
         (lanes == LLONG_MAX ||
          (double)distance < (double)lanes * (step < 0 ? -step : step));
}

/* Report the race "found" of "loop". */
static void note(struct search *s, const lcm_node *loop,
                 const struct lcm_why_example *found) {
  const char *index = loop->u.loop.ranges[0].index;
  const struct lcm_edit_access *write = found->sides[0];
  const struct lcm_edit_access *read = found->sides[1];
  const lcm_loc other = read->section->loc;
  index = lcm_name_plain(index);
  const struct lcm_race_note note = {
      .datum = write->section->datum,
      .text = lcm_arena_printf(
          lcm_ctx_arena(s->ctx),
          "%s = %lld writes %s before %s = %lld reads it at %s:%u:%u%s", index,
          found->rounds[0], found->element, index, found->rounds[1],
          other.file ? other.file : "?", other.line, other.column, found->with),
      .region = loop->loc,
      .at = write->section->loc,
      .other = other};
  lcm_report(s->ctx, LCM_DIAG_RACE, note.at,
             "race on '%s': %s, and 'simd' executes both at the same time",
             note.datum, note.text);
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->notes, note);
}

/* Return whether one of the reasons "found" why the iterations of the loop at
 * "spot" depend on each other is a race, which is noted; put whether something
 * is not decided into "*open". */
static bool find_race(bool *open, struct search *s,
                      const struct lcm_edit_spot *spot,
                      const struct lcm_edit_reasons *found, long long lanes) {
  for (size_t i = 0; i < found->all.n; i++) {
    const struct lcm_edit_reason *reason = &found->all.at[i];
    struct lcm_why_example example;
    if (reason->kind == LCM_REASON_CLAUSE ||
        reason->kind == LCM_REASON_ROUNDING || reason->kind == LCM_REASON_EMPTY)
      continue;
    *open = *open || !reason->proved;
    if (!reason->proved || reason->kind != LCM_REASON_DEPENDENCE)
      continue;
    lcm_why_example(&example, s->ctx, spot->node, reason->a, reason->b);
    if (is_race(&example, spot->node, lanes)) {
      note(s, spot->node, &example);
      return true;
    }
  }
  return false;
}

/* Look at the loop at "spot", of which so many as "lanes" iterations may be
 * executed at the same time. */
static void look(struct search *s, const struct lcm_edit_spot *spot,
                 long long lanes) {
  struct lcm_edit_reasons found = {.all = {0}};
  bool open = spot->node->u.loop.n_ranges != 1 || !lanes ||
              is_odd(spot->node) ||
              !lcm_why_collect(&found, s->ctx, s->program, spot);
  s->n_looked++;
  if (open || (!find_race(&open, s, spot, &found, lanes) && open))
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->undecided, spot->node->loc);
}

/* Look at the outermost loops below "spot", which `simd` with "clauses" is
 * about, or at all such below it. */
static void go(struct search *s, const struct lcm_edit_spot *spot, bool simd,
               const char *clauses) {
  const lcm_node *node = spot->node;
  if (is_simd(node)) {
    simd = true;
    clauses = lcm_node_attribute(node, "clauses");
  }
  if (simd && node->kind == LCM_NODE_LOOP) {
    look(s, spot, lanes_of(clauses));
    return;
  }
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_edit_spot below = lcm_edit_below(s->ctx, spot, i);
    go(s, &below, simd, clauses);
  }
}

/* Let "*program" have what "s" has found, too. */
static void add(const lcm_program **program, const struct search *s) {
  const lcm_program *old = *program;
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  lcm_program *out = LCM_NEW(arena, lcm_program);
  LCM_LIST(struct lcm_race_note) notes = {0};
  LCM_LIST(lcm_loc) undecided = {0};
  for (size_t i = 0; i < old->n_races + s->notes.n; i++)
    LCM_LIST_ADD(arena, &notes,
                 i < old->n_races ? old->races[i]
                                  : s->notes.at[i - old->n_races]);
  for (size_t i = 0; i < old->n_undecided + s->undecided.n; i++)
    LCM_LIST_ADD(arena, &undecided,
                 i < old->n_undecided ? old->undecided[i]
                                      : s->undecided.at[i - old->n_undecided]);
  *out = *old;
  out->races = notes.at;
  out->n_races = notes.n;
  out->undecided = undecided.at;
  out->n_undecided = undecided.n;
  out->n_looked += s->n_looked;
  *program = out;
}

void lcm_simd_check(const lcm_program **program, lcm_ctx *ctx,
                    const lcm_program *looked) {
  struct search s = {.ctx = ctx, .program = looked};
  for (size_t i = 0; i < looked->n_functions; i++) {
    const struct lcm_edit_spot body = {i, looked->functions[i].body, NULL, 0};
    if (body.node)
      go(&s, &body, false, NULL);
  }
  if (s.n_looked)
    add(program, &s);
}
