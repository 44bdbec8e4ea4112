/* How the iterations of a loop differ: by what conditions come to that speak of
 * its index, or of what LETs make of that. */
#include "composer/scope/turns.h"

#include "composer/scope/loops.h"

/* Names at most that follow from the index. */
enum { MOST_NAMES = 16 };

/* The body of a loop being looked at: by which conditions it differs, and what
 * the names that follow from the index, which is the first, stand for. */
struct differing {
  struct lcm_facts_table *table;
  LCM_LIST(const lcm_expr *) conditions;
  struct lcm_subst names[MOST_NAMES];
  size_t n;
};

static bool differs(struct differing *d, const lcm_node *node);

/* Return whether "e" (or NULL) speaks of the index or what follows from it. */
static bool speaks(const struct differing *d, const lcm_expr *e) {
  for (size_t i = 0; i < d->n && e; i++)
    if (lcm_expr_has(e, d->names[i].name))
      return true;
  return false;
}

/* Return whether what "node" costs depends on the index. */
static bool matters(const struct differing *d, const lcm_node *node) {
  for (size_t i = 0; i < d->n; i++)
    if (lcm_facts_depend(d->table, node, d->names[i].name))
      return true;
  return false;
}

/* Return "e" by the index alone. */
static const lcm_expr *by_index(const struct differing *d, const lcm_expr *e) {
  return d->n > 1 ? lcm_expr_subst(d->table->ctx, e, d->names + 1, d->n - 1)
                  : e;
}

/* Note that iterations differ by "condition". */
static void add_condition(struct differing *d, const lcm_expr *condition) {
  LCM_LIST_ADD(lcm_ctx_arena(d->table->ctx), &d->conditions,
               by_index(d, condition));
}

/* Return whether "e" speaks of an index that something around it binds. */
static bool has_index(const lcm_expr *e) {
  bool found = lcm_expr_kind_of(e) == LCM_X_INDEX;
  for (size_t i = 0; i < lcm_expr_arity(e) && !found; i++)
    found = has_index(lcm_expr_arg(e, i));
  return found;
}

/* Return whether "e" is true or false. */
static bool is_condition(const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  return kind == LCM_X_LT || kind == LCM_X_LE || kind == LCM_X_EQ ||
         kind == LCM_X_NE || kind == LCM_X_AND || kind == LCM_X_OR ||
         kind == LCM_X_NOT;
}

/* Return whether "e" (or NULL) differs by conditions in it alone, which are
 * noted. */
static bool expr_differs(struct differing *d, const lcm_expr *e) {
  if (!speaks(d, e))
    return true;
  if (is_condition(e) && !has_index(e)) {
    add_condition(d, e);
    return true;
  }
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    if (!expr_differs(d, lcm_expr_arg(e, i)))
      return false;
  return lcm_expr_arity(e) > 0;
}

/* Return whether any length of the "n" sections "all" speaks of the index. */
static bool sections_speak(const struct differing *d, const lcm_section *all,
                           size_t n) {
  bool found = false;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < all[i].n_extents; k++)
      found = found || speaks(d, all[i].extents[k].length);
  return found;
}

/* Return whether what the fragment "node" costs differs by conditions alone,
 * which are noted. */
static bool fragment_differs(struct differing *d, const lcm_node *node) {
  const lcm_expr *const own[] = {node->flops, node->cycles, node->rest,
                                 node->bytes};
  bool known = !node->n_models && !node->n_with &&
               !sections_speak(d, node->reads, node->n_reads) &&
               !sections_speak(d, node->writes, node->n_writes);
  for (size_t i = 0; i < sizeof own / sizeof *own && known; i++)
    known = expr_differs(d, own[i]);
  for (size_t i = 0; i < node->n_again && known; i++)
    known = expr_differs(d, node->again[i].bytes) &&
            expr_differs(d, node->again[i].set);
  for (size_t i = 0; i < node->n_slow && known; i++)
    known = expr_differs(d, node->slow[i].count) &&
            expr_differs(d, node->slow[i].bytes) &&
            expr_differs(d, node->slow[i].stride);
  return known;
}

/* As differs(), of the branch "node". */
static bool branch_differs(struct differing *d, const lcm_node *node) {
  if (node->n_models || node->n_with || !node->u.branch.conditions)
    return false;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *condition = node->u.branch.conditions[i];
    if (node->u.branch.probabilities &&
        speaks(d, node->u.branch.probabilities[i]))
      return false;
    if (speaks(d, condition))
      add_condition(d, condition);
    if (!differs(d, node->children[i]))
      return false;
  }
  return true;
}

/* Let the name that the LET "node" binds follow from the index where its value
 * does; false where that is too much. */
static bool follow_let(struct differing *d, const lcm_node *node) {
  const lcm_expr *value = node->u.let.value;
  for (size_t i = 0; i < d->n; i++)
    if (d->names[i].name == node->u.let.name)
      return false;
  if (!speaks(d, value))
    return true;
  if (d->n == MOST_NAMES)
    return false;
  d->names[d->n] = (struct lcm_subst){node->u.let.name, by_index(d, value)};
  d->n++;
  return true;
}

/* As differs(), of the children of "node"; what LETs among them bind ends with
 * it. */
static bool children_differ(struct differing *d, const lcm_node *node) {
  const size_t n = d->n;
  bool known = !node->n_models && !node->n_with;
  for (size_t i = 0; i < node->n_children && known; i++)
    known = differs(d, node->children[i]);
  d->n = n;
  return known;
}

/* As differs(), of the sequential loop "node": its ends are always the same. */
static bool loop_differs(struct differing *d, const lcm_node *node) {
  bool same = !speaks(d, node->u.loop.count);
  for (size_t i = 0; i < node->u.loop.n_ranges && same; i++)
    same = !speaks(d, node->u.loop.ranges[i].from) &&
           !speaks(d, node->u.loop.ranges[i].to) &&
           !speaks(d, node->u.loop.ranges[i].step) &&
           !speaks(d, node->u.loop.ranges[i].factor);
  return same && children_differ(d, node);
}

/* Return whether what "node" costs differs by conditions of branches alone,
 * which are noted. */
static bool differs(struct differing *d, const lcm_node *node) {
  if (node->kind == LCM_NODE_LET)
    return follow_let(d, node);
  if (!matters(d, node))
    return true;
  if (node->kind == LCM_NODE_BRANCH)
    return branch_differs(d, node);
  if (node->kind == LCM_NODE_FRAGMENT)
    return fragment_differs(d, node);
  if (node->kind == LCM_NODE_LOOP)
    return loop_differs(d, node);
  return node->kind == LCM_NODE_SERIES && children_differ(d, node);
}

/* Return whether a condition of "d" speaks of "name". */
static bool is_asked(const struct differing *d, const char *name) {
  for (size_t i = 0; i < d->conditions.n && name; i++)
    if (lcm_expr_has(d->conditions.at[i], name))
      return true;
  return false;
}

/* Return whether a LET or a loop in "node" binds a name of which a condition of
 * "d" speaks: what that is where the outer loop begins says nothing then. */
static bool binds_any(const struct differing *d, const lcm_node *node) {
  if (node->kind == LCM_NODE_LET && is_asked(d, node->u.let.name))
    return true;
  if (node->kind == LCM_NODE_LOOP)
    for (size_t i = 0; i < node->u.loop.n_ranges; i++)
      if (is_asked(d, node->u.loop.ranges[i].index))
        return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (binds_any(d, node->children[i]))
      return true;
  return false;
}

const struct lcm_turns *lcm_facts_turns(struct lcm_facts_table *table,
                                        const lcm_node *node) {
  struct lcm_facts *facts = lcm_facts_of(table, node);
  if (facts->turns)
    return facts->turns;
  struct lcm_turns *turns =
      LCM_NEW(lcm_ctx_arena(table->ctx), struct lcm_turns);
  struct differing d = {.table = table, .n = 1};
  if (node->n_children && node->u.loop.n_ranges == 1) {
    d.names[0].name = node->u.loop.ranges[0].index;
    turns->settled =
        differs(&d, node->children[0]) && !binds_any(&d, node->children[0]);
  }
  turns->at = d.conditions.at;
  turns->n = d.conditions.n;
  facts->turns = turns;
  return turns;
}
