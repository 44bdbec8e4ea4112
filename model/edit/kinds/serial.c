/* The verb serialize: one executes what a team did. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/repeat.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/number.h"
#include "model/edit/kinds/serial.h"

/* A region that is being made serial. */
struct serial {
  struct lcm_editing *e;  /* the edit */
  const lcm_node *region; /* all of it */
};

static const lcm_node *strip(struct serial *s, const lcm_node *node);

bool lcm_edit_can_serialize(const struct lcm_edit_spot *spot) {
  const lcm_node *node = spot->node;
  return lcm_node_spreads(node->kind) &&
         (node->kind != LCM_NODE_TEAM || node->u.team.kind == LCM_TEAM_THREADS);
}

/* ---- conditions ---------------------------------------------------------- */

/* A search for a condition. */
struct hunt {
  lcm_node_kind kind;    /* SIGNAL or WAIT; LCM_NODE_COUNT: both */
  const char *name;      /* of the condition */
  size_t n;              /* how many were found */
  const lcm_node *first; /* one of them */
};

/* Note "node" where it is what is sought. */
static lcm_status see(const lcm_node *node, void *user) {
  struct hunt *hunt = user;
  const bool any = hunt->kind == LCM_NODE_COUNT;
  if ((any ? !lcm_node_is_condition(node->kind) : node->kind != hunt->kind) ||
      strcmp(node->u.condition.name, hunt->name) != 0)
    return LCM_OK;
  hunt->n++;
  hunt->first = hunt->first ? hunt->first : node;
  return LCM_OK;
}

/* Return how many nodes of "kind" below "root" are of the condition "name"; the
 * first goes into "*first" (may be NULL). */
static size_t count(const lcm_node **first, const lcm_node *root,
                    lcm_node_kind kind, const char *name) {
  struct hunt hunt = {kind, name, 0, NULL};
  lcm_edit_foreach(root, see, &hunt);
  if (first)
    *first = hunt.first;
  return hunt.n;
}

/* Return whether nothing outside the region of "s" signals or waits for
 * "name". */
static bool is_own(const struct serial *s, const char *name) {
  const lcm_program *program = s->e->program;
  size_t all = 0;
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      all += count(NULL, program->functions[i].body, LCM_NODE_COUNT, name);
  return all == count(NULL, s->region, LCM_NODE_COUNT, name);
}

/* Check that what the parts of "node" wait for is signalled by parts before
 * them. */
static lcm_status check_order(struct serial *s, const lcm_node *node,
                              const char *name) {
  const lcm_node *wait = NULL;
  bool given = false;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *part = node->children[i];
    const bool waits = count(&wait, part, LCM_NODE_WAIT, name) > 0;
    const bool signals = count(NULL, part, LCM_NODE_SIGNAL, name) > 0;
    if (waits && !given && !signals)
      return lcm_edit_refuse(s->e, wait,
                             "'%s' is waited for before it is signalled", name);
    if (waits && signals)
      return lcm_edit_refuse(
          s->e, wait, "'%s' is passed to and fro between the parts", name);
    given = given || signals;
  }
  lcm_edit_premise(s->e, true, "what waits for '%s' follows what signals it",
                   name);
  return LCM_OK;
}

/* Check the order of all conditions that the part "part" of "node" waits
 * for. */
static lcm_status check_waits(struct serial *s, const lcm_node *node,
                              const lcm_node *part) {
  if (part->kind == LCM_NODE_WAIT &&
      count(NULL, node, LCM_NODE_SIGNAL, part->u.condition.name))
    return check_order(s, node, part->u.condition.name);
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < part->n_children && !status; i++)
    status = check_waits(s, node, part->children[i]);
  return status;
}

/* ---- nodes --------------------------------------------------------------- */

/* Return the children of "node" made serial, in a copy. */
static lcm_node *strip_children(struct serial *s, const lcm_node *node) {
  LCM_LIST(const lcm_node *) children = {0};
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = strip(s, node->children[i]);
    if (child)
      LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &children, child);
  }
  return lcm_edit_with_children(s->e, node, children.at, children.n);
}

/* Make "node", a copy, one of "kind" that is executed by one. */
static lcm_node *make_serial(struct serial *s, lcm_node *node,
                             lcm_node_kind kind) {
  node->kind = kind;
  lcm_node_set_attributes(node, NULL, 0);
  if (kind == LCM_NODE_LOOP) {
    node->u.loop.schedule = LCM_SCHED_DEFAULT;
    node->u.loop.chunk = NULL;
    node->u.loop.worksharing = node->u.loop.ordered = false;
  }
  lcm_edit_remodel(s->e, node, false);
  return node;
}

/* Return whether "node" is a block that a construct makes. */
static bool is_construct(const lcm_node *node) {
  return node->kind == LCM_NODE_SERIES && node->marks.construct;
}

/* Return "node", which the members of a team execute, as one thread does; NULL:
 * nothing. */
static const lcm_node *strip(struct serial *s, const lcm_node *node) {
  if (node->part_of)
    return node;
  switch (node->kind) {
  case LCM_NODE_BARRIER:
    return NULL;
  case LCM_NODE_TEAM:
  case LCM_NODE_TASK:
    return node;
  case LCM_NODE_PARALLEL:
    return make_serial(s, strip_children(s, node), LCM_NODE_SERIES);
  case LCM_NODE_PARLOOP:
    return make_serial(s, strip_children(s, node), LCM_NODE_LOOP);
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    return is_own(s, node->u.condition.name) ? NULL : node;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_TASKGROUP:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  lcm_node *copy = strip_children(s, node);
  if (is_construct(node))
    lcm_node_set_attributes(copy, NULL, 0);
  return copy;
}

/* Check the order of what is signalled and waited for in "node" and below. */
static lcm_status check_all(struct serial *s, const lcm_node *node) {
  lcm_status status = LCM_OK;
  if (node->kind == LCM_NODE_PARALLEL)
    status = check_waits(s, node, node);
  for (size_t i = 0; i < node->n_children && !status; i++)
    if (node->children[i]->kind != LCM_NODE_TEAM)
      status = check_all(s, node->children[i]);
  return status;
}

/* Check that no thread that calls start in "node" waits in the middle of what
 * it does for another one: they are executed one after the other. */
static lcm_status check_started(struct serial *s, const lcm_node *node) {
  const lcm_node *wait = lcm_edit_waits(s->e, node);
  if (wait)
    return lcm_edit_refuse(s->e, wait,
                           "its threads wait for each other at %s, which one "
                           "after the other cannot",
                           lcm_edit_at(s->e->ctx, wait));
  lcm_edit_premise(s->e, false, "no thread waits for what another one does");
  return LCM_OK;
}

/* Let one thread do what each of the team "node", which calls start, does, one
 * after another. */
static lcm_status serialize_started(struct serial *s, const lcm_node *node) {
  lcm_ctx *ctx = s->e->ctx;
  lcm_iteration *range = LCM_NEW(lcm_ctx_arena(ctx), lcm_iteration);
  if (!node->u.team.size)
    return lcm_edit_refuse(s->e, node,
                           "it is not known how many threads calls start");
  const lcm_status status = check_started(s, node);
  if (status)
    return status;
  *range = (lcm_iteration){
      .index = lcm_intern(ctx, "thread"),
      .from = lcm_expr_int(ctx, 0),
      .to = lcm_expr_sub(ctx, node->u.team.size, lcm_expr_int(ctx, 1))};
  lcm_node *body = make_serial(s, strip_children(s, node), LCM_NODE_SERIES);
  const lcm_node *const bodies[] = {body};
  lcm_node *loop = lcm_edit_node(s->e, LCM_NODE_LOOP, node, bodies, 1);
  loop->u.loop.ranges = range;
  loop->u.loop.n_ranges = 1;
  lcm_edit_change(s->e, node, loop);
  return LCM_OK;
}

/* Note what has to hold for one thread to do what the team "node" does: what
 * each of its members repeats counts once then. */
static lcm_status premise_once(struct lcm_editing *e, size_t function,
                               const lcm_node *node) {
  const lcm_node *divides = lcm_edit_divides(e, function, node);
  if (divides)
    return lcm_edit_refuse(e, divides,
                           "each thread has a part of the loop at %s by its "
                           "number, and nothing there asks how many there "
                           "are: one thread would leave the others' parts out",
                           lcm_edit_at(e->ctx, divides));
  const lcm_node *asks = lcm_edit_asks(e, node);
  if (asks)
    lcm_edit_any_number(e, asks, "region works");
  else if (lcm_edit_repeats(e, node->children, node->n_children))
    lcm_edit_assume_once(e);
  else
    lcm_edit_premise(e, true, "one thread may execute what a team does");
  return LCM_OK;
}

/* Make the region "node" one of a single thread. */
static lcm_status serialize_region(struct lcm_editing *e, size_t function,
                                   const lcm_node *node) {
  struct serial s = {e, node};
  lcm_status status = check_all(&s, node);
  if (status)
    return status;
  if (lcm_edit_is_started(node))
    return serialize_started(&s, node);
  status = premise_once(e, function, node);
  if (status)
    return status;
  if (node->n_children && (lcm_node_mentions(node->children[0], "thread") ||
                           lcm_node_mentions(node->children[0], "team"))) {
    lcm_node *alone = lcm_edit_copy(e, node);
    alone->u.team.size = lcm_expr_int(e->ctx, 1);
    lcm_edit_remodel(e, alone, false);
    lcm_edit_change(e, node, alone);
    return LCM_OK;
  }
  lcm_edit_change(e, node,
                  make_serial(&s, strip_children(&s, node), LCM_NODE_SERIES));
  return LCM_OK;
}

/* Make the construct at "spot" one that one member of the team executes, or
 * whoever gets there. */
static lcm_status serialize_construct(struct lcm_editing *e,
                                      const struct lcm_edit_spot *spot) {
  struct serial s = {e, spot->node};
  const lcm_status status = check_all(&s, spot->node);
  if (status)
    return status;
  const lcm_node *one = strip(&s, spot->node);
  const lcm_node *wait =
      lcm_edit_is_started(spot->node) ? lcm_edit_waits(e, spot->node) : NULL;
  if (wait && wait->kind == LCM_NODE_BARRIER)
    return check_started(&s, spot->node);
  if (wait)
    lcm_edit_premise(e, false, "no thread waits for what a later one does");
  else
    lcm_edit_premise(e, true, "one thread may execute what a team does");
  if (!lcm_edit_is_shared(spot)) {
    lcm_edit_change(e, spot->node, one);
    return LCM_OK;
  }
  lcm_node *single = lcm_edit_node(e, LCM_NODE_PARALLEL, spot->node, &one, 1);
  single->u.parallel.worksharing = true;
  single->label = lcm_intern(e->ctx, "single");
  lcm_edit_change(e, spot->node, single);
  return LCM_OK;
}

/* Let the task "node" be executed where it is made. */
static lcm_status serialize_task(struct lcm_editing *e, const lcm_node *node) {
  lcm_node *copy = lcm_edit_copy(e, node);
  copy->u.task.when = lcm_expr_int(e->ctx, 0);
  lcm_edit_premise(e, true, "a task may be executed where it is made");
  lcm_edit_change(e, node, copy);
  return LCM_OK;
}

lcm_status lcm_edit_serialize(struct lcm_editing *e,
                              const struct lcm_edit_spot *spots, size_t n) {
  const struct lcm_edit_spot *spot = spots;
  const lcm_node *parent = lcm_edit_parent(spot);
  (void)n;
  if (spot->node->kind == LCM_NODE_TEAM)
    return serialize_region(e, spot->function, spot->node);
  if (spot->node->kind == LCM_NODE_TASK)
    return serialize_task(e, spot->node);
  if (parent && parent->kind == LCM_NODE_TEAM &&
      parent->u.team.kind == LCM_TEAM_THREADS)
    return serialize_region(e, spot->function, parent);
  return serialize_construct(e, spot);
}
