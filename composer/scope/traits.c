/* Gathers what code contains (struct lcm_traits) from its nodes and the
 * functions that they call, and remembers it by node. */
#include <string.h>

#include "composer/scope/nodes.h"
#include "composer/scope/traits.h"

bool lcm_branch_is_even(const lcm_node *node, const struct lcm_traits *traits) {
  return node->marks.undecided || (!node->marks.exit && !traits->messages &&
                                   !traits->actor && !traits->groups);
}

size_t lcm_branch_ways(const lcm_node *node) {
  const size_t n = node->n_children;
  const bool none =
      n && node->u.branch.conditions && node->u.branch.conditions[n - 1];
  return n + none;
}

struct lcm_facts_table *lcm_facts_new(lcm_ctx *ctx, const lcm_program *program,
                                      const lcm_data *data) {
  struct lcm_facts_table *table =
      LCM_NEW(lcm_ctx_arena(ctx), struct lcm_facts_table);
  *table =
      (struct lcm_facts_table){.ctx = ctx, .program = program, .data = data};
  return table;
}

/* Return the place of "node" in "table". */
static size_t place_of(const struct lcm_facts_table *table,
                       const lcm_node *node) {
  const uint64_t hash = (uint64_t)(uintptr_t)node * 0x9e3779b97f4a7c15u;
  size_t i = (size_t)(hash >> 32) & (table->cap - 1);
  while (table->keys[i] && table->keys[i] != node)
    i = (i + 1) & (table->cap - 1);
  return i;
}

/* Make "table" twice as large. */
static void grow(struct lcm_facts_table *table) {
  const struct lcm_facts_table old = *table;
  lcm_arena *arena = lcm_ctx_arena(table->ctx);
  table->cap = old.cap ? 2 * old.cap : 1024;
  table->keys = LCM_NEW_ARRAY(arena, const lcm_node *, table->cap);
  table->values = LCM_NEW_ARRAY(arena, struct lcm_facts *, table->cap);
  for (size_t i = 0; i < old.cap; i++)
    if (old.keys[i]) {
      const size_t at = place_of(table, old.keys[i]);
      table->keys[at] = old.keys[i];
      table->values[at] = old.values[i];
    }
}

/* Return whether "e" mentions a name that depends on the member. */
static bool names_thread(const lcm_expr *e) {
  return e && (lcm_expr_has(e, "thread") || lcm_expr_has(e, "rank"));
}

/* Return whether the models of "node" speak of several processors. */
static bool is_parallel_model(const lcm_node *node) {
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *model = &node->models[i];
    if (lcm_amount_traits(model->category) & LCM_OF_CREW ||
        lcm_expr_has(model->expr, "p") || lcm_expr_has(model->expr, "procs"))
      return true;
  }
  return false;
}

/* Return whether the MESSAGE "node" makes a communicator. */
static bool makes_group(const lcm_node *node) {
  const struct lcm_mpi_function *function =
      lcm_mpi_function(node->u.message->operation);
  return function && (function->kind == LCM_MESSAGE_DUP ||
                      function->kind == LCM_MESSAGE_SPLIT ||
                      function->kind == LCM_MESSAGE_CART ||
                      function->kind == LCM_MESSAGE_CART_SUB ||
                      function->kind == LCM_MESSAGE_CREATE ||
                      function->kind == LCM_MESSAGE_COMM_GROUP ||
                      function->kind == LCM_MESSAGE_GRAPH_ALL ||
                      function->kind == LCM_MESSAGE_GRAPH_EDGES ||
                      function->kind == LCM_MESSAGE_GRAPH);
}

/* Return whether the MESSAGE "node" locks a window for itself alone, as far as
 * is known. */
static bool excludes(const lcm_node *node) {
  const struct lcm_mpi_call *call = node->u.message;
  const struct lcm_mpi_function *function = lcm_mpi_function(call->operation);
  return function && function->kind == LCM_MESSAGE_LOCK && call->n_args &&
         !(call->args[0] && lcm_expr_is_int(call->args[0], 0));
}

/* Return whether the task "node" may come before others for its priority. */
static bool is_urgent(const lcm_node *node) {
  return node->u.task.priority && !lcm_expr_is_int(node->u.task.priority, 0);
}

/* Return whether the iterations of the loop "node" depend on the thread. */
static bool ranges_name_thread(const lcm_node *node) {
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    if (names_thread(node->u.loop.ranges[i].from) ||
        names_thread(node->u.loop.ranges[i].to))
      return true;
  return false;
}

/* Return whether a remainder is in "e" (NULL: no). */
static bool has_remainder(const lcm_expr *e) {
  return e && lcm_expr_has_kind(e, LCM_X_MOD);
}

/* Return whether a remainder is in what "node" itself says. */
static bool repeats(const lcm_node *node) {
  bool found = has_remainder(node->flops) || has_remainder(node->bytes) ||
               has_remainder(node->cycles) || has_remainder(node->rest);
  if (node->kind == LCM_NODE_LET)
    return has_remainder(node->u.let.value);
  for (size_t i = 0; node->kind == LCM_NODE_CALL && i < node->u.call.n_args;
       i++)
    found = found || has_remainder(node->u.call.args[i]);
  for (size_t i = 0; node->kind == LCM_NODE_BRANCH &&
                     node->u.branch.conditions && i < node->n_children;
       i++)
    found = found || has_remainder(node->u.branch.conditions[i]);
  const bool loop =
      node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_PARLOOP;
  for (size_t i = 0; loop && i < node->u.loop.n_ranges; i++)
    found = found || has_remainder(node->u.loop.ranges[i].from) ||
            has_remainder(node->u.loop.ranges[i].to);
  return found;
}

/* Put what "node" itself, without children, says into "t", but for what
 * repeats. */
static void own_traits(struct lcm_traits *t, const lcm_node *node) {
  t->parallel = is_parallel_model(node);
  t->modelled = node->n_models > 0;
  for (size_t i = 0; i < node->n_models; i++)
    t->thread |= names_thread(node->models[i].expr);
  switch (node->kind) {
  case LCM_NODE_TEAM:
    t->parallel = t->teams = true;
    t->ranks = node->u.team.kind == LCM_TEAM_RANKS;
    break;
  case LCM_NODE_PARLOOP:
    t->shared = t->loops = true;
    t->meets = node->u.loop.worksharing;
    t->tasks = t->makes = t->events = lcm_node_is_taskloop(node);
    break;
  case LCM_NODE_PARALLEL:
    t->shared = true;
    t->meets = node->u.parallel.worksharing;
    break;
  case LCM_NODE_BARRIER:
    t->shared = t->meets = true;
    break;
  case LCM_NODE_TASK:
    t->tasks = t->makes = t->shared = true;
    t->events = node->u.task.n_depends || node->u.task.when ||
                node->u.task.final_when || node->u.task.bytes ||
                is_urgent(node);
    t->depends = node->u.task.n_depends > 0;
    break;
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_TASKGROUP:
    t->waits = t->tasks = t->shared = t->events = true;
    break;
  case LCM_NODES_OF_RESOURCES:
    t->actor = t->events = true;
    break;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    t->actor = t->events = t->waiter = true;
    break;
  case LCM_NODE_BRANCH:
    t->exits = node->marks.exit;
    t->random = node->u.branch.probabilities != NULL;
    for (size_t i = 0; node->u.branch.conditions && i < node->n_children; i++)
      t->thread = t->thread || names_thread(node->u.branch.conditions[i]);
    break;
  case LCM_NODE_LET:
    t->gives = true;
    t->thread |= names_thread(node->u.let.value);
    break;
  case LCM_NODE_LOOP:
    t->loops = true;
    t->thread |= ranges_name_thread(node);
    break;
  case LCM_NODE_CALL:
    for (size_t i = 0; i < node->u.call.n_args; i++)
      t->thread |= names_thread(node->u.call.args[i]);
    break;
  case LCM_NODE_FRAGMENT:
    t->thread |= names_thread(node->flops) || names_thread(node->bytes) ||
                 names_thread(node->cycles) || names_thread(node->rest);
    t->counted = !node->n_models && node->flops != NULL;
    break;
  case LCM_NODE_OPAQUE:
    t->unseen = true;
    break;
  case LCM_NODE_WHILE:
    t->loops = true;
    break;
  case LCM_NODE_SERIES:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_COUNT:
    break;
  case LCM_NODE_MESSAGE:
    t->messages = true;
    t->groups = makes_group(node);
    t->excludes = excludes(node);
    break;
  }
}

/* Return whether "node" comes to call the function with the body "body", by
 * way of functions that are not among "seen". */
static bool comes_back(struct lcm_facts_table *table, const lcm_node *node,
                       const lcm_node *body, lcm_map *seen) {
  size_t known = 0;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(table->program, node->u.call.callee)
          : NULL;
  if (callee && callee->body == body)
    return true;
  if (callee && callee->body && !lcm_map_get(seen, callee->body, &known)) {
    lcm_map_put(lcm_ctx_arena(table->ctx), seen, callee->body, 1);
    if (comes_back(table, callee->body, body, seen))
      return true;
  }
  for (size_t i = 0; i < node->n_children; i++)
    if (comes_back(table, node->children[i], body, seen))
      return true;
  return false;
}

bool lcm_facts_recur(struct lcm_facts_table *table, const lcm_node *body) {
  if (!lcm_facts_of(table, body)->recurs_known) {
    lcm_map seen = {0};
    const bool found = comes_back(table, body, body, &seen);
    struct lcm_facts *facts = lcm_facts_of(table, body);
    facts->recurs = found;
    facts->recurs_known = true;
  }
  return lcm_facts_of(table, body)->recurs;
}

/* Join the traits "of" into "t"; a team or its own closes what is shared. */
static void join(struct lcm_traits *t, const struct lcm_traits *of,
                 const lcm_node *node) {
  const bool closed = node->kind == LCM_NODE_TEAM;
  t->parallel = t->parallel || of->parallel;
  t->teams = t->teams || of->teams;
  t->shared = t->shared || (of->shared && !closed);
  t->meets = t->meets || (of->meets && !closed && node->kind != LCM_NODE_TASK);
  t->actor = t->actor || of->actor;
  t->waiter = t->waiter || of->waiter;
  t->tasks = t->tasks || (of->tasks && !closed);
  t->depends = t->depends || (of->depends && !closed);
  t->waits = t->waits || (of->waits && !closed);
  t->makes =
      t->makes || (of->makes && !closed && node->kind != LCM_NODE_PARALLEL);
  t->events = t->events || (of->events && !closed);
  t->random = t->random || of->random;
  t->thread = t->thread || (of->thread && !closed);
  t->ranks = t->ranks || of->ranks;
  t->groups = t->groups || of->groups;
  t->excludes = t->excludes || of->excludes;
  t->recurs = t->recurs || of->recurs;
  t->gives = t->gives || of->gives;
  t->loops = t->loops || of->loops;
  t->repeats = t->repeats || of->repeats;
  t->unseen = t->unseen || of->unseen;
  t->counted = t->counted || of->counted;
  t->modelled = t->modelled || of->modelled;
  t->exits = t->exits || (of->exits && node->kind != LCM_NODE_CALL);
  t->messages =
      t->messages ||
      (of->messages && !(closed && node->u.team.kind == LCM_TEAM_RANKS));
}

/* Return whether a movement of data ends at "node", or is paid there. */
static bool is_read(const struct lcm_facts_table *table, const lcm_node *node) {
  for (size_t i = 0; table->data && i < table->data->n_movements; i++)
    if (table->data->movements[i].to_node == node ||
        table->data->movements[i].paid_at == node)
      return true;
  return false;
}

/* Return whether "node" takes or gives units of a semaphore, so that one may
 * wait for another. */
static bool counts(const struct lcm_facts_table *table, const lcm_node *node) {
  if ((node->kind != LCM_NODE_ACQUIRE && node->kind != LCM_NODE_RELEASE) ||
      !node->u.resource.n_instances)
    return false;
  const char *name = node->u.resource.instances[0].name;
  for (size_t i = 0; i < table->program->n_resources; i++)
    if (table->program->resources[i].semaphore &&
        !strcmp(table->program->resources[i].name, name))
      return true;
  return false;
}

/* Join the traits of what "node" calls into "t". */
static void enter(struct lcm_traits *t, struct lcm_facts_table *table,
                  const lcm_node *node) {
  const lcm_function *callee =
      lcm_program_function(table->program, node->u.call.callee);
  if (!callee || !callee->body) {
    t->unseen = true;
    return;
  }
  join(t, lcm_facts_traits(table, callee->body), node);
  t->recurs = t->recurs || lcm_facts_recur(table, callee->body);
}

/* Return the traits of "node" and all below it. */
static struct lcm_traits gather(struct lcm_facts_table *table,
                                const lcm_node *node) {
  struct lcm_traits t = {0};
  bool nested = false;
  own_traits(&t, node);
  t.repeats = repeats(node);
  for (size_t i = 0; i < node->n_models && table->program->n_draws; i++)
    t.random = t.random || lcm_expr_draws(table->program, node->models[i].expr);
  t.waiter = t.waiter || counts(table, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_traits *below = lcm_facts_traits(table, node->children[i]);
    nested = nested || below->tasks;
    join(&t, below, node);
  }
  if (node->kind == LCM_NODE_TASK && nested)
    t.waits = t.events = true;
  if (node->kind == LCM_NODE_PARLOOP && nested)
    t.events = true;
  if (node->kind == LCM_NODE_CALL)
    enter(&t, table, node);
  t.unseen = t.unseen && !lcm_node_whole(node) && !node->ignored;
  return t;
}

/* Gather again what was gathered while functions that call themselves were not
 * finished, until nothing changes.  Nodes that are met for the first time then
 * may make the table grow, which moves the others. */
static void settle(struct lcm_facts_table *table) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < table->cap; i++) {
      struct lcm_facts *facts = table->values[i];
      const size_t n = table->n;
      if (!table->keys[i])
        continue;
      const struct lcm_traits t = gather(table, table->keys[i]);
      changed =
          changed || table->n != n || memcmp(&t, &facts->traits, sizeof t) != 0;
      facts->traits = t;
    }
  }
}

struct lcm_facts *lcm_facts_of(struct lcm_facts_table *table,
                               const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(table->ctx);
  if (2 * (table->n + 1) > table->cap)
    grow(table);
  const size_t at = place_of(table, node);
  if (table->keys[at]) {
    table->cyclic = table->cyclic || table->values[at]->busy;
    return table->values[at];
  }
  struct lcm_facts *facts = LCM_NEW(arena, struct lcm_facts);
  table->keys[at] = node;
  table->values[at] = facts;
  table->n++;
  table->depth++;
  facts->busy = true;
  facts->traits = gather(table, node);
  facts->busy = false;
  facts->read = is_read(table, node);
  if (--table->depth == 0 && table->cyclic) {
    table->cyclic = false;
    settle(table);
  }
  return facts;
}

const struct lcm_traits *lcm_facts_traits(struct lcm_facts_table *table,
                                          const lcm_node *node) {
  return &lcm_facts_of(table, node)->traits;
}
