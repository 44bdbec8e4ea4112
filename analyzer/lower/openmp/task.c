#include <string.h>

#include "analyzer/lower/access/buffer.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/openmp/omp.h"
#include "analyzer/lower/openmp/task.h"
#include "analyzer/lower/values/names.h"
#include "annotations/section.h"
#include "base/ctx.h"
#include "model/expr/build.h"
#include "model/sections/dependence.h"
#include "model/sections/section.h"

/* ---- lists in clauses ---------------------------------------------------- */

/* Return the length of "text" up to "c" outside brackets, or of all of it. */
static size_t until(const char *text, char c) {
  int nesting = 0;
  size_t n = 0;
  for (; text[n] && (nesting || text[n] != c); n++) {
    nesting += strchr("([{", text[n]) != NULL;
    nesting -= strchr(")]}", text[n]) != NULL;
  }
  return n;
}

/* Return the "n" characters at "text" without blanks around them, interned. */
static const char *word_of(struct lcm_lowering *l, const char *text, size_t n) {
  while (n && *text == ' ') {
    text++;
    n--;
  }
  while (n && text[n - 1] == ' ')
    n--;
  return lcm_intern_n(l->ctx, text, n);
}

struct lcm_omp_list lcm_omp_list(struct lcm_lowering *l, const char *args) {
  struct lcm_omp_list list = {lcm_intern(l->ctx, ""), args};
  const size_t n = until(args, ':');
  if (!args[n])
    return list;
  size_t from = 0;
  for (size_t at = until(args, ','); at < n;
       at = from + until(args + from, ','))
    from = at + 1;
  list.type = word_of(l, args + from, n - from);
  list.at = args + n + 1;
  return list;
}

const char *lcm_omp_next(struct lcm_lowering *l, struct lcm_omp_list *list) {
  while (*list->at) {
    const size_t n = until(list->at, ',');
    const char *item = word_of(l, list->at, n);
    list->at += n + (list->at[n] == ',');
    if (*item)
      return item;
  }
  return NULL;
}

bool lcm_omp_section(lcm_section *out, struct lcm_lowering *l,
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

/* ---- tasks ----------------------------------------------------------------
 */

/* Return whether what the `depend` clause with "args" names is not to be seen
 * in it. */
static bool is_hidden(const char *args) {
  return !strncmp(args, "iterator", 8) || !strncmp(args, "depobj", 6);
}

/* Add the dependences of the `depend` clauses to the task "node". */
static void add_depends(struct lcm_omp *c, lcm_node *node) {
  LCM_LIST(struct lcm_depend) depends = {0};
  for (size_t i = 0; i < c->pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &c->pragma->clauses[i];
    if (strcmp(clause->name, "depend") != 0 || !clause->args)
      continue;
    if (is_hidden(clause->args)) {
      if (!c->l->covered)
        lcm_report(c->l->ctx, LCM_DIAG_OPAQUE, c->pragma->loc,
                   "the dependences 'depend(%s)' are not followed",
                   clause->args);
      continue;
    }
    struct lcm_omp_list list = lcm_omp_list(c->l, clause->args);
    for (const char *item = lcm_omp_next(c->l, &list); item;
         item = lcm_omp_next(c->l, &list)) {
      struct lcm_depend depend = {.type = list.type};
      if (lcm_omp_section(&depend.section, c->l, c->pragma, item))
        LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &depends, depend);
      else if (!c->l->covered)
        lcm_report(c->l->ctx, LCM_DIAG_OPAQUE, c->pragma->loc,
                   "the dependence on '%s' is not followed", item);
    }
  }
  node->u.task.depends = depends.at;
  node->u.task.n_depends = depends.n;
}

lcm_node *lcm_omp_task(struct lcm_omp *c) {
  lcm_node *node = lcm_omp_node(c, LCM_NODE_TASK);
  node->u.task.when = lcm_omp_clause(c->l, c->pragma, "if", "task");
  node->u.task.final_when = lcm_omp_clause(c->l, c->pragma, "final", "task");
  add_depends(c, node);
  if (lcm_pragma_clause(c->pragma, "detach") && !c->l->covered)
    lcm_report(c->l->ctx, LCM_DIAG_OPAQUE, c->pragma->loc,
               "detach: the task ends with an event that is not followed");
  lcm_lower_child(c->l, node, lcm_omp_inside(c));
  return node;
}

lcm_node *lcm_omp_taskwait(struct lcm_lowering *l, const lcm_pragma *pragma) {
  struct lcm_omp c = {.l = l, .pragma = pragma};
  if (!lcm_pragma_clause(pragma, "depend"))
    return lcm_node_new(l->ctx, LCM_NODE_TASKWAIT, pragma->loc);
  lcm_node *node = lcm_node_new(l->ctx, LCM_NODE_TASK, pragma->loc);
  if (!lcm_pragma_clause(pragma, "nowait"))
    node->u.task.when = lcm_expr_int(l->ctx, 0);
  add_depends(&c, node);
  return node;
}

lcm_node *lcm_omp_taskloop(struct lcm_omp *c) {
  const lcm_expr *grain = lcm_omp_clause(
      c->l, c->pragma, lcm_schedule_word(LCM_SCHED_GRAINSIZE), "taskloop");
  const lcm_expr *tasks = lcm_omp_clause(
      c->l, c->pragma, lcm_schedule_word(LCM_SCHED_NUM_TASKS), "taskloop");
  lcm_node *loop = NULL;
  lcm_node *holder = lcm_omp_loop(&loop, c);
  if (!holder) {
    holder = lcm_omp_node(c, LCM_NODE_SERIES);
    lcm_lower_child(c->l, holder, lcm_omp_inside(c));
    return holder;
  }
  loop->u.loop.schedule = tasks ? LCM_SCHED_NUM_TASKS : LCM_SCHED_GRAINSIZE;
  loop->u.loop.chunk = tasks ? tasks : grain;
  if (lcm_pragma_clause(c->pragma, "nogroup"))
    return holder;
  lcm_node *group = lcm_omp_node(c, LCM_NODE_TASKGROUP);
  lcm_lower_child(c->l, group, holder);
  return group;
}

/* ---- devices --------------------------------------------------------------
 */

/* Add the TRANSFER of "item" to (where "back": from) the device to "nodes"; an
 * opaque node where its size is not known. */
static void add_transfer(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_pragma *pragma, const char *item,
                         bool back) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_section section = {.datum = NULL};
  const lcm_expr *bytes = lcm_omp_section(&section, l, pragma, item)
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
  if (!l->covered)
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

/* Add what the clauses of "pragma" move to (where "back": from) the device. */
static void add_transfers(struct lcm_lowering *l, lcm_node_list *nodes,
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

/* Return the "nodes" of "pragma" as one, in a task where the host goes on
 * meanwhile. */
static lcm_node *deferred(struct lcm_lowering *l, const lcm_node_list *nodes,
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

lcm_node *lcm_omp_target(struct lcm_omp *c) {
  lcm_node_list nodes = {0};
  const lcm_loc loc = lcm_omp_node(c, LCM_NODE_SERIES)->loc;
  const bool data = !strcmp(c->rest, "data");
  if (data)
    c->rest = "";
  add_transfers(c->l, &nodes, c->pragma, false);
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &nodes, lcm_omp_inside(c));
  add_transfers(c->l, &nodes, c->pragma, true);
  lcm_node *node = deferred(c->l, &nodes, c->pragma, loc);
  if (node->kind == LCM_NODE_TASK)
    add_depends(c, node);
  return node;
}

lcm_node *lcm_omp_transfers(struct lcm_lowering *l, const lcm_pragma *pragma) {
  lcm_node_list nodes = {0};
  add_transfers(l, &nodes, pragma, false);
  add_transfers(l, &nodes, pragma, true);
  lcm_node *node = deferred(l, &nodes, pragma, pragma->loc);
  struct lcm_omp c = {.l = l, .pragma = pragma};
  if (node->kind == LCM_NODE_TASK)
    add_depends(&c, node);
  return node;
}
