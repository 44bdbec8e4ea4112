/* What functions that entries execute are given beside their parameters: what
 * they read of messages, and what holds for the whole program. */
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/chares/chare_find.h"
#include "analyzer/lower/chares/chare_hidden.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_fill.h"
#include "analyzer/lower/threads/thread_param.h"
#include "analyzer/lower/threads/thread_use.h"

/* How many calls down reads are followed. */
enum { MOST_DEEP = 4 };

/* Return whether reads through "param" of "function" are followed. */
static bool is_followed(const struct lcm_lowering *l, const lcm_ast *function,
                        const lcm_ast *param) {
  if (!param->is_pointer || !param->key || lcm_chare_is_processor(l, param))
    return false;
  return !lcm_chare_entry_of(l, function->name) ||
         param == lcm_chare_message(l, function);
}

/* Add "name", read through parameter "param" as "key", to "out", once and
 * unless it holds for the whole program. */
static void add_read(const struct lcm_lowering *l, lcm_chare_reads *out,
                     int param, const char *name, const char *key) {
  const struct lcm_chare_read read = {param, name, key};
  for (size_t i = 0; i < l->chares->members.n; i++)
    if (l->chares->members.at[i].name == name)
      return;
  for (size_t i = 0; i < out->n; i++)
    if (out->at[i].name == name)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), out, read);
}

static lcm_chare_reads reads_of(const struct lcm_lowering *l,
                                const lcm_ast *function, unsigned depth);

/* What a function reads through parameter "param", number "i", "depth" calls
 * down. */
struct reading {
  const struct lcm_lowering *l;
  const lcm_ast *function;
  const lcm_ast *param;
  int i;
  unsigned depth;
};

/* Add what the function that "call" calls reads through arguments that are what
 * the parameter of "r" points to. */
static void add_below(lcm_chare_reads *out, const struct reading *r,
                      const lcm_ast *call) {
  const struct lcm_lowering *l = r->l;
  const lcm_ast *callee = lcm_thread_defined(l, call->name);
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  if (!callee || callee == r->function || r->depth >= MOST_DEEP)
    return;
  const lcm_chare_reads below = reads_of(l, callee, r->depth + 1);
  for (size_t k = 0; k < below.n; k++) {
    const lcm_ast *given = lcm_chare_argument(call, below.at[k].param);
    if (!given || !lcm_thread_leads(r->function, r->param, given))
      continue;
    const char *dot = strchr(below.at[k].name, '.');
    add_read(l, out, r->i,
             lcm_intern(l->ctx,
                        dot ? lcm_arena_printf(arena, "%s%s", given->name, dot)
                            : lcm_arena_printf(arena, "*%s", given->name)),
             below.at[k].key);
  }
}

/* As lcm_chare_reads_of, "depth" calls down. */
static lcm_chare_reads reads_of(const struct lcm_lowering *l,
                                const lcm_ast *function, unsigned depth) {
  lcm_chare_reads out = {0};
  size_t known = 0;
  int i = 0;
  if (!l->chares || !lcm_map_get(&l->chares->within, function->name, &known))
    return out;
  for (const lcm_ast *param = function->first;
       param && param->kind == LCM_AST_PARAM; param = param->next, i++) {
    if (!is_followed(l, function, param))
      continue;
    const lcm_thread_read_list own = lcm_thread_reads_by(l, function, param);
    for (size_t k = 0; k < own.n; k++)
      add_read(l, &out, i, own.at[k].name, own.at[k].key);
    const struct reading r = {l, function, param, i, depth};
    for (size_t k = 0; k < l->syntax->calls.n; k++)
      if (l->syntax->calls.at[k].function == function)
        add_below(&out, &r, l->syntax->calls.at[k].call);
  }
  return out;
}

lcm_chare_reads lcm_chare_reads_of(const struct lcm_lowering *l,
                                   const lcm_ast *function) {
  return reads_of(l, function, 0);
}

/* Return the variable in or below "ast" with the identity "key" that md_user
 * gives its value where it is declared, or NULL. */
static const lcm_ast *user_alias(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_VAR && ast->key == key)
    return ast->last && ast->last->kind == LCM_AST_CALL && ast->last->name &&
                   !strcmp(ast->last->name, "md_user")
               ? ast
               : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = user_alias(at, key);
  return found;
}

/* Add the members that "ast", of "function", reads through md_user. */
static void find_members(struct lcm_lowering *l, const lcm_ast *function,
                         const lcm_ast *ast) {
  const lcm_ast *base = ast->first;
  if (ast->kind == LCM_AST_MEMBER && !ast->is_pointer && ast->name && base &&
      base->kind == LCM_AST_REF && base->is_pointer &&
      user_alias(function, base->key)) {
    const struct lcm_chare_member member = {
        LCM_INTERN_JOINED(l->ctx, base->name, ".", ast->name), ast->key};
    for (size_t i = 0; i < l->chares->members.n; i++)
      if (l->chares->members.at[i].name == member.name)
        return;
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->chares->members, member);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    find_members(l, function, at);
}

void lcm_chare_find_members(struct lcm_lowering *l) {
  for (const lcm_ast *top = l->syntax->top; l->chares && top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      find_members(l, top, top);
}

/* Return `&user` in or below "ast" for the variable that entries get from
 * md_user, or NULL. */
static const lcm_ast *user_in(const lcm_ast *ast, const char *user) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_ADDRESS && ast->first && ast->first->name == user)
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = user_in(at, user);
  return found;
}

const lcm_expr *lcm_chare_member_value(struct lcm_lowering *l,
                                       const lcm_ast *ast,
                                       const struct lcm_chare_member *member) {
  const lcm_ast *user =
      l->chares->user ? user_in(l->function, l->chares->user) : NULL;
  return user ? lcm_thread_filled(l, ast, user, member->key) : NULL;
}

const char *lcm_chare_hidden(struct lcm_lowering *l, const lcm_ast *function,
                             size_t i) {
  size_t known = 0;
  if (!l->chares || !lcm_map_get(&l->chares->within, function->name, &known))
    return NULL;
  const lcm_chare_reads reads = lcm_chare_reads_of(l, function);
  if (i < reads.n)
    return reads.at[i].name;
  i -= reads.n;
  if (i < l->chares->members.n)
    return l->chares->members.at[i].name;
  i -= l->chares->members.n;
  return i < l->chares->rounds.n ? l->chares->rounds.at[i].name : NULL;
}

const lcm_expr *lcm_chare_given(struct lcm_lowering *l, const lcm_ast *ast,
                                const lcm_ast *given,
                                const struct lcm_chare_read *read) {
  const char *dot = strchr(read->name, '.');
  if (!given)
    return NULL;
  if (given->kind != LCM_AST_REF || !given->is_pointer || given->is_array)
    return lcm_thread_filled(l, ast, given, read->key);
  return lcm_expr_symbol(l->ctx,
                         dot ? LCM_INTERN_JOINED(l->ctx, given->name, dot)
                             : LCM_INTERN_JOINED(l->ctx, "*", given->name),
                         LCM_DIM_NONE);
}

void lcm_chare_add_shared(struct lcm_lowering *l, lcm_expr_list *args,
                          const struct lcm_chare_round *round) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  for (size_t i = 0; i < l->chares->members.n; i++)
    LCM_LIST_ADD(
        arena, args,
        lcm_expr_symbol(l->ctx, l->chares->members.at[i].name, LCM_DIM_NONE));
  for (size_t i = 0; i < l->chares->rounds.n; i++) {
    const lcm_expr *left =
        lcm_expr_symbol(l->ctx, l->chares->rounds.at[i].name, LCM_DIM_NONE);
    if (round && round->name == l->chares->rounds.at[i].name)
      left = lcm_expr_sub(l->ctx, left, lcm_expr_int(l->ctx, 1));
    LCM_LIST_ADD(arena, args, left);
  }
}

void lcm_chare_pass(struct lcm_lowering *l, lcm_node *node,
                    const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *callee = l->chares && node->kind == LCM_NODE_CALL
                              ? lcm_thread_defined(l, ast->name)
                              : NULL;
  size_t known = 0;
  if (!callee || !lcm_map_get(&l->chares->within, callee->name, &known) ||
      !lcm_map_get(&l->chares->within, l->function->name, &known))
    return;
  const size_t n = node->u.call.n_args;
  const char *m = lcm_chare_processor(l, l->function);
  lcm_expr_list args = {0};
  for (size_t i = 0; i < n; i++) {
    const lcm_ast *param = lcm_thread_param_at(callee, (int)i);
    const bool place =
        param && m && l->chares->placed && lcm_chare_is_processor(l, param);
    LCM_LIST_ADD(arena, &args,
                 place ? lcm_expr_symbol(l->ctx, m, LCM_DIM_NONE)
                       : node->u.call.args[i]);
  }
  const lcm_chare_reads reads = lcm_chare_reads_of(l, callee);
  for (size_t i = 0; i < reads.n; i++)
    LCM_LIST_ADD(arena, &args,
                 lcm_chare_given(l, ast,
                                 lcm_chare_argument(ast, reads.at[i].param),
                                 &reads.at[i]));
  lcm_chare_add_shared(l, &args, NULL);
  if (node->u.call.places) {
    lcm_section *places = LCM_NEW_ARRAY(arena, lcm_section, args.n);
    memcpy(places, node->u.call.places, n * sizeof *places);
    node->u.call.places = places;
  }
  node->u.call.args = args.at;
  node->u.call.n_args = args.n;
}
