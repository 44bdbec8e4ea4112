/* Threads that start threads become tasks of one team. */
#include "composer/predict/started/started.h"

#include <string.h>

#include "model/structure/structure.h"

static const char IN_TURN[] =
    "threads that are started by threads run one after the other";

/* What is known of the functions of a program, by their numbers. */
struct started {
  lcm_ctx *ctx;
  const lcm_program *program;
  bool *starts; /* it, or what it calls, starts threads */
  bool *inside; /* threads that start threads execute it */
  bool changed; /* one of these became true */
};

/* Return whether "node" starts single threads and waits for them. */
static bool is_threads(const lcm_node *node) {
  const char *construct = node->kind == LCM_NODE_PARALLEL
                              ? lcm_node_attribute(node, "construct")
                              : NULL;
  return construct && !node->u.parallel.worksharing && node->n_children > 1 &&
         !node->n_models && strstr(construct, "create") != NULL;
}

/* Return the number of the function that "node" calls; that of functions where
 * it calls none of the program. */
static size_t callee_of(const struct started *s, const lcm_node *node) {
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(s->program, node->u.call.callee)
          : NULL;
  return callee && callee->body ? (size_t)(callee - s->program->functions)
                                : s->program->n_functions;
}

/* Return whether "node", or what it calls, starts threads. */
static bool starts(const struct started *s, const lcm_node *node) {
  const size_t callee = callee_of(s, node);
  bool found = is_threads(node) ||
               (callee < s->program->n_functions && s->starts[callee]);
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = starts(s, node->children[i]);
  return found;
}

/* Return whether a thread that "node" starts starts others. */
static bool is_nested(const struct started *s, const lcm_node *node) {
  bool found = false;
  for (size_t i = 0; is_threads(node) && i < node->n_children && !found; i++)
    found = starts(s, node->children[i]);
  return found;
}

/* Note the functions that threads which start threads execute, at and below
 * "node"; "in": one of these executes it. */
static void note_inside(struct started *s, const lcm_node *node, bool in) {
  const size_t callee = callee_of(s, node);
  in = in || is_nested(s, node);
  if (in && callee < s->program->n_functions && !s->inside[callee]) {
    s->inside[callee] = true;
    s->changed = true;
  }
  for (size_t i = 0; i < node->n_children; i++)
    note_inside(s, node->children[i], in);
}

/* Find out what "s" has of functions; return whether threads start threads. */
static bool find(struct started *s) {
  const size_t n = s->program->n_functions;
  bool any = false;
  for (s->changed = true; s->changed;) {
    s->changed = false;
    for (size_t i = 0; i < n; i++) {
      const lcm_node *body = s->program->functions[i].body;
      if (!body || s->starts[i] || !starts(s, body))
        continue;
      s->starts[i] = any = s->changed = true;
    }
  }
  for (s->changed = any; s->changed;) {
    s->changed = false;
    for (size_t i = 0; i < n; i++)
      if (s->program->functions[i].body)
        note_inside(s, s->program->functions[i].body, s->inside[i]);
  }
  return any;
}

/* Return whether a resource of "program" is a semaphore: who takes it may wait
 * for others. */
static bool has_semaphores(const lcm_program *program) {
  for (size_t i = 0; i < program->n_resources; i++)
    if (program->resources[i].semaphore)
      return true;
  return false;
}

/* Return LCM_ESTRUCT where "node" does what a task cannot do, or means
 * something else in one. */
static lcm_status note_strange(const lcm_node *node, void *user) {
  const struct started *s = user;
  switch (node->kind) {
  case LCM_NODE_PARALLEL:
    return is_threads(node) && !node->n_with ? LCM_OK : LCM_ESTRUCT;
  case LCM_NODE_TEAM:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODES_OF_TRAFFIC:
    return LCM_ESTRUCT;
  case LCM_NODES_OF_POSSESSION:
    return has_semaphores(s->program) ? LCM_ESTRUCT : LCM_OK;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODE_USE:
  case LCM_NODE_USING:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return node->n_with ? LCM_ESTRUCT : LCM_OK;
}

/* Return whether "node" may be executed by a task, with what it has below. */
static bool is_plain(struct started *s, const lcm_node *node) {
  return !lcm_node_foreach(node, note_strange, s) &&
         !lcm_node_mentions(node, "thread") && !lcm_node_mentions(node, "team");
}

/* Return whether all that threads which start threads do at and below "node"
 * may be done by tasks. */
static bool is_plain_below(struct started *s, const lcm_node *node) {
  if (is_nested(s, node))
    return is_plain(s, node);
  for (size_t i = 0; i < node->n_children; i++)
    if (!is_plain_below(s, node->children[i]))
      return false;
  return true;
}

/* Return whether all that threads which start threads do may be done by
 * tasks. */
static bool all_plain(struct started *s) {
  for (size_t i = 0; i < s->program->n_functions; i++) {
    const lcm_node *body = s->program->functions[i].body;
    if (body && !(s->inside[i] ? is_plain(s, body) : is_plain_below(s, body)))
      return false;
  }
  return true;
}

/* Return a node of "kind" where "node" is, with the "n" nodes "children". */
static lcm_node *around(lcm_ctx *ctx, lcm_node_kind kind, const lcm_node *node,
                        const lcm_node **children, size_t n) {
  lcm_node *out = lcm_node_new(ctx, kind, node->loc);
  out->children = children;
  out->n_children = n;
  return out;
}

/* Return a node of "kind" where "node" is, which is the one below it. */
static lcm_node *over(lcm_ctx *ctx, lcm_node_kind kind, const lcm_node *node) {
  const lcm_node **child = LCM_NEW(lcm_ctx_arena(ctx), const lcm_node *);
  *child = node;
  return around(ctx, kind, node, child, 1);
}

/* Return "node", of threads, as tasks: the last one is what their creator does
 * itself before it waits for the others, a task of its own as it waits for the
 * threads alone that it starts. */
static const lcm_node *as_tasks(lcm_ctx *ctx, const lcm_node *node) {
  const size_t n = node->n_children;
  const lcm_node **parts =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, n + 1);
  for (size_t i = 0; i < n; i++) {
    lcm_node *task = over(ctx, LCM_NODE_TASK, node->children[i]);
    task->label = lcm_intern(ctx, "thread");
    if (i + 1 == n)
      task->u.task.when = lcm_expr_int(ctx, 0);
    parts[i] = task;
  }
  parts[n] = lcm_node_new(ctx, LCM_NODE_TASKWAIT, node->loc);
  lcm_node *out = around(ctx, LCM_NODE_SERIES, node, parts, n + 1);
  out->id = node->id;
  out->label = node->label;
  out->assumes = node->assumes;
  out->n_assumes = node->n_assumes;
  lcm_node_set_attributes(out, node->attributes, node->n_attributes);
  return out;
}

/* Return the team that executes "node", which one member begins. */
static const lcm_node *as_team(lcm_ctx *ctx, const lcm_node *node) {
  lcm_node *one = over(ctx, LCM_NODE_PARALLEL, node);
  one->u.parallel.worksharing = true;
  lcm_node *team = over(ctx, LCM_NODE_TEAM, one);
  team->u.team.kind = LCM_TEAM_THREADS;
  team->label = lcm_intern(ctx, "threads");
  return team;
}

/* Return "node" with threads that start threads as tasks; "in": one of these
 * executes it. */
static const lcm_node *rewritten(const struct started *s, const lcm_node *node,
                                 bool in) {
  lcm_ctx *ctx = s->ctx;
  const size_t callee = callee_of(s, node);
  const bool begins = !in && is_nested(s, node);
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, node->n_children + 1);
  bool same = true;
  if (!in && callee < s->program->n_functions && s->inside[callee] &&
      s->starts[callee])
    return as_team(ctx, node);
  for (size_t i = 0; i < node->n_children; i++) {
    children[i] = rewritten(s, node->children[i], in || begins);
    same = same && children[i] == node->children[i];
  }
  if (!same) {
    lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
    *copy = *node;
    copy->children = children;
    node = copy;
  }
  if (!is_threads(node) || (!in && !begins))
    return node;
  node = as_tasks(ctx, node);
  return begins ? as_team(ctx, node) : node;
}

/* Return "node" where what starts threads that start others says that these
 * take turns. */
static const lcm_node *assuming(const struct started *s, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  const lcm_node **children =
      LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children + 1);
  bool same = true;
  for (size_t i = 0; i < node->n_children; i++) {
    children[i] = assuming(s, node->children[i]);
    same = same && children[i] == node->children[i];
  }
  *copy = *node;
  copy->children = children;
  if (is_nested(s, node)) {
    const char **all = LCM_NEW_ARRAY(arena, const char *, node->n_assumes + 1);
    for (size_t i = 0; i < node->n_assumes; i++)
      all[i] = node->assumes[i];
    all[copy->n_assumes++] = IN_TURN;
    copy->assumes = all;
    return copy;
  }
  return same ? node : copy;
}

const lcm_program *lcm_program_started(lcm_ctx *ctx,
                                       const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = program->n_functions;
  struct started s = {ctx, program, LCM_NEW_ARRAY(arena, bool, n + 1),
                      LCM_NEW_ARRAY(arena, bool, n + 1), false};
  if (program->is_model || !find(&s))
    return program;
  lcm_function *functions = LCM_NEW_ARRAY(arena, lcm_function, n + 1);
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  const bool plain = all_plain(&s);
  bool same = true;
  for (size_t i = 0; i < n; i++) {
    functions[i] = program->functions[i];
    const lcm_node *body = functions[i].body;
    if (body)
      functions[i].body =
          plain ? rewritten(&s, body, s.inside[i]) : assuming(&s, body);
    same = same && functions[i].body == body;
  }
  *copy = *program;
  copy->functions = functions;
  return same ? program : copy;
}
