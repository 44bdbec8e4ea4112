/* What-ifs about where new chares go (Sinha 1994, 6.4.11), and about who is
 * next (6.4.1). */
#include "trace/expert/place.h"

#include <math.h>
#include <string.h>

#include "chares/md.h"
#include "trace/phase.h"

/* So many entries are put first, one after the other. */
enum { FIRST = 4 };

/* A priority before all others. */
static const float URGENT = -1e30F;

/* What waits for less than this share of the time is not worth a trial. */
static const double LEAST = 0.01;

/* ---- placement ------------------------------------------------------------
 */

/* Return whether a strategy places anything. */
static bool is_placed(const struct trace_errands *errands) {
  for (size_t i = 0; i < errands->letters.n; i++)
    if (errands->letters.at[i].open)
      return true;
  return false;
}

void trace_try_placements(struct trace_trials *t) {
  size_t n = 0;
  const char *best = "";
  double least = INFINITY;
  if (t->x->p < 2 || !is_placed(&t->errands))
    return;
  for (const char *name; (name = md_strategy_name(n)); n++) {
    const double time = trace_trial_time(t, &t->errands, name, NULL);
    if (time < least) {
      least = time;
      best = name;
    }
  }
  trace_trial_add(t,
                  &(struct trace_remark){.id = "strategy",
                                         .name = "",
                                         .word = best,
                                         .numbers = {(double)n, t->period, 0}},
                  least);
}

/* ---- order ----------------------------------------------------------------
 */

/* How long tasks of a name have waited. */
struct waited {
  uint32_t name;
  double time;
};

/* Names whose tasks have waited, the longest first. */
struct waits {
  struct waited at[FIRST];
  size_t n;
};

/* Return how long task "i" waited for its actor: from when its message was
 * there. */
static double wait_of(const struct trace_graph *g, uint32_t i) {
  const struct trace_task *task = trace_task_at(g, i);
  if (task->receipt == TRACE_NONE)
    return 0;
  const struct trace_receipt *r = trace_receipt_at(g, task->receipt);
  const struct trace_message *m = trace_message_at(g, r->message);
  const double there = isnan(r->arrived) ? m->time : r->arrived;
  return fmax(task->begin - fmax(there, m->time), 0);
}

/* Find what ends last in each phase. */
static void find_last(uint32_t *last, size_t n, const struct trace_walk *walk) {
  const struct trace_graph *g = walk->graph;
  for (size_t i = 0; i < n; i++)
    last[i] = TRACE_NONE;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    if (trace_is_own(walk, i) && task->phase < n &&
        (last[task->phase] == TRACE_NONE ||
         task->end > trace_task_at(g, last[task->phase])->end))
      last[task->phase] = i;
  }
}

/* Find how long tasks of each name wait, of those that led to the end of their
 * phase: from what ends last there back to what created its message. */
static void find_waits(struct waits *out, const struct trace_walk *walk,
                       size_t n_phases) {
  const struct trace_graph *g = walk->graph;
  lcm_arena *arena = lcm_ctx_arena(walk->log->ctx);
  double *sum = LCM_NEW_ARRAY(arena, double, walk->log->names.n + 1);
  uint32_t *last = LCM_NEW_ARRAY(arena, uint32_t, n_phases + 1);
  find_last(last, n_phases, walk);
  for (uint32_t k = 0; k < n_phases; k++) {
    uint32_t at = last[k];
    for (; at != TRACE_NONE && trace_task_at(g, at)->phase == k;
         at = trace_creator(g, at))
      if (trace_is_own(walk, at))
        sum[trace_task_at(g, at)->name] += wait_of(g, at);
  }
  for (uint32_t i = 0; i < walk->log->names.n; i++) {
    size_t k = out->n < FIRST ? out->n++ : FIRST - 1;
    if (k == FIRST - 1 && !(sum[i] > out->at[k].time))
      continue;
    for (; k > 0 && sum[i] > out->at[k - 1].time; k--)
      out->at[k] = out->at[k - 1];
    out->at[k] = (struct waited){i, sum[i]};
  }
}

/* Return how long it takes where messages to the entry "name" come first. */
static double time_first(struct trace_trials *t, uint32_t name) {
  lcm_arena *arena = trace_trial_arena(t);
  const struct lcm_arena_mark mark = lcm_arena_mark(arena);
  const bool by_priority = t->log->queue && !strcmp(t->log->queue, "priority");
  struct trace_errands errands;
  trace_errands_copy(&errands, arena, &t->errands);
  for (size_t i = 0; i < errands.letters.n; i++) {
    struct trace_letter *letter = &errands.letters.at[i];
    letter->priority = letter->name == name ? URGENT
                       : by_priority        ? letter->priority
                                            : 0;
  }
  const double time = trace_trial_time(t, &errands, NULL, "priority");
  lcm_arena_release(arena, mark);
  return time;
}

/* Return the queue with which it takes the least time, which goes to "*time";
 * NULL where that is as it was. */
static const char *best_queue(struct trace_trials *t, double *time) {
  const char *best = NULL;
  const char *name = NULL;
  *time = t->base;
  for (size_t i = 0; (name = md_queue_name(i)); i++) {
    const double one = trace_trial_time(t, &t->errands, NULL, name);
    if (one < *time) {
      *time = one;
      best = name;
    }
  }
  return best;
}

void trace_try_order(struct trace_trials *t) {
  struct waits waits = {.n = 0};
  find_waits(&waits, t->x->walk, t->x->phases->n);
  if (!waits.n || !(waits.at[0].time >= LEAST * t->base))
    return;
  double least = t->base;
  const char *queue = best_queue(t, &least);
  struct waited best = {TRACE_NONE, 0};
  double first = t->base;
  for (size_t i = 0; i < waits.n && waits.at[i].time >= LEAST * t->base; i++) {
    const double time = time_first(t, waits.at[i].name);
    if (time < first) {
      first = time;
      best = waits.at[i];
    }
  }
  if (best.name != TRACE_NONE && first <= least + LEAST * t->base)
    trace_trial_add(
        t,
        &(struct trace_remark){.id = "scheduling",
                               .name = t->log->names.at[best.name].text,
                               .numbers = {best.time, 0, 0}},
        first);
  else if (queue)
    trace_trial_add(
        t, &(struct trace_remark){.id = "queue", .name = "", .word = queue},
        least);
}
