/* Notes on what is not counted or is an estimate, each once. */

#include "composer/count/notes.h"

/* Notes of one function that are kept. */
enum { MOST_NOTES = 1000 };

/* Return the one note of "text" at the place of "node". */
static struct lcm_cost_noted *note_of(struct lcm_cost_walk *walk,
                                      const lcm_node *node, const char *text) {
  struct lcm_cost_store *store = walk->store;
  size_t found = 0;
  const char *key = lcm_intern(
      walk->ctx, lcm_arena_printf(lcm_ctx_arena(walk->ctx), "%s %u %s",
                                  node->loc.file, node->loc.line, text));
  if (lcm_map_get(&store->notes, key, &found))
    return (struct lcm_cost_noted *)(uintptr_t)found;
  struct lcm_cost_noted *noted =
      LCM_NEW(lcm_ctx_arena(walk->ctx), struct lcm_cost_noted);
  noted->note = (struct lcm_cost_note){.at = node->loc, .text = text};
  lcm_map_put(lcm_ctx_arena(walk->ctx), &store->notes, key,
              (size_t)(uintptr_t)noted);
  return noted;
}

void lcm_cost_remark(struct lcm_cost_walk *walk, const lcm_node *node,
                     const char *text) {
  size_t known = 0;
  const struct lcm_cost_entry entry = {note_of(walk, node, text), NULL,
                                       walk->inside > 0};
  if (lcm_map_get(&walk->noted, entry.noted, &known))
    return;
  lcm_map_put(lcm_ctx_arena(walk->ctx), &walk->noted, entry.noted, 1);
  LCM_LIST_ADD(lcm_ctx_arena(walk->ctx), &walk->entries, entry);
}

void lcm_cost_doubt(struct lcm_cost_walk *walk, bool about, bool at_most) {
  walk->about = walk->about || about;
  walk->at_most = walk->at_most || at_most;
  for (size_t i = 0; i < walk->open.n; i++) {
    struct lcm_cost_row *row = &walk->rows.at[walk->open.at[i].row];
    row->about = row->about || about;
    row->at_most = row->at_most || at_most;
  }
}

void lcm_cost_note(struct lcm_cost_walk *walk, const lcm_node *node,
                   const char *text) {
  lcm_cost_doubt(walk, true, false);
  lcm_cost_remark(walk, node, text);
}

/* Notes being collected; "list": the number of the list. */
struct collecting {
  lcm_arena *arena;
  LCM_LIST(struct lcm_cost_note) notes;
  size_t n_left_out;
  size_t list;
};

/* Add the "n" entries at "entries", in called functions where "called", and all
 * that they lead to, each note once. */
static void collect(struct collecting *c, const struct lcm_cost_entry *entries,
                    size_t n, bool called) {
  for (size_t i = 0; i < n; i++) {
    struct lcm_cost_noted *noted = entries[i].noted;
    struct lcm_cost_summary *summary = entries[i].summary;
    if (summary && summary->last != c->list) {
      summary->last = c->list;
      collect(c, summary->entries, summary->n_entries, true);
    }
    if (!noted || noted->last == c->list)
      continue;
    noted->last = c->list;
    c->n_left_out += c->notes.n == MOST_NOTES;
    struct lcm_cost_note note = noted->note;
    note.called = called || entries[i].called;
    if (c->notes.n < MOST_NOTES)
      LCM_LIST_ADD(c->arena, &c->notes, note);
  }
}

void lcm_cost_collect(struct lcm_cost_function *out,
                      const struct lcm_cost_walk *walk) {
  struct collecting c = {.arena = lcm_ctx_arena(walk->ctx),
                         .list = ++walk->store->lists};
  collect(&c, walk->entries.at, walk->entries.n, false);
  out->notes = c.notes.at;
  out->n_notes = c.notes.n;
  out->n_left_out = c.n_left_out;
}
