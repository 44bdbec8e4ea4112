/* Dependences of tasks, and data that target constructs move. */
#include <string.h>

#include "analyzer/lower/access/buffer.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/openmp/clause.h"
#include "analyzer/lower/openmp/task.h"
#include "analyzer/lower/values/names.h"

/* Parse "item" of a clause of "pragma" as a section into "*out"; false, and
 * nothing said, where it is none. */
static bool section_of(lcm_section *out, struct lcm_lowering *l,
                       const lcm_pragma *pragma, const char *item) {
  const struct lcm_scope scope = lcm_lower_c_scope(l);
  const struct lcm_expr_source source = {.text = item,
                                         .len = strlen(item),
                                         .at = pragma->loc,
                                         .resolve = scope.resolve,
                                         .user = scope.user,
                                         .quiet = true};
  return !lcm_section_parse(out, l->ctx, &source, &scope);
}

/* Return whether what the `depend` clause with "args" names is not to be seen
 * in it. */
static bool is_hidden(const char *args) {
  return !strncmp(args, "iterator", 8) || !strncmp(args, "depobj", 6);
}

/* Note that "node" depends on something that is not followed. */
static void depend_on_more(struct lcm_lowering *l, lcm_node *node) {
  if (!lcm_node_attribute(node, "depends"))
    lcm_lower_attribute(l, node, "depends", "on more");
}

void lcm_omp_add_depends(struct lcm_omp *c, lcm_node *node) {
  LCM_LIST(struct lcm_depend) depends = {0};
  for (size_t i = 0; i < c->pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &c->pragma->clauses[i];
    if (strcmp(clause->name, "depend") != 0 || !clause->args)
      continue;
    if (is_hidden(clause->args)) {
      depend_on_more(c->l, node);
      if (!c->l->around.covered)
        lcm_report(c->l->ctx, LCM_DIAG_OPAQUE, c->pragma->loc,
                   "the dependences 'depend(%s)' are not followed",
                   clause->args);
      continue;
    }
    struct lcm_omp_list list = lcm_omp_list(c->l, clause->args);
    for (const char *item = lcm_omp_next(c->l, &list); item;
         item = lcm_omp_next(c->l, &list)) {
      struct lcm_depend depend = {.type = list.type};
      const bool known = section_of(&depend.section, c->l, c->pragma, item);
      if (!known || *item == '*' || strstr(item, "->"))
        depend_on_more(c->l, node);
      if (known)
        LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &depends, depend);
      else if (!c->l->around.covered)
        lcm_report(c->l->ctx, LCM_DIAG_OPAQUE, c->pragma->loc,
                   "the dependence on '%s' is not followed", item);
    }
  }
  node->u.task.depends = depends.at;
  node->u.task.n_depends = depends.n;
}

lcm_node *lcm_omp_taskwait(struct lcm_lowering *l, const lcm_pragma *pragma) {
  struct lcm_omp c = {.l = l, .pragma = pragma};
  if (!lcm_pragma_clause(pragma, "depend"))
    return lcm_node_new(l->ctx, LCM_NODE_TASKWAIT, pragma->loc);
  lcm_node *node = lcm_node_new(l->ctx, LCM_NODE_TASK, pragma->loc);
  if (!lcm_pragma_clause(pragma, "nowait"))
    node->u.task.when = lcm_expr_int(l->ctx, 0);
  lcm_omp_add_depends(&c, node);
  return node;
}

/* Add the TRANSFER of "item" to (where "back": from) the device to "nodes"; an
 * opaque node where its size is not known. */
static void add_transfer(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_pragma *pragma, const char *item,
                         bool back) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_section section = {.datum = NULL};
  const lcm_expr *bytes = section_of(&section, l, pragma, item)
                              ? lcm_section_bytes(l->ctx, &section)
                              : NULL;
  lcm_node *node = lcm_node_new(
      l->ctx, bytes ? LCM_NODE_TRANSFER : LCM_NODE_OPAQUE, pragma->loc);
  node->label = item;
  LCM_LIST_ADD(arena, nodes, node);
  if (bytes) {
    node->u.transfer.bytes = bytes;
    node->u.transfer.from = lcm_intern(l->ctx, back ? "device" : "host");
    node->u.transfer.to = lcm_intern(l->ctx, back ? "host" : "device");
    lcm_buffer_map(l, node, &section);
    return;
  }
  node->u.opaque.reason =
      lcm_arena_printf(arena, "how much of '%s' is moved is not known", item);
  if (!l->around.covered)
    lcm_report(l->ctx, LCM_DIAG_OPAQUE, pragma->loc, "%s",
               node->u.opaque.reason);
}

/* Return whether the clause "clause" with a list of type "type" moves its items
 * to (where "back": from) the device. */
static bool moves(const struct lcm_clause *clause, const char *type,
                  bool back) {
  if (!strcmp(clause->name, back ? "from" : "to"))
    return true;
  if (strcmp(clause->name, "map") != 0)
    return false;
  return !*type || !strcmp(type, "tofrom") ||
         !strcmp(type, back ? "from" : "to");
}

void lcm_omp_add_transfers(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_pragma *pragma, bool back) {
  for (size_t i = 0; i < pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &pragma->clauses[i];
    if (!clause->args)
      continue;
    struct lcm_omp_list list = lcm_omp_list(l, clause->args);
    if (!moves(clause, list.type, back))
      continue;
    for (const char *item = lcm_omp_next(l, &list); item;
         item = lcm_omp_next(l, &list))
      add_transfer(l, nodes, pragma, item, back);
  }
}

lcm_node *lcm_omp_deferred(struct lcm_lowering *l, const lcm_node_list *nodes,
                           const lcm_pragma *pragma, lcm_loc loc) {
  lcm_node *series = lcm_node_new(l->ctx, LCM_NODE_SERIES, loc);
  series->children = nodes->at;
  series->n_children = nodes->n;
  if (!lcm_pragma_clause(pragma, "nowait"))
    return series;
  lcm_node *task = lcm_node_new(l->ctx, LCM_NODE_TASK, loc);
  lcm_lower_child(l, task, series);
  return task;
}

lcm_node *lcm_omp_transfers(struct lcm_lowering *l, const lcm_pragma *pragma) {
  lcm_node_list nodes = {0};
  lcm_omp_add_transfers(l, &nodes, pragma, false);
  lcm_omp_add_transfers(l, &nodes, pragma, true);
  lcm_node *node = lcm_omp_deferred(l, &nodes, pragma, pragma->loc);
  struct lcm_omp c = {.l = l, .pragma = pragma};
  if (node->kind == LCM_NODE_TASK)
    lcm_omp_add_depends(&c, node);
  return node;
}
