/* Finds the names that nodes read and set, without values. */

#include "composer/bound/names.h"

typedef LCM_LIST(const char *) name_list;

/* Add "name" to "names" unless it is there. */
static void add_name(lcm_arena *arena, name_list *names, const char *name) {
  for (size_t i = 0; i < names->n; i++)
    if (names->at[i] == name)
      return;
  LCM_LIST_ADD(arena, names, name);
}

/* Add the free names of "e" (or NULL), and of the arguments of draws. */
static void add_expr(struct lcm_bound_table *table, name_list *names,
                     const lcm_expr *e) {
  lcm_arena *arena = lcm_ctx_arena(table->ctx);
  const char *const *own = NULL;
  double value = 0;
  if (!e || lcm_expr_is_number(e, &value))
    return;
  const size_t n = lcm_expr_names(&own, table->ctx, e);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_draw *draw = lcm_program_draw(table->program, own[i]);
    for (size_t k = 0; draw && k < draw->n_args; k++)
      add_expr(table, names, draw->args[k]);
    add_name(arena, names, own[i]);
  }
}

/* Add the names in the indices of "of". */
static void add_instance(struct lcm_bound_table *table, name_list *names,
                         const struct lcm_instance *of) {
  for (size_t i = 0; i < of->n_indices; i++)
    add_expr(table, names, of->indices[i]);
}

/* Add the names in the ranges of the loop "node" and take its indices away
 * from those of the body. */
static void add_ranges(struct lcm_bound_table *table, name_list *names,
                       const lcm_node *node) {
  size_t kept = 0;
  for (size_t i = 0; i < names->n; i++) {
    bool bound = false;
    for (size_t k = 0; k < node->u.loop.n_ranges && !bound; k++)
      bound = names->at[i] == node->u.loop.ranges[k].index;
    if (!bound)
      names->at[kept++] = names->at[i];
  }
  names->n = kept;
  for (size_t k = 0; k < node->u.loop.n_ranges; k++) {
    add_expr(table, names, node->u.loop.ranges[k].from);
    add_expr(table, names, node->u.loop.ranges[k].to);
    add_expr(table, names, node->u.loop.ranges[k].step);
    add_expr(table, names, node->u.loop.ranges[k].factor);
  }
  add_expr(table, names, node->u.loop.condition);
  add_expr(table, names, node->u.loop.count);
}

/* Add the names of what the call "node" passes, and those that its callee
 * takes from the program. */
static void add_call(struct lcm_bound_table *table,
                     struct lcm_bound_traits *traits, name_list *names,
                     const lcm_node *node) {
  const lcm_function *callee = lcm_bound_callee(table, node);
  for (size_t i = 0; i < node->u.call.n_args; i++)
    add_expr(table, names, node->u.call.args[i]);
  if (!callee || !callee->body)
    return;
  const struct lcm_bound_traits *below =
      lcm_bound_traits_of(table, callee->body);
  traits->sync = traits->sync || below->sync;
  for (size_t i = 0; i < below->n; i++) {
    bool param = false;
    for (size_t k = 0; k < callee->n_params && !param; k++)
      param = callee->params[k] == below->names[i];
    if (!param)
      add_name(lcm_ctx_arena(table->ctx), names, below->names[i]);
  }
}

/* Add what "node" itself says, its children being in "names" already. */
static void add_own(struct lcm_bound_table *table,
                    struct lcm_bound_traits *traits, name_list *names,
                    const lcm_node *node) {
  for (size_t i = 0; i < node->n_models; i++)
    add_expr(table, names, node->models[i].expr);
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_WHILE:
    add_ranges(table, names, node);
    break;
  case LCM_NODE_BRANCH:
    for (size_t i = 0; i < node->n_children; i++) {
      if (node->u.branch.conditions)
        add_expr(table, names, node->u.branch.conditions[i]);
      if (node->u.branch.probabilities)
        add_expr(table, names, node->u.branch.probabilities[i]);
    }
    break;
  case LCM_NODE_CALL:
    add_call(table, traits, names, node);
    break;
  case LCM_NODE_LET:
    add_expr(table, names, node->u.let.value);
    break;
  case LCM_NODES_OF_RESOURCES:
    for (size_t i = 0; i < node->u.resource.n_instances; i++)
      add_instance(table, names, &node->u.resource.instances[i]);
    add_expr(table, names, node->u.resource.time);
    break;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    traits->sync = true;
    add_instance(table, names, &node->u.condition);
    break;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
}

/* What is done first with a name. */
enum first { NEITHER, READ, WRITTEN };

/* Return whether "node" itself, without children, reads "name". */
static bool reads(struct lcm_bound_table *table, const lcm_node *node,
                  const char *name) {
  name_list names = {0};
  struct lcm_bound_traits traits = {0};
  add_own(table, &traits, &names, node);
  for (size_t i = 0; i < names.n; i++)
    if (names.at[i] == name)
      return true;
  return false;
}

/* Return what "node" does first with "name". */
static enum first first_of(struct lcm_bound_table *table, const lcm_node *node,
                           const char *name) {
  const bool series =
      node->kind == LCM_NODE_SERIES || node->kind == LCM_NODE_USING;
  const bool branch = node->kind == LCM_NODE_BRANCH;
  size_t written = 0;
  if (reads(table, node, name))
    return READ;
  if (node->kind == LCM_NODE_LET)
    return node->u.let.name == name ? WRITTEN : NEITHER;
  for (size_t i = 0; i < node->n_children; i++) {
    const enum first first = first_of(table, node->children[i], name);
    if (first == READ || (first == WRITTEN && series))
      return first;
    written += first == WRITTEN;
  }
  const size_t n = node->n_children;
  const bool otherwise = branch && n && !node->u.branch.probabilities &&
                         node->u.branch.conditions &&
                         !node->u.branch.conditions[n - 1];
  return otherwise && written == n ? WRITTEN : NEITHER;
}

/* Return the name that an iteration of the loop "node" leaves to the next, or
 * NULL. */
static const char *carried(struct lcm_bound_table *table, const lcm_node *node,
                           const name_list *lets) {
  if (node->kind != LCM_NODE_LOOP || !node->n_children)
    return NULL;
  for (size_t i = 0; i < lets->n; i++)
    if (first_of(table, node->children[0], lets->at[i]) == READ)
      return lets->at[i];
  return NULL;
}

const struct lcm_bound_traits *
lcm_bound_traits_of(struct lcm_bound_table *table, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(table->ctx);
  size_t at = 0;
  if (lcm_map_get(&table->at, node, &at))
    return table->all.at[at];
  struct lcm_bound_traits *traits = LCM_NEW(arena, struct lcm_bound_traits);
  lcm_map_put(arena, &table->at, node, table->all.n);
  LCM_LIST_ADD(arena, &table->all, traits);
  name_list names = {0};
  name_list lets = {0};
  if (node->kind == LCM_NODE_LET)
    LCM_LIST_ADD(arena, &lets, node->u.let.name);
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_bound_traits *below =
        lcm_bound_traits_of(table, node->children[i]);
    traits->sync = traits->sync || below->sync;
    for (size_t k = 0; k < below->n; k++)
      add_name(arena, &names, below->names[k]);
    for (size_t k = 0; k < below->n_lets; k++)
      add_name(arena, &lets, below->lets[k]);
  }
  add_own(table, traits, &names, node);
  traits->names = names.at;
  traits->n = names.n;
  traits->lets = lets.at;
  traits->n_lets = lets.n;
  traits->carried = carried(table, node, &lets);
  return traits;
}

bool lcm_bound_names(const struct lcm_bound_traits *traits, const char *name) {
  for (size_t i = 0; i < traits->n; i++)
    if (traits->names[i] == name)
      return true;
  return false;
}

const lcm_function *lcm_bound_callee(struct lcm_bound_table *table,
                                     const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(table->ctx);
  size_t at = 0;
  if (!table->functions.n)
    for (size_t i = 0; i < table->program->n_functions; i++)
      lcm_map_put(arena, &table->functions, table->program->functions[i].key,
                  i);
  return lcm_map_get(&table->functions, node->u.call.callee, &at)
             ? &table->program->functions[at]
             : NULL;
}
