#include <math.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/engine/env.h"
#include "composer/engine/messages/message.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/play.h"
#include "composer/engine/record.h"
#include "composer/engine/team/actor.h"
#include "composer/engine/team/team.h"

/* Effort after which the messages of ranks are too many to follow. */
enum { MOST_OF_RANKS = 20000000, MOST_NOTED = 100000 };

/* Return the value of "name" that the user gives, 0 for none. */
static double given(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->globals; i++)
    if (run->env.at[i].name == name)
      return run->env.at[i].value;
  return 0;
}

/* Return how many ranks the user wants on "w" processors: "ranks", or those
 * that leave "threads" to each; 0 where neither is given. */
static double given_ranks(const struct lcm_run *run, double w) {
  const double ranks = given(run, run->names->ranks);
  const double threads = given(run, run->names->threads);
  if (ranks > 0 || !(threads >= 1))
    return ranks;
  return fmax(1, floor(w / threads + 1e-9));
}

size_t lcm_run_count_ranks(struct lcm_run *run, const lcm_node *node,
                           double w) {
  double size = run->traffic ? 0 : given_ranks(run, w);
  if (node->u.team.size)
    (void)lcm_run_derived(&size, run, node->u.team.size);
  if (!(size >= 1) || size > w + 1e-9)
    size = floor(w + 1e-9);
  return size < 1 ? 1 : size > 65536 ? 65536 : (size_t)size;
}

bool lcm_run_is_common(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->program->n_resources; i++)
    if (!strcmp(run->program->resources[i].name, name))
      return !run->program->resources[i].lock;
  for (size_t i = 0; i < run->machine->n_resources; i++)
    if (!strcmp(run->machine->resources[i].name, name))
      return true;
  return false;
}

bool lcm_run_makes_no_sense(struct lcm_run *run) {
  const bool first = !run->status;
  run->status = first ? LCM_EDOMAIN : run->status;
  run->senseless = run->senseless || (run->alone && first);
  return first && !run->alone;
}

/* Report that there is more to follow than is followed. */
static void give_up(struct lcm_run *run, const lcm_node *node) {
  if (!run->status)
    lcm_report(run->ctx, LCM_DIAG_BUDGET, node->loc,
               "the ranks do too many things to follow");
  run->status = run->status ? run->status : LCM_EBUDGET;
}

/* Log when the ranks of "team" have ended. */
static void log_ends(const struct lcm_run *run, const struct lcm_team *team) {
  struct lcm_mail_log *log = run->log;
  log->n = team->k;
  log->ends = LCM_NEW_ARRAY(lcm_ctx_arena(run->ctx), double, team->k + 1);
  memcpy(log->ends, team->clocks, team->k * sizeof *log->ends);
}

/* Return a world of "k" ranks with "weight" processors each, where what they do
 * in "body" is written down for "player" (NULL: the engine). */
static struct lcm_world write_ranks(struct lcm_run *run, size_t k,
                                    double weight, const lcm_node *body,
                                    struct lcm_player *player) {
  struct lcm_world w =
      lcm_world_new(run, k, run->traffic ? MOST_NOTED : MOST_OF_RANKS);
  const bool pooled = run->pooled;
  double *weights = LCM_NEW_ARRAY(&w.scratch, double, k + 1);
  for (size_t m = 0; m < k; m++)
    weights[m] = weight;
  w.weights = weights;
  w.player = player;
  run->pooled = true;
  lcm_ranks_write(&w, body);
  run->pooled = pooled;
  if (w.steps > w.most)
    give_up(run, body);
  return w;
}

/* Let the ranks of "team" execute "body", event by event. */
static void play_ranks(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *body) {
  struct lcm_world w = write_ranks(run, team->k, team->weight, body, NULL);
  w.clocks = team->clocks;
  w.sums = team->sums;
  w.trails = team->trails;
  if (!run->status)
    lcm_world_play(&w);
  if (run->log && !run->log->ends)
    log_ends(run, team);
  lcm_record_settle(run, run->parent, 1 / (double)team->k);
  lcm_arena_reset(&w.scratch);
}

/* Say, once, that teams of threads inside the ranks of "node" have one member
 * each because nobody said how many ranks there are. */
static void tell_single_threads(struct lcm_run *run, const lcm_node *node) {
  if (!node->u.team.size && !given_ranks(run, 1) && lcm_run_tells(run, node))
    lcm_report(run->ctx, LCM_DIAG_RANKS_ONLY, node->loc,
               "p counts ranks here, so that their teams of threads have one "
               "member each: say how many ranks or threads there are, as with "
               "-D ranks=1 or -D threads=4");
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
      write_ranks(run, k, weight, node->children[0], player);
  run->env.n = bound;
  return world;
}

struct lcm_outcome lcm_run_ranks(struct lcm_run *run, const lcm_node *node,
                                 double w) {
  const size_t k = lcm_run_count_ranks(run, node, w);
  struct lcm_team *team = lcm_team_new(run, k, weight_of(run, node, w, k));
  const struct lcm_run saved = *run;
  const size_t bound = run->env.n;
  lcm_run_bind(run, run->names->ranks, (double)k);
  run->team = NULL;
  memset(&run->member_values, 0, sizeof run->member_values);
  if (node->n_children)
    play_ranks(run, team, node->children[0]);
  run->team = saved.team;
  run->member_values = saved.member_values;
  run->env.n = bound;
  return lcm_team_end(run, team, w);
}
