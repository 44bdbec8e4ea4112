/* Records of occurrences, journals of what is noted for later, trails to the
 * critical path, and what is not known. */
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/record/limited.h"
#include "composer/engine/record/record.h"

static const size_t NONE = (size_t)-1;

/* Return the record of "node" below the open one, or NONE; "*before" is the
 * sibling that it comes after. */
static size_t find(const struct lcm_run *run, const lcm_node *node,
                   size_t *before) {
  const struct lcm_record *all = run->notes.records.at;
  const size_t up = run->notes.parent;
  *before = NONE;
  if (up == NONE)
    return run->notes.records.n && all[0].node == node ? 0 : NONE;
  size_t at = all[up].cursor;
  if (at == NONE || (all[at].node != node && all[at].node->id >= node->id))
    at = all[up].first;
  while (at != NONE && all[at].node != node && all[at].node->id <= node->id) {
    *before = at;
    at = all[at].next;
  }
  return at != NONE && all[at].node == node ? at : NONE;
}

/* Return a new record of "node" behind its sibling "before". */
static size_t add(struct lcm_run *run, const lcm_node *node, size_t before) {
  const size_t at = run->notes.records.n;
  const size_t up = run->notes.parent;
  const struct lcm_record record = {
      .path = run->path,
      .node = node,
      .function = run->function,
      .depth = up == NONE ? 0 : run->notes.records.at[up].depth + 1,
      .parent = up,
      .first = NONE,
      .next = NONE,
      .cursor = NONE};
  LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &run->notes.records, record);
  struct lcm_record *all = run->notes.records.at;
  if (up == NONE)
    return at;
  size_t *link = before == NONE ? &all[up].first : &all[before].next;
  all[at].next = *link;
  *link = at;
  return at;
}

bool lcm_records_are_full(const struct lcm_run *run) {
  return run->notes.records.n >= LCM_MOST_RECORDS;
}

size_t lcm_record_open(struct lcm_run *run, const lcm_node *node) {
  size_t before = NONE;
  if (!run->options->nodes || run->mode.unlimited)
    return NONE;
  size_t at = find(run, node, &before);
  if (at == NONE && lcm_records_are_full(run))
    return NONE;
  if (at == NONE)
    at = add(run, node, before);
  if (run->notes.parent != NONE)
    run->notes.records.at[run->notes.parent].cursor = at;
  run->notes.records.at[at].active++;
  run->notes.parent = at;
  return at;
}

/* Add "entry" to what "run" has noted. */
static void enter(struct lcm_run *run, const struct lcm_entry *entry) {
  if (entry->demand) {
    size_t i = 0;
    while (i < run->notes.demands.n &&
           run->notes.demands.at[i].name != entry->demand)
      i++;
    const struct lcm_demand fresh = {entry->demand, 0, entry->waits};
    if (i == run->notes.demands.n)
      LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &run->notes.demands, fresh);
    run->notes.demands.at[i].time += entry->time;
    return;
  }
  struct lcm_record *record = &run->notes.records.at[entry->record];
  record->visits += entry->visits;
  record->time += entry->time;
  record->pending += entry->pending;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    record->cats[c] += entry->cats[c];
  if (!entry->limited)
    return;
  if (!record->limited)
    record->limited = LCM_NEW(lcm_ctx_arena(run->ctx), struct lcm_limited);
  lcm_limited_add(record->limited, entry->limited, entry->executions);
}

void lcm_run_note(struct lcm_run *run, const struct lcm_entry *entry) {
  if (run->notes.journal)
    LCM_LIST_ADD(run->notes.journal->arena, &run->notes.journal->entries,
                 *entry);
  else
    enter(run, entry);
}

void lcm_run_note_limited(struct lcm_run *run, const struct lcm_limited *one) {
  struct lcm_entry entry = {.record = run->notes.parent,
                            .limited = one,
                            .executions = run->notes.scale};
  if (run->notes.journal) {
    struct lcm_limited *kept =
        LCM_NEW(run->notes.journal->arena, struct lcm_limited);
    *kept = *one;
    entry.limited = kept;
  }
  lcm_run_note(run, &entry);
}

void lcm_run_note_journal(struct lcm_run *run,
                          const struct lcm_journal *journal) {
  for (size_t i = 0; i < journal->entries.n; i++)
    lcm_run_note(run, &journal->entries.at[i]);
}

void lcm_record_close(struct lcm_run *run, size_t at,
                      const struct lcm_outcome *outcome, double w,
                      const char *provenance) {
  if (at == NONE)
    return;
  struct lcm_record *record = &run->notes.records.at[at];
  struct lcm_entry entry = {.record = at, .visits = run->notes.scale};
  record->processors = w;
  record->provenance = provenance;
  record->until = 0;
  run->notes.parent = record->parent;
  if (!--record->active && !record->folded) {
    *(run->notes.pooled ? &entry.pending : &entry.time) =
        outcome->time * run->notes.scale / run->notes.spread;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      entry.cats[c] = outcome->cats[c] * run->notes.scale;
  }
  lcm_run_note(run, &entry);
}

void lcm_record_enter(struct lcm_run *run, const lcm_node *body) {
  struct lcm_record *all = run->notes.records.at;
  for (size_t at = run->notes.parent; at != NONE; at = all[at].parent)
    if (all[at].node == body) {
      all[run->notes.parent].folded =
          all[run->notes.parent].node->kind == LCM_NODE_CALL;
      run->notes.parent = all[at].parent;
      run->path = all[at].path;
      return;
    }
}

void lcm_record_charge(struct lcm_run *run, size_t at, size_t top,
                       const struct lcm_outcome *outcome, const double range[2],
                       bool each) {
  for (; at != NONE && at != top; at = run->notes.records.at[at].parent) {
    struct lcm_record *record = &run->notes.records.at[at];
    const double from = record->until > range[0] ? record->until : range[0];
    struct lcm_entry entry = {.record = at};
    if (each)
      entry.pending = outcome->time * run->notes.scale;
    else
      entry.time = range[1] > from ? (range[1] - from) * run->notes.scale : 0;
    record->until = range[1] > from ? range[1] : from;
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      entry.cats[c] = outcome->cats[c] * run->notes.scale;
    lcm_run_note(run, &entry);
  }
}

size_t lcm_record_aside(struct lcm_run *run, const lcm_node *node) {
  size_t before = NONE;
  if (!run->options->nodes || run->mode.unlimited)
    return NONE;
  const size_t at = find(run, node, &before);
  if (at != NONE)
    run->notes.records.at[at].aside = true;
  return at;
}

void lcm_record_settle(struct lcm_run *run, size_t at, double share) {
  if (at == NONE)
    return;
  struct lcm_record *record = &run->notes.records.at[at];
  if (!run->notes.pooled) {
    record->time += record->pending * share;
    record->pending = 0;
  } else
    record->pending *= share;
  for (size_t i = record->first; i != NONE; i = run->notes.records.at[i].next)
    lcm_record_settle(run, i, share);
}

struct lcm_noting lcm_run_noting(const struct lcm_run *run, lcm_arena *arena) {
  struct lcm_noting noted = {.n_records = run->notes.records.n,
                             .n_demands = run->notes.demands.n};
  noted.n_entries = run->notes.journal ? run->notes.journal->entries.n : 0;
  noted.records = LCM_NEW_ARRAY(arena, struct lcm_record, noted.n_records + 1);
  noted.demands = LCM_NEW_ARRAY(arena, struct lcm_demand, noted.n_demands + 1);
  if (noted.n_records)
    memcpy(noted.records, run->notes.records.at,
           noted.n_records * sizeof *noted.records);
  if (noted.n_demands)
    memcpy(noted.demands, run->notes.demands.at,
           noted.n_demands * sizeof *noted.demands);
  return noted;
}

void lcm_run_note_back(struct lcm_run *run, const struct lcm_noting *noted) {
  run->notes.taken_back++;
  if (run->notes.journal)
    run->notes.journal->entries.n = noted->n_entries;
  run->notes.records.n = noted->n_records;
  run->notes.demands.n = noted->n_demands;
  if (noted->n_records)
    memcpy(run->notes.records.at, noted->records,
           noted->n_records * sizeof *noted->records);
  if (noted->n_demands)
    memcpy(run->notes.demands.at, noted->demands,
           noted->n_demands * sizeof *noted->demands);
}

/* Add to "record" what it grew by since it was "old", "times" over. */
static void grow(struct lcm_record *record, const struct lcm_record *old,
                 double times) {
  record->visits += (record->visits - old->visits) * times;
  record->time += (record->time - old->time) * times;
  record->pending += (record->pending - old->pending) * times;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    record->cats[c] += (record->cats[c] - old->cats[c]) * times;
}

/* Let "entry" have happened "times" over. */
static void repeat(struct lcm_entry *entry, double times) {
  entry->visits *= times;
  entry->executions *= times;
  entry->time *= times;
  entry->pending *= times;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    entry->cats[c] *= times;
}

void lcm_run_note_times(struct lcm_run *run, const struct lcm_journal *journal,
                        double times) {
  for (size_t i = 0; i < journal->entries.n; i++) {
    struct lcm_entry entry = journal->entries.at[i];
    repeat(&entry, times);
    lcm_run_note(run, &entry);
  }
}

void lcm_run_note_again(struct lcm_run *run, const struct lcm_noting *noted,
                        double times) {
  const struct lcm_record zero = {0};
  for (size_t i = 0; i < run->notes.records.n; i++)
    grow(&run->notes.records.at[i],
         i < noted->n_records ? &noted->records[i] : &zero, times);
  for (size_t i = 0; i < run->notes.demands.n; i++) {
    const double old = i < noted->n_demands ? noted->demands[i].time : 0;
    run->notes.demands.at[i].time +=
        (run->notes.demands.at[i].time - old) * times;
  }
  for (size_t i = noted->n_entries;
       run->notes.journal && i < run->notes.journal->entries.n; i++)
    repeat(&run->notes.journal->entries.at[i], 1 + times);
}

/* Multiply what "record" grew by since it was "old" by "by". */
static void scale(struct lcm_record *record, const struct lcm_record *old,
                  const struct lcm_outcome *by) {
  record->time = old->time + (record->time - old->time) * by->time;
  record->pending = old->pending + (record->pending - old->pending) * by->time;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    record->cats[c] =
        old->cats[c] + (record->cats[c] - old->cats[c]) * by->cats[c];
}

/* Multiply "entry" by "by"; nothing is left of a demand. */
static void scale_entry(struct lcm_entry *entry, const struct lcm_outcome *by) {
  entry->time *= entry->demand ? 0 : by->time;
  entry->pending *= by->time;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    entry->cats[c] *= by->cats[c];
}

void lcm_run_note_scaled(struct lcm_run *run, const struct lcm_noting *noted,
                         const struct lcm_outcome *by) {
  const struct lcm_record zero = {0};
  struct lcm_journal *journal = run->notes.journal;
  for (size_t i = 0; i < run->notes.records.n; i++)
    scale(&run->notes.records.at[i],
          i < noted->n_records ? &noted->records[i] : &zero, by);
  for (size_t i = 0; i < run->notes.demands.n; i++)
    run->notes.demands.at[i].time =
        i < noted->n_demands ? noted->demands[i].time : 0;
  for (size_t i = noted->n_entries; journal && i < journal->entries.n; i++)
    scale_entry(&journal->entries.at[i], by);
}

void lcm_run_note_share(struct lcm_run *run, const struct lcm_noting *noted,
                        size_t cat, double share) {
  struct lcm_journal *journal = run->notes.journal;
  for (size_t i = 0; i < run->notes.records.n; i++) {
    const double old = i < noted->n_records ? noted->records[i].cats[cat] : 0;
    double *now = &run->notes.records.at[i].cats[cat];
    *now = old + (*now - old) * share;
  }
  for (size_t i = noted->n_entries; journal && i < journal->entries.n; i++)
    journal->entries.at[i].cats[cat] *= share;
}

/* Return a new trail. */
static struct lcm_trail *new_trail(struct lcm_run *run,
                                   const struct lcm_trail trail) {
  struct lcm_trail *out = LCM_NEW(lcm_ctx_arena(run->ctx), struct lcm_trail);
  *out = trail;
  return out;
}

struct lcm_trail *lcm_trail_add(struct lcm_run *run, struct lcm_trail *before,
                                size_t record) {
  if (record == NONE || (before && before->record == record))
    return before;
  return new_trail(run, (struct lcm_trail){record, before, NULL, false});
}

struct lcm_trail *lcm_trail_join(struct lcm_run *run, struct lcm_trail *before,
                                 struct lcm_trail *inner) {
  if (!before || !inner)
    return before ? before : inner;
  return new_trail(run, (struct lcm_trail){NONE, before, inner, false});
}

/* Mark the record "at" and those above it up to "top", which is left out. */
static void pick(struct lcm_run *run, size_t at, size_t top) {
  for (; at != NONE && at != top; at = run->notes.records.at[at].parent)
    run->notes.records.at[at].picked = true;
}

void lcm_trail_pick(struct lcm_run *run, struct lcm_trail *trail, size_t top) {
  for (; trail && !trail->seen; trail = trail->before) {
    trail->seen = true;
    lcm_trail_pick(run, trail->inner, top);
    pick(run, trail->record, top);
  }
}

/* Return the one name of the place of "node". */
static const char *place_of(struct lcm_run *run, const lcm_node *node) {
  return lcm_intern(run->ctx,
                    lcm_arena_printf(lcm_ctx_arena(run->ctx), "%s:%u:%u",
                                     node->loc.file ? node->loc.file : "",
                                     node->loc.begin, node->loc.line));
}

/* Return the variable whose value would settle how often the loop "node"
 * runs, or NULL. */
static const char *missing_bound(struct lcm_run *run, const lcm_node *node) {
  const char *name = lcm_run_missing(run, node->u.loop.count);
  for (size_t i = 0; i < node->u.loop.n_ranges && !name; i++) {
    const lcm_iteration *range = &node->u.loop.ranges[i];
    const lcm_expr *const parts[] = {range->to, range->from, range->step,
                                     range->factor};
    for (size_t k = 0; k < sizeof parts / sizeof *parts && !name; k++)
      name = lcm_run_missing(run, parts[k]);
    for (size_t k = 0; k < i && name; k++)
      name = node->u.loop.ranges[k].index == name ? NULL : name;
  }
  return name;
}

/* Return the variable whose value would settle what is not known of "node", or
 * NULL. */
static const char *missing(struct lcm_run *run, const lcm_node *node) {
  const char *name = NULL;
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    name = missing_bound(run, node);
    return name || node->u.loop.count || node->u.loop.n_ranges
               ? name
               : lcm_node_attribute(node, "trips");
  case LCM_NODE_BRANCH:
    for (size_t i = 0; i < node->n_children && !name; i++)
      name = node->u.branch.conditions
                 ? lcm_run_missing(run, node->u.branch.conditions[i])
                 : NULL;
    return name;
  case LCM_NODE_FRAGMENT:
    name = lcm_run_missing(run, node->flops);
    name = name ? name : lcm_run_missing(run, node->cycles);
    return name ? name
                : lcm_run_missing(
                      run, lcm_facts_bytes(lcm_run_knowledge(run), node));
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return NULL;
}

/* Note that the cost of "node" is not known for "reason", once for each node in
 * "nodes" and each "place". */
static void note_missing(struct lcm_run *run, const lcm_node *node,
                         const char *reason, lcm_map *nodes,
                         const char *place) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_noted *noted = run->notes.noted;
  size_t at = 0;
  lcm_map_put(arena, nodes, node, 0);
  if (lcm_map_get(&noted->places, place, &at))
    return;
  lcm_map_put(arena, &noted->places, place, 0);
  const char *name = missing(run, node);
  const struct lcm_unknown unknown = {
      lcm_arena_printf(arena, "%s%s/%u", run->path, run->function->key,
                       node->id),
      node->loc,
      reason,
      node,
      name ? lcm_intern(run->ctx, lcm_name_asked(name)) : NULL,
      run->team != NULL,
      0};
  LCM_LIST_ADD(arena, &noted->unknown, unknown);
}

void lcm_run_unknown(struct lcm_run *run, const lcm_node *node,
                     const char *reason) {
  struct lcm_noted *noted = run->notes.noted;
  size_t at = 0;
  if (noted && !lcm_map_get(&noted->nodes, node, &at))
    note_missing(run, node, reason, &noted->nodes, place_of(run, node));
}

void lcm_run_taken_as(struct lcm_run *run, const lcm_node *node,
                      const char *reason) {
  struct lcm_noted *noted = run->notes.noted;
  size_t at = 0;
  if (!noted || lcm_map_get(&noted->taken, node, &at))
    return;
  const char *place =
      lcm_intern(run->ctx, lcm_arena_printf(lcm_ctx_arena(run->ctx), "%s: %s",
                                            place_of(run, node), reason));
  note_missing(run, node, reason, &noted->taken, place);
}

void lcm_run_guessed(struct lcm_run *run, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_noted *noted = run->notes.noted;
  size_t at = 0;
  if (!noted || lcm_map_get(&noted->guessed, node, &at))
    return;
  lcm_map_put(arena, &noted->guessed, node, 0);
  const char *line = lcm_intern(
      run->ctx,
      lcm_arena_printf(arena, "%s:%u", node->loc.file ? node->loc.file : "",
                       node->loc.line));
  if (lcm_map_get(&noted->guessed, line, &at))
    return;
  lcm_map_put(arena, &noted->guessed, line, 0);
  LCM_LIST_ADD(arena, &noted->guesses, node->loc);
}

void lcm_run_sampled(struct lcm_run *run, const lcm_node *node) {
  struct lcm_noted *noted = run->notes.noted;
  size_t at = 0;
  if (!noted || lcm_map_get(&noted->sampled, node, &at))
    return;
  lcm_map_put(lcm_ctx_arena(run->ctx), &noted->sampled, node, 0);
  lcm_report(run->ctx, LCM_DIAG_SAMPLED, node->loc,
             "what nodes in this loop take is told from some of its "
             "iterations; the loop itself is summed exactly");
}

bool lcm_run_tells(struct lcm_run *run, const lcm_node *node) {
  struct lcm_noted *noted = run->notes.noted;
  size_t at = 0;
  if (!noted || lcm_map_get(&noted->told, node, &at))
    return false;
  lcm_map_put(lcm_ctx_arena(run->ctx), &noted->told, node, 0);
  return true;
}

void lcm_run_assume(struct lcm_run *run, const char *text) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_noted *noted = run->notes.noted;
  const char *key = text ? lcm_intern(run->ctx, text) : NULL;
  size_t at = 0;
  if (!noted || !key || lcm_map_get(&noted->texts, key, &at))
    return;
  lcm_map_put(arena, &noted->texts, key, 0);
  LCM_LIST_ADD(arena, &noted->assumptions, key);
}

double lcm_run_any_index(struct lcm_run *run, const char *name) {
  lcm_run_assume(run,
                 lcm_arena_printf(lcm_ctx_arena(run->ctx),
                                  "all that take one of '%s' take the same one "
                                  "where its index is not known",
                                  name));
  return 0;
}

void lcm_run_assumes(struct lcm_run *run, const lcm_node *node) {
  for (size_t i = 0; i < node->n_assumes; i++)
    lcm_run_assume(run, node->assumes[i]);
}
