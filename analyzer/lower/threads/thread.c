/* Threads that are started and joined, as a team. */
#include <string.h>

#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/threads/thread.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_entry.h"
#include "analyzer/lower/threads/thread_meet.h"
#include "analyzer/lower/threads/thread_party.h"
#include "analyzer/lower/threads/thread_resource.h"

/* A stretch of statements that starts threads and waits for their end. */
struct stretch {
  struct lcm_lowering *l;
  /* its statements, those of blocks one by one; "first" and "last" number those
   * between which threads run */
  LCM_LIST(const lcm_ast *) items;
  size_t first;
  size_t last;
  bool joined; /* they are waited for */
};

/* Threads that one call starts. */
struct unit {
  struct lcm_thread_call call;
  const lcm_ast *routine; /* what they run; NULL: not known */
  const lcm_expr *count;  /* how many; NULL: one, which is no loop's */
  lcm_iteration range;    /* of the loop that starts them, where that has one */
  const char *reason;     /* why there is no model, or NULL */
  /* semaphores that it waits for first, and fills at its end; NULL: none */
  const char *begins;
  const char *ends;
};

typedef LCM_LIST(struct unit) unit_list;

/* Return whether a call in or below "ast" starts threads. */
static bool starts(const struct lcm_lowering *l, const lcm_ast *ast) {
  return lcm_thread_does(l, ast, LCM_THREAD_CREATE);
}

/* Return whether a call in or below "ast" joins threads. */
static bool joins(const struct lcm_lowering *l, const lcm_ast *ast) {
  return lcm_thread_does(l, ast, LCM_THREAD_JOIN);
}

/* Return the block that "ast" is, or is without more; NULL for none. */
static const lcm_ast *block_of(const lcm_ast *ast) {
  if (lcm_loop_runs_once(ast))
    ast = ast->first;
  return ast && ast->kind == LCM_AST_COMPOUND ? ast : NULL;
}

/* Return how many calls in and below "ast" do "act". */
static unsigned count_calls(const struct lcm_lowering *l, const lcm_ast *ast,
                            enum lcm_thread_act act) {
  struct lcm_thread_call call;
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return 0;
  unsigned n = lcm_thread_call_of(&call, l, ast) && call.act == act;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    n += count_calls(l, child, act);
  return n;
}

/* Return whether a loop in or around "ast", below a block, joins threads. */
static bool joins_in_loop(const struct lcm_lowering *l, const lcm_ast *ast) {
  const bool loop = ast->kind == LCM_AST_FOR || ast->kind == LCM_AST_WHILE;
  if (loop && joins(l, ast))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (joins_in_loop(l, child))
      return true;
  return false;
}

/* Return the statement behind "ast" in its block, before "stop", with the last
 * join of what "ast" starts; NULL for none. */
static const lcm_ast *last_join(const struct lcm_lowering *l,
                                const lcm_ast *ast, const lcm_ast *stop) {
  const lcm_ast *found = NULL;
  unsigned open = count_calls(l, ast, LCM_THREAD_CREATE);
  for (const lcm_ast *at = ast->next; at && at != stop; at = at->next) {
    const bool joined = joins(l, at);
    const bool started = starts(l, at);
    if (started && (joined || (found && !open)))
      return found;
    open += started ? count_calls(l, at, LCM_THREAD_CREATE) : 0;
    if (!joined)
      continue;
    found = at;
    const unsigned n = count_calls(l, at, LCM_THREAD_JOIN);
    open = joins_in_loop(l, at) || n > open ? 0 : open - n;
  }
  return found;
}

bool lcm_thread_begins(const struct lcm_lowering *l, const lcm_ast *ast) {
  return l->threads->here && !l->threads->starting && starts(l, ast) &&
         !joins(l, ast) && !lcm_thread_is_passed_on(l, ast);
}

/* Add "ast", or the statements of the block that it is where those start or
 * join threads, to "s". */
static void add_items(struct stretch *s, const lcm_ast *ast) {
  const lcm_ast *block = block_of(ast);
  if (!block || !(starts(s->l, ast) || joins(s->l, ast))) {
    LCM_LIST_ADD(lcm_ctx_arena(s->l->ctx), &s->items, ast);
    return;
  }
  for (const lcm_ast *at = block->first; at; at = at->next)
    add_items(s, at);
}

/* Find where the threads of "s" run: from the first statement that starts some
 * to the last that joins some, or to the end. */
static void find_range(struct stretch *s) {
  s->first = s->items.n;
  s->last = s->items.n - 1;
  for (size_t i = 0; i < s->items.n; i++) {
    if (s->first == s->items.n && starts(s->l, s->items.at[i]))
      s->first = i;
    if (s->joined && joins(s->l, s->items.at[i]))
      s->last = i;
  }
}

/* Lower the statements "from" .. "to" - 1 of "s" into "nodes". */
static void lower_items(struct stretch *s, lcm_node_list *nodes, size_t from,
                        size_t to) {
  while (from < to) {
    size_t end = from + 1;
    while (end < to && s->items.at[end - 1]->next == s->items.at[end])
      end++;
    lcm_lower_block(s->l, nodes, s->items.at[from], s->items.at[end - 1]->next);
    from = end;
  }
}

/* Return whether a call in or below "ast" is to be lowered beside those that
 * start, join or detach threads. */
static bool calls_more(const struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_thread_call call;
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return false;
  if (lcm_thread_call_of(&call, l, ast)) {
    if (call.act > LCM_THREAD_DETACH)
      return true;
  } else if (lcm_call_is_project(ast))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (calls_more(l, child))
      return true;
  return false;
}

/* Return the identity of the variable that the statement "ast" sets, or
 * NULL. */
static const char *set_by(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_DECLSTMT && ast->first)
    return ast->first->key;
  return ast->kind == LCM_AST_ASSIGN && ast->first ? ast->first->key : NULL;
}

/* Return whether the `if` "ast" only asks whether a call worked. */
static bool is_check(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *cond = ast->first;
  if (ast->kind != LCM_AST_IF || !cond || calls_more(l, ast))
    return false;
  if (starts(l, cond) || joins(l, cond))
    return true;
  for (const lcm_ast *at = ast->parent ? ast->parent->first : NULL;
       at && at != ast; at = at->next) {
    const char *key = starts(l, at) || joins(l, at) ? set_by(at) : NULL;
    if (key && lcm_syntax_refers(cond, key))
      return true;
  }
  return false;
}

bool lcm_thread_is_start(const struct lcm_lowering *l, const lcm_ast *ast) {
  if (!l->threads->starting)
    return false;
  if (ast->kind == LCM_AST_IF)
    return is_check(l, ast);
  return (ast->kind == LCM_AST_CALL || ast->kind == LCM_AST_ASSIGN ||
          ast->kind == LCM_AST_DECLSTMT || ast->kind == LCM_AST_OTHER) &&
         (starts(l, ast) || joins(l, ast) ||
          lcm_thread_does(l, ast, LCM_THREAD_DETACH)) &&
         !calls_more(l, ast);
}

/* Return the first function that a comment at "ast" or around it, up to "top",
 * names for a call; NULL for none. */
static const char *said_target(struct lcm_lowering *l, const lcm_ast *ast,
                               const lcm_ast *top) {
  struct lcm_meaning meaning;
  for (; ast; ast = ast == top ? NULL : ast->parent)
    if (lcm_lower_meaning(&meaning, l, lcm_lower_anchor(ast)) &&
        meaning.n_targets == 1)
      return meaning.targets[0];
  return NULL;
}

/* Find out what the threads of "unit" run; "top" is the statement. */
static void find_routine(struct lcm_lowering *l, struct unit *unit,
                         const lcm_ast *top) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const char *said = said_target(l, unit->call.call, top);
  const lcm_ast *defined = lcm_thread_defined(l, said);
  if (said) {
    lcm_ast *named = LCM_NEW(arena, lcm_ast);
    named->name = said;
    named->is_static = defined && defined->is_static;
    unit->routine = named;
    return;
  }
  unit->routine = lcm_thread_routine(l, unit->call.routine);
  if (!unit->routine)
    unit->reason = "which function the thread runs is not known: say it with "
                   "`// lcm: call f`";
}

/* Find out how many threads the loop "loop" starts for "unit". */
static void find_count(struct lcm_lowering *l, struct unit *unit,
                       const lcm_ast *loop) {
  lcm_ctx *ctx = l->ctx;
  struct lcm_meaning meaning;
  const bool counted = loop->kind == LCM_AST_FOR &&
                       lcm_lower_header(&unit->range, l, loop) &&
                       !unit->range.factor;
  if (lcm_lower_meaning(&meaning, l, loop->anchor) && meaning.count) {
    unit->count = meaning.count;
    if (!counted)
      unit->range = (lcm_iteration){.index = NULL};
    return;
  }
  if (!counted) {
    unit->reason = "how many threads the loop starts is not known: say it with "
                   "`// lcm: count n`";
    return;
  }
  const lcm_expr *span = lcm_expr_sub(ctx, unit->range.to, unit->range.from);
  if (unit->range.step)
    span = lcm_expr_apply(ctx, LCM_X_FLOOR,
                          lcm_expr_div(ctx, span, unit->range.step));
  unit->count = lcm_expr_add(ctx, span, lcm_expr_int(ctx, 1));
}

/* Return why what "ast" stands in, inside the statement "top", leaves open
 * whether it is executed, or NULL; put the loop around it, which may be "top",
 * into "*loop". */
static const char *surroundings(const lcm_ast **loop, const lcm_ast *ast,
                                const lcm_ast *top) {
  *loop = NULL;
  for (; ast != top; ast = ast->parent) {
    const lcm_ast *above = ast->parent;
    const bool loops = lcm_ast_is_loop(above);
    if (loops && !lcm_loop_runs_once(above)) {
      if (*loop)
        return "threads that loops in loops start: their number is not known";
      *loop = above;
    }
    if ((above->kind == LCM_AST_IF || above->kind == LCM_AST_CONDITIONAL ||
         above->kind == LCM_AST_SWITCH || above->kind == LCM_AST_AND ||
         above->kind == LCM_AST_OR) &&
        ast != above->first)
      return "a thread that is started under a condition: whether it runs is "
             "not known";
  }
  return NULL;
}

/* Add the units that calls in and below "ast", in the statement "top", start
 * to "units". */
static void find_units(struct lcm_lowering *l, unit_list *units,
                       const lcm_ast *ast, const lcm_ast *top) {
  struct unit unit = {.count = NULL};
  if (lcm_thread_call_of(&unit.call, l, ast) &&
      unit.call.act == LCM_THREAD_CREATE) {
    const lcm_ast *loop = NULL;
    unit.reason = surroundings(&loop, ast, top);
    if (loop && !unit.reason)
      find_count(l, &unit, loop);
    if (!unit.reason)
      find_routine(l, &unit, top);
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), units, unit);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    find_units(l, units, child, top);
}

/* Operations of a fragment that are worth a thread of its own: starting one
 * takes longer than fewer. */
enum { MUCH_WORK = 1000 };

/* Return whether "node" only puts its children together. */
static bool is_group(const lcm_node *node) {
  return node->kind == LCM_NODE_SERIES || node->kind == LCM_NODE_LOOP ||
         node->kind == LCM_NODE_WHILE || node->kind == LCM_NODE_BRANCH;
}

/* Return whether "node" counts as work that the starting thread does while the
 * others run: it has a model or calls, possesses or waits for something, or
 * computes much. */
static bool is_work(const lcm_node *node) {
  double flops = 0;
  if (node->n_models)
    return true;
  if (node->kind == LCM_NODE_FRAGMENT)
    return !node->flops || !lcm_expr_is_number(node->flops, &flops) ||
           flops > MUCH_WORK;
  if (!is_group(node))
    return node->kind != LCM_NODE_LET;
  for (size_t i = 0; i < node->n_children; i++)
    if (is_work(node->children[i]))
      return true;
  return false;
}

/* Return whether "node" does nothing. */
static bool is_empty(const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    if (!is_empty(node->children[i]))
      return false;
  return is_group(node) && !node->n_models;
}

/* What the starting thread does: before the others run, beside them, behind. */
struct parts {
  lcm_node_list before;
  lcm_node_list beside;
  lcm_node_list behind;
};

/* Divide "nodes", what is done from the first start to the last join, into
 * "out".  Values that are known beside the threads are known behind them. */
static void divide(struct parts *out, lcm_arena *arena,
                   const lcm_node_list *nodes) {
  size_t first = nodes->n;
  size_t end = 0;
  for (size_t i = 0; i < nodes->n; i++)
    if (is_work(nodes->at[i])) {
      first = first < i ? first : i;
      end = i + 1;
    }
  for (size_t i = 0; i < nodes->n; i++) {
    const lcm_node *node = nodes->at[i];
    const bool beside = i >= first && i < end;
    if (is_empty(node))
      continue;
    if (beside)
      LCM_LIST_ADD(arena, &out->beside, node);
    else if (i >= end && first < nodes->n)
      LCM_LIST_ADD(arena, &out->behind, node);
    else
      LCM_LIST_ADD(arena, &out->before, node);
    if (beside && node->kind == LCM_NODE_LET)
      LCM_LIST_ADD(arena, &out->behind, node);
  }
}

/* Return whether the function "name" neither waits for threads nor calls what
 * may. */
static bool is_calm_function(const char *name) {
  static const char *const CALM[] = {
      "printf", "fprintf", "puts",   "fputs", "perror", "exit",   "abort",
      "malloc", "calloc",  "fflush", "free",  "memset", "memcpy", "strerror"};
  for (size_t i = 0; i < sizeof CALM / sizeof *CALM; i++)
    if (!strcmp(name, CALM[i]))
      return true;
  return !strncmp(name, "pthread_attr_", strlen("pthread_attr_"));
}

/* Return whether "ast" and what is below it wait for nothing that threads
 * do. */
static bool is_calm(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_thread_call call;
  lcm_iteration range;
  if (ast->kind == LCM_AST_CALL && lcm_thread_call_of(&call, l, ast)) {
    if (call.act != LCM_THREAD_CREATE && call.act != LCM_THREAD_DETACH)
      return false;
  } else if (ast->kind == LCM_AST_CALL &&
             (!ast->name || !is_calm_function(ast->name)))
    return false;
  if (lcm_ast_is_loop(ast) && !lcm_loop_runs_once(ast) &&
      (ast->kind != LCM_AST_FOR || !lcm_lower_header(&range, l, ast)))
    return false;
  if (ast->is_atomic)
    return false;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (!is_calm(l, child))
      return false;
  return true;
}

/* Return whether all threads of "s" run at the same time: none is joined before
 * the last is started, and nothing is waited for between. */
static bool run_together(const struct stretch *s) {
  size_t last = s->first;
  for (size_t i = s->first; i <= s->last; i++)
    last = starts(s->l, s->items.at[i]) ? i : last;
  for (size_t i = s->first; i <= last; i++)
    if (joins(s->l, s->items.at[i]) || !is_calm(s->l, s->items.at[i]))
      return false;
  return true;
}

/* Threads put together. */
struct group {
  struct stretch *s;
  const unit_list *units; /* of them */
  const lcm_expr *total;  /* how many threads they are */
  /* what the starting thread does meanwhile; NULL: it waits */
  const lcm_node *main;
  const lcm_expr *main_id; /* its number in the team */
};

/* Return the symbol for the number of a thread in its team. */
static const lcm_expr *thread_of(lcm_ctx *ctx) {
  return lcm_expr_symbol(ctx, lcm_intern(ctx, "thread"), LCM_DIM_NONE);
}

/* Add the node "kind", at "ast", of the semaphore "name" (NULL: none), which
 * begins with no unit. */
static void add_turn(struct lcm_lowering *l, lcm_node_list *nodes,
                     lcm_node_kind kind, const lcm_ast *ast, const char *name) {
  const struct lcm_instance of = {.name = name};
  if (!name)
    return;
  if (!lcm_thread_declared(l, name))
    lcm_thread_fill(l, ast, name, lcm_expr_int(l->ctx, 0));
  (void)lcm_thread_possess(l, nodes, kind, ast, &of);
}

/* Return what a thread of "unit" does, the first of them being the one with the
 * number "offset" of the team. */
static const lcm_node *body_of(struct lcm_lowering *l, const struct unit *unit,
                               const lcm_expr *offset) {
  lcm_ctx *ctx = l->ctx;
  lcm_node_list nodes = {0};
  if (unit->reason) {
    lcm_lower_opaque(l, &nodes, unit->call.call, unit->reason);
    return nodes.at[0];
  }
  if (unit->range.index) {
    const lcm_expr *i = lcm_expr_sub(ctx, thread_of(ctx), offset);
    if (unit->range.step)
      i = lcm_expr_mul(ctx, i, unit->range.step);
    lcm_node *let = lcm_lower_node(l, LCM_NODE_LET, unit->call.call);
    let->u.let = (struct lcm_assign){unit->range.index,
                                     lcm_expr_add(ctx, unit->range.from, i)};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &nodes, let);
  }
  add_turn(l, &nodes, LCM_NODE_ACQUIRE, unit->call.call, unit->begins);
  LCM_LIST_ADD(
      lcm_ctx_arena(ctx), &nodes,
      lcm_thread_entry(l, unit->call.call, unit->routine, unit->call.value));
  add_turn(l, &nodes, LCM_NODE_RELEASE, unit->call.call, unit->ends);
  return lcm_lower_series(l, &nodes, lcm_lower_loc(l, unit->call.call));
}

/* Say in "node" what it was made from. */
static void describe(const struct group *g, lcm_node *node) {
  struct lcm_lowering *l = g->s->l;
  const lcm_ast *call = g->units->at[0].call.call;
  node->label = lcm_intern(l->ctx, "threads");
  lcm_lower_attribute(l, node, "construct", call->name);
  if (!g->s->joined)
    lcm_lower_attribute(l, node, "joined", "at the end");
  if (!g->main && run_together(g->s))
    lcm_lower_attribute(l, node, "together",
                        lcm_arena_printf(lcm_ctx_arena(l->ctx), "%u",
                                         g->s->items.at[g->s->first]->begin));
}

/* Return a node of "kind" for all of "g". */
static lcm_node *node_of(const struct group *g, lcm_node_kind kind) {
  struct stretch *s = g->s;
  lcm_node *node = lcm_lower_node(s->l, kind, g->units->at[0].call.call);
  node->loc.end = s->items.at[s->last]->end > node->loc.end
                      ? s->items.at[s->last]->end
                      : node->loc.end;
  return node;
}

/* Return the threads of "g", single ones, side by side. */
static lcm_node *as_parallel(const struct group *g) {
  struct lcm_lowering *l = g->s->l;
  lcm_node_list children = {0};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  for (size_t i = 0; i < g->units->n; i++)
    LCM_LIST_ADD(arena, &children, body_of(l, &g->units->at[i], NULL));
  if (g->main)
    LCM_LIST_ADD(arena, &children, g->main);
  lcm_node *node = node_of(g, LCM_NODE_PARALLEL);
  node->children = children.at;
  node->n_children = children.n;
  describe(g, node);
  return node;
}

/* Return what each member of the team "g" does, by its number. */
static const lcm_node *by_number(const struct group *g) {
  struct lcm_lowering *l = g->s->l;
  lcm_ctx *ctx = l->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const bool first = g->main && lcm_expr_is_int(g->main_id, 0);
  const size_t n = g->units->n + (g->main != NULL);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, n);
  const lcm_expr **conditions = LCM_NEW_ARRAY(arena, const lcm_expr *, n);
  const lcm_expr *offset = lcm_expr_int(ctx, first);
  lcm_node *branch = node_of(g, LCM_NODE_BRANCH);
  if (first)
    children[branch->n_children++] = g->main;
  for (size_t i = 0; i < g->units->n; i++) {
    const struct unit *unit = &g->units->at[i];
    if (branch->n_children)
      conditions[branch->n_children - 1] =
          lcm_expr_binary(ctx, LCM_X_LT, thread_of(ctx), offset);
    children[branch->n_children++] = body_of(l, unit, offset);
    offset = lcm_expr_add(ctx, offset,
                          unit->count ? unit->count : lcm_expr_int(ctx, 1));
  }
  if (g->main && !first) {
    conditions[branch->n_children - 1] =
        lcm_expr_binary(ctx, LCM_X_LT, thread_of(ctx), offset);
    children[branch->n_children++] = g->main;
  }
  if (n == 1)
    return children[0];
  branch->label = lcm_intern(ctx, "by thread");
  branch->children = children;
  branch->u.branch.conditions = conditions;
  return branch;
}

/* Return the threads of "g" as a team with "body". */
static lcm_node *as_team(const struct group *g, const lcm_node *body) {
  struct lcm_lowering *l = g->s->l;
  lcm_node *node = node_of(g, LCM_NODE_TEAM);
  node->u.team.kind = LCM_TEAM_THREADS;
  node->u.team.size =
      g->main ? lcm_expr_add(l->ctx, g->total, lcm_expr_int(l->ctx, 1))
              : g->total;
  lcm_lower_child(l, node, body);
  const struct unit *unit = &g->units->at[0];
  const bool one = g->units->n == 1 && !g->main && unit->routine;
  lcm_thread_note_team(l, node, one ? unit->routine->name : NULL,
                       unit->call.call);
  describe(g, node);
  return node;
}

/* Return the team "team" beside what the starting thread does, which meets none
 * of its barriers: that has one processor, the team the others. */
static lcm_node *beside_main(const struct group *g, lcm_node *team) {
  struct lcm_lowering *l = g->s->l;
  lcm_ctx *ctx = l->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, 2);
  struct lcm_assign *with = LCM_NEW(arena, struct lcm_assign);
  const char *p = lcm_intern(ctx, "p");
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *rest =
      lcm_expr_sub(ctx, lcm_expr_symbol(ctx, p, LCM_DIM_NONE), one);
  *with = (struct lcm_assign){p, lcm_expr_binary(ctx, LCM_X_MAX, rest, one)};
  team->with = with;
  team->n_with = 1;
  children[0] = team;
  children[1] = g->main;
  lcm_node *node = node_of(g, LCM_NODE_PARALLEL);
  node->label = lcm_intern(ctx, "threads");
  node->children = children;
  node->n_children = 2;
  return node;
}

/* Return the call of the routine of "unit" among the nodes of "beside", by the
 * starting thread itself; their number for none. */
static size_t own_call(struct lcm_lowering *l, const struct unit *unit,
                       const lcm_node_list *beside) {
  const char *key = unit->routine ? lcm_lower_key(l, unit->routine->name,
                                                  unit->routine->is_static)
                                  : NULL;
  for (size_t i = 0; i < beside->n && key; i++)
    if (beside->at[i]->kind == LCM_NODE_CALL &&
        !strcmp(beside->at[i]->u.call.callee, key))
      return i;
  return beside->n;
}

/* Return the call "entry" of a started thread joined with the call "own" of the
 * same function by the starting one. */
static const lcm_node *joined_call(const struct group *g, const lcm_node *entry,
                                   const lcm_node *own) {
  struct lcm_lowering *l = g->s->l;
  lcm_ctx *ctx = l->ctx;
  const size_t n = entry->u.call.n_args;
  lcm_node *call = lcm_lower_node(l, LCM_NODE_CALL, g->units->at[0].call.call);
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, n + 1);
  *call = *entry;
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *mine = i < own->u.call.n_args ? own->u.call.args[i] : NULL;
    args[i] =
        i && i < own->u.call.n_args && !mine ? NULL : entry->u.call.args[i];
    if (mine && args[i] && mine != args[i])
      args[i] = lcm_expr_if(
          ctx, lcm_expr_binary(ctx, LCM_X_EQ, thread_of(ctx), g->main_id), mine,
          args[i]);
  }
  call->u.call.args = args;
  return call;
}

/* Return "nodes", from "from" to "to" - 1, done by the starting thread alone;
 * NULL where there are none. */
static lcm_node *by_main(const struct group *g, const lcm_node_list *nodes,
                         size_t from, size_t to) {
  struct lcm_lowering *l = g->s->l;
  lcm_node_list own = {0};
  for (size_t i = from; i < to; i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &own, nodes->at[i]);
  if (!own.n)
    return NULL;
  const lcm_expr **condition = LCM_NEW(lcm_ctx_arena(l->ctx), const lcm_expr *);
  lcm_node *branch = lcm_lower_node(l, LCM_NODE_BRANCH, g->s->items.at[0]);
  *condition = lcm_expr_binary(l->ctx, LCM_X_EQ, thread_of(l->ctx), g->main_id);
  branch->u.branch.conditions = condition;
  branch->label = lcm_intern(l->ctx, "by the first thread");
  lcm_lower_child(l, branch, lcm_lower_series(l, &own, own.at[0]->loc));
  return branch;
}

/* Return the team of "g" in which the starting thread, by child "at" of
 * "beside", runs what the others run. */
static lcm_node *as_one_team(const struct group *g, const lcm_node_list *beside,
                             size_t at) {
  struct lcm_lowering *l = g->s->l;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const bool first = lcm_expr_is_int(g->main_id, 0);
  lcm_node_list nodes = {0};
  const lcm_node *before = by_main(g, beside, 0, at);
  const lcm_node *behind = by_main(g, beside, at + 1, beside->n);
  const lcm_node *body =
      body_of(l, &g->units->at[0], lcm_expr_int(l->ctx, first));
  if (before)
    LCM_LIST_ADD(arena, &nodes, before);
  for (size_t i = 0; i < body->n_children; i++)
    LCM_LIST_ADD(arena, &nodes,
                 body->children[i]->kind == LCM_NODE_CALL
                     ? joined_call(g, body->children[i], beside->at[at])
                     : body->children[i]);
  if (body->kind == LCM_NODE_CALL)
    LCM_LIST_ADD(arena, &nodes, joined_call(g, body, beside->at[at]));
  if (behind)
    LCM_LIST_ADD(arena, &nodes, behind);
  return as_team(g, lcm_lower_series(l, &nodes, body->loc));
}

/* Return whether a call in or below "ast", or in functions of the file that it
 * calls, waits at a barrier. */
static bool meets(const struct lcm_lowering *l, const lcm_ast *ast,
                  unsigned depth) {
  struct lcm_thread_call call;
  if (lcm_thread_is_barrier(l, ast))
    return true;
  if (lcm_thread_call_of(&call, l, ast))
    return call.act == LCM_THREAD_MEET;
  const lcm_ast *callee =
      ast->kind == LCM_AST_CALL ? lcm_thread_defined(l, ast->name) : NULL;
  if (callee && depth < 8 && meets(l, callee, depth + 1))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (meets(l, child, depth))
      return true;
  return false;
}

/* Return whether the starting thread waits at barriers in "s". */
static bool main_meets(const struct stretch *s) {
  for (size_t i = s->first; i <= s->last; i++)
    if (meets(s->l, s->items.at[i], 0))
      return true;
  return false;
}

/* Return the threads "units" of "s" beside the nodes "beside". */
static const lcm_node *put_together(struct stretch *s, const unit_list *units,
                                    const lcm_node_list *beside) {
  struct lcm_lowering *l = s->l;
  lcm_ctx *ctx = l->ctx;
  struct group g = {.s = s, .units = units, .total = lcm_expr_int(ctx, 0)};
  bool single = true;
  for (size_t i = 0; i < units->n; i++) {
    const lcm_expr *count = units->at[i].count;
    single = single && !count;
    g.total = lcm_expr_add(ctx, g.total, count ? count : lcm_expr_int(ctx, 1));
  }
  const lcm_expr *from = units->at[0].range.from;
  const bool first = units->n == 1 && from && lcm_expr_is_int(from, 1);
  g.main_id = first ? lcm_expr_int(ctx, 0) : g.total;
  if (beside->n)
    g.main = lcm_lower_series(l, beside, beside->at[0]->loc);
  const size_t own =
      units->n == 1 && !single ? own_call(l, &units->at[0], beside) : beside->n;
  if (own < beside->n)
    return as_one_team(&g, beside, own);
  if (single && !l->threads->meets)
    return as_parallel(&g);
  if (!g.main || !l->threads->meets || main_meets(s))
    return as_team(&g, by_number(&g));
  struct group others = g;
  others.main = NULL;
  return beside_main(&g, as_team(&others, by_number(&others)));
}

/* Say that the threads of "units" are joined nowhere in sight. */
static void report_open(struct stretch *s, const unit_list *units) {
  struct lcm_lowering *l = s->l;
  const struct unit *unit = &units->at[0];
  if (!l->around.covered)
    lcm_report(l->ctx, LCM_DIAG_OPAQUE, lcm_lower_loc(l, unit->call.call),
               "nobody waits for the threads that run '%s': they are taken to "
               "be joined at the end",
               unit->routine ? unit->routine->name : "?");
}

/* Return whether "ast" is a loop that starts threads: what else it does
 * prepares them. */
static bool is_preparation(const struct lcm_lowering *l, const lcm_ast *ast) {
  return (lcm_ast_is_loop(ast)) && starts(l, ast);
}

/* Lower what is done between the first start and the last join of "s" into
 * "all", but for what prepares threads, which "nodes" get. */
static void lower_range(struct stretch *s, lcm_node_list *all,
                        lcm_node_list *nodes) {
  lcm_arena *arena = lcm_ctx_arena(s->l->ctx);
  size_t from = s->first;
  for (size_t i = s->first; i <= s->last; i++) {
    lcm_node_list own = {0};
    if (!is_preparation(s->l, s->items.at[i]))
      continue;
    lower_items(s, all, from, i);
    lower_items(s, &own, i, i + 1);
    for (size_t k = 0; k < own.n; k++)
      if (!is_empty(own.at[k]))
        LCM_LIST_ADD(arena, nodes, own.at[k]);
    from = i + 1;
  }
  lower_items(s, all, from, s->last + 1);
}

/* ---- threads that are joined before others are started ------------------- */

/* Return the first call in or below "ast" that does "act", NULL for none. */
static const lcm_ast *call_of(const struct lcm_lowering *l, const lcm_ast *ast,
                              enum lcm_thread_act act) {
  struct lcm_thread_call call;
  const lcm_ast *found = NULL;
  if (lcm_thread_call_of(&call, l, ast) && call.act == act)
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = call_of(l, at, act);
  return found;
}

/* Return the text of "ast" without `&` in front of it. */
static const char *text_of(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *target = lcm_thread_target(ast);
  return target && target->begin < target->end && target->end <= l->len
             ? lcm_intern_n(l->ctx, l->text + target->begin,
                            target->end - target->begin)
             : NULL;
}

/* Return the last of "units" that the statement "item", behind it, joins alone,
 * or NULL. */
static struct unit *joined_by(struct lcm_lowering *l, const unit_list *units,
                              const lcm_ast *item) {
  struct lcm_thread_call call;
  const lcm_ast *join = call_of(l, item, LCM_THREAD_JOIN);
  if (!join || joins_in_loop(l, item) ||
      count_calls(l, item, LCM_THREAD_JOIN) != 1 ||
      !lcm_thread_call_of(&call, l, join))
    return NULL;
  const char *name = text_of(l, call.object);
  for (size_t i = units->n; name && i-- > 0;)
    if (units->at[i].call.call->begin < item->begin &&
        text_of(l, units->at[i].call.object) == name)
      return &units->at[i];
  return NULL;
}

/* Return whether the starting thread does something itself in the statement
 * "item", as far as its form says. */
static bool is_busy(const struct lcm_lowering *l, const lcm_ast *item) {
  return !starts(l, item) && !joins(l, item) &&
         (lcm_ast_is_loop(item) || calls_more(l, item));
}

/* Return the number of the last statement of "s" that starts threads, or, with
 * "busy", in which the starting thread does something itself. */
static size_t last_act(const struct stretch *s, bool busy) {
  size_t last = s->first;
  for (size_t i = s->first; i <= s->last; i++)
    if (starts(s->l, s->items.at[i]) || (busy && is_busy(s->l, s->items.at[i])))
      last = i;
  return last;
}

/* Return the number of the first statement of "s" that something has to come
 * behind: a join behind which anything is done, or something that is done
 * before threads are started.  That behind the last for none. */
static size_t first_turn(const struct stretch *s) {
  const size_t started = last_act(s, false);
  const size_t busy = last_act(s, true);
  for (size_t i = s->first; i < busy; i++)
    if (joins(s->l, s->items.at[i]) ||
        (i < started && is_busy(s->l, s->items.at[i])))
      return i;
  return s->last + 1;
}

/* Return whether the thread of "unit" may wait at a barrier. */
static bool may_meet(const struct lcm_lowering *l, const struct unit *unit) {
  const lcm_ast *routine =
      unit->routine ? lcm_thread_defined(l, unit->routine->name) : NULL;
  return l->threads->meets && (!routine || meets(l, routine, 0));
}

/* Return whether the order in which the threads "units" of "s" are started and
 * joined can be followed: single threads, each joined alone. */
static bool can_take_turns(const struct stretch *s, const unit_list *units) {
  size_t known = 0;
  for (size_t i = 0; i < units->n; i++)
    if (units->at[i].count || units->at[i].reason ||
        may_meet(s->l, &units->at[i]))
      return false;
  for (size_t i = first_turn(s); i < last_act(s, true); i++)
    if (joins(s->l, s->items.at[i]) && !joined_by(s->l, units, s->items.at[i]))
      return false;
  return !lcm_map_get(&s->l->threads->routines, s->l->function->name, &known) &&
         !(s->l->threads->meets && main_meets(s));
}

/* Return the name of the semaphore by which the starting thread does "what"
 * with the thread of "unit". */
static const char *turn_of(struct lcm_lowering *l, const struct unit *unit,
                           const char *what) {
  const char *name = text_of(l, unit->call.object);
  return lcm_intern(l->ctx,
                    lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s %s:%u", what,
                                     name ? name : "",
                                     lcm_lower_loc(l, unit->call.call).line));
}

/* Add the threads "units" of "s" to "nodes", each from when it is started to
 * when it is joined, beside what the starting thread does. */
static void lower_turns(struct stretch *s, lcm_node_list *nodes,
                        const unit_list *units) {
  struct lcm_lowering *l = s->l;
  struct group g = {.s = s, .units = units};
  const size_t first = first_turn(s);
  const size_t last = last_act(s, true);
  lcm_node_list own = {0};
  size_t n = 0;
  for (size_t i = s->first; i <= s->last; i++) {
    const lcm_ast *item = s->items.at[i];
    lower_items(s, &own, i, i + 1);
    for (; n < units->n && units->at[n].call.call->begin < item->end; n++) {
      struct unit *unit = &units->at[n];
      unit->begins = i > first ? turn_of(l, unit, "start") : NULL;
      add_turn(l, &own, LCM_NODE_RELEASE, unit->call.call, unit->begins);
    }
    struct unit *unit =
        joins(l, item) && i < last ? joined_by(l, units, item) : NULL;
    if (!unit)
      continue;
    unit->ends = turn_of(l, unit, "join");
    add_turn(l, &own, LCM_NODE_ACQUIRE, item, unit->ends);
  }
  g.main = own.n ? lcm_lower_series(l, &own, own.at[0]->loc) : NULL;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, as_parallel(&g));
}

/* Say that the threads of "s" are taken to run at the same time though
 * something is done before some are started, or one is joined before. */
static void report_turns(const struct stretch *s) {
  const size_t first = first_turn(s);
  if (first <= s->last && !s->l->around.covered)
    lcm_report(s->l->ctx, LCM_DIAG_OPAQUE,
               lcm_lower_loc(s->l, s->items.at[first]),
               "threads and work that come behind this are taken to run beside "
               "it and the threads before it");
}

/* Add what is done between the first start and the last join of "s" to
 * "nodes". */
static void lower_threads(struct stretch *s, lcm_node_list *nodes) {
  struct lcm_lowering *l = s->l;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_node_list all = {0};
  struct parts parts = {.before = {0}};
  unit_list units = {0};
  for (size_t i = s->first; i <= s->last; i++)
    find_units(l, &units, s->items.at[i], s->items.at[i]);
  if (s->joined && first_turn(s) <= s->last && can_take_turns(s, &units)) {
    lower_turns(s, nodes, &units);
    return;
  }
  if (s->joined)
    report_turns(s);
  lower_range(s, &all, nodes);
  divide(&parts, arena, &all);
  if (!s->joined)
    report_open(s, &units);
  for (size_t i = 0; i < parts.before.n; i++)
    LCM_LIST_ADD(arena, nodes, parts.before.at[i]);
  LCM_LIST_ADD(arena, nodes, put_together(s, &units, &parts.beside));
  for (size_t i = 0; i < parts.behind.n; i++)
    LCM_LIST_ADD(arena, nodes, parts.behind.at[i]);
}

const lcm_ast *lcm_thread_lower(struct lcm_lowering *l, lcm_node_list *nodes,
                                const lcm_ast *ast, const lcm_ast *stop) {
  struct stretch s = {.l = l};
  const lcm_ast *last = last_join(l, ast, stop);
  const bool is_main = !strcmp(l->function->name, "main");
  s.joined = last != NULL;
  if (!last && !is_main)
    return NULL;
  if (!last)
    for (last = ast; last->next && last->next != stop;)
      last = last->next;
  for (const lcm_ast *at = ast;; at = at->next) {
    add_items(&s, at);
    if (at == last)
      break;
  }
  find_range(&s);
  l->threads->starting = true;
  lower_items(&s, nodes, 0, s.first);
  lower_threads(&s, nodes);
  lower_items(&s, nodes, s.last + 1, s.items.n);
  l->threads->starting = false;
  return last;
}
