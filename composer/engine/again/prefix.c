/* Keeps what the first iterations of a loop come to, for when it is executed
 * again. */
#include "composer/engine/again/prefix.h"

#include <math.h>
#include <string.h>

#include "composer/engine/again/reads.h"
#include "composer/engine/again/recall.h"
#include "composer/engine/env.h"
#include "composer/engine/memory.h"

/* Places of the table; names around a loop. */
enum { PLACES = 64, MOST_NAMES = 64 };

/* Of a loop it is kept what the first EVERY, 2 EVERY, ... iterations come to,
 * so many numbers at most, and those executed last. */
enum { EVERY = 64, MOST_KEPT = 16384 };

/* What is kept of the loop "node", and what that depends on. */
struct lcm_prefix {
  const lcm_node *node;
  double w;
  double movers; /* processors that move bytes meanwhile */
  double from;
  double stride;
  const char *path;
  bool in_team;
  const void *noted;           /* where it was noted what is not known */
  bool unlimited;              /* the mode of the run */
  lcm_binding env[MOST_NAMES]; /* values of names, "n_env" of them */
  size_t n_env;
  /* at[i]: what the first EVERY * (i + 1) iterations come to */
  LCM_LIST(struct lcm_outcome) outcomes;
  double n_last; /* so many iterations are the longest that were executed */
  struct lcm_outcome last;   /* what they come to */
  bool again;                /* it was executed twice with the same */
  struct lcm_prefix *before; /* the one before it in its place of the table */
};

struct lcm_prefixes {
  struct lcm_prefix *places[PLACES];
};

/* Return what is kept of "node", fresh where that is nothing. */
static struct lcm_prefix *look_up(struct lcm_run *run, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  if (!run->prefixes)
    run->prefixes = LCM_NEW(arena, struct lcm_prefixes);
  struct lcm_prefix **place = &run->prefixes->places[node->id % PLACES];
  struct lcm_prefix *found = *place;
  while (found && found->node != node)
    found = found->before;
  if (found)
    return found;
  found = LCM_NEW(arena, struct lcm_prefix);
  found->node = node;
  found->before = *place;
  *place = found;
  return found;
}

/* Let "prefix" be of the scope of "run", where nothing is kept yet. */
static void begin(struct lcm_prefix *prefix, const struct lcm_run *run,
                  const struct lcm_walk *walk, double w) {
  prefix->w = w;
  prefix->movers = lcm_run_movers(run, w, false);
  prefix->from = walk->from;
  prefix->stride = walk->stride;
  prefix->path = run->path;
  prefix->in_team = run->team != NULL;
  prefix->noted = run->notes.noted;
  prefix->unlimited = run->mode.unlimited;
  prefix->n_env = run->env.n - run->globals;
  if (prefix->n_env)
    memcpy(prefix->env, run->env.at + run->globals,
           prefix->n_env * sizeof *prefix->env);
  prefix->outcomes.n = 0;
  prefix->n_last = 0;
  prefix->again = false;
}

/* Return whether the iterations of "prefix" come to the same in "run". */
static bool is_same(struct lcm_run *run, struct lcm_prefix *prefix,
                    const struct lcm_walk *walk, double w) {
  return prefix->w == w && prefix->from == walk->from &&
         prefix->stride == walk->stride && prefix->path == run->path &&
         prefix->in_team == (run->team != NULL) &&
         prefix->noted == run->notes.noted &&
         prefix->unlimited == run->mode.unlimited &&
         prefix->movers == lcm_run_movers(run, w, false) &&
         lcm_reads_same(run, prefix->node->children[0], prefix->env,
                        prefix->n_env);
}

struct lcm_prefix *lcm_prefix_find(struct lcm_run *run, const lcm_node *node,
                                   const struct lcm_walk *walk, double w) {
  if (walk->steps < 2 || walk->each != 1 || walk->factor != 0 || !walk->index ||
      !node->n_children || (run->data && run->data->n_movements) ||
      run->env.n - run->globals > MOST_NAMES ||
      !lcm_run_is_repeatable(run, node, node->children[0]))
    return NULL;
  struct lcm_prefix *prefix = look_up(run, node);
  if (is_same(run, prefix, walk, w))
    prefix->again = true;
  else
    begin(prefix, run, walk, w);
  return prefix->again ? prefix : NULL;
}

double lcm_prefix_take(struct lcm_outcome *out, const struct lcm_prefix *prefix,
                       const struct lcm_walk *walk) {
  if (prefix && prefix->n_last <= walk->steps && prefix->n_last > 0) {
    *out = prefix->last;
    return prefix->n_last;
  }
  const double whole = floor(walk->steps / EVERY);
  const double kept = prefix ? fmin(whole, (double)prefix->outcomes.n) : 0;
  if (kept > 0)
    *out = prefix->outcomes.at[(size_t)kept - 1];
  return kept * EVERY;
}

void lcm_prefix_keep(struct lcm_run *run, struct lcm_prefix *prefix, double n,
                     const struct lcm_outcome *out) {
  if (!prefix || run->status || out->score || n <= prefix->n_last)
    return;
  prefix->n_last = n;
  prefix->last = *out;
  if (prefix->outcomes.n < MOST_KEPT &&
      n == (double)(prefix->outcomes.n + 1) * EVERY)
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &prefix->outcomes, *out);
}
