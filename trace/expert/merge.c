/* Messages of one task that could be one (Sinha 1994, 6.4.4). */
#include "trace/expert/merge.h"

#include <math.h>
#include <stdlib.h>

/* So many entries are tried, those with the most messages. */
enum { TRIED = 4 };

/* Errands of one task that are of one name and one actor. */
struct batch {
  uint32_t actor;
  uint32_t errand;
  uint32_t order; /* among those of the task */
};

/* Compare two batches for qsort. */
static int compare(const void *a, const void *b) {
  const struct batch *x = a;
  const struct batch *y = b;
  return x->actor != y->actor ? (x->actor > y->actor) - (x->actor < y->actor)
                              : (x->order > y->order) - (x->order < y->order);
}

/* Merging. */
struct merging {
  struct trace_trials *t;
  const uint32_t *begun; /* by message: how many errands it began */
  struct batch *room;
  struct trace_errands out;
  bool *left;
  double messages; /* that are merged, and in which */
  double into;
};

/* Put the errands that errand "i" led to, and which could be merged, into
 * "m->room"; return how many.  "name" is what they are of. */
static size_t gather(const struct merging *m, size_t i, uint32_t name) {
  const struct trace_errands *all = &m->t->errands;
  size_t n = 0;
  for (size_t k = all->first[i]; k < all->first[i + 1]; k++) {
    const struct trace_errand *errand = &all->all.at[all->child[k]];
    const uint32_t message = errand->message;
    if (errand->own && errand->name == name && m->begun[message] == 1 &&
        !all->letters.at[message].open)
      m->room[n++] = (struct batch){errand->actor, all->child[k], (uint32_t)k};
  }
  qsort(m->room, n, sizeof *m->room, compare);
  return n;
}

/* Let the "n" errands "at" be one, the last of them: what each leads to is led
 * to by that, as much later as those before it work. */
static void merge(struct merging *m, const struct batch *at, size_t n) {
  const struct trace_errands *all = &m->t->errands;
  struct trace_errands *out = &m->out;
  const uint32_t last = at[n - 1].errand;
  const uint32_t message = out->all.at[last].message;
  double work = 0;
  double bytes = 0;
  for (size_t i = 0; i < n; i++) {
    const uint32_t one = at[i].errand;
    for (size_t k = all->first[one]; k < all->first[one + 1]; k++) {
      struct trace_letter *letter =
          &out->letters.at[all->all.at[all->child[k]].message];
      if (letter->creator == last && one != last)
        continue;
      letter->creator = last;
      letter->offset =
          all->letters.at[all->all.at[all->child[k]].message].offset + work;
    }
    work += all->all.at[one].work;
    bytes += all->letters.at[all->all.at[one].message].bytes;
    m->left[one] = one != last;
  }
  out->all.at[last].work = work;
  out->letters.at[message].bytes = bytes;
  m->messages += (double)n;
  m->into++;
}

/* Merge all errands of "name" that can be. */
static void merge_all(struct merging *m, uint32_t name) {
  for (size_t i = 0; i < m->t->errands.all.n; i++) {
    const size_t n = gather(m, i, name);
    for (size_t from = 0, k = 1; k <= n; k++) {
      if (k < n && m->room[k].actor == m->room[from].actor)
        continue;
      if (k - from > 1)
        merge(m, m->room + from, k - from);
      from = k;
    }
  }
}

/* Try to merge the errands of "name". */
static void try_name(struct trace_trials *t, const uint32_t *begun,
                     uint32_t name) {
  lcm_arena *arena = trace_trial_arena(t);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  const size_t n = t->errands.all.n;
  struct merging m = {.t = t,
                      .begun = begun,
                      .room = LCM_NEW_ARRAY(arena, struct batch, n + 1),
                      .left = LCM_NEW_ARRAY(arena, bool, n + 1)};
  trace_errands_copy(&m.out, arena, &t->errands);
  merge_all(&m, name);
  double time = INFINITY;
  if (m.into > 0) {
    trace_errands_join(&m.out, arena, m.left);
    time = trace_trial_time(t, &m.out, NULL, NULL);
  }
  lcm_arena_release(arena, mark);
  trace_trial_add(t,
                  &(struct trace_remark){.id = "combining",
                                         .name = t->log->names.at[name].text,
                                         .numbers = {m.messages, m.into, 0}},
                  time);
}

/* Return the name of which most errands are, of those that "done" does not
 * have; TRACE_NONE where there is none of several. */
static uint32_t most_of(const size_t *count, const bool *done, size_t n) {
  uint32_t best = TRACE_NONE;
  for (uint32_t i = 0; i < n; i++)
    if (!done[i] && count[i] > 1 &&
        (best == TRACE_NONE || count[i] > count[best]))
      best = i;
  return best;
}

void trace_try_combining(struct trace_trials *t) {
  const struct trace_errands *all = &t->errands;
  const size_t names = t->log->names.n;
  lcm_arena *arena = trace_trial_arena(t);
  uint32_t *begun = LCM_NEW_ARRAY(arena, uint32_t, all->letters.n + 1);
  size_t *count = LCM_NEW_ARRAY(arena, size_t, names + 1);
  bool *done = LCM_NEW_ARRAY(arena, bool, names + 1);
  for (size_t i = 0; i < all->all.n; i++) {
    const struct trace_errand *errand = &all->all.at[i];
    if (errand->message == TRACE_NONE)
      continue;
    begun[errand->message]++;
    count[errand->name] +=
        errand->own && !all->letters.at[errand->message].open;
  }
  for (size_t i = 0; i < TRIED; i++) {
    const uint32_t name = most_of(count, done, names);
    if (name == TRACE_NONE)
      return;
    done[name] = true;
    try_name(t, begun, name);
  }
}
