/* Executes teams of ranks: writes down what each does, then plays the scripts.
 * */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/messages/comm.h"
#include "composer/engine/messages/cut.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/messages/steady.h"
#include "composer/engine/play/play.h"
#include "composer/engine/record/record.h"
#include "composer/engine/script.h"
#include "composer/engine/team/actor.h"
#include "composer/engine/team/clocks.h"
#include "composer/engine/team/team.h"
#include "composer/engine/team/turns.h"
#include "composer/engine/world.h"

/* Effort after which the messages of ranks are too many to follow. */
enum { MOST_OF_RANKS = 20000000, MOST_NOTED = 100000 };

/* Report that there is more to follow than is followed. */
static void give_up(struct lcm_run *run, const lcm_node *node) {
  if (!run->status)
    lcm_report(run->ctx, LCM_DIAG_BUDGET, node->loc,
               "the ranks do too many things to follow");
  run->status = run->status ? run->status : LCM_EBUDGET;
}

/* Log when the ranks of "team" have ended. */
static void log_ends(const struct lcm_run *run, const struct lcm_team *team) {
  struct lcm_queue_log *log = run->messages.log;
  log->n = team->k;
  log->ends = LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), double, team->k + 1);
  memcpy(log->ends, team->clocks, team->k * sizeof *log->ends);
}

/* Of what ranks need of locks and memory of their own, which was "before" the
 * first was written down and "last" before the present one, keep what that one
 * needs that needs most. */
static void keep_most(struct lcm_run *run, const struct lcm_possessed *before,
                      const struct lcm_possessed *last) {
  for (size_t i = 0; i < run->notes.demands.n; i++) {
    struct lcm_demand *now = &run->notes.demands.at[i];
    const double old = i < before->n ? before->at[i].time : 0;
    const double most = i < last->n ? last->at[i].time : 0;
    if (!lcm_run_is_common(run, now->name))
      now->time = fmax(now->time - most + old, most);
  }
}

/* Write down what each rank does in "body". */
static void write_each(struct lcm_world *w, const lcm_node *body) {
  struct lcm_run *run = w->run;
  const size_t bound = run->env.n;
  w->steps = 0;
  w->dues.n = 0;
  const struct lcm_possessed before = lcm_run_possessed(run);
  for (size_t m = 0; m < w->n && !run->status && w->steps <= w->most; m++) {
    struct lcm_rank *rank = &w->ranks->at[m];
    rank->comms.n = rank->requests.n = rank->accesses.n = 0;
    rank->sources.n = rank->made = rank->told.n = 0;
    rank->begun = rank->ended = false;
    w->scripts[m].n = 0;
    w->member = m;
    lcm_steady_begin(w);
    w->guess = NULL;
    w->nested = 0;
    const struct lcm_possessed last = lcm_run_possessed(run);
    lcm_run_bind(run, run->names->rank, (double)m);
    lcm_run_bind(run, run->names->p, w->weights[m]);
    lcm_world_write(w, &w->scripts[m], body, w->weights[m]);
    run->env.n = bound;
    w->guesses[m] = w->guess;
    keep_most(run, &before, &last);
  }
}

/* Find out which ranks the communicators have that are made in "body", and in
 * those that are made of them. */
static void find_groups(struct lcm_world *w, const lcm_node *body) {
  struct lcm_run *run = w->run;
  const struct lcm_noting notes = lcm_run_noting(run, &w->scratch);
  struct lcm_noted *noted = run->notes.noted;
  bool any = true;
  run->notes.noted = NULL;
  w->tries = true;
  while (any && !run->status && w->steps <= w->most) {
    write_each(w, body);
    any = lcm_comm_settle(w);
    lcm_run_note_back(run, &notes);
  }
  w->tries = false;
  run->notes.noted = noted;
}

/* ---- ranks -------------------------------------------------------------- */

/* Write down what the ranks of "w" do in "body", the groups of communicators
 * being found first. */
static void write_all(struct lcm_world *w, const lcm_node *body) {
  lcm_comm_begin(w);
  w->ranks->excludes = lcm_run_traits(w->run, body)->excludes;
  if (lcm_run_traits(w->run, body)->groups)
    find_groups(w, body);
  write_each(w, body);
}

/* Return a world of "k" ranks with "weight" processors each, where what they do
 * in "body" is written down for "player" (NULL: the engine), as "steady" (NULL:
 * all of it) says. */
static struct lcm_world write_ranks(struct lcm_run *run, size_t k,
                                    double weight, const lcm_node *body,
                                    struct lcm_player *player,
                                    struct lcm_steady *steady) {
  struct lcm_world w =
      lcm_world_new(run, k, run->messages.traffic ? MOST_NOTED : MOST_OF_RANKS);
  const bool pooled = run->notes.pooled;
  double *weights = LCM_NEW_ARRAY(&w.scratch, double, k + 1);
  for (size_t m = 0; m < k; m++)
    weights[m] = weight;
  w.weights = weights;
  w.player = player;
  w.steady = steady;
  run->notes.pooled = true;
  write_all(&w, body);
  run->notes.pooled = pooled;
  if (w.steps > w.most)
    give_up(run, body);
  return w;
}

/* Let the ranks of "team" execute "body", event by event; where "steady" shows
 * that it is of no use, they do not. */
static void play_ranks(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *body, struct lcm_steady *steady) {
  struct lcm_world w =
      write_ranks(run, team->k, team->weight, body, NULL, steady);
  w.clocks = team->clocks;
  w.sums = team->sums;
  w.trails = team->trails;
  if (!run->status && !lcm_steady_fails(&w))
    lcm_world_play(&w);
  if (run->messages.log && !run->messages.log->ends)
    log_ends(run, team);
  lcm_record_settle(run, run->notes.parent, 1 / (double)team->k);
  lcm_turns_tell(&w);
  lcm_arena_reset(&w.scratch);
}

/* Say, once, that teams of threads inside the ranks of "node" have one member
 * each because nobody said how many ranks there are. */
static void tell_single_threads(struct lcm_run *run, const lcm_node *node) {
  if (!node->u.team.size && !lcm_run_given_ranks(run, 1) &&
      lcm_run_tells(run, node))
    lcm_report(run->ctx, LCM_DIAG_RANKS_ONLY, node->loc,
               "p counts ranks here, so that their teams of threads have one "
               "member each: say how many ranks or threads there are, as with "
               "-D ranks=1 or -D threads=4");
}

/* Note where the "k" ranks, each with "weight" of them, leave some of the "w"
 * processors over. */
static void tell_left(struct lcm_run *run, double w, size_t k, double weight) {
  if ((double)k * floor(weight + 1e-9) < w - 1e-9)
    lcm_run_assume(run, "processors that are left over, because p is not ranks "
                        "x threads, are idle");
}

/* Return how many of "w" processors each of the "k" ranks of "node" has:
 * several only where they make teams. */
static double weight_of(struct lcm_run *run, const lcm_node *node, double w,
                        size_t k) {
  const bool nests =
      node->n_children && lcm_run_traits(run, node->children[0])->parallel;
  const double share = nests ? w / (double)k : 1;
  if (nests && k > 1 && share <= 1)
    tell_single_threads(run, node);
  return fmax(1, share);
}

struct lcm_world lcm_ranks_script(struct lcm_run *run, const lcm_node *node,
                                  double w, struct lcm_player *player) {
  const size_t k = lcm_run_count_ranks(run, node, w);
  const double weight = weight_of(run, node, w, k);
  const size_t bound = run->env.n;
  lcm_run_bind(run, run->names->ranks, (double)k);
  struct lcm_world world =
      write_ranks(run, k, weight, node->children[0], player, NULL);
  run->env.n = bound;
  return world;
}

struct lcm_outcome lcm_run_ranks(struct lcm_run *run, const lcm_node *node,
                                 double w) {
  const size_t k = lcm_run_count_ranks(run, node, w);
  const double weight = weight_of(run, node, w, k);
  struct lcm_team *team = lcm_team_new(run, k, weight);
  const struct lcm_run saved = *run;
  const size_t bound = run->env.n;
  lcm_run_bind(run, run->names->ranks, (double)k);
  run->team = NULL;
  memset(&run->member_values, 0, sizeof run->member_values);
  if (node->n_children)
    lcm_steady_run(run, team, node->children[0], play_ranks);
  run->team = saved.team;
  run->member_values = saved.member_values;
  run->env.n = bound;
  tell_left(run, w, k, weight);
  return lcm_team_end(run, team, w);
}
