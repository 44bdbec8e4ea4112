#include <string.h>

#include "composer/engine_internal.h"

static const size_t NONE = (size_t)-1;
enum { MAX_RECORDS = 100000 };

size_t lcm_record_open(struct lcm_run *run, const lcm_node *node) {
  if (!run->options->nodes || run->records.n >= MAX_RECORDS)
    return NONE;
  size_t at = NONE;
  const size_t first = run->parent == NONE ? 0 : run->parent + 1;
  for (size_t i = run->records.n; i-- > first && at == NONE;)
    if (run->records.at[i].node == node &&
        run->records.at[i].parent == run->parent)
      at = i;
  if (at == NONE) {
    const struct lcm_record record = {
        .path = run->path,
        .node = node,
        .function = run->function,
        .depth =
            run->parent == NONE ? 0 : run->records.at[run->parent].depth + 1,
        .parent = run->parent};
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &run->records, record);
    at = run->records.n - 1;
  }
  run->parent = at;
  return at;
}

void lcm_record_close(struct lcm_run *run, size_t at,
                      const struct lcm_outcome *outcome, double w,
                      const char *provenance) {
  if (at == NONE)
    return;
  struct lcm_record *record = &run->records.at[at];
  record->visits += run->scale;
  record->time += outcome->time * run->scale;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    record->cats[c] += outcome->cats[c] * run->scale;
  record->processors = w;
  record->provenance = provenance;
  run->parent = record->parent;
}

/* Return the one name of the place of "node". */
static const char *place_of(struct lcm_run *run, const lcm_node *node) {
  return lcm_intern(run->ctx,
                    lcm_arena_printf(lcm_ctx_arena(run->ctx), "%s:%u:%u",
                                     node->loc.file ? node->loc.file : "",
                                     node->loc.begin, node->loc.line));
}

void lcm_run_unknown(struct lcm_run *run, const lcm_node *node,
                     const char *reason) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_noted *noted = run->noted;
  size_t at = 0;
  if (!noted || lcm_map_get(&noted->nodes, node, &at))
    return;
  lcm_map_put(arena, &noted->nodes, node, 0);
  const char *place = place_of(run, node);
  if (lcm_map_get(&noted->places, place, &at))
    return;
  lcm_map_put(arena, &noted->places, place, 0);
  const struct lcm_unknown unknown = {
      lcm_arena_printf(arena, "%s%s/%u", run->path, run->function->key,
                       node->id),
      node->loc, reason};
  LCM_LIST_ADD(arena, &noted->unknown, unknown);
}

void lcm_run_assumes(struct lcm_run *run, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_noted *noted = run->noted;
  for (size_t i = 0; noted && i < node->n_assumes; i++) {
    const char *text = lcm_intern(run->ctx, node->assumes[i]);
    size_t at = 0;
    if (lcm_map_get(&noted->texts, text, &at))
      continue;
    lcm_map_put(arena, &noted->texts, text, 0);
    LCM_LIST_ADD(arena, &noted->assumptions, node->assumes[i]);
  }
}
