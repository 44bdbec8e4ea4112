/* The law of the time of a team: members are apart until they meet, and then
 * the last of them decides. */
#include "composer/chance/crew.h"

#include <math.h>
#include <string.h>

/* Rounds of a loop in which members do not meet that are followed. */
static const double MOST_ROUNDS = 512;

/* A team. */
struct crew {
  struct lcm_chance_walk *walk;
  struct lcm_team *team;
  /* until they met last, and of each member since */
  const struct lcm_law *done;
  const struct lcm_law **since;
  const struct lcm_law *zero; /* of who has done nothing since */
};

static void follow(struct crew *c, const lcm_node *node);

/* Return whether nobody has done anything since all met. */
static bool is_aligned(const struct crew *c) {
  for (size_t m = 0; m < c->team->k; m++)
    if (c->since[m] != c->zero)
      return false;
  return true;
}

/* Let member "m" do "law" more; what all do alike stays one law. */
static void spend(struct crew *c, size_t m, const struct lcm_law *law) {
  c->since[m] = c->since[m] == c->zero
                    ? law
                    : lcm_law_sum(c->walk->arena, c->since[m], law);
}

/* Let all members do "law" more, each for itself. */
static void spend_all(struct crew *c, const struct lcm_law *law) {
  const size_t k = c->team->k;
  const struct lcm_law **before =
      LCM_NEW_ARRAY(c->walk->arena, const struct lcm_law *, k + 1);
  memcpy(before, c->since, k * sizeof(const struct lcm_law *));
  for (size_t m = 0; m < k; m++) {
    size_t same = 0;
    while (before[same] != before[m])
      same++;
    if (same < m)
      c->since[m] = c->since[same];
    else
      spend(c, m, law);
  }
}

/* Let all members meet: the last of them decides. */
static void meet(struct crew *c) {
  const size_t k = c->team->k;
  struct lcm_law_part *parts =
      LCM_NEW_ARRAY(c->walk->arena, struct lcm_law_part, k + 1);
  size_t n = 0;
  bool random = false;
  for (size_t m = 0; m < k; m++) {
    size_t i = 0;
    while (i < n && parts[i].law != c->since[m])
      i++;
    if (i == n)
      parts[n++] = (struct lcm_law_part){c->since[m], 0};
    parts[i].weight++;
    random = random || c->since[m]->n > 1;
    c->since[m] = c->zero;
  }
  c->walk->longest = c->walk->longest || (random && k > 1);
  c->done = lcm_law_sum(c->walk->arena, c->done,
                        lcm_law_longest(c->walk->arena, parts, n));
}

/* ---- parts -------------------------------------------------------------- */

/* Let the engine follow "node", in which nothing is random. */
static void follow_certain(struct crew *c, const lcm_node *node) {
  struct lcm_team *team = c->team;
  const struct lcm_traits *traits = lcm_run_traits(c->walk->run, node);
  const bool meets = node->kind == LCM_NODE_BARRIER;
  if (meets)
    meet(c);
  if (traits->shared && !meets && !is_aligned(c) &&
      node->kind != LCM_NODE_PARLOOP) {
    (void)lcm_chance_refuse(c->walk, node,
                            "members come to shared work at random moments");
    return;
  }
  for (size_t m = 0; m < team->k; m++)
    team->clocks[m] = 0;
  lcm_run_in_team(c->walk->run, team, node);
  if (lcm_team_is_aligned(team)) {
    if (meets || (is_aligned(c) && traits->shared))
      c->done = lcm_law_scaled(c->walk->arena, c->done, 1, team->clocks[0]);
    else if (team->clocks[0] > 0)
      spend_all(c, lcm_law_certain(c->walk->arena, team->clocks[0]));
    return;
  }
  for (size_t m = 0; m < team->k; m++)
    spend(c, m, lcm_law_certain(c->walk->arena, team->clocks[m]));
}

/* An iteration of a parallel loop. */
struct iteration {
  struct lcm_loop_schedule of;
};

/* Return what an iteration of the parallel loop "node" takes, "user". */
static double iteration_time(struct lcm_chance_walk *walk, const lcm_node *node,
                             void *user) {
  const struct iteration *one = user;
  (void)node;
  return lcm_loop_schedule_iteration(walk->run, &one->of, 0).time;
}

/* Return whether the iterations of "node" are alike. */
static bool is_uniform(struct lcm_run *run, const lcm_node *node) {
  for (size_t i = 0; i < node->n_models; i++)
    if (node->u.loop.n_ranges &&
        lcm_expr_has(node->models[i].expr, node->u.loop.ranges[0].index))
      return false;
  return node->n_models || lcm_run_is_uniform(run, node);
}

/* Let the members share the random parallel loop "node". */
static void follow_loop(struct crew *c, const lcm_node *node) {
  struct lcm_chance_walk *walk = c->walk;
  struct lcm_run *run = walk->run;
  const double k = (double)c->team->k;
  struct iteration one = {lcm_run_loop_schedule(run, node, k, 1)};
  const struct lcm_drawn_time time = {iteration_time, &one};
  const struct lcm_law *law = NULL;
  const struct lcm_law *last = NULL;
  double share = -1;
  if (lcm_assign_has(one.of.way, LCM_ASSIGN_ON_DEMAND) && k > 1) {
    (void)lcm_chance_refuse(walk, node, "members ask for random iterations");
    return;
  }
  if (!is_uniform(run, node) || !node->n_children) {
    (void)lcm_chance_refuse(walk, node, "iterations are random and differ");
    return;
  }
  const double crossing =
      lcm_run_crossing(run, node, k) + lcm_run_crowding(run, node, k);
  law = node->n_models ? lcm_chance_drawn(walk, node, time)
                       : lcm_chance_law(walk, node->children[0], 1);
  for (size_t m = 0; m < c->team->k && !walk->reason; m++) {
    const double own =
        one.of.way == LCM_ASSIGN_ROUNDS
            ? lcm_rounds_share(one.of.count, k, one.of.chunk, (double)m)
            : lcm_block_of(one.of.count, k, (double)m).size;
    if (own != share)
      last = lcm_law_scaled(walk->arena, lcm_chance_times(walk, law, own), 1,
                            crossing);
    share = own;
    if (last->n > 1 || last->value[0] > 0)
      spend(c, m, last);
  }
}

/* Let members do the units of the random worksharing "node". */
static void follow_units(struct crew *c, const lcm_node *node) {
  if (!is_aligned(c) || node->n_children > c->team->k) {
    (void)lcm_chance_refuse(c->walk, node,
                            "units are shared at random moments");
    return;
  }
  for (size_t i = 0; i < node->n_children; i++)
    spend(c, i, lcm_chance_law(c->walk, node->children[i], 1));
}

/* Let all members take one way of the random branch "node" together. */
static void follow_branch(struct crew *c, const lcm_node *node) {
  struct lcm_chance_walk *walk = c->walk;
  struct lcm_law_part *parts =
      LCM_NEW_ARRAY(walk->arena, struct lcm_law_part, node->n_children + 1);
  const struct lcm_law *before = c->done;
  double left = 1;
  bool random = false;
  (void)lcm_run_taken(walk->run, node, &random);
  if (!is_aligned(c) || !random) {
    (void)lcm_chance_refuse(walk, node, "members branch around shared work");
    return;
  }
  for (size_t i = 0; i < node->n_children && !walk->reason; i++) {
    const double chance = fmin(left, lcm_run_chance(walk->run, node, i));
    c->done = c->zero;
    follow(c, node->children[i]);
    if (!is_aligned(c))
      (void)lcm_chance_refuse(walk, node, "members branch and do not meet");
    parts[i] = (struct lcm_law_part){c->done, chance};
    left -= chance;
  }
  if (walk->reason)
    return;
  c->done = lcm_law_sum(walk->arena, before,
                        lcm_law_mixed(walk->arena, parts, node->n_children));
}

/* Let the members follow the random loop "node" together. */
static void follow_rounds(struct crew *c, const lcm_node *node) {
  struct lcm_chance_walk *walk = c->walk;
  struct lcm_run *run = walk->run;
  const struct lcm_walk steps = lcm_run_walk(run, node);
  const struct lcm_law *before = c->done;
  const size_t bound = run->env.n;
  const bool alike = is_aligned(c) && lcm_run_is_uniform(run, node);
  c->done = alike ? c->zero : c->done;
  for (double i = 0; i < steps.count && !walk->reason && !run->status; i++) {
    lcm_run_step(run, &steps, i);
    follow(c, node->children[0]);
    run->env.n = bound;
    if (!i && alike && is_aligned(c)) {
      c->done = lcm_law_sum(walk->arena, before,
                            lcm_chance_times(walk, c->done, steps.count));
      return;
    }
    if (!i && (steps.count > MOST_ROUNDS || steps.each > 1))
      (void)lcm_chance_refuse(walk, node, "members do not meet in a loop");
  }
  if (alike)
    c->done = lcm_law_sum(walk->arena, before, c->done);
}

/* Let the members follow what the call "node" calls. */
static void follow_call(struct crew *c, const lcm_node *node) {
  struct lcm_run saved;
  const lcm_node *body = NULL;
  if (!lcm_run_enter(c->walk->run, node, &saved, &body))
    return;
  follow(c, body);
  lcm_run_leave(c->walk->run, &saved);
}

/* Let the members follow "node", which is random and shares something. */
static void follow_shared(struct crew *c, const lcm_node *node) {
  const size_t bound = c->walk->run->env.n;
  if (node->n_models && node->kind != LCM_NODE_PARLOOP) {
    (void)lcm_chance_refuse(c->walk, node, "a model says what members share");
    return;
  }
  switch (node->kind) {
  case LCM_NODE_SERIES:
    for (size_t i = 0; i < node->n_children; i++)
      follow(c, node->children[i]);
    c->walk->run->env.n = bound;
    return;
  case LCM_NODE_PARLOOP:
    follow_loop(c, node);
    return;
  case LCM_NODE_PARALLEL:
    follow_units(c, node);
    return;
  case LCM_NODE_BRANCH:
    follow_branch(c, node);
    return;
  case LCM_NODE_LOOP:
    follow_rounds(c, node);
    return;
  case LCM_NODE_CALL:
    follow_call(c, node);
    return;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_WHILE:
  case LCM_NODE_TEAM:
  case LCM_NODE_LET:
  case LCM_NODE_BARRIER:
  case LCM_NODE_OPAQUE:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_COUNT:
    break;
  }
  (void)lcm_chance_refuse(c->walk, node, "members share what is random");
}

/* Let the members follow "node". */
static void follow(struct crew *c, const lcm_node *node) {
  struct lcm_run *run = c->walk->run;
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  if (c->walk->reason || run->status || node->ignored)
    return;
  if (!traits->random || node->kind == LCM_NODE_LET)
    follow_certain(c, node);
  else if (traits->actor || traits->tasks || traits->thread ||
           run->member_values.n)
    (void)lcm_chance_refuse(c->walk, node,
                            "random members wait for each other or differ");
  else if (traits->shared || node->kind == LCM_NODE_PARLOOP)
    follow_shared(c, node);
  else
    spend_all(c, lcm_chance_law(c->walk, node, c->team->weight));
}

const struct lcm_law *lcm_chance_team(struct lcm_chance_walk *walk,
                                      const lcm_node *node, double w) {
  struct lcm_run *run = walk->run;
  const size_t k = lcm_run_team_size(run, node, w);
  struct lcm_team *const outer = run->team;
  const size_t bound = run->env.n;
  if (run->team || (double)k > w + 1e-9 || !node->n_children)
    return lcm_chance_refuse(walk, node,
                             "a team in a team, or on fewer "
                             "processors");
  struct crew c = {
      .walk = walk,
      .team = lcm_team_new(run, k, 1),
      .since = LCM_NEW_ARRAY(walk->arena, const struct lcm_law *, k + 1),
      .zero = lcm_law_certain(walk->arena, 0)};
  c.done = lcm_law_certain(walk->arena,
                           lcm_run_machine(run, "fork", (double)k, 0, 1));
  for (size_t m = 0; m < k; m++)
    c.since[m] = c.zero;
  lcm_run_bind(run, run->names->team, (double)k);
  run->team = c.team;
  follow(&c, node->children[0]);
  meet(&c);
  run->team = outer;
  run->env.n = bound;
  return c.done;
}
