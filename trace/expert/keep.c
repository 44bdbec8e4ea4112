/* Entries of distributed tables: kept where they were asked for, or put
 * elsewhere (Sinha 1994, 6.4.10 and 6.4.13). */
#include "trace/expert/keep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many tables are looked at. */
enum { TABLES = 4 };

/* An errand about a key of the table. */
struct access {
  int64_t key;
  uint32_t asker; /* the actor that asks; TRACE_NONE: nobody does */
  uint32_t errand;
};

/* The table that is looked at. */
struct tabled {
  struct trace_trials *t;
  const char *name;
  LCM_LIST(struct access) all;
  size_t asks;
};

/* Return the name of the table that messages called "text" are about, and
 * whether they ask for something; NULL: none. */
static const char *table_of(const char *text, bool *asks) {
  static const char *const WORDS[] = {"find ", "await ", "insert ", "delete "};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    const size_t n = strlen(WORDS[i]);
    *asks = i < 2;
    if (!strncmp(text, WORDS[i], n))
      return text + n;
  }
  return NULL;
}

/* Compare two accesses for qsort: by key, who asks, and time. */
static int compare(const void *a, const void *b) {
  const struct access *x = a;
  const struct access *y = b;
  if (x->key != y->key)
    return x->key > y->key ? 1 : -1;
  return x->asker != y->asker
             ? (x->asker > y->asker) - (x->asker < y->asker)
             : (x->errand > y->errand) - (x->errand < y->errand);
}

/* Find the accesses to the table of "x". */
static void find_accesses(struct tabled *x) {
  const struct trace_errands *all = &x->t->errands;
  for (uint32_t i = 0; i < all->all.n; i++) {
    const uint32_t message = all->all.at[i].message;
    const uint32_t creator = trace_errand_creator(all, i);
    bool asks = false;
    if (message == TRACE_NONE || !all->letters.at[message].keyed)
      continue;
    const uint32_t name = all->letters.at[message].name;
    const char *table = table_of(x->t->log->names.at[name].text, &asks);
    if (!table || strcmp(table, x->name) != 0)
      continue;
    asks = asks && creator != TRACE_NONE;
    x->asks += asks;
    LCM_LIST_ADD(
        trace_trial_arena(x->t), &x->all,
        ((struct access){all->letters.at[message].key,
                         asks ? all->all.at[creator].actor : TRACE_NONE, i}));
  }
  if (x->all.n)
    qsort(x->all.at, x->all.n, sizeof *x->all.at, compare);
}

/* ---- caching --------------------------------------------------------------
 */

/* Return the errand of the program that errand "i" answers to, TRACE_NONE where
 * it is not just one. */
static uint32_t answer_to(const struct trace_errands *all, uint32_t i) {
  return all->first[i + 1] - all->first[i] == 1 ? all->child[all->first[i]]
                                                : TRACE_NONE;
}

/* Let the question "again" of "out" be answered where it was asked, as "first"
 * was: at once where the answer to that was there, or else behind it. */
static bool answer_here(struct trace_errands *out,
                        const struct trace_errands *all, uint32_t first,
                        uint32_t again) {
  const uint32_t to = answer_to(all, again);
  const uint32_t known = answer_to(all, first);
  const uint32_t question = all->all.at[again].message;
  if (to == TRACE_NONE || known == TRACE_NONE || known >= to)
    return false;
  if (all->letters.at[question].time >= all->all.at[known].begin) {
    out->all.at[to].message = question;
    out->letters.at[question].keyed = false;
  } else {
    out->letters.at[out->all.at[to].message].creator = known;
    out->letters.at[out->all.at[to].message].offset = 0;
  }
  return true;
}

/* Try that who has asked for a key keeps what was found. */
static void try_cache(struct tabled *x) {
  lcm_arena *arena = trace_trial_arena(x->t);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  const struct trace_errands *all = &x->t->errands;
  bool *left = LCM_NEW_ARRAY(arena, bool, all->all.n + 1);
  struct trace_errands out;
  double again = 0;
  const struct access *first = NULL;
  trace_errands_copy(&out, arena, all);
  for (size_t i = 0; i < x->all.n; i++) {
    const struct access *a = &x->all.at[i];
    const bool same = first && a->asker == first->asker && a->key == first->key;
    if (a->asker == TRACE_NONE)
      continue;
    if (!same && answer_to(all, a->errand) != TRACE_NONE)
      first = a;
    if (!same || !answer_here(&out, all, first->errand, a->errand))
      continue;
    left[a->errand] = true;
    again++;
  }
  double time = INFINITY;
  if (again > 0) {
    trace_errands_join(&out, arena, left);
    time = trace_trial_time(x->t, &out, NULL, NULL);
  }
  lcm_arena_release(arena, mark);
  trace_trial_add(
      x->t,
      &(struct trace_remark){.id = "caching",
                             .name = x->name,
                             .numbers = {again, (double)x->asks, 0}},
      time);
}

/* ---- hashes ---------------------------------------------------------------
 */

/* Return how long it takes where the keys are elsewhere: each on the actor that
 * asks for it most ("near"), or on one after the other. */
static double time_elsewhere(struct tabled *x, bool near) {
  lcm_arena *arena = trace_trial_arena(x->t);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  struct trace_errands out;
  uint32_t turn = 0;
  trace_errands_copy(&out, arena, &x->t->errands);
  for (size_t from = 0, to = 0; from < x->all.n; from = to) {
    uint32_t where = turn++ % (uint32_t)x->t->x->p;
    size_t most = 0;
    size_t run = 0;
    for (to = from; to < x->all.n && x->all.at[to].key == x->all.at[from].key;
         to++) {
      run = to > from && x->all.at[to].asker == x->all.at[to - 1].asker
                ? run + 1
                : 1;
      if (near && x->all.at[to].asker != TRACE_NONE && run > most) {
        most = run;
        where = x->all.at[to].asker;
      }
    }
    for (size_t i = from; i < to; i++)
      out.all.at[x->all.at[i].errand].actor = where;
  }
  trace_errands_join(&out, arena, NULL);
  const double time = trace_trial_time(x->t, &out, NULL, NULL);
  lcm_arena_release(arena, mark);
  return time;
}

/* Try other hashes. */
static void try_hashes(struct tabled *x) {
  lcm_arena *arena = trace_trial_arena(x->t);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  const struct trace_errands *all = &x->t->errands;
  double *dealt = LCM_NEW_ARRAY(arena, double, x->t->x->p + 1);
  double away = 0;
  size_t most = 0;
  for (size_t i = 0; i < x->all.n; i++) {
    const struct access *a = &x->all.at[i];
    const uint32_t actor = all->all.at[a->errand].actor;
    dealt[actor]++;
    most = dealt[actor] > dealt[most] ? actor : most;
    away += a->asker != TRACE_NONE && a->asker != actor;
  }
  const double busiest = dealt[most];
  lcm_arena_release(arena, mark);
  const double near = time_elsewhere(x, true);
  const double even = time_elsewhere(x, false);
  if (near < even)
    trace_trial_add(
        x->t,
        &(struct trace_remark){.id = "locality",
                               .name = x->name,
                               .numbers = {away, (double)x->asks, 0}},
        near);
  else
    trace_trial_add(x->t,
                    &(struct trace_remark){
                        .id = "table-balance",
                        .name = x->name,
                        .numbers = {busiest, (double)x->all.n, (double)most}},
                    even);
}

void trace_try_tables(struct trace_trials *t) {
  const char *tables[TABLES];
  size_t n = 0;
  for (size_t i = 0; i < t->log->names.n && n < TABLES; i++) {
    bool asks = false;
    bool known = false;
    const char *table = table_of(t->log->names.at[i].text, &asks);
    for (size_t k = 0; k < n; k++)
      known = known || (table && !strcmp(tables[k], table));
    if (table && !known && t->log->names.at[i].class == TRACE_SYSTEM)
      tables[n++] = table;
  }
  for (size_t i = 0; i < n && t->x->p > 1; i++) {
    struct tabled x = {.t = t, .name = tables[i]};
    find_accesses(&x);
    if (!x.asks)
      continue;
    try_cache(&x);
    try_hashes(&x);
  }
}
