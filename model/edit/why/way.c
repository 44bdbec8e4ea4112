/* What would make a loop, or a part of it, parallel: loops in it, the other
 * order of two loops, two loops instead of one. */
#include "model/edit/why/way.h"

#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/kinds/collapse.h"
#include "model/edit/kinds/parallel.h"
#include "model/edit/kinds/split.h"
#include "model/edit/parse.h"
#include "model/edit/place.h"
#include "model/edit/restructure.h"
#include "model/link/link.h"

enum { MOST_INNER = 3 };

bool lcm_why_collect(struct lcm_edit_reasons *out, lcm_ctx *ctx,
                     const lcm_program *program,
                     const struct lcm_edit_spot *spot) {
  const struct lcm_edit_step step = {.verb = LCM_VERB_PARALLELIZE,
                                     .text = "parallelize"};
  struct lcm_editing e = {.ctx = ctx,
                          .program = program,
                          .step = &step,
                          .force = true,
                          .at = spot->node->loc,
                          .reasons = out};
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status = lcm_edit_parallelize(&e, spot, 1);
  (void)lcm_ctx_mute(ctx, muted);
  return !status;
}

/* Return whether it is proved that the iterations of the loop at "spot" can be
 * executed at the same time. */
static bool is_free(lcm_ctx *ctx, const lcm_program *program,
                    const struct lcm_edit_spot *spot) {
  struct lcm_edit_reasons found = {.one = true};
  return lcm_edit_can_parallelize(spot) &&
         lcm_why_collect(&found, ctx, program, spot) && !found.hindered;
}

/* Return whether a loop is below "node". */
static bool has_loop(const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    if (lcm_node_is_loop(node->children[i]->kind) ||
        has_loop(node->children[i]))
      return true;
  return false;
}

const char *lcm_why_edit(lcm_ctx *ctx, const lcm_program *program,
                         size_t function, const lcm_node *node) {
  const struct lcm_edit_target target = {function, node, node->loc};
  const struct lcm_edit_spot spot = {function, node, NULL, 0};
  struct lcm_edit_reasons found = {.most = LCM_WHY_PROVED};
  bool clauses = false;
  if (has_loop(node) && lcm_why_collect(&found, ctx, program, &spot))
    for (size_t i = 0; i < found.all.n; i++)
      clauses = clauses || found.all.at[i].kind == LCM_REASON_CLAUSE;
  return lcm_arena_printf(
      lcm_ctx_arena(ctx), "parallelize %s",
      clauses ? lcm_place_of(ctx, &program->functions[function], node)
              : lcm_edit_place(ctx, program, LCM_VERB_PARALLELIZE, &target));
}

/* What would help a loop, being gathered. */
struct gathering {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_edit_spot *spot;
  LCM_LIST(struct lcm_serial_way) ways;
  size_t n_inner;
};

/* Add a way. */
static void add(struct gathering *g, const char *what, const char *edit) {
  LCM_LIST_ADD(lcm_ctx_arena(g->ctx), &g->ways,
               (struct lcm_serial_way){what, edit});
}

/* Return "the loop over j at x.c:5". */
static const char *name_of(struct gathering *g, const lcm_node *loop) {
  const char *name = loop->u.loop.ranges[0].index;
  return lcm_arena_printf(lcm_ctx_arena(g->ctx), "the loop over %s at %s",
                          lcm_name_plain(name), lcm_edit_at(g->ctx, loop));
}

/* ---- loops in it --------------------------------------------------------- */

/* Add those of the outermost loops below "spot" that can be divided. */
static void find_inner(struct gathering *g, const struct lcm_edit_spot *spot) {
  for (size_t i = 0; i < spot->node->n_children; i++) {
    const struct lcm_edit_spot below = lcm_edit_below(g->ctx, spot, i);
    if (!lcm_node_is_loop(below.node->kind)) {
      find_inner(g, &below);
    } else if (g->n_inner < MOST_INNER && is_free(g->ctx, g->program, &below)) {
      g->n_inner++;
      add(g,
          lcm_arena_printf(lcm_ctx_arena(g->ctx),
                           "%s in it could run in parallel",
                           name_of(g, below.node)),
          lcm_why_edit(g->ctx, g->program, below.function, below.node));
    }
  }
}

/* ---- the other order ----------------------------------------------------- */

/* Return whether the range of "loop" speaks of the index of "other". */
static bool speaks_of(const lcm_node *loop, const lcm_node *other) {
  const lcm_iteration *range = &loop->u.loop.ranges[0];
  const char *index = other->u.loop.ranges[0].index;
  const lcm_expr *const all[] = {range->from, range->to, range->step,
                                 range->factor};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] && lcm_expr_has(all[i], index))
      return true;
  return false;
}

/* Return whether "loop" has one range and is left at its end alone. */
static bool is_plain(const lcm_node *loop) {
  return loop->u.loop.n_ranges == 1 && !loop->u.loop.count && !loop->n_models &&
         !lcm_node_attribute(loop, "left") &&
         !lcm_node_attribute(loop, "moved");
}

/* Add that the loop could be exchanged with the one that it consists of, where
 * that could be divided then. */
static void find_exchange(struct gathering *g) {
  const lcm_node *outer = g->spot->node;
  const lcm_node *inner = lcm_edit_nested(outer);
  struct lcm_editing e = {.ctx = g->ctx, .program = g->program};
  struct lcm_edit_spot spot = *g->spot;
  if (!inner || !is_plain(outer) || !is_plain(inner) ||
      speaks_of(inner, outer) || speaks_of(outer, inner) ||
      lcm_edit_jump(g->ctx, outer))
    return;
  const lcm_node *below =
      lcm_edit_with_children(&e, outer, inner->children, inner->n_children);
  spot.node = lcm_edit_with_children(&e, inner, &below, 1);
  if (is_free(g->ctx, g->program, &spot))
    add(g,
        lcm_arena_printf(lcm_ctx_arena(g->ctx),
                         "exchanged with it, %s could run in parallel as the "
                         "outer loop",
                         name_of(g, inner)),
        NULL);
}

/* ---- two loops ----------------------------------------------------------- */

/* A search for parts of a loop that was split. */
struct parts {
  struct gathering *g;
  const lcm_program *program;
  const char *edit;
  struct lcm_edit_spot spot; /* where it is */
  LCM_LIST(const lcm_node *) above;
};

/* Look at "node" and what is below it. */
static void find_parts(struct parts *p, const lcm_node *node) {
  struct gathering *g = p->g;
  const lcm_loc at = g->spot->node->loc;
  const struct lcm_edit_spot spot = {g->spot->function, node, p->above.at,
                                     p->above.n};
  if (node->kind == LCM_NODE_LOOP && node->loc.file == at.file &&
      node->loc.line == at.line && node->loc.column == at.column) {
    if (is_free(g->ctx, p->program, &spot))
      add(g, "split, a part of it could run in parallel",
          lcm_arena_printf(
              lcm_ctx_arena(g->ctx), "%s; %s", p->edit,
              lcm_why_edit(g->ctx, p->program, spot.function, node)));
    return;
  }
  LCM_LIST_ADD(lcm_ctx_arena(g->ctx), &p->above, node);
  for (size_t i = 0; i < node->n_children; i++)
    find_parts(p, node->children[i]);
  p->above.n--;
}

/* Add that a part of the loop could be divided if it were split. */
static void find_split(struct gathering *g) {
  const struct lcm_edit_target target = {g->spot->function, g->spot->node,
                                         g->spot->node->loc};
  const lcm_restructuring *edits = NULL;
  struct parts p = {.g = g};
  if (!lcm_edit_can_split(g->spot))
    return;
  p.edit = lcm_arena_printf(
      lcm_ctx_arena(g->ctx), "split %s",
      lcm_edit_place(g->ctx, g->program, LCM_VERB_SPLIT, &target));
  const bool muted = lcm_ctx_mute(g->ctx, true);
  lcm_status status = lcm_restructuring_parse(&edits, g->ctx, p.edit);
  if (!status)
    status =
        lcm_program_restructure(&p.program, g->ctx, g->program, edits, false);
  (void)lcm_ctx_mute(g->ctx, muted);
  for (size_t i = g->program->n_premises; !status && i < p.program->n_premises;
       i++)
    if (!p.program->premises[i].proved)
      return;
  if (!status)
    find_parts(&p, p.program->functions[g->spot->function].body);
}

/* Return whether OpenMP takes no clause for "datum": it is a member, and
 * clauses name variables. */
static bool is_member(const char *datum) {
  return strstr(datum, "->") || strchr(datum, '.');
}

/* Add that sums in members are kept in copies. */
static void find_copies(struct gathering *g,
                        const struct lcm_serial_loop *loop) {
  for (size_t i = 0; i < loop->n_clauses; i++) {
    const struct lcm_serial_clause *clause = &loop->clauses[i];
    if (!strcmp(clause->clause, "reduction") && is_member(clause->datum))
      add(g,
          lcm_arena_printf(lcm_ctx_arena(g->ctx),
                           "clauses of OpenMP take no members: a reduction "
                           "into a local copy of '%s', which is written back "
                           "behind the loop",
                           clause->datum),
          NULL);
  }
}

void lcm_why_ways(struct lcm_serial_loop *out, lcm_ctx *ctx,
                  const lcm_program *program,
                  const struct lcm_edit_spot *spot) {
  struct gathering g = {.ctx = ctx, .program = program, .spot = spot};
  find_copies(&g, out);
  if (out->verdict == LCM_SERIAL_FREE) {
    out->ways = g.ways.at;
    out->n_ways = g.ways.n;
    return;
  }
  find_inner(&g, spot);
  if (lcm_edit_can_parallelize(spot)) {
    find_exchange(&g);
    find_split(&g);
  }
  if (out->verdict == LCM_SERIAL_OPEN && out->edit)
    add(&g,
        "if none of that ever happens, the edit assumes it (with --force where "
        "it is refused)",
        out->edit);
  out->ways = g.ways.at;
  out->n_ways = g.ways.n;
}
