/* The result of reading a trace. */
#include "trace/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- sums ----------------------------------------------------------------
 */

/* Order entries by their time, the most first, and their names. */
static int compare_entries(const void *a, const void *b) {
  const struct lcm_trace_entry *x = a;
  const struct lcm_trace_entry *y = b;
  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  return strcmp(x->name, y->name);
}

/* Put the entries of "walk" into "out". */
static void put_entries(lcm_trace *out, const struct trace_walk *walk) {
  LCM_LIST(struct lcm_trace_entry) all = {0};
  for (size_t i = 0; i < walk->entries.n; i++) {
    const struct trace_entry *e = &walk->entries.at[i];
    const struct trace_name *name = &walk->log->names.at[i];
    if (e->calls || e->sent)
      LCM_LIST_ADD(
          lcm_ctx_arena(walk->log->ctx), &all,
          ((struct lcm_trace_entry){
              name->text, trace_category_word(name->cat), (double)e->calls,
              e->time, e->longest, (double)e->sent, (double)e->received,
              e->bytes_sent, e->bytes_received, (double)e->depth}));
  }
  if (all.n)
    qsort(all.at, all.n, sizeof *all.at, compare_entries);
  out->entries = all.at;
  out->n_entries = all.n;
}

/* Put the actors of "walk" into "out". */
static void put_actors(lcm_trace *out, const struct trace_walk *walk) {
  lcm_arena *arena = lcm_ctx_arena(walk->log->ctx);
  struct lcm_trace_actor *actors =
      LCM_NEW_ARRAY(arena, struct lcm_trace_actor, walk->actors.n + 1);
  double *sum = LCM_NEW_ARRAY(arena, double, TRACE_CATS);
  for (size_t i = 0; i < walk->actors.n; i++) {
    if (walk->log->actors.at[i].hidden)
      continue;
    actors[out->n_actors++] = (struct lcm_trace_actor){
        trace_actor_name(walk->log, i), walk->actors.at[i].cats};
    for (size_t c = 0; c < TRACE_CATS; c++)
      sum[c] += walk->actors.at[i].cats[c];
  }
  out->actors = actors;
  out->by_cat = sum;
  for (size_t c = 0; c < TRACE_CATS; c++)
    out->use[lcm_cat_use(c)] += sum[c];
}

/* Put the names of the categories into "out". */
static void put_categories(lcm_trace *out, lcm_ctx *ctx) {
  const char **words =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, TRACE_CATS);
  const char **titles =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, TRACE_CATS);
  for (unsigned c = 0; c < TRACE_CATS; c++) {
    words[c] = trace_category_word(c);
    titles[c] = trace_category_title(c);
  }
  out->cats = words;
  out->titles = titles;
  out->n_cats = TRACE_CATS;
}

void trace_result_sums(lcm_trace *out, const struct trace_walk *walk) {
  const struct trace_log *log = walk->log;
  out->file = log->file;
  out->format = log->format;
  out->program = log->program;
  out->time = walk->end - walk->begin;
  out->events = (double)walk->n;
  out->ignored = (double)log->ignored;
  out->messages = (double)walk->created;
  out->system = (double)walk->system;
  out->bytes = walk->bytes;
  out->tachyons = (double)walk->tachyons;
  out->orphans = (double)walk->orphans;
  out->stray = (double)walk->stray;
  out->unended = (double)walk->unended;
  out->crossed = (double)walk->crossed;
  out->disorder = (double)log->disorder;
  put_categories(out, log->ctx);
  put_actors(out, walk);
  put_entries(out, walk);
}

/* ---- what the graph has --------------------------------------------------
 */

/* Put the phases of "found" into "out". */
static void put_phases(lcm_trace *out, const struct trace_found *found) {
  const struct trace_walk *walk = found->walk;
  const struct trace_graph *g = walk->graph;
  const size_t n = found->phases.n;
  struct lcm_trace_phase *all = LCM_NEW_ARRAY(lcm_ctx_arena(walk->log->ctx),
                                              struct lcm_trace_phase, n + 1);
  for (size_t i = 0; i < n; i++) {
    all[i].begin = found->phases.begin[i] - walk->begin;
    all[i].end =
        (i + 1 < n ? found->phases.begin[i + 1] : walk->end) - walk->begin;
  }
  double most = 0;
  for (size_t i = 0; i < found->groups.at.n; i++) {
    const struct trace_group *group = &found->groups.at.at[i];
    struct lcm_trace_phase *phase = &all[group->phase];
    double work = 0;
    for (size_t k = 0; k < group->n; k++) {
      const struct trace_task *task = trace_task_at(g, group->tasks[k]);
      work += task->phase == group->phase ? task->end - task->begin : 0;
      phase->tasks += task->phase == group->phase;
    }
    if (!phase->name || work > most) {
      phase->name = walk->log->names.at[group->name].text;
      most = work;
    }
    phase->work += work;
  }
  out->phases = all;
  out->n_phases = n;
}

/* Return the longest of the tasks of the program that "link" has most of;
 * TRACE_NONE where there is none. */
static uint32_t longest_in(const struct trace_walk *walk,
                           const struct trace_link *link) {
  const struct trace_graph *g = walk->graph;
  uint32_t best = TRACE_NONE;
  double most = 0;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    const double length =
        fmin(task->end, link->end) - fmax(task->begin, link->begin);
    if (task->actor == link->actor && length > most && trace_is_own(walk, i)) {
      best = i;
      most = length;
    }
  }
  return best;
}

/* Return the name of what "link" is of, NULL for none: of what a message began
 * there, or of what it was waited for in. */
static const char *name_of(const struct trace_walk *walk,
                           const struct trace_link *link) {
  const struct trace_graph *g = walk->graph;
  uint32_t task = link->receipt == TRACE_NONE
                      ? longest_in(walk, link)
                      : trace_receipt_at(g, link->receipt)->task;
  while (task != TRACE_NONE &&
         walk->log->names.at[trace_task_at(g, task)->name].class ==
             TRACE_WAIT &&
         trace_task_at(g, task)->outer != TRACE_NONE)
    task = trace_task_at(g, task)->outer;
  return task == TRACE_NONE
             ? NULL
             : walk->log->names.at[trace_task_at(g, task)->name].text;
}

/* Put the chain into "out". */
static void put_chain(lcm_trace *out, const struct trace_found *found) {
  const struct trace_walk *walk = found->walk;
  const struct trace_chain chain = found->chain;
  struct lcm_trace_link *all = LCM_NEW_ARRAY(
      lcm_ctx_arena(walk->log->ctx), struct lcm_trace_link, chain.links.n + 1);
  for (size_t i = 0; i < chain.links.n; i++) {
    const struct trace_link *link = &chain.links.at[i];
    const struct trace_link *next =
        i + 1 < chain.links.n ? &chain.links.at[i + 1] : NULL;
    const struct trace_receipt *r =
        next ? trace_receipt_at(walk->graph, next->receipt) : NULL;
    const double came = r && !isnan(r->arrived)  ? fmin(r->arrived, r->time)
                        : r && walk->log->driven ? link->end
                        : r                      ? r->time
                                                 : (double)NAN;
    all[i] = (struct lcm_trace_link){trace_actor_name(walk->log, link->actor),
                                     name_of(walk, link),
                                     link->begin - walk->begin,
                                     link->end - walk->begin,
                                     link->idle,
                                     came - link->end,
                                     r ? r->time - came : (double)NAN};
    out->chain_work += link->end - link->begin - link->idle;
    out->chain_idle += link->idle;
    out->chain_way += r ? came - link->end : 0;
    out->chain_wait += r ? r->time - came : 0;
  }
  out->chain = all;
  out->n_chain = chain.links.n;
}

typedef LCM_LIST(struct lcm_trace_pattern) patterns;

/* Add the pattern of "group", if there is one, to "all": those of equal names
 * and shapes together. */
static void add_pattern(patterns *all, const struct trace_walk *walk,
                        const struct trace_group *group) {
  const char *name =
      group->names ? group->names : walk->log->names.at[group->name].text;
  const char *shape = group->pattern;
  size_t k = 0;
  if (!shape)
    return;
  while (k < all->n &&
         (all->at[k].name != name || strcmp(all->at[k].pattern, shape) != 0))
    k++;
  if (k == all->n)
    LCM_LIST_ADD(lcm_ctx_arena(walk->log->ctx), all,
                 ((struct lcm_trace_pattern){name, shape, 0, 0}));
  all->at[k].phases++;
  all->at[k].messages += (double)group->n;
}

/* Put the patterns of "found" into "out". */
static void put_patterns(lcm_trace *out, const struct trace_found *found) {
  patterns all = {0};
  for (size_t i = 0; i < found->groups.at.n; i++)
    add_pattern(&all, found->walk, &found->groups.at.at[i]);
  for (size_t i = 0; i < found->groups.joint.n; i++)
    add_pattern(&all, found->walk, &found->groups.joint.at[i]);
  out->patterns = all.at;
  out->n_patterns = all.n;
}

void trace_result_graph(lcm_trace *out, const struct trace_found *found) {
  out->whole = true;
  put_phases(out, found);
  put_chain(out, found);
  put_patterns(out, found);
}
