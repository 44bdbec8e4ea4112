/* What every member of a team does for itself. */
#include "model/edit/core/repeat.h"
#include "model/edit/core/say.h"

/* Calls inside each other that are followed. */
enum { DEEPEST = 8 };

/* What is read and written, and whether more is done that nobody knows. */
struct touched {
  const struct lcm_editing *e;
  LCM_LIST(const char *) reads; /* keys of variables that all see */
  LCM_LIST(const char *) writes;
  bool unknown;
};

/* Note what "node" itself reads and writes. */
static void note(struct touched *t, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(t->e->ctx);
  for (size_t i = 0; i < node->n_reads; i++)
    if (!node->reads[i].is_private)
      LCM_LIST_ADD(arena, &t->reads, node->reads[i].key);
  for (size_t i = 0; i < node->n_writes; i++)
    if (!node->writes[i].is_private)
      LCM_LIST_ADD(arena, &t->writes, node->writes[i].key);
}

/* Return whether "node" is code that costs something and leaves nothing that
 * anybody sees: a function from elsewhere, of which only the cost is told. */
static bool is_unseen(const lcm_node *node) {
  return node->kind == LCM_NODE_FRAGMENT && !node->n_reads && !node->n_writes &&
         node->flops && !lcm_expr_is_int(node->flops, 0);
}

/* Note what the members of a team do each in "node", "depth" calls down. */
static void gather(struct touched *t, const lcm_node *node, unsigned depth) {
  if (lcm_node_spreads(node->kind) || node->kind == LCM_NODE_TASK)
    return;
  note(t, node);
  t->unknown = t->unknown || is_unseen(node);
  if (node->kind == LCM_NODE_CALL) {
    const lcm_function *callee =
        lcm_program_function(t->e->program, node->u.call.callee);
    if (depth < DEEPEST && callee && callee->body)
      gather(t, callee->body, depth + 1);
    else
      t->unknown = true;
  }
  for (size_t i = 0; i < node->n_children; i++)
    gather(t, node->children[i], depth);
}

bool lcm_edit_repeats(const struct lcm_editing *e, const lcm_node *const *nodes,
                      size_t n) {
  struct touched t = {.e = e};
  for (size_t i = 0; i < n; i++)
    gather(&t, nodes[i], 0);
  for (size_t i = 0; i < t.writes.n; i++)
    for (size_t k = 0; k < t.reads.n; k++)
      if (t.writes.at[i] == t.reads.at[k])
        return true;
  return t.unknown;
}

void lcm_edit_assume_once(struct lcm_editing *e) {
  lcm_edit_premise(e, false,
                   "what each thread of the team does by itself may be done "
                   "once");
}
