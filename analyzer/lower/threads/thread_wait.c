/* Loops around waits on condition variables, and loops that do nothing, as
 * waits for what they ask. */
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_resource.h"
#include "analyzer/lower/threads/thread_value.h"
#include "analyzer/lower/threads/thread_wait.h"
#include "base/find.h"

/* What the loop around a wait asks: it goes on waiting while "counter" compares
 * to "limit" (NULL: 0) as "op" says: '=', '!', '<', '>', 'l' (<=), 'g' (>=). */
struct question {
  const lcm_ast *counter;
  const lcm_ast *limit;
  char op;
};

/* How threads wait for a variable.
 * COUNTED  it counts what is there: each wait takes one
 * FLAG     it becomes true once
 * LEVEL    it grows, and they wait until it is large enough
 * DRAINED  it falls, and they wait until it is 0
 * ODD      not followed */
enum way { COUNTED, FLAG, LEVEL, DRAINED, ODD };

/* Return whether "ast" is a place that may change. */
static bool is_place(const lcm_ast *ast) {
  return ast->kind == LCM_AST_MEMBER || ast->kind == LCM_AST_SUBSCRIPT ||
         (ast->kind == LCM_AST_REF && !ast->is_function && !ast->is_pointer &&
          !ast->is_system);
}

/* Return the comparison that the "n" characters at "text" hold, 0 for none. */
static char comparison_in(const char *text, size_t n) {
  static const struct {
    char text[3];
    char op;
  } OPS[] = {{"==", '='}, {"!=", '!'}, {"<=", 'l'},
             {">=", 'g'}, {"<", '<'},  {">", '>'}};
  for (size_t i = 0; i < sizeof OPS / sizeof *OPS; i++)
    if (memmem(text, n, OPS[i].text, strlen(OPS[i].text)))
      return OPS[i].op;
  return 0;
}

/* Return the comparison "op" with its sides exchanged. */
static char mirrored(char op) {
  static const char PAIRS[] = "<>><lggl";
  for (size_t i = 0; PAIRS[i]; i += 2)
    if (PAIRS[i] == op)
      return PAIRS[i + 1];
  return op;
}

/* Read the comparison "ast". */
static bool read_comparison(struct question *out, const struct lcm_lowering *l,
                            const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left ? left->next : NULL;
  if (!right || right != ast->last || left->end > right->begin ||
      right->begin > l->len)
    return false;
  const char op = comparison_in(l->text + left->end, right->begin - left->end);
  if (!op)
    return false;
  const bool swap = !is_place(left);
  *out = (struct question){swap ? right : left, swap ? left : right,
                           swap ? mirrored(op) : op};
  return is_place(out->counter);
}

/* Read what "cond" asks; of several conditions the first that is followed. */
static bool read_question(struct question *out, const struct lcm_lowering *l,
                          const lcm_ast *cond) {
  if (cond->kind == LCM_AST_AND)
    return read_question(out, l, cond->first) ||
           read_question(out, l, cond->last);
  *out = (struct question){cond, NULL, '!'};
  if (is_place(cond))
    return true;
  if (cond->kind != LCM_AST_OTHER || !cond->first)
    return false;
  if (cond->first != cond->last)
    return read_comparison(out, l, cond);
  *out = (struct question){cond->first, NULL, '='};
  return cond->begin < l->len && l->text[cond->begin] == '!' &&
         is_place(cond->first);
}

/* Return the call below "ast" that waits on a condition variable. */
static bool find_wait(struct lcm_thread_call *out, const struct lcm_lowering *l,
                      const lcm_ast *ast) {
  if (lcm_thread_call_of(out, l, ast) && out->act == LCM_THREAD_AWAIT)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (find_wait(out, l, child))
      return true;
  return false;
}

/* Return whether "ast" does nothing but let time pass. */
static bool is_pause(const lcm_ast *ast) {
  static const char *const PAUSES[] = {
      "sched_yield", "thrd_yield", "_mm_pause", "__builtin_ia32_pause",
      "usleep",      "nanosleep",  "thrd_sleep"};
  if (ast->kind == LCM_AST_NULL)
    return true;
  if (ast->kind == LCM_AST_COMPOUND) {
    for (const lcm_ast *at = ast->first; at; at = at->next)
      if (!is_pause(at))
        return false;
    return true;
  }
  for (size_t i = 0; i < sizeof PAUSES / sizeof *PAUSES; i++)
    if (ast->kind == LCM_AST_CALL && ast->name && !strcmp(ast->name, PAUSES[i]))
      return true;
  return false;
}

/* Return the condition of "ast", a loop around a wait that does nothing else,
 * or one that does nothing at all ("wait" has no call then); NULL where it is
 * none. */
static const lcm_ast *asks(const struct lcm_lowering *l, const lcm_ast *ast,
                           struct lcm_thread_call *wait) {
  const lcm_ast *body = ast->last;
  *wait = (struct lcm_thread_call){.call = NULL};
  if (ast->kind != LCM_AST_WHILE || !body || body == ast->first)
    return NULL;
  if (is_pause(body))
    return l->threads->told ? NULL : ast->first;
  if (!find_wait(wait, l, body))
    return NULL;
  if (body->kind == LCM_AST_COMPOUND && body->first == body->last)
    body = body->first;
  return body == wait->call ||
                 (body->kind == LCM_AST_ASSIGN && body->last == wait->call)
             ? ast->first
             : NULL;
}

/* Return whether "limit" is the number "n" as written. */
static bool is_written(const struct lcm_lowering *l, const lcm_ast *limit,
                       char digit) {
  if (!limit)
    return digit == '0';
  return limit->begin < l->len && limit->end == limit->begin + 1 &&
         l->text[limit->begin] == digit;
}

/* Note in "awaited" what "q" asks. */
static void note_question(struct lcm_awaited *awaited,
                          const struct lcm_lowering *l,
                          const struct question *q) {
  const bool zero = is_written(l, q->limit, '0');
  const bool one = is_written(l, q->limit, '1');
  if ((zero && (q->op == '=' || q->op == 'l')) || (one && q->op == '<'))
    awaited->empty = true;
  else if (zero && (q->op == '!' || q->op == '>'))
    awaited->busy = true;
  else if (!zero && (q->op == '=' || q->op == 'g'))
    awaited->full = true;
  else if (!zero && (q->op == '<' || q->op == 'l' || q->op == '!'))
    awaited->below = true;
  else
    awaited->odd = true;
}

/* Note the waits in and below "ast" of "function". */
static void note_waits(struct lcm_lowering *l, const lcm_ast *function,
                       const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  struct lcm_thread_call wait;
  struct question q;
  if (!(ast->holds & LCM_AST_HOLDS_LOOP))
    return;
  const lcm_ast *cond = asks(l, ast, &wait);
  if (cond && read_question(&q, l, cond)) {
    const char *name = lcm_thread_name(l, q.counter);
    struct lcm_awaited *awaited = lcm_thread_awaited(l, name);
    if (!awaited) {
      const struct lcm_awaited fresh = {.name = name};
      LCM_LIST_ADD(arena, &l->threads->awaited, fresh);
      awaited = &l->threads->awaited.at[l->threads->awaited.n - 1];
    }
    note_question(awaited, l, &q);
    LCM_LIST_ADD(arena, &awaited->waiting, function);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_waits(l, function, child);
}

/* What a change does to a variable. */
enum change { UP, DOWN, SET, CLEAR, VALUE };

/* Return the number that "ast" is, as written; false where it is none. */
static bool read_number(long long *out, const struct lcm_lowering *l,
                        const lcm_ast *ast) {
  const size_t n = ast->end - ast->begin;
  *out = 0;
  if (ast->kind == LCM_AST_REF && ast->name &&
      (!strcmp(ast->name, "true") || !strcmp(ast->name, "false"))) {
    *out = ast->name[0] == 't';
    return true;
  }
  if (!n || n > 9 || ast->end > l->len)
    return false;
  for (size_t i = 0; i < n; i++) {
    const char c = l->text[ast->begin + i];
    if (c < '0' || c > '9')
      return !strncmp(l->text + ast->begin, "true", 4) ||
                     !strncmp(l->text + ast->begin, "false", 5)
                 ? (*out = l->text[ast->begin] == 't', true)
                 : false;
    *out = *out * 10 + (c - '0');
  }
  return true;
}

/* Return what "ast" does to its target, which is set to "*number". */
static enum change change_of(long long *number, const struct lcm_lowering *l,
                             const lcm_ast *ast) {
  const char *text = l->text + ast->begin;
  const size_t n =
      ast->end > ast->begin && ast->end <= l->len ? ast->end - ast->begin : 0;
  *number = 1;
  if (ast->kind == LCM_AST_ASSIGN)
    return !ast->last || !read_number(number, l, ast->last) ? VALUE
           : *number                                        ? SET
                                                            : CLEAR;
  if (ast->first != ast->last && !is_written(l, ast->last, '1'))
    return VALUE;
  if (memmem(text, n, "++", 2) || memmem(text, n, "+=", 2))
    return UP;
  return memmem(text, n, "--", 2) || memmem(text, n, "-=", 2) ? DOWN : VALUE;
}

/* Return whether "function" waits for "awaited". */
static bool waits_in(const struct lcm_awaited *awaited,
                     const lcm_ast *function) {
  for (size_t i = 0; i < awaited->waiting.n; i++)
    if (awaited->waiting.at[i] == function)
      return true;
  return false;
}

/* Return the awaited variable that "ast" changes, or NULL. */
static struct lcm_awaited *changed_by(const struct lcm_lowering *l,
                                      const lcm_ast *ast) {
  return l->threads->awaited.n &&
                 (ast->kind == LCM_AST_UPDATE || ast->kind == LCM_AST_ASSIGN) &&
                 ast->first && is_place(ast->first)
             ? lcm_thread_awaited(l, lcm_thread_name(l, ast->first))
             : NULL;
}

/* Return whether what "ast" is worth hangs on the variable called "name", or on
 * what a function returns. */
static bool hangs_on(const struct lcm_lowering *l, const lcm_ast *ast,
                     const char *name) {
  if (ast->kind == LCM_AST_CALL ||
      (is_place(ast) && lcm_thread_name(l, ast) == name))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (hangs_on(l, child, name))
      return true;
  return false;
}

/* Note that "ast" gives "awaited" a value that is no number: threads that take
 * turns (`turn = 1 - turn`) are not followed. */
static void note_value(struct lcm_awaited *awaited,
                       const struct lcm_lowering *l, const lcm_ast *ast) {
  awaited->values++;
  if (ast->kind != LCM_AST_ASSIGN || !ast->last ||
      hangs_on(l, ast->last, awaited->name))
    awaited->odd = true;
}

/* Note the changes of awaited variables in and below "ast" of "function". */
static void note_changes(struct lcm_lowering *l, const lcm_ast *function,
                         const lcm_ast *ast) {
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return;
  struct lcm_awaited *awaited = changed_by(l, ast);
  long long number = 0;
  if (awaited) {
    const bool waits = waits_in(awaited, function);
    switch (change_of(&number, l, ast)) {
    case UP:
      awaited->ups++;
      break;
    case DOWN:
      awaited->downs++;
      break;
    case SET:
      awaited->sets += waits;
      awaited->raised += !waits;
      awaited->begins = waits ? awaited->begins : number;
      break;
    case CLEAR:
      awaited->clears += waits;
      break;
    case VALUE:
      note_value(awaited, l, ast);
      break;
    }
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_changes(l, function, child);
}

/* Note with what number the awaited variables at file scope begin. */
static void note_begins(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->threads->awaited.n; i++) {
    struct lcm_awaited *awaited = &l->threads->awaited.at[i];
    size_t found = 0;
    if (!lcm_map_get(&l->globals.declarations, awaited->name, &found))
      continue;
    const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
    awaited->begins = top->has_value ? top->value : awaited->begins;
  }
}

void lcm_thread_find_awaited(struct lcm_lowering *l) {
  l->threads->told = lcm_find(l->text, l->len, "lcm: wait ") ||
                     lcm_find(l->text, l->len, "lcm: signal ");
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      note_waits(l, top, top);
  if (!l->threads->awaited.n)
    return;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      note_changes(l, top, top);
  note_begins(l);
}

/* Return how threads wait for "awaited". */
static enum way way_of(const struct lcm_awaited *awaited) {
  const bool falls = awaited->downs || awaited->clears;
  const bool rises = awaited->ups || awaited->sets;
  if (awaited->odd)
    return ODD;
  if (awaited->below)
    return falls || awaited->empty || awaited->full || awaited->busy ? ODD
                                                                     : LEVEL;
  if (falls && rises && !awaited->values)
    return COUNTED;
  if (awaited->empty && !falls && !awaited->full && !awaited->busy)
    return FLAG;
  if (awaited->empty && falls && awaited->raised && !awaited->values)
    return COUNTED;
  if (awaited->busy && awaited->downs && !rises && !awaited->empty)
    return DRAINED;
  return ODD;
}

/* Return the instance of what threads wait for where they wait for "place" to
 * fall: for room. */
static struct lcm_instance room_of(struct lcm_lowering *l,
                                   struct lcm_instance of) {
  of.name = lcm_intern(
      l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s free", of.name));
  return of;
}

/* Return "of" with "value" as its last index. */
static struct lcm_instance at_value(struct lcm_lowering *l,
                                    struct lcm_instance of,
                                    const lcm_expr *value) {
  const lcm_expr **indices =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_expr *, of.n_indices + 1);
  for (size_t i = 0; i < of.n_indices; i++)
    indices[i] = of.indices[i];
  indices[of.n_indices++] = value;
  of.indices = indices;
  return of;
}

/* Add the node "kind", SIGNAL or WAIT, of the condition "of" at "ast". */
static void add_condition(struct lcm_lowering *l, lcm_node_list *nodes,
                          lcm_node_kind kind, const lcm_ast *ast,
                          struct lcm_instance of) {
  lcm_node *node = lcm_lower_node(l, kind, ast);
  node->u.condition = of;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

/* Return the loop around "ast" in which it stands unconditionally and alone, or
 * NULL. */
static const lcm_ast *loop_of(const lcm_ast *ast) {
  for (; ast; ast = ast->parent) {
    const lcm_ast *above = ast->parent;
    if (!above || above->kind == LCM_AST_IF || above->kind == LCM_AST_SWITCH ||
        above->kind == LCM_AST_WHILE || above->kind == LCM_AST_DO ||
        above->kind == LCM_AST_FUNCTION)
      return NULL;
    if (above->kind == LCM_AST_FOR)
      return above;
  }
  return NULL;
}

/* Return whether only one thread changes the place "target", or each its own
 * part of it. */
static bool is_own(const struct lcm_lowering *l, const lcm_ast *target) {
  size_t threads = 0;
  for (const lcm_ast *at = target; at && at->kind != LCM_AST_REF;
       at = at->first)
    if (at->kind == LCM_AST_SUBSCRIPT)
      return true;
  (void)lcm_map_get(&l->threads->routines, l->function->name, &threads);
  return threads == 1 || !strcmp(l->function->name, "main");
}

/* Return the value that "awaited" has behind its change by "ast"; NULL where
 * that is not known. */
static const lcm_expr *value_behind(struct lcm_lowering *l,
                                    const struct lcm_awaited *awaited,
                                    const lcm_ast *ast) {
  lcm_ctx *ctx = l->ctx;
  lcm_iteration range;
  const lcm_ast *loop = loop_of(ast);
  if (ast->kind == LCM_AST_ASSIGN)
    return lcm_thread_expr(l, ast->last);
  if (!loop || awaited->ups != 1 || !is_own(l, ast->first) ||
      !lcm_lower_header(&range, l, loop) || range.factor)
    return NULL;
  const lcm_expr *steps = lcm_expr_sub(
      ctx, lcm_expr_symbol(ctx, range.index, LCM_DIM_NONE), range.from);
  if (range.step)
    steps = lcm_expr_div(ctx, steps, range.step);
  return lcm_expr_add(ctx, steps, lcm_expr_int(ctx, awaited->begins + 1));
}

/* Return whether the file says which value each change of "awaited" gives it:
 * it is set to values, or counted up in one loop by one thread. */
static bool is_traced(const struct lcm_lowering *l,
                      const struct lcm_awaited *awaited, const lcm_ast *ast) {
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return true;
  struct lcm_awaited *of = changed_by(l, ast);
  if (of == awaited && ast->kind == LCM_AST_UPDATE)
    return loop_of(ast) && awaited->ups == 1;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (!is_traced(l, awaited, child))
      return false;
  return true;
}

void lcm_thread_change(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast) {
  struct lcm_instance of;
  long long number = 0;
  const struct lcm_awaited *awaited = changed_by(l, ast);
  if (!awaited)
    return;
  const enum way way = way_of(awaited);
  const enum change change = change_of(&number, l, ast);
  const bool up = change == UP || change == SET;
  const bool down = change == DOWN || change == CLEAR;
  const bool counts =
      change == UP || change == DOWN || waits_in(awaited, l->function);
  lcm_thread_object(&of, l, ast->first);
  const struct lcm_instance room = room_of(l, of);
  const lcm_expr *value = way == LEVEL ? value_behind(l, awaited, ast) : NULL;
  if (way == FLAG && !down)
    add_condition(l, nodes, LCM_NODE_SIGNAL, ast, of);
  else if (way == COUNTED && up && counts && awaited->empty)
    (void)lcm_thread_possess(l, nodes, LCM_NODE_RELEASE, ast, &of);
  else if (way == COUNTED && down && counts && (awaited->full || awaited->busy))
    (void)lcm_thread_possess(l, nodes, LCM_NODE_RELEASE, ast, &room);
  else if (way == DRAINED && down)
    (void)lcm_thread_possess(l, nodes, LCM_NODE_RELEASE, ast, &room);
  else if (way == LEVEL && value && !down)
    add_condition(l, nodes, LCM_NODE_SIGNAL, ast, at_value(l, of, value));
  else if (way == LEVEL && up)
    (void)lcm_thread_possess(l, nodes, LCM_NODE_RELEASE, ast, &of);
}

bool lcm_thread_changes(struct lcm_lowering *l, const lcm_ast *ast) {
  return changed_by(l, ast) != NULL;
}

/* A wait being lowered; "nodes" of it alone. */
struct waiting {
  struct lcm_lowering *l;
  const struct lcm_awaited *awaited;
  const struct question *q;
  const lcm_ast *ast;
  struct lcm_instance of;
  lcm_node_list nodes;
};

/* Let the thread take a unit of the semaphore "of", which begins with "value"
 * units. */
static void take(struct waiting *w, struct lcm_instance of,
                 const lcm_expr *value) {
  lcm_thread_fill(w->l, w->ast, of.name, value);
  (void)lcm_thread_possess(w->l, &w->nodes, LCM_NODE_ACQUIRE, w->ast, &of);
}

/* Let the thread take "count" units of "of", which begins with none. */
static void take_many(struct waiting *w, struct lcm_instance of,
                      const lcm_expr *count) {
  lcm_ctx *ctx = w->l->ctx;
  lcm_node_list one = {0};
  lcm_iteration *range = LCM_NEW(lcm_ctx_arena(ctx), lcm_iteration);
  lcm_node *loop = lcm_lower_node(w->l, LCM_NODE_LOOP, w->ast);
  lcm_thread_fill(w->l, w->ast, of.name, lcm_expr_int(ctx, 0));
  (void)lcm_thread_possess(w->l, &one, LCM_NODE_ACQUIRE, w->ast, &of);
  *range = (lcm_iteration){.index = lcm_name_of_source(ctx, "awaited"),
                           .from = lcm_expr_int(ctx, 1),
                           .to = count};
  loop->u.loop.ranges = range;
  loop->u.loop.n_ranges = 1;
  loop->label = lcm_lower_label(w->l, w->ast);
  lcm_lower_child(w->l, loop, one.at[0]);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &w->nodes, loop);
}

/* Return the first value at which the loop waits no more, NULL where that has
 * no model. */
static const lcm_expr *goal_of(struct waiting *w) {
  lcm_ctx *ctx = w->l->ctx;
  const lcm_expr *limit = lcm_thread_expr(w->l, w->q->limit);
  return limit && w->q->op == 'l'
             ? lcm_expr_add(ctx, limit, lcm_expr_int(ctx, 1))
             : limit;
}

/* Let the thread wait until what grows has reached its goal. */
static void reach(struct waiting *w, const lcm_expr *goal, bool traced) {
  lcm_ctx *ctx = w->l->ctx;
  lcm_node_list one = {0};
  const lcm_expr *begins = lcm_expr_int(ctx, w->awaited->begins);
  if (!traced) {
    take_many(w, w->of, lcm_expr_sub(ctx, goal, begins));
    return;
  }
  const lcm_expr **condition = LCM_NEW(lcm_ctx_arena(ctx), const lcm_expr *);
  lcm_node *branch = lcm_lower_node(w->l, LCM_NODE_BRANCH, w->ast);
  add_condition(w->l, &one, LCM_NODE_WAIT, w->ast, at_value(w->l, w->of, goal));
  *condition = lcm_expr_binary(ctx, LCM_X_LT, begins, goal);
  branch->u.branch.conditions = condition;
  branch->label = lcm_lower_label(w->l, w->ast);
  lcm_lower_child(w->l, branch, one.at[0]);
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &w->nodes, branch);
}

/* Return whether the file shows the values of "awaited" at each change. */
static bool all_traced(const struct lcm_lowering *l,
                       const struct lcm_awaited *awaited) {
  bool all = true;
  for (const lcm_ast *top = l->syntax->top; top && all; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      all = is_traced(l, awaited, top);
  return all;
}

/* Add what the wait "w" waits for; false where that is not followed. */
static bool add_wait(struct waiting *w) {
  lcm_ctx *ctx = w->l->ctx;
  const struct lcm_awaited *awaited = w->awaited;
  const lcm_expr *begins = lcm_expr_int(ctx, awaited->begins);
  const lcm_expr *goal = goal_of(w);
  const bool zero = is_written(w->l, w->q->limit, '0');
  const bool empty = (zero && (w->q->op == '=' || w->q->op == 'l')) ||
                     (!zero && w->q->op == '<');
  switch (way_of(awaited)) {
  case COUNTED:
    if (!empty && !zero && !goal)
      return false;
    if (empty)
      take(w, w->of, begins);
    else
      take(w, room_of(w->l, w->of),
           lcm_expr_sub(ctx, zero ? lcm_expr_int(ctx, 1) : goal, begins));
    return true;
  case FLAG:
    add_condition(w->l, &w->nodes, LCM_NODE_WAIT, w->ast, w->of);
    return true;
  case LEVEL:
    if (goal)
      reach(w, goal, all_traced(w->l, awaited));
    return goal != NULL;
  case DRAINED:
    take_many(w, room_of(w->l, w->of), begins);
    return awaited->begins > 0;
  case ODD:
    return false;
  }
  return false;
}

/* Return whether "node" is the beginning of the possession of "lock". */
static bool is_entry(const lcm_node *node, const struct lcm_instance *lock) {
  if (node->kind != LCM_NODE_ACQUIRE ||
      node->u.resource.instances[0].name != lock->name ||
      node->u.resource.instances[0].n_indices != lock->n_indices)
    return false;
  for (size_t i = 0; i < lock->n_indices; i++)
    if (node->u.resource.instances[0].indices[i] != lock->indices[i])
      return false;
  return true;
}

/* Add the nodes of "w", which gives the lock "mutex" back meanwhile: where its
 * possession has just begun, that begins behind the wait. */
static void add_around(struct waiting *w, lcm_node_list *nodes,
                       const lcm_ast *mutex) {
  struct lcm_instance lock;
  lcm_arena *arena = lcm_ctx_arena(w->l->ctx);
  lcm_thread_object(&lock, w->l, mutex);
  const bool entered = nodes->n && is_entry(nodes->at[nodes->n - 1], &lock);
  const lcm_node *entry = entered ? nodes->at[nodes->n - 1] : NULL;
  if (entered)
    nodes->n--;
  else
    (void)lcm_thread_possess(w->l, nodes, LCM_NODE_RELEASE, w->ast, &lock);
  for (size_t i = 0; i < w->nodes.n; i++)
    LCM_LIST_ADD(arena, nodes, w->nodes.at[i]);
  if (entered)
    LCM_LIST_ADD(arena, nodes, entry);
  else
    (void)lcm_thread_possess(w->l, nodes, LCM_NODE_ACQUIRE, w->ast, &lock);
}

/* Return whether the file lets loops end that do nothing but ask for
 * "awaited". */
static bool is_raised(const struct lcm_awaited *awaited) {
  return awaited->ups || awaited->downs || awaited->sets || awaited->clears ||
         awaited->values || awaited->raised;
}

bool lcm_thread_spins(const struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_thread_call call;
  struct question q;
  const lcm_ast *cond = l->threads->awaited.n && ast->kind == LCM_AST_WHILE
                            ? asks(l, ast, &call)
                            : NULL;
  if (!cond || call.call || !read_question(&q, l, cond))
    return false;
  const struct lcm_awaited *of =
      lcm_thread_awaited(l, lcm_thread_name(l, q.counter));
  return of && is_raised(of);
}

bool lcm_thread_awaits(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast) {
  struct lcm_thread_call call;
  struct question q;
  const lcm_ast *cond = asks(l, ast, &call);
  if (!cond || !read_question(&q, l, cond))
    return false;
  struct waiting w = {.l = l, .q = &q, .ast = ast};
  w.awaited = lcm_thread_awaited(l, lcm_thread_name(l, q.counter));
  lcm_thread_object(&w.of, l, q.counter);
  if (!w.awaited || (!call.call && !is_raised(w.awaited)) || !add_wait(&w))
    return false;
  if (call.call)
    add_around(&w, nodes, call.value);
  for (size_t i = 0; i < w.nodes.n && !call.call; i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, w.nodes.at[i]);
  return true;
}
