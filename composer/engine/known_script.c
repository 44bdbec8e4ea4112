/* Keeps the scripts of tasks, for tasks that have the same values of the names
 * on which what they do depends. */
#include <string.h>

#include "composer/engine/again/reads.h"
#include "composer/engine/env.h"
#include "composer/engine/known_script.h"
#include "composer/engine/record/record.h"

/* Places of the table. */
enum { PLACES = 4096 };

/* A script that was written: all that it depends on, and what writing it came
 * to beside it. */
struct written {
  const lcm_node *node;
  double weight;
  double scale;
  bool final;
  bool shares;
  double bundle;
  const struct lcm_guess *guess;
  const lcm_section *pointees;
  const lcm_binding *env; /* values of names, "n" of them */
  size_t n;
  uint64_t hash;
  const lcm_script *script;
  size_t steps;
  const lcm_node *last; /* node that was written down last */
  const struct lcm_demand *demands;
  size_t n_demands;
  struct written *before; /* the one before it in its place of the table */
};

struct lcm_known_scripts {
  struct written *places[PLACES];
};

/* Return whether nothing is noted of each execution while "w" is written. */
static bool is_silent(const struct lcm_world *w) {
  const struct lcm_run *run = w->run;
  const struct lcm_run_notes *notes = &run->notes;
  return w->in_team && !w->ranks && !w->player && !w->tries && !w->turn &&
         !run->bandwidth.pieces && !run->member_values.n && !notes->visits &&
         !notes->counting && !notes->scoring && !notes->journal &&
         (!run->options->nodes || run->mode.unlimited);
}

/* Return a number that stands for the values of names in "run" and "node". */
static uint64_t hash_of(struct lcm_run *run, const lcm_node *node) {
  uint64_t hash = (uint64_t)(uintptr_t)node;
  for (size_t i = run->globals; i < run->env.n; i++) {
    uint64_t bits = 0;
    if (lcm_reads_idle(run, node, run->env.at[i].name))
      continue;
    memcpy(&bits, &run->env.at[i].value, sizeof bits);
    hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash ^ hash >> 16;
}

/* Return whether "x" was written for what "key" is about now. */
static bool is_same(const struct written *x, const struct lcm_script_key *key,
                    const struct lcm_world *w) {
  struct lcm_run *run = w->run;
  if (x->hash != key->hash || x->node != key->node ||
      x->weight != key->weight || x->scale != run->notes.scale ||
      x->final != w->final || x->shares != w->shares ||
      x->bundle != w->bundle || x->guess != w->guess ||
      x->pointees != run->pointees || x->n != run->env.n - run->globals)
    return false;
  for (size_t i = 0; i < x->n; i++)
    if (x->env[i].name != run->env.at[run->globals + i].name ||
        (x->env[i].value != run->env.at[run->globals + i].value &&
         !lcm_reads_idle(run, x->node, x->env[i].name)))
      return false;
  return true;
}

/* Do beside the script of "x" what writing it once more would do. */
static void repeat(struct lcm_world *w, const struct written *x) {
  w->steps += x->steps;
  w->node = x->last;
  for (size_t i = 0; i < x->n_demands; i++) {
    const struct lcm_entry entry = {.demand = x->demands[i].name,
                                    .waits = x->demands[i].waits,
                                    .time = x->demands[i].time};
    lcm_run_note(w->run, &entry);
  }
}

/* Note in "key" what has been noted before it is written. */
static void note_before(struct lcm_script_key *key, struct lcm_world *w) {
  const struct lcm_run *run = w->run;
  const size_t n = run->notes.demands.n;
  key->steps = w->steps;
  key->turns = w->turns;
  key->n_bound = run->env.n;
  key->n_met = w->met + w->orders;
  key->n_demands = n;
  key->demands = LCM_NEW_ARRAY(&w->scratch, double, n + 1);
  for (size_t i = 0; i < n; i++)
    key->demands[i] = run->notes.demands.at[i].time;
}

const lcm_script *lcm_script_find(struct lcm_script_key *key,
                                  struct lcm_world *w, const lcm_node *node,
                                  double weight) {
  *key = (struct lcm_script_key){.node = node, .weight = weight};
  key->open = is_silent(w);
  if (!key->open)
    return NULL;
  if (!w->known)
    w->known = LCM_NEW(&w->scratch, struct lcm_known_scripts);
  key->hash = hash_of(w->run, node);
  const struct written *x = w->known->places[key->hash % PLACES];
  while (x && !is_same(x, key, w))
    x = x->before;
  if (x)
    repeat(w, x);
  else
    note_before(key, w);
  return x ? x->script : NULL;
}

/* Put into "x" by how much demands of "w" grew since "key" began. */
static void add_demands(struct written *x, const struct lcm_script_key *key,
                        struct lcm_world *w) {
  const struct lcm_run_notes *notes = &w->run->notes;
  struct lcm_demand *grown =
      LCM_NEW_ARRAY(&w->scratch, struct lcm_demand, notes->demands.n + 1);
  for (size_t i = 0; i < notes->demands.n; i++) {
    const double old = i < key->n_demands ? key->demands[i] : 0;
    struct lcm_demand *to = &grown[x->n_demands];
    *to = notes->demands.at[i];
    to->time -= old;
    x->n_demands += i >= key->n_demands || to->time != 0;
  }
  x->demands = grown;
}

void lcm_script_keep(const struct lcm_script_key *key, struct lcm_world *w,
                     const lcm_script *script) {
  const struct lcm_run *run = w->run;
  if (!key->open || run->status || w->steps > w->most ||
      w->turns != key->turns || run->env.n != key->n_bound ||
      w->met + w->orders != key->n_met || run->member_values.n)
    return;
  struct written *x = LCM_NEW(&w->scratch, struct written);
  *x = (struct written){.node = key->node,
                        .weight = key->weight,
                        .scale = run->notes.scale,
                        .final = w->final,
                        .shares = w->shares,
                        .bundle = w->bundle,
                        .guess = w->guess,
                        .pointees = run->pointees,
                        .n = run->env.n - run->globals,
                        .hash = key->hash,
                        .script = script,
                        .steps = w->steps - key->steps,
                        .last = w->node};
  lcm_binding *env = LCM_NEW_ARRAY(&w->scratch, lcm_binding, x->n + 1);
  if (x->n)
    memcpy(env, run->env.at + run->globals, x->n * sizeof *env);
  x->env = env;
  add_demands(x, key, w);
  x->before = w->known->places[x->hash % PLACES];
  w->known->places[x->hash % PLACES] = x;
}
