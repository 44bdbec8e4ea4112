/* What the memory holds that a thread is given a pointer to: the statements
 * that set it are taken one after the other, up to the one that starts the
 * thread. */
#include <limits.h>
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_fill.h"
#include "analyzer/lower/threads/thread_helper.h"
#include "analyzer/lower/threads/thread_spoil.h"
#include "analyzer/lower/threads/thread_steady.h"
#include "analyzer/lower/threads/thread_use.h"
#include "analyzer/lower/threads/thread_value.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/value.h"

/* A variable that leads to the memory, "index" elements behind its start; NULL:
 * none. */
struct lead {
  const char *key;
  const lcm_ast *index;
};

/* The memory that is followed. */
struct tracing {
  struct lcm_lowering *l;
  const lcm_ast *call;   /* the start */
  const lcm_ast *given;  /* what the thread is given */
  const char *member;    /* as of lcm_thread_filled */
  const lcm_ast *base;   /* the variable */
  const lcm_expr *index; /* its element */
  /* the loop around the call, if any, with its range where that is known */
  const lcm_ast *loop;
  lcm_iteration range;
  /* the offset behind the first join after the call, which starts no thread
   * itself but does its work where "direct" */
  unsigned joined;
  bool direct;
  /* the last statement before the call that sets it whatever was before */
  const lcm_ast *settled;
  const lcm_ast *fresh; /* the loop in which new memory is got, or NULL */
  LCM_LIST(struct lead) leads;
  const lcm_expr *value; /* what it holds so far; NULL: not known */
  bool lost;             /* and nothing that sets it helps */
};

/* How a statement that sets the memory is reached. */
struct reach {
  const lcm_ast *common; /* the block that the call is in, too */
  const lcm_ast *fill;   /* a loop around it, or NULL */
  /* the `if`s around it, innermost first, and whether it is in their other
   * arms */
  const lcm_ast *choices[4];
  bool otherwise[4];
  size_t n;
};

/* ---- where things stand --------------------------------------------------
 */

static bool contains(const lcm_ast *ast, const lcm_ast *part) {
  return ast->begin <= part->begin && part->end <= ast->end;
}

/* Return the innermost loop around "ast" that runs more than once, or NULL. */
static const lcm_ast *loop_around(const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  while (at && (!lcm_ast_is_loop(at) || lcm_loop_runs_once(at)))
    at = at->parent;
  return at;
}

/* Return the end of the first call in or below "ast" behind the offset "from"
 * that joins threads, UINT_MAX for none. */
static unsigned join_behind(const struct lcm_lowering *l, const lcm_ast *ast,
                            unsigned from) {
  struct lcm_thread_call call;
  if (!(ast->holds & LCM_AST_HOLDS_CALL) || ast->end <= from)
    return UINT_MAX;
  if (ast->begin >= from && lcm_thread_call_of(&call, l, ast) &&
      call.act == LCM_THREAD_JOIN)
    return ast->end;
  for (const lcm_ast *at = ast->first; at; at = at->next) {
    const unsigned found = join_behind(l, at, from);
    if (found != UINT_MAX)
      return found;
  }
  return UINT_MAX;
}

/* Return whether the threads that the call starts in the loop "loop" are joined
 * there. */
static bool is_joined_in(const struct tracing *t, const lcm_ast *loop) {
  return t->direct || join_behind(t->l, loop, t->call->end) != UINT_MAX;
}

/* Return whether the loop "ast" may leave out some of its rounds, or parts. */
static bool skips(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_BREAK || ast->kind == LCM_AST_CONTINUE ||
      ast->kind == LCM_AST_GOTO)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (skips(at))
      return true;
  return false;
}

/* Put how the statement "set" is reached into "*out"; false where that is not
 * followed. */
static bool find_reach(struct reach *out, const struct tracing *t,
                       const lcm_ast *set) {
  const lcm_ast *at = set;
  *out = (struct reach){.common = NULL};
  for (; !contains(at->parent, t->call); at = at->parent) {
    const lcm_ast *above = at->parent;
    const bool plain = above->kind == LCM_AST_COMPOUND ||
                       above->kind == LCM_AST_DECLSTMT ||
                       above->kind == LCM_AST_CALL || lcm_loop_runs_once(above);
    if (above->kind == LCM_AST_FOR && !out->fill && at == above->last)
      out->fill = above;
    else if (above->kind == LCM_AST_IF && !out->fill && out->n < 4 &&
             at != above->first) {
      out->otherwise[out->n] = at != above->first->next;
      out->choices[out->n++] = above;
    } else if (!plain)
      return false;
  }
  out->common = at->parent;
  return out->common->kind == LCM_AST_COMPOUND;
}

/* ---- one statement -------------------------------------------------------
 */

/* Return the offset up to which the names of a value that "set" gives must
 * stay as they are. */
static unsigned last_use(const struct tracing *t, const lcm_ast *set) {
  unsigned end = t->call->begin;
  for (const lcm_ast *at = t->call->parent; at && !contains(at, set);
       at = at->parent)
    if (lcm_ast_is_loop(at))
      end = at->end;
  return end;
}

/* Return the condition under which "r" is reached as an expression, in which
 * nothing changes from "from" to "end" but "except"; NULL where it has no
 * model. */
static const lcm_expr *condition_of(struct tracing *t, const struct reach *r,
                                    const char *except, unsigned end) {
  lcm_ctx *ctx = t->l->ctx;
  const lcm_expr *all = lcm_expr_int(ctx, 1);
  for (size_t i = 0; i < r->n; i++) {
    const lcm_ast *ast = r->choices[i];
    const lcm_expr *e = lcm_lower_condition(t->l, ast);
    if (!lcm_thread_steady(t->l, e, except, ast->begin, end))
      return NULL;
    e = r->otherwise[i] ? lcm_expr_apply(ctx, LCM_X_NOT, e) : e;
    all = i ? lcm_expr_binary(ctx, LCM_X_AND, e, all) : e;
  }
  return all;
}

/* Return "yes" where "guard" (NULL: always) holds, else "no"; NULL where that
 * is not known. */
static const lcm_expr *chosen(lcm_ctx *ctx, const lcm_expr *guard,
                              const lcm_expr *yes, const lcm_expr *no) {
  if (!guard)
    return yes;
  return yes && no ? lcm_expr_if(ctx, guard, yes, no) : NULL;
}

/* Return whether "a" is at most "b" whatever names are worth. */
static bool is_at_most(lcm_ctx *ctx, const lcm_expr *a, const lcm_expr *b) {
  double number = 0;
  return a == b ||
         (lcm_expr_is_number(lcm_expr_sub(ctx, b, a), &number) && number >= 0);
}

/* Return whether the loop over "range" comes by the element that the thread is
 * given, whichever that is. */
static bool covers(const struct tracing *t, const lcm_iteration *range) {
  lcm_ctx *ctx = t->l->ctx;
  const char *name = lcm_expr_name(t->index);
  if (t->index == range->from || t->index == range->to)
    return true;
  return name && t->range.index == name && !t->range.factor &&
         is_at_most(ctx, range->from, t->range.from) &&
         is_at_most(ctx, t->range.to, range->to);
}

/* Take what "set", in the loop "r->fill", gives to its element "index". */
static void take_filled(struct tracing *t, const struct reach *r,
                        const lcm_expr *index, const lcm_expr *value) {
  lcm_ctx *ctx = t->l->ctx;
  lcm_iteration range = {.index = NULL};
  const unsigned end = last_use(t, r->fill);
  const bool ranged = lcm_lower_header(&range, t->l, r->fill) && range.index &&
                      !range.factor &&
                      (!range.step || lcm_expr_is_int(range.step, 1));
  const char *name = index ? lcm_expr_name(index) : NULL;
  if (!ranged || name != range.index || skips(r->fill)) {
    t->value = NULL;
    return;
  }
  const struct lcm_subst subst = {name, t->index};
  const lcm_expr *cond = condition_of(t, r, name, end);
  const bool steady = lcm_thread_steady(t->l, value, name, r->fill->begin, end);
  const lcm_expr *own = steady ? lcm_expr_subst(ctx, value, &subst, 1) : NULL;
  const lcm_expr *guard =
      cond && r->n ? lcm_expr_subst(ctx, cond, &subst, 1) : NULL;
  own = cond ? chosen(ctx, guard, own, t->value) : NULL;
  if (covers(t, &range)) {
    t->value = own;
    t->settled = r->n ? t->settled : r->fill;
  } else
    t->value = chosen(
        ctx,
        lcm_expr_binary(ctx, LCM_X_AND,
                        lcm_expr_binary(ctx, LCM_X_LE, range.from, t->index),
                        lcm_expr_binary(ctx, LCM_X_LE, t->index, range.to)),
        own, t->value);
}

/* Take what "set" gives to its element "index". */
static void take_plain(struct tracing *t, const lcm_ast *set,
                       const struct reach *r, const lcm_expr *index,
                       const lcm_expr *value) {
  lcm_ctx *ctx = t->l->ctx;
  double number = 0;
  const unsigned end = last_use(t, set);
  const lcm_expr *same = NULL;
  if (index != t->index) {
    const lcm_expr *gap = index ? lcm_expr_sub(ctx, index, t->index) : NULL;
    if (gap && lcm_expr_is_number(gap, &number) && number != 0)
      return;
    same = index && lcm_thread_steady(t->l, index, NULL, set->begin, end)
               ? lcm_expr_binary(ctx, LCM_X_EQ, t->index, index)
               : NULL;
    value = same ? value : NULL;
  } else if (!lcm_thread_steady(t->l, index, NULL, set->begin, end))
    value = NULL;
  if (!lcm_thread_steady(t->l, value, NULL, set->begin, end))
    value = NULL;
  const lcm_expr *cond = condition_of(t, r, NULL, end);
  if (r->n)
    value = cond ? chosen(ctx, cond, value, t->value) : NULL;
  t->value = same ? chosen(ctx, same, value, t->value) : value;
  t->settled = same || r->n ? t->settled : set;
}

/* Return whether each round of the loop "loop", around what sets the memory and
 * the call, has memory of its own. */
static bool is_own(const struct tracing *t, const lcm_ast *loop) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, t->l->ctx, t->index);
  if (t->fresh == loop)
    return true;
  for (size_t i = 0; i < n; i++)
    if (loop == t->loop && names[i] == t->range.index)
      return true;
  return false;
}

/* Return whether what the loop "loop" (NULL: none) and those around it left in
 * the memory in earlier rounds is set anew before the call. */
static bool is_renewed(const struct tracing *t, const lcm_ast *loop) {
  bool renewed = true;
  for (; loop; loop = loop_around(loop))
    renewed = renewed &&
              (is_own(t, loop) || (t->settled && contains(loop, t->settled)));
  return renewed;
}

/* Take the statement or call "set", which gives element "index" the value
 * "value" (NULL: not known). */
static void take(struct tracing *t, const lcm_ast *set, const lcm_expr *index,
                 const lcm_expr *value) {
  struct reach r;
  double gap = 0;
  const bool other =
      index && index != t->index &&
      lcm_expr_is_number(lcm_expr_sub(t->l->ctx, index, t->index), &gap) &&
      gap != 0;
  const bool reached = find_reach(&r, t, set);
  const lcm_ast *loop = r.common && r.common->first
                            ? loop_around(r.common->first)
                            : loop_around(set);
  const bool joined = !loop || is_joined_in(t, loop);
  if (set->begin > t->call->begin) {
    const bool again = loop && !(t->settled && contains(loop, t->settled));
    t->lost = (!other && (set->begin < t->joined || again)) || !joined;
    return;
  }
  if (!reached ||
      (!joined && (index != t->index || r.fill || !is_own(t, loop)))) {
    t->lost = !(other && !loop);
    return;
  }
  if (r.fill)
    take_filled(t, &r, index, value);
  else
    take_plain(t, set, &r, index, value);
  if (!is_renewed(t, loop))
    t->value = NULL;
}

/* Take the call "set", which makes all elements "value" (NULL: not known). */
static void take_all(struct tracing *t, const lcm_ast *set,
                     const lcm_expr *value) {
  struct reach r;
  const lcm_ast *loop = loop_around(set);
  if (set->begin > t->call->begin)
    t->lost = set->begin < t->joined || loop;
  else if (!find_reach(&r, t, set) || r.fill || r.n ||
           (loop && contains(loop, t->call)))
    t->lost = true;
  else
    t->value = value;
}

/* ---- uses of the variable ------------------------------------------------
 */

/* Return the number of the element that "index" (NULL: none) and that of
 * "lead" make; NULL where it is not known. */
static const lcm_expr *element_of(struct tracing *t, const struct lead *lead,
                                  const lcm_ast *index) {
  lcm_ctx *ctx = t->l->ctx;
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *a = index ? lcm_thread_expr(t->l, index) : zero;
  const lcm_expr *b = lead->index ? lcm_thread_expr(t->l, lead->index) : zero;
  return a && b ? lcm_expr_add(ctx, a, b) : NULL;
}

/* Take that "call" is given the pointer "at" to element "index". */
static void take_call(struct tracing *t, const lcm_ast *call, const lcm_ast *at,
                      const lcm_expr *index) {
  const lcm_expr *value = NULL;
  const int i = lcm_thread_argument_of(call, at);
  const bool behind = call->begin > t->joined && !loop_around(call);
  if (call == t->call || lcm_chare_call(t->l, call))
    return;
  if (lcm_call_is_thread(t->l, call)) {
    t->lost = lcm_thread_start_spoils(t->l, call, t->member);
    return;
  }
  if (call->is_system && call->name && !strcmp(call->name, "memset")) {
    value = lcm_thread_zeroed(t->l, call, at);
    if (at->kind == LCM_AST_ADDRESS)
      take(t, call, index, value);
    else
      take_all(t, call, value);
    return;
  }
  if (behind ||
      (call->is_system && call->is_function && lcm_thread_leaves(call, i)))
    return;
  const lcm_ast *callee =
      call->is_function ? lcm_thread_defined(t->l, call->name) : NULL;
  const lcm_ast *param = callee ? lcm_thread_param_at(callee, i) : NULL;
  if (param && !lcm_thread_spoils(t->l, callee, param->key, t->member))
    return;
  if (param && lcm_thread_helper(&value, t->l, call, i, t->member))
    take(t, call, index, value);
  else
    t->lost = true;
}

/* Take that the variable itself is set by "set". */
static void take_base(struct tracing *t, const lcm_ast *set,
                      const lcm_ast *value) {
  const bool clears = value && value->kind == LCM_AST_CALL && value->name &&
                      !strcmp(value->name, "calloc");
  const lcm_ast *loop = loop_around(set);
  t->fresh = loop && contains(loop, t->call) ? loop : NULL;
  t->value = clears ? lcm_expr_int(t->l->ctx, 0) : NULL;
  t->lost = set->begin > t->call->begin && set->begin < t->joined;
}

/* Return whether the number "index" of the element that "at" points to stays
 * what it is until the thread starts. */
static bool lead_stays(const struct tracing *t, const lcm_ast *at,
                       const lcm_expr *index) {
  return at->begin > t->call->begin ||
         lcm_thread_steady(t->l, index, NULL, at->begin, last_use(t, at));
}

/* Take that a pointer to element "index" is used as "use". */
static void take_pointer(struct tracing *t, const struct lcm_thread_use *use,
                         const lcm_expr *index) {
  const lcm_ast *at = use->at;
  const lcm_ast *user = at->parent;
  const struct lcm_local *local =
      user->kind == LCM_AST_VAR ? lcm_lower_local_of(t->l, user->key) : NULL;
  const bool moved = at->kind == LCM_AST_ADDRESS;
  const struct lead lead = {
      user->key, moved && at->first->kind == LCM_AST_SUBSCRIPT ? at->first->last
                                                               : use->index};
  if (at == t->given)
    return;
  if (user->kind == LCM_AST_CALL)
    take_call(t, user, at, index);
  else if (local && !local->n_assigned && lead_stays(t, at, index))
    LCM_LIST_ADD(lcm_ctx_arena(t->l->ctx), &t->leads, lead);
  else if (!lcm_thread_is_harmless(at))
    t->lost = !(at->begin > t->joined && !loop_around(at));
  else if (user->kind == LCM_AST_ASSIGN && user->first == at)
    take_base(t, user, user->last);
}

/* Take the use "use" of what "lead" leads to. */
static void take_use(struct tracing *t, const struct lead *lead,
                     const struct lcm_thread_use *use) {
  const lcm_ast *at = use->at;
  const lcm_ast *user = at->parent;
  const lcm_ast *number = use->index;
  if (at->kind == LCM_AST_ADDRESS && at->first->kind == LCM_AST_SUBSCRIPT)
    number = at->first->last;
  const lcm_expr *index = element_of(t, lead, number);
  const bool changes = lcm_ast_is_change(user) && user->first == at;
  const bool sets = user->kind == LCM_AST_ASSIGN;
  if (use->kind == LCM_USE_POINTER)
    take_pointer(t, use, index);
  else if (use->kind == LCM_USE_MEMBER && at->is_union)
    t->lost = true;
  else if (use->kind == LCM_USE_WHOLE && user->kind == LCM_AST_SUBSCRIPT)
    t->lost = true;
  else if (changes && use->kind == LCM_USE_WHOLE && sets && t->member)
    take(t, user, index, lcm_thread_listed(t->l, user, t->member));
  else if (changes && (use->kind == LCM_USE_WHOLE || at->key == t->member))
    take(t, user, index, sets ? lcm_lower_value(t->l, user) : NULL);
}

/* Take what stands in and below "ast", in the order of the text. */
static void walk(struct tracing *t, const lcm_ast *ast) {
  struct lcm_thread_use use;
  const bool declares = ast->kind == LCM_AST_VAR && ast->key == t->base->key;
  if (declares && ast->first && !ast->is_pointer && t->member)
    take(t, ast->parent, t->index, lcm_thread_listed(t->l, ast, t->member));
  else if (declares && ast->first && ast->is_pointer && !ast->is_array)
    take_base(t, ast, ast->last);
  for (size_t i = 0; i < t->leads.n && !t->lost; i++)
    if (ast->kind == LCM_AST_REF && ast->key == t->leads.at[i].key) {
      const struct lead lead = t->leads.at[i];
      lcm_thread_use_of(&use, t->l, ast);
      take_use(t, &lead, &use);
      break;
    }
  for (const lcm_ast *at = ast->first; at && !t->lost; at = at->next)
    walk(t, at);
}

/* ---- what is given -------------------------------------------------------
 */

/* Put the variable that the argument "ast" leads to, and which element of it,
 * into "*base" and "*index" (NULL: none); false where that is not known. */
static bool read_given(const lcm_ast **base, const lcm_ast **index,
                       const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *at = lcm_thread_target(ast);
  const bool second = at && at->first && at->first->kind == LCM_AST_REF &&
                      at->last != at->first && at->first->next == at->last;
  *base = NULL;
  *index = NULL;
  if (second && (at->kind == LCM_AST_SUBSCRIPT ||
                 (at->kind == LCM_AST_OTHER && at->first->is_pointer &&
                  lcm_thread_is_sum(l, at->first, at->last)))) {
    *index = at->last;
    *base = at->first;
  } else if (at && at->kind == LCM_AST_REF && (at != ast || at->is_pointer))
    *base = at;
  return *base && (*base)->key && !(*base)->is_function;
}

/* Return what declares the variable "key" in or below "ast", or NULL. */
static const lcm_ast *declared(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = NULL;
  if ((ast->kind == LCM_AST_VAR || ast->kind == LCM_AST_PARAM) &&
      ast->key == key)
    return ast;
  if (!(ast->holds & LCM_AST_HOLDS_VARIABLE))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = declared(at, key);
  return found;
}

/* Return whether a call in or below "ast" may change the member by other ways
 * than through what it is given. */
static bool calls_change(const struct tracing *t, const lcm_ast *ast,
                         unsigned depth) {
  enum { MOST_DEEP = 4 };
  const bool call = lcm_call_is_project(ast) && !lcm_call_is_thread(t->l, ast);
  const lcm_ast *callee = call ? lcm_thread_defined(t->l, ast->name) : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return false;
  if (call &&
      (!callee || depth > MOST_DEEP || calls_change(t, callee, depth + 1) ||
       ((depth || !lcm_thread_names(ast, t->base->key)) && t->member &&
        lcm_thread_writes(callee, t->member))))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (calls_change(t, at, depth))
      return true;
  return false;
}

/* Return whether a function of the file but the present one may change the
 * member by way of the variable, which is one at file scope. */
static bool others_change(const struct tracing *t) {
  for (const lcm_ast *top = t->l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top != t->l->function &&
        lcm_thread_names(top, t->base->key) &&
        lcm_thread_spoils(t->l, top, t->base->key, t->member))
      return true;
  return false;
}

/* Return whether only what the function does can change the memory. */
static bool is_alone(struct tracing *t) {
  const lcm_ast *base = t->base;
  size_t found = 0;
  if (!base->is_local) {
    if (!lcm_map_get(&t->l->globals.declarations, base->name, &found))
      return false;
    return (base->is_static || t->l->options->alone) && !others_change(t);
  }
  const lcm_ast *var = declared(t->l->function, base->key);
  const bool once = !strcmp(t->l->function->name, "main");
  if (!var || (lcm_lower_says_static(t->l, var) && !once))
    return false;
  return var->kind == LCM_AST_VAR &&
                 (!var->is_pointer || var->is_array || !var->first ||
                  var->last->kind == LCM_AST_LITERAL ||
                  lcm_flow_allocates(var->last))
             ? true
             : !calls_change(t, t->l->function, 0);
}

/* Let "t" follow what a pointer leads to that is set where it is declared. */
static void rebase(struct tracing *t, const lcm_ast **index) {
  const struct lcm_local *local = lcm_lower_local_of(t->l, t->base->key);
  const lcm_ast *var =
      local && local->is_pointer && !local->n_assigned && !*index
          ? declared(t->l->function, t->base->key)
          : NULL;
  const lcm_ast *base = NULL;
  if (var && var->kind == LCM_AST_VAR && var->first && !var->is_array &&
      read_given(&base, index, t->l, var->last))
    t->base = base;
}

/* Return the value of the variable "t->base" itself, of which the thread is
 * given the address; NULL where it may change before the thread reads it. */
static const lcm_expr *scalar_of(struct tracing *t) {
  const lcm_ast *base = t->base;
  for (const lcm_ast *at = t->call->parent; at; at = at->parent)
    if (lcm_ast_is_loop(at) && !is_joined_in(t, at) &&
        lcm_thread_changed(at, base->key, at->begin, at->end))
      return NULL;
  return lcm_thread_changed(t->l->function, base->key, t->call->end, t->joined)
             ? NULL
             : lcm_thread_expr(t->l, base);
}

const lcm_expr *lcm_thread_filled(struct lcm_lowering *l, const lcm_ast *call,
                                  const lcm_ast *value, const char *member) {
  struct tracing t = {.l = l, .call = call, .given = value, .member = member};
  const lcm_ast *index = NULL;
  if (!value || !read_given(&t.base, &index, l, value) ||
      (l->function->holds & LCM_AST_HOLDS_LABEL))
    return NULL;
  t.direct = !lcm_call_is_thread(l, call);
  t.joined = t.direct ? call->end : join_behind(l, l->function, call->end);
  if (!member && !index && !t.base->is_pointer)
    return scalar_of(&t);
  rebase(&t, &index);
  t.index = index ? lcm_thread_expr(l, index) : lcm_expr_int(l->ctx, 0);
  t.loop = loop_around(call);
  if (!t.index || !is_alone(&t))
    return NULL;
  if (t.loop &&
      (t.loop->kind != LCM_AST_FOR || !lcm_lower_header(&t.range, l, t.loop)))
    t.range = (lcm_iteration){.index = NULL};
  const struct lead lead = {t.base->key, NULL};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &t.leads, lead);
  walk(&t, l->function);
  return t.lost ? NULL : t.value;
}
