/* Branches by chance, of which one alternative is followed. */
#include <math.h>
#include <string.h>

#include "composer/engine/count.h"
#include "composer/engine/delivery.h"
#include "composer/engine/record/record.h"
#include "composer/engine/team/turns.h"

static const size_t NONE = (size_t)-1;

/* How far alternatives may be taken more or less often than their chances say,
 * of that, without a word. */
static const double FAR_OFF = 0.25;

/* Return how often each alternative of the branch "node", and behind them that
 * none is taken, is due: written down less often than its chance says.  Each
 * rank takes its own turns, so that all take the same ones.  Valid until the
 * next one is made. */
static struct lcm_dues *due_of(struct lcm_world *w, const lcm_node *node) {
  const double level = lcm_run_level(w->run);
  for (size_t i = 0; i < w->dues.n; i++)
    if (w->dues.at[i].node == node && w->dues.at[i].level == level &&
        (!w->ranks || w->dues.at[i].member == w->member))
      return &w->dues.at[i];
  const struct lcm_dues fresh = {
      .node = node,
      .path = w->run->path,
      .function = w->run->function,
      .member = w->member,
      .level = level,
      .due = LCM_NEW_ARRAY(&w->scratch, double, node->n_children + 1),
      .expected = LCM_NEW_ARRAY(&w->scratch, double, node->n_children + 1)};
  LCM_LIST_ADD(&w->scratch, &w->dues, fresh);
  return &w->dues.at[w->dues.n - 1];
}

/* Return a number from 0 to 1 that "seed", the node number "id" and "times"
 * determine. */
static double roll(uint64_t seed, uint64_t id, uint64_t times) {
  uint64_t x = seed ^ (id + 1) * 0x9e3779b97f4a7c15u;
  x += times * 0xbf58476d1ce4e5b9u;
  for (int i = 0; i < 2; i++) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
  }
  return (double)(x >> 11) / 9007199254740992.0;
}

/* Return the alternative of the branch "node" that the dice of the player say,
 * the same for all ranks that come to it equally often; NONE: none. */
static size_t throw_dice(struct lcm_world *w, const lcm_node *node) {
  struct lcm_dues *dues = due_of(w, node);
  double left = roll(w->player->dice, node->id, dues->times++);
  w->player->drew = true;
  for (size_t i = 0; i < node->n_children; i++) {
    const double chance = lcm_run_chance(w->run, node, i);
    if (left < chance)
      return i;
    left -= chance;
  }
  return NONE;
}

/* Return the alternative of the branch "node" whose turn it is, so that in the
 * long run each is taken as often as its chance says; NONE: none of them. */
static size_t take_turn(struct lcm_world *w, const lcm_node *node) {
  const struct lcm_dues *dues = due_of(w, node);
  double *due = dues->due;
  const size_t n = node->n_children;
  w->turns++;
  double none = 1;
  size_t most = 0;
  for (size_t i = 0; i < n; i++) {
    const double chance = fmin(lcm_run_chance(w->run, node, i), none);
    due[i] += chance;
    dues->expected[i] += chance;
    none -= chance;
  }
  due[n] += none;
  for (size_t i = 1; i <= n; i++)
    most = due[i] > due[most] + 1e-9 ? i : most;
  due[most] -= 1;
  if (lcm_run_tells(w->run, node))
    lcm_report(w->run->ctx, LCM_DIAG_IN_TURN, node->loc,
               "around %s the alternatives of a branch by chance are taken in "
               "turn",
               w->ranks ? "messages" : "locks or tasks");
  return most < n ? most : NONE;
}

size_t lcm_turn_take(struct lcm_world *w, const lcm_node *node) {
  return w->player ? throw_dice(w, node) : take_turn(w, node);
}

/* Return whether "node", an alternative of a branch, does something. */
static bool does_something(const lcm_node *node) {
  return node->n_children || node->kind != LCM_NODE_SERIES;
}

/* Return whether alternative "i" of the branch "node" was taken far more or
 * less often in "w" than its chances say. */
static bool is_far_off(const struct lcm_world *w, const lcm_node *node,
                       size_t i) {
  double due = 0;
  double expected = 0;
  for (size_t k = 0; k < w->dues.n; k++)
    if (w->dues.at[k].node == node) {
      due += w->dues.at[k].due[i];
      expected += w->dues.at[k].expected[i];
    }
  return fabs(due) > FAR_OFF * expected;
}

void lcm_turns_tell(struct lcm_world *w) {
  const char *path = w->run->path;
  const lcm_function *function = w->run->function;
  for (size_t k = 0; k < w->dues.n && !w->player; k++) {
    const lcm_node *node = w->dues.at[k].node;
    bool off = false;
    for (size_t i = 0; i < node->n_children; i++)
      off =
          off || (does_something(node->children[i]) && is_far_off(w, node, i));
    w->run->path = w->dues.at[k].path;
    w->run->function = w->dues.at[k].function;
    if (off)
      lcm_run_unknown(w->run, node, LCM_REASON_TURN);
  }
  w->run->path = path;
  w->run->function = function;
}
