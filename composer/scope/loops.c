/* Finds what the cost of a node depends on, and so whether the iterations of a
 * loop differ. */
#include "composer/scope/loops.h"
#include "composer/scope/nodes.h"

/* Calls inside calls that are looked into, and names that are followed. */
enum { MAX_DEPTH = 64, MAX_NAMES = 32 };

/* Return whether "e" (or NULL) mentions "name". */
static bool has(const lcm_expr *e, const char *name) {
  return e && lcm_expr_has(e, name);
}

/* Return whether the ranges, the count, the chunks or the clauses of the loop
 * "node" mention "name". */
static bool loop_mentions(const lcm_node *node, const char *name) {
  bool found = has(node->u.loop.count, name) || has(node->u.loop.chunk, name) ||
               has(node->u.loop.when, name) ||
               has(node->u.loop.final_when, name) ||
               has(node->u.loop.priority, name);
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    found = found || has(node->u.loop.ranges[i].from, name) ||
            has(node->u.loop.ranges[i].to, name) ||
            has(node->u.loop.ranges[i].step, name) ||
            has(node->u.loop.ranges[i].factor, name);
  return found;
}

/* Return whether any index of "of" mentions "name". */
static bool instance_mentions(const struct lcm_instance *of, const char *name) {
  bool found = false;
  for (size_t i = 0; i < of->n_indices; i++)
    found = found || has(of->indices[i], name);
  return found;
}

/* Return whether clauses of the task "node" mention "name". */
static bool task_mentions(const lcm_node *node, const char *name) {
  bool found =
      has(node->u.task.when, name) || has(node->u.task.final_when, name) ||
      has(node->u.task.priority, name) || has(node->u.task.bytes, name);
  for (size_t i = 0; i < node->u.task.n_depends; i++) {
    const lcm_section *section = &node->u.task.depends[i].section;
    for (size_t d = 0; d < section->n_extents; d++)
      found = found || has(section->extents[d].lower, name);
  }
  return found;
}

/* Return whether the lengths of the "n" sections at "sections" mention
 * "name". */
static bool sections_mention(const lcm_section *sections, size_t n,
                             const char *name) {
  bool found = false;
  for (size_t i = 0; i < n; i++)
    for (size_t d = 0; d < sections[i].n_extents; d++)
      found = found || has(sections[i].extents[d].length, name);
  return found;
}

/* Return whether what the fragment "node" touches again, or its slow accesses,
 * mention "name". */
static bool again_mentions(const lcm_node *node, const char *name) {
  bool found = false;
  for (size_t i = 0; i < node->n_again; i++)
    found = found || has(node->again[i].bytes, name) ||
            has(node->again[i].set, name);
  for (size_t i = 0; i < node->n_slow; i++)
    found = found || has(node->slow[i].count, name) ||
            has(node->slow[i].bytes, name) ||
            (node->slow[i].kind != LCM_SLOW_SHARED &&
             has(node->slow[i].stride, name));
  return found;
}

/* Return whether any of the "n" expressions at "all" mentions "name". */
static bool any_has(const lcm_expr *const *all, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (has(all[i], name))
      return true;
  return false;
}

static bool message_mentions(const struct lcm_mpi_call *of, const char *name) {
  return has(of->to, name) || has(of->from, name) || has(of->root, name) ||
         has(of->bytes, name) || has(of->tag, name) ||
         has(of->from_tag, name) || has(of->slot, name) ||
         has(of->count, name) || any_has(of->args, of->n_args, name);
}

/* Return whether what "node" itself says, without models and children, depends
 * on "name". */
static bool node_mentions(const lcm_node *node, const char *name) {
  bool found = false;
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_WHILE:
    return loop_mentions(node, name);
  case LCM_NODE_FRAGMENT:
    return has(node->flops, name) || has(node->cycles, name) ||
           has(node->rest, name) || has(node->bytes, name) ||
           again_mentions(node, name) ||
           sections_mention(node->reads, node->n_reads, name) ||
           sections_mention(node->writes, node->n_writes, name);
  case LCM_NODE_BRANCH:
    for (size_t i = 0; i < node->n_children; i++)
      found = found ||
              (node->u.branch.conditions &&
               has(node->u.branch.conditions[i], name)) ||
              (node->u.branch.probabilities &&
               has(node->u.branch.probabilities[i], name));
    return found;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    return instance_mentions(&node->u.condition, name);
  case LCM_NODES_OF_RESOURCES:
    for (size_t i = 0; i < node->u.resource.n_instances; i++)
      found = found || instance_mentions(&node->u.resource.instances[i], name);
    return found || has(node->u.resource.time, name);
  case LCM_NODE_TASK:
    return task_mentions(node, name);
  case LCM_NODE_TEAM:
    return has(node->u.team.size, name) || has(node->u.team.when, name);
  case LCM_NODE_TRANSFER:
    return has(node->u.transfer.bytes, name);
  case LCM_NODE_MESSAGE:
    return message_mentions(node->u.message, name);
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_CALL:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_BARRIER:
  case LCM_NODE_LET:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return false;
}

/* Names whose values follow from that of the first. */
struct names {
  const char *at[MAX_NAMES];
  size_t n;
  bool too_many; /* there are more of them */
};

/* Add to "names" what a LET in "node" makes of "name". */
static void add_lets(struct names *names, const lcm_node *node,
                     const char *name) {
  bool known = node->kind != LCM_NODE_LET || !has(node->u.let.value, name);
  for (size_t i = 0; i < names->n && !known; i++)
    known = names->at[i] == node->u.let.name;
  if (!known && names->n < MAX_NAMES)
    names->at[names->n++] = node->u.let.name;
  else
    names->too_many = names->too_many || !known;
  for (size_t i = 0; i < node->n_children; i++)
    add_lets(names, node->children[i], name);
}

/* A parameter of a function that was asked about, and what was found; false
 * while that is not known yet. */
struct asked {
  const lcm_node *body;
  const char *name;
  bool depends;
};

/* A question what something depends on, in the program of "table" (or NULL):
 * what was asked for it, and how deep the calls are that are looked into. */
struct asking {
  const struct lcm_facts_table *table;
  LCM_LIST(struct asked) asked;
  unsigned depth;
};

static bool depends(struct asking *q, const lcm_node *node, const char *name);

/* What the parameters of a function that is called stand for. */
struct given {
  lcm_ctx *ctx;
  const struct lcm_subst *substs;
  size_t n;
};

/* Return whether "e" (or NULL) mentions "name" once the parameters stand for
 * what they are given and its sums are closed. */
static bool still_has(const struct given *g, const lcm_expr *e,
                      const char *name) {
  const lcm_expr *is = e ? lcm_expr_subst(g->ctx, e, g->substs, g->n) : NULL;
  is = is && lcm_expr_has(is, name) ? lcm_expr_close(g->ctx, is) : is;
  is = is && lcm_expr_has(is, name) ? lcm_expr_expand(g->ctx, is) : is;
  return e && (!is || lcm_expr_has(is, name));
}

/* Return whether the fragment "node" costs the same for all values of "name",
 * of which its bounds speak alike: from i to i + 10. */
static bool is_shifted(const struct given *g, const lcm_node *node,
                       const char *name) {
  bool found =
      still_has(g, node->flops, name) || still_has(g, node->cycles, name) ||
      still_has(g, node->rest, name) || still_has(g, node->bytes, name);
  for (size_t i = 0; i < node->n_again && !found; i++)
    found = still_has(g, node->again[i].bytes, name) ||
            still_has(g, node->again[i].set, name);
  for (size_t i = 0; i < node->n_slow && !found; i++)
    found = still_has(g, node->slow[i].count, name) ||
            still_has(g, node->slow[i].bytes, name) ||
            (node->slow[i].kind != LCM_SLOW_SHARED &&
             still_has(g, node->slow[i].stride, name));
  for (size_t k = 0; k < 2 && !found; k++) {
    const lcm_section *all = k ? node->writes : node->reads;
    for (size_t i = 0; i < (k ? node->n_writes : node->n_reads); i++)
      for (size_t d = 0; d < all[i].n_extents; d++)
        found = found || still_has(g, all[i].extents[d].length, name);
  }
  return !found;
}

/* Return whether all of "node", plain code, costs the same for all values of
 * "name". */
static bool is_plain_shifted(const struct given *g, const lcm_node *node,
                             const char *name) {
  if ((node->kind != LCM_NODE_SERIES && node->kind != LCM_NODE_FRAGMENT) ||
      node->n_models || node->n_with)
    return false;
  for (size_t i = 0; i < node->n_children; i++)
    if (!is_plain_shifted(g, node->children[i], name))
      return false;
  return node->kind != LCM_NODE_FRAGMENT || is_shifted(g, node, name);
}

/* Return whether the call "node" of "callee" costs the same for all values of
 * "name", which its arguments speak of. */
static bool is_call_shifted(const struct lcm_facts_table *table,
                            const lcm_node *node, const lcm_function *callee,
                            const char *name) {
  lcm_arena *arena = lcm_ctx_arena(table->ctx);
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(arena, struct lcm_subst, node->u.call.n_args + 1);
  struct given g = {table->ctx, substs, 0};
  for (size_t i = 0; i < node->u.call.n_args && i < callee->n_params; i++) {
    const lcm_expr *arg = lcm_call_argument(node, i);
    if (arg)
      substs[g.n++] = (struct lcm_subst){callee->params[i], arg};
  }
  return is_plain_shifted(&g, callee->body, name);
}

/* Return whether what the body "body" of a function that a call executes costs
 * depends on its parameter "name"; while that is being looked at, what comes
 * back to it by a recursion adds nothing. */
static bool body_depends(struct asking *q, const lcm_node *body,
                         const char *name) {
  size_t at = 0;
  while (at < q->asked.n &&
         (q->asked.at[at].body != body || q->asked.at[at].name != name))
    at++;
  if (at < q->asked.n)
    return q->asked.at[at].depends;
  const struct asked fresh = {body, name, false};
  LCM_LIST_ADD(lcm_ctx_arena(q->table->ctx), &q->asked, fresh);
  q->depth++;
  const bool found = depends(q, body, name);
  q->depth--;
  if (found) {
    q->asked.n = at + 1;
    q->asked.at[at].depends = true;
  }
  return found;
}

/* Return whether what the call "node" executes depends on "name": by a
 * parameter whose argument does; as depends. */
static bool call_depends(struct asking *q, const lcm_node *node,
                         const char *name) {
  const lcm_function *callee =
      q->table ? lcm_program_function(q->table->program, node->u.call.callee)
               : NULL;
  const bool known = callee && callee->body && q->depth < MAX_DEPTH;
  for (size_t i = 0; i < node->u.call.n_args; i++)
    if (has(lcm_call_argument(node, i), name) &&
        (!known || (i < callee->n_params &&
                    body_depends(q, callee->body, callee->params[i]))))
      return !known || !is_call_shifted(q->table, node, callee, name);
  return false;
}

/* Return whether what "node" costs depends on the value of "name" without what
 * a LET makes of it; as depends. */
static bool depends_itself(struct asking *q, const lcm_node *node,
                           const char *name) {
  const struct given alone = {q->table ? q->table->ctx : NULL, NULL, 0};
  if (node->ignored)
    return false;
  for (size_t i = 0; i < node->n_models; i++)
    if (lcm_expr_has(node->models[i].expr, name))
      return true;
  for (size_t i = 0; i < node->n_with; i++)
    if (has(node->with[i].value, name))
      return true;
  if (lcm_node_model(node, "time") || lcm_node_model(node, "work"))
    return (node->kind == LCM_NODE_TASK && task_mentions(node, name)) ||
           (node->kind == LCM_NODE_PARLOOP && loop_mentions(node, name));
  if (node->kind == LCM_NODE_CALL ? call_depends(q, node, name)
                                  : node_mentions(node, name))
    return !q->table || node->kind != LCM_NODE_FRAGMENT ||
           !is_shifted(&alone, node, name);
  for (size_t i = 0; i < node->n_children; i++)
    if (depends_itself(q, node->children[i], name))
      return true;
  return false;
}

/* Return whether what "node" costs depends on the value of "name" or of what
 * LETs in it make of that; functions of the program of "q" (or none) are looked
 * into. */
static bool depends(struct asking *q, const lcm_node *node, const char *name) {
  struct names names = {.at = {name}, .n = 1};
  for (size_t i = 0; i < names.n; i++) {
    if (depends_itself(q, node, names.at[i]))
      return true;
    add_lets(&names, node, names.at[i]);
  }
  return names.too_many;
}

/* Return whether what "node" costs depends on the value of "name"; functions of
 * the program of "table" (or NULL) are looked into. */
static bool is_dependent(const struct lcm_facts_table *table,
                         const lcm_node *node, const char *name) {
  return depends(&(struct asking){.table = table}, node, name);
}

bool lcm_node_depends(const lcm_node *node, const char *name) {
  return is_dependent(NULL, node, name);
}

bool lcm_facts_depend(struct lcm_facts_table *table, const lcm_node *node,
                      const char *name) {
  struct lcm_facts *facts = lcm_facts_of(table, node);
  for (size_t i = 0; i < facts->reads.n; i++)
    if (facts->reads.at[i].name == name)
      return facts->reads.at[i].matters;
  const struct lcm_read read = {name, is_dependent(table, node, name)};
  LCM_LIST_ADD(lcm_ctx_arena(table->ctx), &facts->reads, read);
  return read.matters;
}

/* Return whether the body of the loop "node" costs the same in each iteration;
 * functions of the program of "table" (or NULL) are looked into. */
static bool is_uniform(const struct lcm_facts_table *table,
                       const lcm_node *node) {
  for (size_t i = 0; i < node->u.loop.n_ranges && node->n_children; i++)
    if (is_dependent(table, node->children[0], node->u.loop.ranges[i].index))
      return false;
  return true;
}

bool lcm_loop_is_uniform(const lcm_node *node) {
  return is_uniform(NULL, node);
}

bool lcm_facts_are_uniform(struct lcm_facts_table *table,
                           const lcm_node *node) {
  struct lcm_facts *facts = lcm_facts_of(table, node);
  if (!facts->uniform_known) {
    facts->uniform = is_uniform(table, node);
    facts->uniform_known = true;
  }
  return facts->uniform;
}

const lcm_node *lcm_loop_random_part(struct lcm_facts_table *table,
                                     const lcm_node *node) {
  if (node->n_models) {
    const bool each = node->models[0].per == LCM_PER_ITERATION;
    return each && lcm_expr_draws(table->program, node->models[0].expr) ? node
                                                                        : NULL;
  }
  return node->n_children && lcm_facts_traits(table, node->children[0])->random
             ? node->children[0]
             : NULL;
}
