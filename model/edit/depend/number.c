/* What depends on the numbers of the threads of a team. */
#include "model/edit/depend/number.h"

#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/caller.h"

/* ---- walks that follow calls --------------------------------------------- */

/* Return whether "node" is what a walk looks for; "function" is the number of
 * the function that it is in. */
typedef bool (*sees_fn)(struct lcm_editing *e, size_t function,
                        const lcm_node *node);

/* A walk over a node, and what it calls. */
struct walk {
  struct lcm_editing *e;
  sees_fn sees;
  bool alone;                          /* without what threads divide */
  LCM_LIST(const lcm_function *) seen; /* functions that were looked through */
};

/* Return whether "function" was looked through; it is from now on. */
static bool is_seen(struct walk *walk, const lcm_function *function) {
  for (size_t i = 0; i < walk->seen.n; i++)
    if (walk->seen.at[i] == function)
      return true;
  LCM_LIST_ADD(lcm_ctx_arena(walk->e->ctx), &walk->seen, function);
  return false;
}

/* Return the first node at or below "node", of the function number "function",
 * or in what it calls, that "walk" looks for; NULL: there is none. */
static const lcm_node *find(struct walk *walk, size_t function,
                            const lcm_node *node) {
  const lcm_program *program = walk->e->program;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(program, node->u.call.callee)
          : NULL;
  const lcm_node *found = NULL;
  if (walk->alone &&
      (lcm_node_spreads(node->kind) || node->kind == LCM_NODE_TASK))
    return NULL;
  if (walk->sees(walk->e, function, node))
    return node;
  if (callee && callee->body && !is_seen(walk, callee))
    found = find(walk, (size_t)(callee - program->functions), callee->body);
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = find(walk, function, node->children[i]);
  return found;
}

/* ---- what asks ----------------------------------------------------------- */

bool lcm_edit_is_started(const lcm_node *node) {
  const char *by = lcm_node_attribute(node, "construct");
  return (node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_PARALLEL) &&
         by && (!strcmp(by, "pthread_create") || !strcmp(by, "thrd_create"));
}

/* Return whether "node" itself speaks of "name". */
static bool mentions(const lcm_node *node, const char *name) {
  lcm_node own = *node;
  own.n_children = 0;
  return lcm_node_mentions(&own, name);
}

/* Return whether "node" itself speaks of the numbers of threads, or does what
 * nobody sees. */
static bool sees_question(struct lcm_editing *e, size_t function,
                          const lcm_node *node) {
  (void)e, (void)function;
  return node->kind == LCM_NODE_OPAQUE || mentions(node, "thread") ||
         mentions(node, "team");
}

const lcm_node *lcm_edit_asks(const struct lcm_editing *e,
                              const lcm_node *root) {
  struct lcm_editing own = *e;
  struct walk walk = {.e = &own, .sees = sees_question};
  return find(&walk, 0, root);
}

void lcm_edit_any_number(struct lcm_editing *e, const lcm_node *asks,
                         const char *what) {
  lcm_edit_premise(e, false,
                   "the %s with any number of threads, also what asks for one "
                   "at %s",
                   what, lcm_edit_at(e->ctx, asks));
}

/* ---- parts by number ----------------------------------------------------- */

/* Return whether "node" itself asks how many threads there are, or does what
 * nobody sees. */
static bool sees_size(struct lcm_editing *e, size_t function,
                      const lcm_node *node) {
  (void)e, (void)function;
  return node->kind == LCM_NODE_OPAQUE || mentions(node, "team");
}

/* Return whether "node" is a loop with another range in each thread. */
static bool sees_part(struct lcm_editing *e, size_t function,
                      const lcm_node *node) {
  if (node->kind != LCM_NODE_LOOP)
    return false;
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    if (lcm_edit_is_of_thread(e, function, node->u.loop.ranges[i].from) ||
        lcm_edit_is_of_thread(e, function, node->u.loop.ranges[i].to))
      return true;
  return false;
}

const lcm_node *lcm_edit_divides(struct lcm_editing *e, size_t function,
                                 const lcm_node *node) {
  struct walk sizes = {.e = e, .sees = sees_size};
  struct walk parts = {.e = e, .sees = sees_part, .alone = true};
  const lcm_node *found = NULL;
  for (size_t i = 0; i < node->n_children; i++)
    if (find(&sizes, function, node->children[i]))
      return NULL;
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = find(&parts, function, node->children[i]);
  return found;
}

/* ---- waiting for each other ---------------------------------------------- */

/* Return whether "node" is a barrier. */
static bool sees_barrier(struct lcm_editing *e, size_t function,
                         const lcm_node *node) {
  (void)e, (void)function;
  return node->kind == LCM_NODE_BARRIER;
}

/* Return whether "node" waits for what another thread does. */
static bool sees_wait(struct lcm_editing *e, size_t function,
                      const lcm_node *node) {
  (void)e, (void)function;
  return node->kind == LCM_NODE_WAIT || node->kind == LCM_NODE_ACQUIRE;
}

const lcm_node *lcm_edit_waits(const struct lcm_editing *e,
                               const lcm_node *node) {
  struct lcm_editing own = *e;
  struct walk barriers = {.e = &own, .sees = sees_barrier};
  struct walk waits = {.e = &own, .sees = sees_wait};
  const lcm_node *found = find(&barriers, 0, node);
  return found ? found : find(&waits, 0, node);
}
