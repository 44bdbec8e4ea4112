/* The constructs of OpenMP as nodes, with the statements that they govern. */
#include <limits.h>
#include <string.h>

#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/mean.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/cost/rounds.h"
#include "analyzer/lower/openmp/clause.h"
#include "analyzer/lower/openmp/copies.h"
#include "analyzer/lower/openmp/crew.h"
#include "analyzer/lower/openmp/omp.h"
#include "analyzer/lower/openmp/privates.h"
#include "analyzer/lower/openmp/standalone.h"
#include "analyzer/lower/openmp/task.h"
#include "analyzer/lower/openmp/transform.h"
#include "analyzer/lower/values/names.h"

static lcm_node *lower_rest(struct lcm_omp *c);

/* Take "word" off the front of the name; false where it is not there. */
static bool accept(struct lcm_omp *c, const char *word) {
  const size_t n = strlen(word);
  if (strncmp(c->rest, word, n) != 0 || (c->rest[n] && c->rest[n] != ' '))
    return false;
  c->rest += n + (c->rest[n] == ' ');
  return true;
}

/* Return a node of "kind" at the pragma. */
static lcm_node *node_of(const struct lcm_omp *c, lcm_node_kind kind) {
  lcm_loc loc = c->pragma->loc;
  loc.end = c->ast->end > loc.end ? c->ast->end : loc.end;
  return lcm_node_new(c->l->ctx, kind, loc);
}

/* Return a series of "node" and the implicit barrier behind it, unless the
 * construct says nowait or is combined with the parallel region. */
static lcm_node *with_barrier(struct lcm_omp *c, lcm_node *node) {
  if (c->combined || lcm_pragma_clause(c->pragma, "nowait"))
    return node;
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, 2);
  lcm_node *barrier = node_of(c, LCM_NODE_BARRIER);
  lcm_node *series = node_of(c, LCM_NODE_SERIES);
  lcm_lower_attribute(c->l, barrier, "implicit", "yes");
  children[0] = node;
  children[1] = barrier;
  series->children = children;
  series->n_children = 2;
  return series;
}

/* Return what the construct governs as one node: what is left of its name, or
 * the statement with the stacked pragmas applied. */
static const lcm_node *inside(struct lcm_omp *c) {
  if (*c->rest)
    return lower_rest(c);
  if (c->n > 1)
    return lcm_lower_construct(c->l, c->at + 1, c->n - 1, c->ast);
  return lcm_lower_governed(c->l, c->ast);
}

/* Return the construct's body, without more, as one node. */
static lcm_node *lower_plain(struct lcm_omp *c) {
  lcm_node *node = node_of(c, LCM_NODE_SERIES);
  lcm_lower_child(c->l, node, inside(c));
  return node;
}

/* Return whether the modifier `monotonic` stands in the arguments "args" of a
 * `schedule` clause. */
static bool is_monotonic(const char *args) {
  const char *at = strstr(args, "monotonic");
  return at && (at == args || at[-1] != 'n') && strchr(args, ':');
}

/* Set the schedule of the loop "node" by the clause "name". */
static void set_schedule(struct lcm_omp *c, lcm_node *node, const char *name) {
  const struct lcm_clause *clause = lcm_pragma_clause(c->pragma, name);
  if (!clause || !clause->args)
    return;
  struct lcm_omp_list list = lcm_omp_list(c->l, clause->args);
  const char *kind = lcm_omp_next(c->l, &list);
  const char *chunk = lcm_omp_next(c->l, &list);
  if (kind)
    (void)lcm_schedule_find(&node->u.loop.schedule, kind, strlen(kind),
                            LCM_SCHED_IN_SOURCE);
  if (chunk)
    node->u.loop.chunk = lcm_lower_text(c->l, chunk, c->pragma->loc.begin);
  if (is_monotonic(clause->args))
    lcm_lower_attribute(c->l, node, "monotonic", "yes");
}

/* Return how many loops the construct collapses. */
static unsigned collapse_of(struct lcm_omp *c) {
  double value = 1;
  const lcm_expr *e = lcm_omp_clause(c->l, c->pragma, "collapse", "");
  if (e && lcm_expr_is_number(e, &value) && value >= 1 && value < 10)
    return (unsigned)value;
  return 1;
}

/* Say which transformations stand between the construct and its loop. */
static void note_transforms(struct lcm_omp *c, lcm_node *node) {
  for (size_t i = c->at + 1; i < c->at + c->n; i++) {
    const lcm_pragma *pragma = &c->l->bound.pragmas.at[i];
    lcm_lower_attribute(
        c->l, node, "transform",
        lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "%s%s%s", pragma->construct,
                         *pragma->text ? " " : "", pragma->text));
  }
}

/* Return the loop that the construct governs as a PARLOOP, with what comments
 * say of it, inside a node that holds it; "*loop" is the PARLOOP itself.  NULL,
 * and nothing done, where the construct governs no loop. */
static lcm_node *parallel_loop(lcm_node **loop, struct lcm_omp *c) {
  lcm_node_list nodes = {0};
  if (c->ast->kind != LCM_AST_FOR)
    return NULL;
  c->rest = "";
  lcm_lower_loop_start(c->l, &nodes, c->ast);
  const unsigned collapse = collapse_of(c);
  lcm_node *node = lcm_lower_loop(c->l, LCM_NODE_PARLOOP, c->ast,
                                  lcm_omp_depth(c, collapse));
  node->u.loop.worksharing = true;
  if (!node->u.loop.n_ranges && !node->u.loop.count)
    node->u.loop.count = lcm_rounds_trips(c->l, c->ast);
  if (c->n > 1) {
    note_transforms(c, node);
    lcm_omp_transform(c, &nodes, node, collapse);
  }
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &nodes,
               lcm_lower_apply(c->l, node, lcm_lower_anchor(c->ast)));
  lcm_node *holder = node_of(c, LCM_NODE_SERIES);
  holder->children = nodes.at;
  holder->n_children = nodes.n;
  *loop = node;
  return holder;
}

/* Lower a construct that is to govern a loop and does not: with what stands
 * between them where that is to make one. */
static lcm_node *lower_nothing(struct lcm_omp *c) {
  lcm_node_list nodes = {0};
  if (c->n == 1)
    return lower_plain(c);
  lcm_omp_transform_none(c, &nodes);
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &nodes,
               lcm_lower_governed(c->l, c->ast));
  lcm_node *node = node_of(c, LCM_NODE_SERIES);
  node->children = nodes.at;
  node->n_children = nodes.n;
  return node;
}

/* Lower a loop whose iterations are divided, by the schedule in the clause
 * "name". */
static lcm_node *lower_loop(struct lcm_omp *c, const char *name) {
  lcm_node *loop = NULL;
  lcm_node *holder = parallel_loop(&loop, c);
  if (!holder) {
    c->rest = "";
    return lower_nothing(c);
  }
  loop->u.loop.ordered = lcm_pragma_clause(c->pragma, "ordered") != NULL;
  set_schedule(c, loop, name);
  return holder;
}

/* Return whether a section pragma stands between the statements "last" and
 * "next". */
static bool starts_section(const struct lcm_lowering *l, const lcm_ast *last,
                           const lcm_ast *next) {
  const struct lcm_order_spot spot = lcm_order_begin(l, next);
  struct lcm_order_spot behind = lcm_order_end(l, last);
  behind = behind.order ? behind : lcm_order_begin(l, last);
  for (size_t i = lcm_lower_pragma(l, lcm_order_behind(l, last));
       i < l->bound.pragmas.n &&
       lcm_order_precedes(&l->bound.pragmas.at[i], spot);
       i++)
    if (!strcmp(l->bound.pragmas.at[i].construct, "section") &&
        (!behind.order || !lcm_order_precedes(&l->bound.pragmas.at[i], behind)))
      return true;
  return false;
}

/* Lower sections: each statement behind a section pragma, and those before the
 * first, are a unit. */
static lcm_node *lower_sections(struct lcm_omp *c) {
  lcm_node_list units = {0};
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  const bool block = c->ast->kind == LCM_AST_COMPOUND;
  for (const lcm_ast *at = block ? c->ast->first : c->ast; at;) {
    lcm_node_list nodes = {0};
    const lcm_ast *last = at;
    while (block && last->next && !starts_section(c->l, last, last->next))
      last = last->next;
    lcm_lower_block(c->l, &nodes, at, last->next);
    LCM_LIST_ADD(arena, &units, lcm_lower_series(c->l, &nodes, c->pragma->loc));
    at = block ? last->next : NULL;
  }
  lcm_node *node = node_of(c, LCM_NODE_PARALLEL);
  node->children = units.at;
  node->n_children = units.n;
  node->u.parallel.worksharing = true;
  return node;
}

/* Lower single: one unit for the first to arrive. */
static lcm_node *lower_single(struct lcm_omp *c) {
  lcm_node *node = node_of(c, LCM_NODE_PARALLEL);
  node->u.parallel.worksharing = true;
  node->label = "single";
  lcm_lower_child(c->l, node, inside(c));
  return node;
}

/* Lower master or masked: a branch on the thread. */
static lcm_node *lower_masked(struct lcm_omp *c) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_expr *filter = lcm_omp_clause(c->l, c->pragma, "filter", "masked");
  const lcm_expr **conditions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, 2);
  lcm_node *node = node_of(c, LCM_NODE_BRANCH);
  conditions[0] = lcm_expr_binary(ctx, LCM_X_EQ,
                                  lcm_expr_symbol(ctx, "thread", LCM_DIM_NONE),
                                  filter ? filter : lcm_expr_int(ctx, 0));
  node->u.branch.conditions = conditions;
  lcm_lower_child(c->l, node, inside(c));
  return node;
}

/* Return the construct's body in possession of the lock "name". */
static lcm_node *lower_using(struct lcm_omp *c, const char *name) {
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  lcm_node *node = node_of(c, LCM_NODE_USING);
  struct lcm_instance *instance = LCM_NEW(arena, struct lcm_instance);
  instance->name = lcm_intern(c->l->ctx, name);
  node->u.resource.instances = instance;
  node->u.resource.n_instances = 1;
  node->label = lcm_arena_printf(arena, "%s", name);
  lcm_lower_lock(c->l, instance->name, c->pragma->loc);
  lcm_lower_child(c->l, node, inside(c));
  return node;
}

/* Lower critical: its name is the argument of a clause without a name. */
static lcm_node *lower_critical(struct lcm_omp *c) {
  for (size_t i = 0; i < c->pragma->n_clauses; i++)
    if (!*c->pragma->clauses[i].name && c->pragma->clauses[i].args)
      return lower_using(c, c->pragma->clauses[i].args);
  return lower_using(c, "critical");
}

/* Return the first variable in "ast", or NULL. */
static const lcm_ast *variable_of(const lcm_ast *ast) {
  if (!ast || (ast->kind == LCM_AST_REF && !ast->is_function))
    return ast;
  for (const lcm_ast *child = ast->first; child; child = child->next) {
    const lcm_ast *found = variable_of(child);
    if (found)
      return found;
  }
  return NULL;
}

/* Return the `op=`, `++` or `--` in "ast", or NULL. */
static const lcm_ast *find_update(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_UPDATE)
    return ast;
  for (const lcm_ast *child = ast->first; child; child = child->next) {
    const lcm_ast *found = find_update(child);
    if (found)
      return found;
  }
  return NULL;
}

/* Return the first variable in what `op=`, `++` or `--` in "ast" changes, or
 * NULL. */
static const lcm_ast *updated(const lcm_ast *ast) {
  const lcm_ast *update = find_update(ast);
  return update ? variable_of(update->first) : NULL;
}

/* Return the name of the variable "ast" or "". */
static const char *name_of(const lcm_ast *ast) {
  return ast && ast->name ? ast->name : "";
}

/* Return the name of the variable that the atomic construct "c" protects: of
 * what is read, of what is updated, of what both statements of a block use. */
static const char *protected_by(const struct lcm_omp *c) {
  const lcm_ast *ast = c->ast;
  const bool read = lcm_pragma_clause(c->pragma, "read") != NULL;
  const lcm_ast *found = read ? NULL : updated(ast);
  if (read && ast->kind == LCM_AST_ASSIGN)
    return name_of(variable_of(ast->last));
  if (found)
    return name_of(found);
  if (ast->kind == LCM_AST_COMPOUND && ast->first && ast->first != ast->last &&
      ast->last->kind == LCM_AST_ASSIGN && ast->last->last) {
    const char *second = name_of(variable_of(ast->last->first));
    const lcm_ast *value = ast->first->last;
    return !strcmp(second, name_of(variable_of(value)))
               ? second
               : name_of(variable_of(ast->last->last));
  }
  if (ast->kind == LCM_AST_ASSIGN && ast->last->kind == LCM_AST_ASSIGN)
    return name_of(variable_of(ast->last));
  return name_of(variable_of(ast));
}

/* Return whether the atomic construct "c" computes with a floating-point
 * variable, for which processors have no instruction: it is read, and replaced
 * unless somebody else has changed it. */
static bool changes_real(const struct lcm_omp *c) {
  const lcm_ast *ast = c->ast;
  if (lcm_pragma_clause(c->pragma, "read") ||
      lcm_pragma_clause(c->pragma, "write"))
    return false;
  const lcm_ast *place = find_update(ast);
  if (!place && ast->kind == LCM_AST_ASSIGN)
    return ast->first->is_real;
  return place && place->is_real;
}

/* Lower atomic: possession of the variable, by name. */
static lcm_node *lower_atomic(struct lcm_omp *c) {
  lcm_node *node =
      lower_using(c, lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "atomic %s",
                                      protected_by(c)));
  lcm_lower_attribute(c->l, node, "atomic", "yes");
  if (changes_real(c))
    lcm_lower_attribute(c->l, node, "real", "yes");
  return node;
}

/* Lower ordered: its parts run one at a time, in the order of iterations. */
static lcm_node *lower_ordered(struct lcm_omp *c) {
  if (lcm_pragma_clause(c->pragma, "simd") &&
      !lcm_pragma_clause(c->pragma, "threads"))
    return lower_plain(c);
  lcm_node *node = lower_using(c, "ordered");
  lcm_lower_attribute(c->l, node, "ordered", "yes");
  return node;
}

/* Return a team of "kind" whose body is what is left. */
static lcm_node *team_of(struct lcm_omp *c, lcm_team_kind kind,
                         const char *clause) {
  lcm_node *node = node_of(c, LCM_NODE_TEAM);
  const char *word = kind == LCM_TEAM_THREADS ? "parallel" : "teams";
  node->u.team.kind = kind;
  if (c->l->nests)
    lcm_lower_attribute(c->l, node, "nests", "yes");
  node->u.team.size = lcm_omp_clause(c->l, c->pragma, clause, word);
  if (kind == LCM_TEAM_THREADS && !lcm_pragma_clause(c->pragma, "num_threads"))
    node->u.team.size = lcm_omp_crew_set(c->l, c->pragma, c->ast);
  if (kind == LCM_TEAM_THREADS)
    node->u.team.when = lcm_omp_clause(c->l, c->pragma, "if", word);
  c->combined = *c->rest != '\0';
  const lcm_node *body = inside(c);
  lcm_lower_child(c->l, node, body ? lcm_omp_with_copies(c, body) : body);
  return node;
}

/* Lower teams.  What is distributed over teams and, in them, over threads is
 * one loop: its iterations are divided among all threads of the league. */
static lcm_node *lower_teams(struct lcm_omp *c) {
  lcm_ctx *ctx = c->l->ctx;
  const bool both = strstr(c->rest, "parallel") != NULL;
  lcm_node *node = team_of(c, LCM_TEAM_LEAGUE, "num_teams");
  const char *const clause = lcm_pragma_clause(c->pragma, "num_threads")
                                 ? "num_threads"
                                 : "thread_limit";
  const lcm_expr *threads = lcm_omp_clause(c->l, c->pragma, clause, "parallel");
  if (both)
    node->u.team.size = threads && node->u.team.size
                            ? lcm_expr_mul(ctx, node->u.team.size, threads)
                            : NULL;
  return node;
}

/* Lower distribute, maybe with what divides the iterations further. */
static lcm_node *lower_distribute(struct lcm_omp *c) {
  const bool both = strstr(c->rest, "parallel") != NULL;
  return lower_loop(c, both && lcm_pragma_clause(c->pragma, "schedule")
                           ? "schedule"
                           : "dist_schedule");
}

/* Lower taskgroup. */
static lcm_node *lower_group(struct lcm_omp *c) {
  lcm_node *node = node_of(c, LCM_NODE_TASKGROUP);
  lcm_lower_child(c->l, node, inside(c));
  return node;
}

/* Return the clause "name" of the tasks that "node" is or makes, by the
 * directive "word"; note where it is no expression of ours, so that they may
 * be executed at once or not. */
static const lcm_expr *task_clause(struct lcm_omp *c, lcm_node *node,
                                   const char *name, const char *word) {
  const lcm_expr *e = lcm_omp_clause(c->l, c->pragma, name, word);
  if (!e && lcm_omp_has_clause(c->l, c->pragma, name, word))
    lcm_lower_attribute(c->l, node, "atonce", "perhaps");
  return e;
}

/* Lower `task`. */
static lcm_node *lower_task(struct lcm_omp *c) {
  lcm_node *node = node_of(c, LCM_NODE_TASK);
  node->u.task.when = task_clause(c, node, "if", "task");
  node->u.task.final_when = task_clause(c, node, "final", "task");
  node->u.task.priority = lcm_omp_clause(c->l, c->pragma, "priority", "task");
  lcm_omp_add_depends(c, node);
  if (lcm_pragma_clause(c->pragma, "detach") && !c->l->around.covered)
    lcm_report(c->l->ctx, LCM_DIAG_OPAQUE, c->pragma->loc,
               "detach: the task ends with an event that is not followed");
  lcm_lower_child(c->l, node, inside(c));
  return node;
}

/* Lower `taskloop`. */
static lcm_node *lower_taskloop(struct lcm_omp *c) {
  const lcm_expr *grain = lcm_omp_clause(
      c->l, c->pragma, lcm_schedule_word(LCM_SCHED_GRAINSIZE), "taskloop");
  const lcm_expr *tasks = lcm_omp_clause(
      c->l, c->pragma, lcm_schedule_word(LCM_SCHED_NUM_TASKS), "taskloop");
  lcm_node *loop = NULL;
  lcm_node *holder = parallel_loop(&loop, c);
  if (!holder) {
    holder = node_of(c, LCM_NODE_SERIES);
    lcm_lower_child(c->l, holder, inside(c));
    return holder;
  }
  loop->u.loop.schedule = tasks ? LCM_SCHED_NUM_TASKS : LCM_SCHED_GRAINSIZE;
  loop->u.loop.chunk = tasks ? tasks : grain;
  loop->u.loop.when = task_clause(c, loop, "if", "taskloop");
  loop->u.loop.final_when = task_clause(c, loop, "final", "taskloop");
  loop->u.loop.priority =
      lcm_omp_clause(c->l, c->pragma, "priority", "taskloop");
  if (lcm_pragma_clause(c->pragma, "nogroup"))
    return holder;
  lcm_node *group = node_of(c, LCM_NODE_TASKGROUP);
  lcm_lower_child(c->l, group, holder);
  return group;
}

/* Lower `target` and `target data`: what is moved, what is done, what is moved
 * back. */
static lcm_node *lower_target(struct lcm_omp *c) {
  lcm_node_list nodes = {0};
  const lcm_loc loc = node_of(c, LCM_NODE_SERIES)->loc;
  const bool data = !strcmp(c->rest, "data");
  if (data)
    c->rest = "";
  lcm_omp_add_transfers(c->l, &nodes, c->pragma, false);
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &nodes, inside(c));
  lcm_omp_add_transfers(c->l, &nodes, c->pragma, true);
  lcm_node *node = lcm_omp_deferred(c->l, &nodes, c->pragma, loc);
  if (node->kind == LCM_NODE_TASK)
    lcm_omp_add_depends(c, node);
  return node;
}

/* Lower what is left of the name. */
static lcm_node *lower_rest(struct lcm_omp *c) {
  if (accept(c, "target"))
    return lower_target(c);
  if (accept(c, "teams"))
    return lower_teams(c);
  if (accept(c, "distribute"))
    return lower_distribute(c);
  if (accept(c, "parallel"))
    return team_of(c, LCM_TEAM_THREADS, "num_threads");
  if (accept(c, "for") || accept(c, "loop"))
    return with_barrier(c, lower_loop(c, "schedule"));
  if (accept(c, "sections"))
    return with_barrier(c, lower_sections(c));
  if (accept(c, "single"))
    return with_barrier(c, lower_single(c));
  if (accept(c, "scope"))
    return with_barrier(c, lower_plain(c));
  if (accept(c, "master") || accept(c, "masked"))
    return lower_masked(c);
  if (accept(c, "critical"))
    return lower_critical(c);
  if (accept(c, "atomic"))
    return lower_atomic(c);
  if (accept(c, "ordered"))
    return lower_ordered(c);
  if (accept(c, "taskloop"))
    return lower_taskloop(c);
  if (accept(c, "taskgroup") ||
      (accept(c, "taskgraph") && !lcm_pragma_clause(c->pragma, "nogroup")))
    return lower_group(c);
  if (accept(c, "task"))
    return lower_task(c);
  c->rest = "";
  return lower_plain(c);
}

/* Return whether the directive "construct" makes tasks. */
static bool makes_tasks(const char *construct) {
  const char *task = strstr(construct, "task");
  return task && (!task[4] || task[4] == ' ' || !strncmp(task, "taskloop", 8));
}

/* Enter the tasks that "pragma" makes, if it does. */
static void enter_tasks(struct lcm_lowering *l, const lcm_pragma *pragma) {
  if (!makes_tasks(pragma->construct))
    return;
  const struct lcm_clause *usual = lcm_pragma_clause(pragma, "default");
  struct lcm_task_region *task =
      LCM_NEW(lcm_ctx_arena(l->ctx), struct lcm_task_region);
  *task = (struct lcm_task_region){.begin = pragma->loc.begin,
                                   .first = l->region.privates.n,
                                   .shares = usual && usual->args &&
                                             strstr(usual->args, "shared"),
                                   .outer = l->region.task};
  for (size_t i = 0; i < pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &pragma->clauses[i];
    if (strcmp(clause->name, "shared") != 0 || !clause->args)
      continue;
    struct lcm_omp_list list = lcm_omp_list(l, clause->args);
    for (const char *item = lcm_omp_next(l, &list); item;
         item = lcm_omp_next(l, &list))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &task->shared,
                   lcm_intern_n(l->ctx, item, strcspn(item, " [(")));
  }
  l->region.task = task;
}

/* Enter what "pragma" opens.  In a parallel region all that was declared before
 * is shared unless a clause says otherwise; what is private to the creator of a
 * task is so, as a copy, to the task. */
static void enter_region(struct lcm_lowering *l, const lcm_pragma *pragma,
                         const lcm_ast *ast) {
  const char *construct = pragma->construct;
  l->region.inner.begin = pragma->loc.begin;
  l->region.inner.end = ast ? ast->end : UINT_MAX;
  l->region.inner.first = l->region.privates.n;
  if (strstr(construct, "parallel") || strstr(construct, "teams")) {
    l->region.begin = pragma->loc.begin ? pragma->loc.begin : 1;
    l->region.end = l->region.inner.end;
    l->region.first_private = l->region.privates.n;
    l->region.task = NULL;
  } else if (strstr(construct, "task") && !l->region.begin) {
    l->region.begin =
        l->function && l->function->begin ? l->function->begin : 1;
    l->region.end = UINT_MAX;
  }
  enter_tasks(l, pragma);
}

/* Return why the directive "construct" has no model, or NULL. */
static const char *odd_directive(struct lcm_lowering *l,
                                 const lcm_pragma *pragma) {
  if (lcm_omp_directive_is_known(pragma->construct))
    return NULL;
  return lcm_arena_printf(lcm_ctx_arena(l->ctx),
                          "'%s' is no directive of OpenMP that is known",
                          pragma->construct);
}

const lcm_node *lcm_lower_construct(struct lcm_lowering *l, size_t at, size_t n,
                                    const lcm_ast *ast) {
  const lcm_pragma *pragma = &l->bound.pragmas.at[at];
  struct lcm_meaning meaning;
  const size_t anchor = l->bound.pragma_anchor[at];
  const struct lcm_region outer = l->region;
  const bool said = lcm_lower_meaning(&meaning, l, anchor);
  const bool covered = said && lcm_lower_covers(&meaning);
  struct lcm_omp c = {l, pragma, ast, pragma->construct, at, n, false};
  const char *reason = odd_directive(l, pragma);
  if (reason ||
      (said && meaning.read_as && !strcmp(meaning.read_as, "serial"))) {
    c.rest = "";
    const lcm_node *node = inside(&c);
    return reason ? lcm_omp_behind_opaque(l, pragma, reason, node) : node;
  }
  enter_region(l, pragma, ast);
  const size_t privates = lcm_omp_add_privates(l, pragma);
  l->around.covered += covered;
  lcm_node *node = lower_rest(&c);
  l->around.covered -= covered;
  l->region.privates.n = privates;
  l->region.first_private = outer.first_private;
  l->region.begin = outer.begin;
  l->region.end = outer.end;
  l->region.inner = outer.inner;
  l->region.task = outer.task;
  lcm_omp_combine(l, node, pragma);
  lcm_omp_describe(l, node, pragma);
  const lcm_node *done = lcm_lower_apply(l, node, anchor);
  return strstr(pragma->construct, "parallel") ||
                 strstr(pragma->construct, "teams")
             ? done
             : lcm_omp_with_copies(&c, done);
}

const lcm_node *lcm_lower_parallel(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_meaning *meaning) {
  const struct lcm_region outer = l->region;
  l->region.begin = ast->begin ? ast->begin : 1;
  l->region.end = ast->end;
  lcm_node *loop = lcm_lower_loop(l, LCM_NODE_PARLOOP, ast, 1);
  l->region.begin = outer.begin;
  l->region.end = outer.end;
  loop->u.loop.worksharing = true;
  loop->u.loop.schedule = meaning->schedule;
  loop->u.loop.chunk = meaning->chunk;
  lcm_node *team = lcm_lower_node(l, LCM_NODE_TEAM, ast);
  team->label = "parallel (read as)";
  lcm_lower_child(l, team, lcm_lower_apply(l, loop, lcm_lower_anchor(ast)));
  return team;
}
