/* Calls that are executed once for all with the same arguments. */
#include <string.h>

#include "composer/engine/again/recall.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record/record.h"

/* Places of the table, and how many calls are remembered at most. */
enum { PLACES = 8192, MOST_RECALLED = 100000 };

/* After how many calls it is known whether remembering them is of use. */
enum { ENOUGH = 2000 };

/* A call with what it came to. */
struct memory {
  struct lcm_recall_call call;
  bool unlimited; /* the mode of the run */
  double movers;  /* processors that move bytes meanwhile */
  bool in_team;
  const void *noted;      /* where it was noted what is not known */
  const lcm_binding *env; /* values of names, "n" of them */
  size_t n;
  struct lcm_recalled what;
  size_t before; /* 1 + the number of the one before it in its place */
};

struct lcm_recollection {
  LCM_LIST(struct memory) list;
  size_t places[PLACES]; /* 1 + the number of the last one */
  size_t n_asked;        /* calls that were asked for */
  size_t n_known;        /* of these, calls that were remembered */
};

bool lcm_run_is_plain(struct lcm_run *run, const lcm_node *body) {
  const struct lcm_traits *t = lcm_run_traits(run, body);
  return !t->shared && !t->actor && !t->waiter && !t->tasks && !t->events &&
         !t->random && !t->thread && !t->messages && !t->ranks && !t->recurs &&
         !t->depends;
}

/* Return whether something is noted of each execution of "node". */
static bool is_noted(const struct lcm_run *run, const lcm_node *node) {
  const struct lcm_run_notes *notes = &run->notes;
  const size_t n = notes->records.n;
  return run->bandwidth.pieces || run->mode.trial || run->member_values.n ||
         notes->visits || notes->counting || notes->scoring || notes->slopes ||
         notes->journal || run->messages.traffic || run->messages.log ||
         (notes->parent < n && notes->records.at[notes->parent].node == node) ||
         (run->options->nodes && !run->mode.unlimited &&
          !lcm_records_are_full(run));
}

bool lcm_run_is_repeatable(struct lcm_run *run, const lcm_node *node,
                           const lcm_node *body) {
  return !is_noted(run, node) && lcm_run_is_plain(run, body);
}

/* Return a number that stands for what "call" depends on. */
static uint64_t hash_of(const struct lcm_run *run,
                        const struct lcm_recall_call *call) {
  uint64_t hash = (uint64_t)(uintptr_t)call->body;
  for (size_t i = run->globals; i < run->env.n; i++) {
    uint64_t bits = 0;
    memcpy(&bits, &run->env.at[i].value, sizeof bits);
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash ^ hash >> 16;
}

/* Return whether "m" is of "call" in "run". */
static bool is_same(const struct lcm_run *run, const struct memory *m,
                    const struct lcm_recall_call *call) {
  if (m->call.hash != call->hash || m->call.body != call->body ||
      m->call.w != call->w || m->call.span != call->span ||
      m->unlimited != run->mode.unlimited || m->noted != run->notes.noted ||
      m->in_team != (run->team != NULL) ||
      m->movers != lcm_run_movers(run, call->w, false) ||
      m->n != run->env.n - run->globals)
    return false;
  for (size_t i = 0; i < m->n; i++)
    if (m->env[i].name != run->env.at[run->globals + i].name ||
        m->env[i].value != run->env.at[run->globals + i].value)
      return false;
  return true;
}

/* Return whether remembering is no use: almost all calls are different. */
static bool is_vain(const struct lcm_recollection *all) {
  return all->n_asked >= ENOUGH && all->n_known < all->n_asked / 8;
}

const struct lcm_recalled *lcm_recall(struct lcm_run *run,
                                      struct lcm_recall_call *call) {
  call->open = lcm_run_is_repeatable(run, call->node, call->body);
  if (!call->open)
    return NULL;
  if (!run->recalled)
    run->recalled = LCM_NEW(lcm_ctx_arena(run->ctx), struct lcm_recollection);
  struct lcm_recollection *all = run->recalled;
  call->open = !is_vain(all);
  if (!call->open)
    return NULL;
  call->hash = hash_of(run, call);
  all->n_asked++;
  for (size_t i = all->places[call->hash % PLACES]; i;
       i = all->list.at[i - 1].before)
    if (is_same(run, &all->list.at[i - 1], call)) {
      all->n_known++;
      return &all->list.at[i - 1].what;
    }
  return NULL;
}

void lcm_remember(struct lcm_run *run, const struct lcm_recall_call *call,
                  const struct lcm_recalled *what) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  struct lcm_recollection *all = run->recalled;
  if (!call->open || run->status || what->outcome.score ||
      all->list.n >= MOST_RECALLED)
    return;
  struct memory m = {.call = *call,
                     .unlimited = run->mode.unlimited,
                     .movers = lcm_run_movers(run, call->w, false),
                     .in_team = run->team != NULL,
                     .noted = run->notes.noted,
                     .n = run->env.n - run->globals,
                     .what = *what};
  lcm_binding *env = LCM_NEW_ARRAY(arena, lcm_binding, m.n + 1);
  if (m.n)
    memcpy(env, run->env.at + run->globals, m.n * sizeof *env);
  m.env = env;
  m.before = all->places[call->hash % PLACES];
  LCM_LIST_ADD(arena, &all->list, m);
  all->places[call->hash % PLACES] = all->list.n;
}
