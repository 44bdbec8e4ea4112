/* Which lines of plain code with loops take its time: those of its parts, as
 * the program says that was loaded with every loop as a node. */
#include "study/report/spread.h"

#include "base/list.h"
#include "base/map.h"

/* The fragments that nodes at a place are part of. */
struct spreading {
  lcm_ctx *ctx;
  lcm_map wholes; /* by the text of the place, numbers of "found" */
  LCM_LIST(lcm_loc) found;
  LCM_LIST(struct lcm_report_spread) all;
};

/* Return the text of "at", which is the same pointer for the same place. */
static const char *key_of(struct spreading *s, lcm_loc at) {
  return lcm_intern(s->ctx, lcm_arena_printf(lcm_ctx_arena(s->ctx), "%s:%u:%u",
                                             at.file, at.line, at.column));
}

/* Note what "node" and those below it are part of: the fragment at "whole",
 * NULL: none so far. */
static void note(struct spreading *s, const lcm_node *node,
                 const lcm_loc *whole) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  if (!whole && node->part_of)
    whole = &node->part_of->loc;
  if (whole && whole->file && node->loc.file) {
    lcm_map_put(arena, &s->wholes, key_of(s, node->loc), s->found.n);
    LCM_LIST_ADD(arena, &s->found, *whole);
  }
  for (size_t i = 0; i < node->n_children; i++)
    note(s, node->children[i], whole);
}

void lcm_report_spread(struct lcm_report *report, lcm_ctx *ctx,
                       const lcm_program *program,
                       const lcm_prediction *found) {
  struct spreading s = {.ctx = ctx};
  const struct lcm_limits *limits = found->points[0].limits;
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      note(&s, program->functions[i].body, NULL);
  for (size_t i = 0; limits && i < limits->n_parts; i++) {
    const struct lcm_limit_part *part = &limits->parts[i];
    size_t number = 0;
    if (!part->node->loc.file || !(part->time > 0) ||
        !lcm_map_get(&s.wholes, key_of(&s, part->node->loc), &number))
      continue;
    const struct lcm_report_spread one = {s.found.at[number], part->node->loc,
                                          part->time};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &s.all, one);
  }
  report->spread = s.all.at;
  report->n_spread = s.all.n;
}
