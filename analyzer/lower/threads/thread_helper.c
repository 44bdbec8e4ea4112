/* Values that functions put into memory for threads. */
#include <string.h>

#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_helper.h"
#include "analyzer/lower/threads/thread_spoil.h"
#include "analyzer/lower/threads/thread_use.h"
#include "analyzer/lower/values/change.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* A function that sets memory. */
struct helping {
  const struct lcm_lowering *l;
  const char *key;
  const char *member;
  const lcm_ast *set; /* the only statement that does */
  bool lost;
};

/* Take the use "use" of the pointer. */
static void take(struct helping *h, const struct lcm_thread_use *use) {
  const lcm_ast *at = use->at;
  const lcm_ast *user = at->parent;
  const bool mine =
      !use->index && (use->kind == LCM_USE_WHOLE || at->key == h->member);
  const bool changes = lcm_ast_is_change(user) && user->first == at;
  if (use->kind == LCM_USE_POINTER) {
    const int i =
        user->kind == LCM_AST_CALL ? lcm_thread_argument_of(user, at) : -1;
    const lcm_ast *callee =
        i >= 0 ? lcm_thread_defined(h->l, user->name) : NULL;
    const lcm_ast *param = callee ? lcm_thread_param_at(callee, i) : NULL;
    const bool kept =
        param ? lcm_thread_spoils(h->l, callee, param->key, h->member)
              : !(i >= 0 && user->is_system && lcm_thread_leaves(user, i));
    h->lost = i >= 0 ? kept : !lcm_thread_is_harmless(at);
  } else if (at->is_union || (changes && use->index))
    h->lost = true;
  else if (changes && mine) {
    h->lost = h->set || user->kind != LCM_AST_ASSIGN || !lcm_runs_always(user);
    h->set = user;
  }
}

/* Take what stands in and below "ast". */
static void walk(struct helping *h, const lcm_ast *ast) {
  struct lcm_thread_use use;
  if (ast->kind == LCM_AST_REF && ast->key == h->key) {
    lcm_thread_use_of(&use, h->l, ast);
    take(h, &use);
  }
  h->lost = h->lost || (ast->kind == LCM_AST_RETURN && ast->next) ||
            ast->kind == LCM_AST_GOTO;
  for (const lcm_ast *at = ast->first; at && !h->lost; at = at->next)
    walk(h, at);
}

/* Return whether a `return` stands in or below "ast" before the offset
 * "end". */
static bool returns_before(const lcm_ast *ast, unsigned end) {
  if (ast->begin >= end)
    return false;
  if (ast->kind == LCM_AST_RETURN)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (returns_before(at, end))
      return true;
  return false;
}

/* Return whether "name" is a parameter of "function" that keeps its value; put
 * its number into "*i".  A name of no variable of it counts as one, with the
 * number -1. */
static bool is_given(struct lcm_lowering *l, const lcm_ast *function,
                     const char *name, int *i) {
  const char *plain = lcm_name_plain(name);
  const struct lcm_local *local = lcm_lower_local(l, lcm_intern(l->ctx, plain));
  *i = -1;
  if (!local)
    return !strchr(plain, '.') && !strchr(plain, '[');
  for (const lcm_ast *at = function->first; at && at->kind == LCM_AST_PARAM;
       at = at->next) {
    ++*i;
    if (at->key == local->key)
      return !local->n_assigned;
  }
  return false;
}

/* The names in a value, and which parameters they are. */
struct given {
  const char *const *names;
  int *params;
  size_t n;
};

/* Return the value that "set" of "function" gives, in the names of that; NULL
 * where it is not one of its parameters.  What is known of the function that is
 * lowered is put aside meanwhile. */
static const lcm_expr *value_in(struct given *out, struct lcm_lowering *l,
                                const lcm_ast *function, const lcm_ast *set) {
  const struct lcm_locals locals = l->locals;
  const struct lcm_parsing parsing = l->parsing;
  const lcm_ast *before = l->function;
  l->locals = (struct lcm_locals){.first = 0};
  lcm_lower_locals(l, function);
  l->parsing.last = (struct lcm_parsed){0};
  const lcm_expr *e = lcm_lower_value(l, set);
  out->n = e ? lcm_expr_names(&out->names, l->ctx, e) : 0;
  out->params = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), int, out->n + 1);
  for (size_t i = 0; i < out->n; i++)
    e = e && is_given(l, function, out->names[i], &out->params[i]) ? e : NULL;
  const lcm_arena scratch = l->parsing.scratch;
  l->locals = locals;
  l->parsing = parsing;
  l->parsing.scratch = scratch;
  l->parsing.last = (struct lcm_parsed){0};
  l->parsing.last_hidden = (struct lcm_expanded){.from = NULL};
  l->function = before;
  return e;
}

bool lcm_thread_helper(const lcm_expr **out, struct lcm_lowering *l,
                       const lcm_ast *call, int i, const char *member) {
  const lcm_ast *callee = lcm_thread_defined(l, call->name);
  const lcm_ast *param = callee ? lcm_thread_param_at(callee, i) : NULL;
  struct helping h = {.l = l, .member = member};
  struct given given = {.n = 0};
  size_t ends[2];
  if (!param || !param->key)
    return false;
  h.key = param->key;
  walk(&h, callee);
  if (h.lost || !h.set || returns_before(callee, h.set->begin))
    return false;
  const lcm_expr *e = value_in(&given, l, callee, h.set);
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), struct lcm_subst, given.n + 1);
  size_t n = 0;
  for (size_t k = 0; e && k < given.n; k++) {
    if (given.params[k] < 0)
      continue;
    const lcm_expr *value =
        lcm_call_argument_text(ends, l, call, (size_t)given.params[k])
            ? lcm_lower_expr(l, ends[0], ends[1])
            : NULL;
    e = value ? e : NULL;
    substs[n++] = (struct lcm_subst){given.names[k], value};
  }
  *out = e ? lcm_expr_subst(l->ctx, e, substs, n) : NULL;
  return true;
}

const lcm_expr *lcm_thread_listed(struct lcm_lowering *l, const lcm_ast *ast,
                                  const char *member) {
  const lcm_expr *found = NULL;
  unsigned n = 0;
  for (size_t i = 0; i < l->syntax->records.n; i++) {
    const struct lcm_record_note *note = &l->syntax->records.at[i];
    if (note->function != l->function || note->record != member)
      continue;
    if (note->event == LCM_RECORD_ZEROED && note->node &&
        note->node->begin >= ast->begin && note->node->end <= ast->end) {
      n++;
      found = lcm_expr_int(l->ctx, 0);
    }
    if (note->event != LCM_RECORD_BEGINS || note->begin < ast->begin ||
        note->end > ast->end)
      continue;
    n++;
    found = note->known ? lcm_expr_int(l->ctx, note->value)
            : memchr(l->text + note->begin, '.', note->end - note->begin)
                ? NULL
                : lcm_lower_expr(l, note->begin, note->end);
  }
  return n == 1 ? found : NULL;
}

const lcm_expr *lcm_thread_zeroed(const struct lcm_lowering *l,
                                  const lcm_ast *call, const lcm_ast *at) {
  const lcm_ast *value = at->next;
  const lcm_ast *size = value ? value->next : NULL;
  return size && value->end == value->begin + 1 && value->begin < l->len &&
                 l->text[value->begin] == '0' && size->kind == LCM_AST_SIZEOF &&
                 at->parent == call
             ? lcm_expr_int(l->ctx, 0)
             : NULL;
}
