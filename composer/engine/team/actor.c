/* Executes by event what members of a team or units of a PARALLEL do where its
 * order matters. */

#include "composer/engine/team/actor.h"
#include "composer/engine/env.h"
#include "composer/engine/play/play.h"
#include "composer/engine/record/record.h"
#include "composer/engine/script.h"
#include "composer/engine/team/order.h"
#include "composer/engine/team/task.h"
#include "composer/engine/team/team.h"
#include "composer/engine/team/turns.h"
#include "composer/engine/world.h"

/* Effort after which actors are too much to follow: an error among the units of
 * a PARALLEL; members are then taken as if they did not wait for each other. */
enum { MOST_OF_ACTORS = 4000000, MOST_OF_MEMBERS = 400000 };

/* Mark what led to the end of the last actor. */
static void pick_last(const struct lcm_world *w) {
  size_t last = 0;
  for (size_t i = 1; i < w->n; i++)
    last = w->clocks[i] > w->clocks[last] ? i : last;
  if (w->n && w->trails)
    lcm_trail_pick(w->run, w->trails[last], w->run->notes.parent);
}

/* Tell that the order of what happens in "node" is not followed, unless the
 * closed form knows what comes of it. */
static void tell_not_followed(struct lcm_run *run, const lcm_node *node) {
  run->doubts.estimated = true;
  if (run->notes.noted && !run->notes.noted->closed && lcm_run_tells(run, node))
    lcm_report(run->ctx, LCM_DIAG_NOT_FOLLOWED, node->loc,
               "too many operations on locks and tasks to follow: waiting for "
               "them is estimated");
}

/* Write down what "units" do; return whether it is not too much. */
static bool write_units(struct lcm_world *w, const struct lcm_units *units) {
  struct lcm_run *run = w->run;
  const size_t bound = run->env.n;
  for (size_t i = 0; i < w->n && !run->status && w->steps <= w->most; i++) {
    lcm_run_bind_member(run, i);
    if (units->nodes[i])
      lcm_world_write(w, &w->scripts[i], units->nodes[i], w->weights[i]);
    run->env.n = bound;
    if (w->steps <= w->most || run->status)
      continue;
    if (units->may_fail) {
      tell_not_followed(run, units->nodes[i]);
      return false;
    }
    lcm_report(run->ctx, LCM_DIAG_BUDGET, units->nodes[i]->loc,
               "too many lock or condition operations to follow");
    run->status = LCM_EBUDGET;
  }
  return true;
}

bool lcm_run_actors(struct lcm_run *run, const struct lcm_units *units) {
  struct lcm_world w = lcm_world_new(run, units->n, MOST_OF_ACTORS);
  const struct lcm_noting noted = lcm_run_noting(run, &w.scratch);
  w.weights = units->weights;
  w.clocks = units->clocks;
  w.sums = units->sums;
  if (run->options->nodes && !run->mode.unlimited)
    w.trails = LCM_NEW_ARRAY(&w.scratch, struct lcm_trail *, w.n + 1);
  const bool followed = write_units(&w, units);
  if (!followed)
    lcm_run_note_back(run, &noted);
  else if (!run->status)
    lcm_world_play(&w);
  if (followed)
    pick_last(&w);
  if (followed)
    lcm_turns_tell(&w);
  lcm_arena_reset(&w.scratch);
  return followed;
}

/* Return whether any of the "n" nodes "nodes" makes tasks. */
static bool make_tasks(struct lcm_run *run, const lcm_node *const *nodes,
                       size_t n) {
  for (size_t i = 0; i < n; i++)
    if (lcm_run_traits(run, nodes[i])->tasks)
      return true;
  return false;
}

/* Write down the "n" nodes "nodes" for a member of "team"; where they make
 * tasks, it then waits for them and the others. */
static void write_member(struct lcm_world *w, const lcm_node *const *nodes,
                         size_t n, const struct lcm_team *team) {
  struct lcm_run *run = w->run;
  const size_t bound = run->env.n;
  const size_t differing = run->member_values.n;
  const size_t m = w->member;
  w->met = 0;
  w->orders = 0;
  lcm_run_bind_member(run, m);
  for (size_t i = 0; i < n; i++)
    lcm_world_write(w, &w->scripts[m], nodes[i], team->weight);
  run->env.n = bound;
  run->member_values.n = differing;
  if (make_tasks(run, nodes, n))
    lcm_world_append(
        w, &w->scripts[m],
        (struct lcm_step){.act = LCM_ACT_MEET, .loc = nodes[n - 1]->loc});
}

/* Write down the "n" nodes "nodes" for all members of "team", as long as that
 * is not too much. */
static void write_members(struct lcm_world *w, const lcm_node *const *nodes,
                          size_t n, const struct lcm_team *team) {
  struct lcm_run *run = w->run;
  const bool pooled = run->notes.pooled;
  run->notes.pooled = true;
  for (size_t m = 0; m < team->k && !run->status && w->steps <= w->most; m++) {
    w->member = m;
    if (!team->active || team->active[m])
      write_member(w, nodes, n, team);
  }
  run->notes.pooled = pooled;
}

/* Settle what members spent in "node" with their "share"; what they share is on
 * the critical path. */
static void settle(struct lcm_run *run, const lcm_node *node, double share) {
  const size_t at = lcm_record_aside(run, node);
  if (at == (size_t)-1)
    return;
  lcm_record_settle(run, at, share);
  if (lcm_run_traits(run, node)->shared)
    run->notes.records.at[at].aside = false;
}

/* Return how many steps the "n" nodes "nodes" with recursive tasks take to
 * follow, as far as they are more than "most"; else 0. */
static size_t steps_of(struct lcm_run *run, const lcm_node *const *nodes,
                       size_t n, size_t most) {
  double steps = 0;
  for (size_t i = 0; i < n && !run->status; i++) {
    const struct lcm_traits *traits = lcm_run_traits(run, nodes[i]);
    if (traits->tasks && traits->recurs && !traits->actor &&
        !traits->messages && !traits->parallel)
      steps += lcm_run_steps(run, nodes[i]);
  }
  return steps > (double)most ? most + 1 : 0;
}

/* Execute the "n" nodes "nodes" by the members of "team" event by event, the
 * record of a single one being "opened"; false where there are too many events:
 * nothing has happened then. */
static bool run_members(struct lcm_run *run, struct lcm_team *team,
                        const lcm_node *const *nodes, size_t n, bool opened) {
  struct lcm_world w = lcm_world_new(run, team->k, MOST_OF_MEMBERS);
  const struct lcm_noting noted = lcm_run_noting(run, &w.scratch);
  double *weights = LCM_NEW_ARRAY(&w.scratch, double, team->k);
  for (size_t m = 0; m < team->k; m++)
    weights[m] = team->weight;
  w.in_team = w.shares = true;
  w.steps = steps_of(run, nodes, n, w.most);
  w.weights = weights;
  w.clocks = team->clocks;
  w.sums = team->sums;
  w.trails = team->trails;
  w.opened = opened ? nodes[0] : NULL;
  if (w.steps <= w.most)
    w.steps = 0;
  write_members(&w, nodes, n, team);
  const bool followed = w.steps <= w.most;
  if (followed && !run->status && make_tasks(run, nodes, n))
    lcm_world_play_tasks(&w);
  else if (followed && !run->status)
    lcm_world_play(&w);
  else
    lcm_run_note_back(run, &noted);
  if (!followed)
    tell_not_followed(run, nodes[0]);
  if (opened && followed)
    lcm_record_settle(run, run->notes.parent, 1 / (double)team->k);
  for (size_t i = 0; i < n && followed && !opened; i++)
    settle(run, nodes[i], 1 / (double)team->k);
  if (followed)
    lcm_turns_tell(&w);
  lcm_arena_reset(&w.scratch);
  return followed;
}

/* ---- what needs it ------------------------------------------------------ */

/* Return whether more than one member of "team" executes. */
static bool are_several(const struct lcm_team *team) {
  size_t n = 0;
  for (size_t m = 0; m < team->k && n < 2; m++)
    n += !team->active || team->active[m];
  return n > 1;
}

/* Return whether it matters which member runs which task: a library's rules are
 * known, or getting one takes time. */
static bool matters_who(struct lcm_run *run) {
  return lcm_run_tasking(run) != LCM_TASKS_GREEDY ||
         lcm_run_machine(run, "task", 1, 0, 1) > 0;
}

/* Return whether the order of what the members of "team" do in "node"
 * matters. */
static bool is_ordered(struct lcm_run *run, const struct lcm_team *team,
                       const lcm_node *node) {
  const struct lcm_traits *traits = lcm_run_traits(run, node);
  return !node->ignored &&
         (traits->events || (traits->makes && are_several(team)) ||
          (traits->tasks && matters_who(run)));
}

/* Return whether all members leave "node" together. */
static bool ends_together(struct lcm_run *run, const lcm_node *node) {
  const size_t n = node->n_children;
  if (node->ignored)
    return false;
  if (node->n_models && lcm_run_traits(run, node)->shared &&
      (lcm_node_model(node, "time") || lcm_node_model(node, "work")))
    return node->kind != LCM_NODE_PARLOOP;
  if (node->kind == LCM_NODE_CALL) {
    const lcm_function *callee =
        lcm_program_function(run->program, node->u.call.callee);
    return callee && callee->body && callee->body->kind == LCM_NODE_SERIES &&
           callee->body->n_children &&
           callee->body->children[callee->body->n_children - 1]->kind ==
               LCM_NODE_BARRIER;
  }
  if (node->kind == LCM_NODE_SERIES)
    return n && ends_together(run, node->children[n - 1]);
  return node->kind == LCM_NODE_BARRIER;
}

/* Locks that are taken more often than given back, as far as the text says:
 * names[i] "taken"[i] times more. */
struct balance {
  const char *names[16];
  long taken[16];
  size_t n;
  bool many; /* there are more locks than that, or too much to look at */
  unsigned depth;
  size_t seen; /* nodes */
};

/* Note in "b" what "node" and the functions that it calls take and give
 * back. */
static void weigh(struct balance *b, struct lcm_run *run,
                  const lcm_node *node) {
  const bool takes = node->kind == LCM_NODE_ACQUIRE;
  b->many = b->many || b->seen++ > 10000;
  if (!lcm_run_traits(run, node)->actor || b->depth > 16 || b->many)
    return;
  for (size_t k = 0; (takes || node->kind == LCM_NODE_RELEASE) &&
                     k < node->u.resource.n_instances;
       k++) {
    size_t i = 0;
    while (i < b->n && b->names[i] != node->u.resource.instances[k].name)
      i++;
    b->many = b->many || i == sizeof b->taken / sizeof *b->taken;
    if (b->many)
      return;
    b->names[i] = node->u.resource.instances[k].name;
    b->n = i == b->n ? i + 1 : b->n;
    b->taken[i] += takes ? 1 : -1;
  }
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(run->program, node->u.call.callee)
          : NULL;
  b->depth++;
  for (size_t i = 0; i < node->n_children; i++)
    weigh(b, run, node->children[i]);
  if (callee && callee->body)
    weigh(b, run, callee->body);
  b->depth--;
}

/* Return whether what "b" has noted gives back all that it takes. */
static bool is_balanced(const struct balance *b) {
  for (size_t i = 0; i < b->n; i++)
    if (b->taken[i])
      return false;
  return !b->many;
}

/* Return whether the iterations of the loop "node" are apart: all members
 * leave each together, and no lock is held from one to the next. */
static bool is_apart(struct lcm_run *run, const lcm_node *node) {
  struct balance b = {0};
  if (!node->n_children || !ends_together(run, node->children[0]))
    return false;
  weigh(&b, run, node->children[0]);
  return is_balanced(&b);
}

/* Return whether any condition of the branch "node" differs by member. */
static bool branches_apart(const struct lcm_run *run, const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    if (node->u.branch.conditions &&
        lcm_run_by_member(run, node->u.branch.conditions[i]))
      return true;
  return false;
}

bool lcm_run_events(struct lcm_run *run, struct lcm_team *team,
                    const lcm_node *node) {
  if (!is_ordered(run, team, node))
    return false;
  switch (node->kind) {
  case LCM_NODE_SERIES:
  case LCM_NODE_CALL:
    return false;
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    if (is_apart(run, node))
      return false;
    break;
  case LCM_NODE_BRANCH:
    if (!branches_apart(run, node))
      return false;
    break;
  case LCM_NODE_PARALLEL:
    if (lcm_run_is_beside(run, team, node))
      return false;
    break;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_TEAM:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return run_members(run, team, &node, 1, node->kind != LCM_NODE_TASK);
}

/* Bind again what the LET nodes in "node" say: it was executed event by
 * event. */
static void bind_lets(struct lcm_run *run, struct lcm_team *team,
                      const lcm_node *node) {
  if (node->kind == LCM_NODE_LET)
    lcm_run_in_team(run, team, node);
  for (size_t i = 0; node->kind == LCM_NODE_SERIES && i < node->n_children; i++)
    bind_lets(run, team, node->children[i]);
}

/* Execute "nodes", "n" of them up to where all members meet: those between the
 * first and the last whose order matters event by event. */
static void run_stretch(struct lcm_run *run, struct lcm_team *team,
                        const lcm_node *const *nodes, size_t n) {
  size_t first = n;
  size_t end = 0;
  for (size_t i = 0; i < n; i++)
    if (is_ordered(run, team, nodes[i])) {
      first = first < i ? first : i;
      end = i + 1;
    }
  const bool tasks = first < n && make_tasks(run, nodes, n);
  for (size_t i = 0; i < n && tasks; i++)
    if (lcm_run_traits(run, nodes[i])->tasks) {
      first = first < i ? first : i;
      end = n;
    }
  for (size_t i = 0; i < n; i++) {
    if (i != first || end == first + 1 ||
        !run_members(run, team, &nodes[first], end - first, false)) {
      lcm_run_in_team(run, team, nodes[i]);
      continue;
    }
    for (; i < end; i++)
      bind_lets(run, team, nodes[i]);
    i--;
  }
}

void lcm_run_stretches(struct lcm_run *run, struct lcm_team *team,
                       const lcm_node *node) {
  const size_t n = node->n_children;
  struct balance b = {0};
  size_t from = 0;
  for (size_t i = 0; i < n; i++) {
    weigh(&b, run, node->children[i]);
    if (i + 1 == n ||
        (ends_together(run, node->children[i]) && is_balanced(&b))) {
      run_stretch(run, team, &node->children[from], i + 1 - from);
      from = i + 1;
    }
  }
}
