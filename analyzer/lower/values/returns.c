/* Finding what functions of the file return. */
#include "analyzer/lower/values/returns.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/values/change.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/result.h"
#include "analyzer/lower/values/sign.h"
#include "analyzer/lower/values/value.h"

/* MOST_DEEP: values in values of variables; MOST_PARTS: statements in one
 * function that is looked at. */
enum { MOST_DEEP = 8, MOST_PARTS = 64 };

/* ---- statements ----------------------------------------------------------
 */

/* Return whether "ast" or something below it is a `return` or a jump. */
static bool leaves(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_RETURN || ast->kind == LCM_AST_GOTO)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (leaves(at))
      return true;
  return false;
}

/* Return how many parts "ast" has, itself too, up to "most". */
static size_t parts_of(const lcm_ast *ast, size_t most) {
  size_t n = 1;
  for (const lcm_ast *at = ast->first; at && n < most; at = at->next)
    n += parts_of(at, most);
  return n;
}

static bool returns_from(struct lcm_lowering *l, const lcm_ast *at,
                         const lcm_ast *stop);

/* Return the arm of the switch "arms" that returns where that is entered at arm
 * "i"; how many there are where that comes to its end. */
static size_t returning_arm(const struct lcm_arms *arms, size_t i) {
  for (; i < arms->arms.n; i++) {
    if (returns_from(arms->l, arms->arms.at[i].first, arms->arms.at[i].stop))
      return i;
    if (!arms->arms.at[i].falls)
      break;
  }
  return arms->arms.n;
}

/* Return whether something in the arm "arm", which may not return, leaves
 * elsewhere than at its end. */
static bool arm_leaves(const struct lcm_arm *arm) {
  for (const lcm_ast *at = arm->first; at && at != arm->stop; at = at->next)
    if (leaves(at) || (lcm_leave_ways(at, LCM_LEAVE_BREAK) &&
                       (at->kind != LCM_AST_BREAK || at->next != arm->stop)))
      return true;
  return false;
}

/* Take the switch "ast" apart, of which each arm always comes to a `return` or
 * to its end, and let "*all" be whether all values lead to one; false where it
 * is another one. */
static bool find_returning(struct lcm_arms *arms, bool *all,
                           struct lcm_lowering *l, const lcm_ast *ast) {
  bool otherwise = false;
  *all = true;
  if (lcm_arms_find(arms, l, ast))
    return false;
  for (size_t i = 0; i < arms->arms.n; i++) {
    const struct lcm_arm *arm = &arms->arms.at[i];
    if (!returns_from(l, arm->first, arm->stop) && arm_leaves(arm))
      return false;
    *all = *all && returning_arm(arms, i) < arms->arms.n;
    otherwise = otherwise || arm->is_default;
  }
  *all = *all && otherwise;
  return true;
}

/* Return whether the function always comes to a `return` in the statements
 * from "at" on (may be NULL) to before "stop" (NULL: to the end), and to
 * nothing else that leaves it. */
static bool returns_from(struct lcm_lowering *l, const lcm_ast *at,
                         const lcm_ast *stop) {
  struct lcm_arms arms;
  bool all = false;
  for (; at && at != stop; at = at->next) {
    if (at->kind == LCM_AST_RETURN)
      return true;
    if (at->kind == LCM_AST_COMPOUND && leaves(at))
      return returns_from(l, at->first, NULL);
    if (at->kind == LCM_AST_SWITCH && leaves(at)) {
      if (!find_returning(&arms, &all, l, at))
        return false;
      if (all)
        return true;
      continue;
    }
    if (at->kind != LCM_AST_IF && leaves(at))
      return false;
    if (at->kind != LCM_AST_IF || !leaves(at))
      continue;
    const lcm_ast *yes = at->first ? at->first->next : NULL;
    const lcm_ast *no = yes ? yes->next : NULL;
    if (!yes || !returns_from(l, yes, yes->next) ||
        (no && leaves(no) && !returns_from(l, no, NULL)))
      return false;
    if (no && leaves(no))
      return true;
  }
  return false;
}

/* ---- values --------------------------------------------------------------
 */

/* Return the value of "local", a variable of the function that is looked at
 * that is set once, wherever it is read behind that; NULL for others. */
static const lcm_expr *set_once(struct lcm_lowering *l,
                                const struct lcm_local *local) {
  const lcm_ast *by = NULL;
  if (lcm_syntax_sets(&by, l, l->function, local->key) != 1 ||
      local->is_static || local->is_real || local->is_pointer ||
      local->elements || (by->kind != LCM_AST_VAR && !lcm_runs_always(by)))
    return NULL;
  if (by->kind != LCM_AST_ADDRESS)
    return by->kind == LCM_AST_UPDATE ? NULL : lcm_lower_value(l, by);
  const char *answer = lcm_message_answer(l, by);
  return answer
             ? lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, answer), LCM_DIM_NONE)
             : NULL;
}

/* Return "e" of the function that is looked at with nothing in it but its
 * parameters and names from outside; NULL where it holds another variable, or a
 * parameter that is changed. */
static const lcm_expr *settled(struct lcm_lowering *l, const lcm_expr *e,
                               unsigned depth) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, l->ctx, e) : 0;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), struct lcm_subst, n + 1);
  size_t found = 0;
  if (!e || depth > MOST_DEEP)
    return NULL;
  for (size_t i = 0; i < n; i++) {
    const char *plain = lcm_intern(l->ctx, lcm_name_plain(names[i]));
    const struct lcm_local *local = lcm_lower_local(l, plain);
    if (strchr(plain, '[') || strchr(plain, '.') ||
        (local && local->is_param && local->n_assigned))
      return NULL;
    if (!local || local->is_param)
      continue;
    const lcm_expr *value = settled(l, set_once(l, local), depth + 1);
    if (!value)
      return NULL;
    substs[found++] = (struct lcm_subst){names[i], value};
  }
  return found ? lcm_expr_subst(l->ctx, e, substs, found) : e;
}

/* Return "e" where the statement "at" of the function stands with nothing in it
 * but parameters, as the call gives them, and names from outside; NULL where
 * that is not known. */
static const lcm_expr *settled_at(struct lcm_lowering *l, const lcm_ast *at,
                                  const lcm_expr *e) {
  const lcm_expr *simple = settled(l, e, 0);
  const char *const *names = NULL;
  if (simple || !e)
    return simple;
  e = lcm_leave_settle(l, l->function, at, e);
  const size_t n = e ? lcm_expr_names(&names, l->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    const char *plain = lcm_intern(l->ctx, lcm_name_plain(names[i]));
    const struct lcm_local *local = lcm_lower_local(l, plain);
    if (strpbrk(plain, "[.") || (local && !local->is_param))
      return NULL;
  }
  return e;
}

/* Return what the `return` "ast", of a choice by the arguments of the program,
 * gives where there are none; NULL for other choices. */
static const lcm_expr *by_default(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *cond = ast->first->first;
  const lcm_ast *yes = cond ? cond->next : NULL;
  const int taken = yes ? lcm_options_taken(l, l->function, cond) : -1;
  const lcm_ast *arm = taken < 0 ? NULL : taken ? yes : yes->next;
  if (!arm)
    return NULL;
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.asking, l->function->name, 1);
  return settled_at(l, ast, lcm_lower_expr(l, arm->begin, arm->end));
}

/* Return what the `return` "ast" gives, NULL where that is not known. */
static const lcm_expr *returned(struct lcm_lowering *l, const lcm_ast *ast,
                                unsigned char range) {
  size_t begin = ast->begin + strlen("return");
  size_t end = ast->end;
  while (begin < end && isspace((unsigned char)l->text[begin]))
    begin++;
  if (end > l->len || begin >= end || !ast->first)
    return NULL;
  const lcm_expr *e =
      settled_at(l, ast, lcm_lower_whole(l, ast->first, begin, end));
  if (!e && ast->first && ast->first->kind == LCM_AST_CONDITIONAL)
    e = by_default(l, ast);
  if (e && lcm_expr_weight(e, LCM_RESULT_WEIGHT) == LCM_RESULT_WEIGHT)
    return NULL;
  if (e)
    e = lcm_fits_value(l, ast->first, e);
  return e ? lcm_fits_held(l, ast, e, range) : NULL;
}

static const lcm_expr *value_from(struct lcm_lowering *l, const lcm_ast *at,
                                  const lcm_ast *stop, unsigned char range);

/* Return what the switch "arms" returns that is entered at arm "i", "rest"
 * where it comes to its end. */
static const lcm_expr *value_of_arm(const struct lcm_arms *arms, size_t i,
                                    const lcm_expr *rest, unsigned char range) {
  const size_t k = returning_arm(arms, i);
  return k < arms->arms.n ? value_from(arms->l, arms->arms.at[k].first,
                                       arms->arms.at[k].stop, range)
                          : rest;
}

/* Return what the switch "ast" returns, and behind it the statements up to
 * "stop" where it returns nothing. */
static const lcm_expr *value_of_switch(struct lcm_lowering *l,
                                       const lcm_ast *ast, const lcm_ast *stop,
                                       unsigned char range) {
  struct lcm_arms arms;
  bool all = false;
  if (!find_returning(&arms, &all, l, ast))
    return NULL;
  const lcm_expr *rest = all ? NULL : value_from(l, ast->next, stop, range);
  const lcm_expr *out = rest;
  if (!all && !rest)
    return NULL;
  arms.value = settled_at(l, ast, lcm_lower_condition(l, ast));
  for (size_t i = 0; i < arms.arms.n; i++)
    if (arms.arms.at[i].is_default)
      out = value_of_arm(&arms, i, rest, range);
  for (size_t i = arms.arms.n; i-- > 0 && out;) {
    if (arms.arms.at[i].is_default)
      continue;
    const lcm_expr *cond = lcm_arms_entered(&arms, i, i + 1);
    const lcm_expr *one = cond ? value_of_arm(&arms, i, rest, range) : NULL;
    out = one ? lcm_expr_if(l->ctx, cond, one, out) : NULL;
  }
  return out;
}

/* Return what the statements from "at" on to before "stop" return, of which
 * returns_from holds; NULL where that is not known. */
static const lcm_expr *value_from(struct lcm_lowering *l, const lcm_ast *at,
                                  const lcm_ast *stop, unsigned char range) {
  while (at && at != stop && !leaves(at))
    at = at->next;
  if (!at || at == stop)
    return NULL;
  if (at->kind == LCM_AST_RETURN)
    return returned(l, at, range);
  if (at->kind == LCM_AST_COMPOUND)
    return value_from(l, at->first, NULL, range);
  if (at->kind == LCM_AST_SWITCH)
    return value_of_switch(l, at, stop, range);
  const lcm_ast *yes = at->first->next;
  const bool both = yes->next && leaves(yes->next);
  const lcm_expr *cond = settled_at(l, at, lcm_lower_condition(l, at));
  const lcm_expr *a = cond ? value_from(l, yes, yes->next, range) : NULL;
  const lcm_expr *b = !a     ? NULL
                      : both ? value_from(l, yes->next, NULL, range)
                             : value_from(l, at->next, stop, range);
  return b ? lcm_expr_if(l->ctx, cond, a, b) : NULL;
}

/* How a function uses what a parameter points to. */
struct use {
  const char *key;
  const lcm_ast *set; /* the assignment, where that is all */
  bool lost;
};

/* Note how "ast" and what is below it use the parameter of "use". */
static void note_uses(struct use *use, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_REF && ast->key == use->key) {
    const lcm_ast *at = ast->parent;
    const lcm_ast *set = at->kind == LCM_AST_DEREF &&
                                 at->parent->kind == LCM_AST_ASSIGN &&
                                 at->parent->first == at && at->range
                             ? at->parent
                             : NULL;
    use->lost = use->lost || !set || use->set;
    use->set = set;
  }
  for (const lcm_ast *at = ast->first; at && !use->lost; at = at->next)
    note_uses(use, at);
}

/* Return what "function", which nothing leaves before its end, sets to what its
 * parameter "param" points; NULL where it does anything else with that, or the
 * value is not known or may be below zero, which calls do not expect. */
static const lcm_expr *set_by(struct lcm_lowering *l, const lcm_ast *function,
                              const lcm_ast *param) {
  struct use use = {.key = param->key};
  if (!param->is_pointer || param->is_array || !param->key)
    return NULL;
  note_uses(&use, function->last);
  if (use.lost || !use.set || !lcm_runs_always(use.set) || !use.set->last ||
      lcm_sign_may_be_below(l, use.set->last))
    return NULL;
  const lcm_expr *e = settled(l, lcm_lower_value(l, use.set), 0);
  return e && lcm_expr_weight(e, LCM_RESULT_WEIGHT) < LCM_RESULT_WEIGHT
             ? lcm_fits_as(l, use.set, e, use.set->first->range)
             : NULL;
}

/* Return whether nothing leaves "function" before its last statement. */
static bool ends_last(const lcm_ast *function) {
  for (const lcm_ast *at = function->last->first; at; at = at->next)
    if (leaves(at) && (at->next || at->kind != LCM_AST_RETURN))
      return false;
  return true;
}

/* Put what "function" returns, a number of "range" (0: none), and sets into
 * "*out", in terms of its parameters; false where nothing is known. */
static bool find(struct lcm_result *out, struct lcm_lowering *l,
                 const lcm_ast *function, unsigned char range) {
  const lcm_ast *param = function->first;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const bool last = ends_last(function);
  const bool returns = range && returns_from(l, function->last->first, NULL);
  bool points = false;
  bool any = false;
  for (; param && param->kind == LCM_AST_PARAM && out->n < LCM_RESULT_ARGUMENTS;
       param = param->next, out->n++)
    points = points || (last && param->is_pointer);
  if ((param && param->kind == LCM_AST_PARAM) || (!returns && !points))
    return false;
  out->params = LCM_NEW_ARRAY(arena, const char *, out->n + 1);
  out->reals = LCM_NEW_ARRAY(arena, bool, out->n + 1);
  out->ranges = LCM_NEW_ARRAY(arena, unsigned char, out->n + 1);
  out->range = range;
  out->sets = LCM_NEW_ARRAY(arena, const lcm_expr *, out->n + 1);
  lcm_lower_locals(l, function);
  param = function->first;
  for (size_t k = 0; k < out->n; k++, param = param->next) {
    out->params[k] = param->name && *param->name && !param->is_pointer &&
                             (param->range || param->is_real)
                         ? lcm_lower_name(l, param->name)
                         : "";
    out->reals[k] = param->is_real;
    out->ranges[k] = param->range;
    out->sets[k] = last ? set_by(l, function, param) : NULL;
    any = any || out->sets[k];
  }
  out->value =
      returns ? value_from(l, function->last->first, NULL, range) : NULL;
  if (out->value &&
      lcm_expr_weight(out->value, LCM_RESULT_WEIGHT) == LCM_RESULT_WEIGHT)
    out->value = NULL;
  return out->value || any;
}

void lcm_returns_find(struct lcm_lowering *l) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    struct lcm_result found = {.n = 0};
    if (top->kind != LCM_AST_FUNCTION || !top->last ||
        top->last->kind != LCM_AST_COMPOUND || !strcmp(top->name, "main") ||
        parts_of(top->last, MOST_PARTS) >= MOST_PARTS ||
        !find(&found, l, top, top->range))
      continue;
    struct lcm_result *kept = LCM_NEW(arena, struct lcm_result);
    *kept = found;
    lcm_map_put(arena, &l->globals.results, top->name, (size_t)(uintptr_t)kept);
  }
  l->function = NULL;
}
