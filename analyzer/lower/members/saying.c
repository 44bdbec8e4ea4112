/* Words about members and variables, while they are being collected. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/members/saying.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"
#include "annotations/annotations.h"

void lcm_members_say(struct lcm_saying *s, char what, const char *key,
                     const char *more) {
  lcm_arena *arena = lcm_ctx_arena(s->l->ctx);
  size_t known = 0;
  const char *text =
      lcm_intern(s->l->ctx, lcm_arena_printf(arena, "%c %s%s%s", what, key,
                                             *more ? " " : "", more));
  if (strpbrk(key, " ;") || lcm_map_get(&s->said, text, &known))
    return;
  lcm_map_put(arena, &s->said, text, 1);
  lcm_buf_printf(&s->buf, "%s%s", s->buf.len ? ";" : "", text);
}

void lcm_members_say_at(struct lcm_saying *s, char what, const char *key,
                        unsigned at) {
  char digits[16];
  snprintf(digits, sizeof digits, "%u", at);
  lcm_members_say(s, what, key, digits);
}

/* Return whether the source of "a" and "b" is the same text. */
static bool is_alike(const struct lcm_lowering *l, const lcm_ast *a,
                     const lcm_ast *b) {
  const size_t n = a->end - a->begin;
  return a->kind == b->kind && b->end - b->begin == n && a->end <= l->len &&
         b->end <= l->len && !memcmp(l->text + a->begin, l->text + b->begin, n);
}

/* Return whether the statement "ast" always sets what "set" sets. */
static bool sets_too(const struct lcm_lowering *l, const lcm_ast *ast,
                     const lcm_ast *set) {
  const lcm_ast *no = NULL;
  if (ast->kind == LCM_AST_ASSIGN)
    return ast->first && is_alike(l, ast->first, set->first);
  if (ast->kind == LCM_AST_IF)
    no = ast->first->next ? ast->first->next->next : NULL;
  if (ast->kind == LCM_AST_IF)
    return no && sets_too(l, no, set) && sets_too(l, ast->first->next, set);
  if (ast->kind != LCM_AST_COMPOUND)
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (sets_too(l, at, set))
      return true;
  return false;
}

/* Return whether "ast", which sets something, is executed once in each call of
 * its function, or something before it in the source instead, which sets the
 * same: it stands in the last branch of several that all set it. */
static bool is_plain(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *below = ast;
  const lcm_ast *at = ast->parent;
  for (; at; below = at, at = at->parent)
    if (at->kind != LCM_AST_COMPOUND &&
        !(at->kind == LCM_AST_IF && at->last == below && at->first->next &&
          at->first->next->next == below && sets_too(l, at->first->next, ast)))
      break;
  return at && at->kind == LCM_AST_FUNCTION;
}

/* Return whether the variable at file scope "name" is set at most once, as far
 * as can be seen. */
static bool is_settled(const struct lcm_lowering *l, const char *name) {
  size_t found = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->globals.declarations, name, &found))
    return false;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  return (top->is_static || l->options->alone) &&
         lcm_map_get(&l->globals.changing, top->key, &changing) && changing > 1;
}

/* Return whether the local variable "local" has one value in each call. */
static bool is_single(const struct lcm_local *local) {
  if (local->home && local->home->kind == LCM_AST_FUNCTION)
    return !local->n_assigned;
  return !local->unstable && !local->varies && !local->is_static &&
         local->n_values <= 1 && local->n_assigned <= 1;
}

/* Say that "name" is the variable at file scope of that name, if it is one that
 * is followed; return whether it is. */
static bool say_followed(struct lcm_saying *s, const char *name) {
  size_t found = 0;
  size_t how = 0;
  const char *key = NULL;
  if (lcm_map_get(&s->l->globals.outside, name, &found))
    key = ((const struct lcm_record_note *)(uintptr_t)found)->record;
  const lcm_ast *top =
      !key && lcm_map_get(&s->l->globals.declarations, name, &found)
          ? (const lcm_ast *)(uintptr_t)found
          : NULL;
  if (top && top->range)
    key = top->key;
  return key && lcm_map_get(&s->l->globals.followed, key, &how) && how == 2;
}

/* Return whether "name", of an expression, means the same wherever it is looked
 * at; what is not known by itself is said. */
static bool is_steady(struct lcm_saying *s, const char *name) {
  struct lcm_lowering *l = s->l;
  const char *plain = lcm_name_plain(name);
  plain = lcm_intern(l->ctx, plain);
  const struct lcm_local *local = lcm_lower_local(l, plain);
  if (lcm_lower_is_given(l, name) || !strcmp(name, "p") ||
      !strcmp(name, "procs") || !strcmp(name, "rank") ||
      !strcmp(name, "ranks") || strchr(plain, '.'))
    return true;
  for (size_t i = 0; i < l->declared.params.n; i++)
    if (l->declared.params.at[i].name == name)
      return true;
  const char *bracket = strchr(plain, '[');
  if (bracket)
    return !lcm_lower_local(
        l, lcm_intern_n(l->ctx, plain, (size_t)(bracket - plain)));
  if (!local && say_followed(s, plain))
    return true;
  if (local ? !is_single(local) : !is_settled(l, plain))
    return false;
  lcm_members_say(s, 'F', name, "");
  return true;
}

void lcm_members_say_value(struct lcm_saying *s, char kind, const char *key,
                           const lcm_ast *at, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, s->l->ctx, e) : 0;
  bool steady = e != NULL;
  for (size_t i = 0; i < n; i++)
    steady = steady && is_steady(s, names[i]);
  char *text = steady ? lcm_expr_to_str(e, LCM_EXACT) : NULL;
  if (!text && kind == 'W' && at) {
    lcm_members_say_at(s, 'A', key, at->begin);
    return;
  }
  if (text && !strchr(text, ';'))
    lcm_members_say(s, kind, key,
                    lcm_arena_printf(lcm_ctx_arena(s->l->ctx), "%u %s",
                                     at ? at->begin : 0, text));
  else
    lcm_members_say(s, 'U', key, "");
  free(text);
}

/* Return the value that "ast" gives to its member. */
static const lcm_expr *given_by(struct lcm_lowering *l, const lcm_ast *ast) {
  l->parsing.members = true;
  l->parsing.last = (struct lcm_parsed){0};
  const lcm_expr *e = lcm_lower_value(l, ast);
  l->parsing.members = false;
  l->parsing.last = (struct lcm_parsed){0};
  return e;
}

const lcm_expr *lcm_members_held(lcm_ctx *ctx, const lcm_expr *e,
                                 unsigned char range, bool is_bits) {
  double number = 0;
  const unsigned bits = range & LCM_RANGE_BITS;
  if (!e || !lcm_expr_is_number(e, &number))
    return bits < 31 ? NULL : e;
  if (bits == 1 && is_bits && number != 0 && number != 1)
    return NULL;
  return lcm_cexpr_number(ctx, number, range);
}

/* Return whether the condition "ast" does not hold where the program gets no
 * options: it asks for variables at file scope that begin with 0, and that only
 * options set. */
static bool is_off(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *a = ast->first;
  const bool both = ast->kind == LCM_AST_AND;
  size_t found = 0;
  if (both || ast->kind == LCM_AST_OR)
    return a && a->next &&
           (both ? is_off(l, a) || is_off(l, a->next)
                 : is_off(l, a) && is_off(l, a->next));
  if (ast->kind != LCM_AST_REF || !lcm_options_give(l, ast) || !ast->name ||
      !lcm_map_get(&l->globals.declarations, ast->name, &found))
    return false;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  return top->key == ast->key && top->has_value && !top->value;
}

/* Return whether "ast" is executed only where options of the program say so. */
static bool is_by_option(const struct lcm_lowering *l, const lcm_ast *ast) {
  for (const lcm_ast *at = ast; at->parent; at = at->parent)
    if (at->parent->kind == LCM_AST_IF && at->parent->first != at &&
        at->parent->first->next == at && is_off(l, at->parent->first))
      return true;
  return false;
}

void lcm_members_say_set(struct lcm_saying *s, const char *key,
                         const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  const bool followed = to->range && !to->is_union && !to->is_atomic;
  const lcm_expr *e = followed
                          ? lcm_members_held(s->l->ctx, given_by(s->l, ast),
                                             to->range, to->is_bits)
                          : NULL;
  double number = 0;
  if (!followed)
    lcm_members_say(s, 'U', key, "");
  else if (!lcm_options_give(s->l, to))
    lcm_members_say_value(s, is_plain(s->l, ast) ? 'W' : 'D', key, ast, e);
  else if (is_plain(s->l, ast) && e && lcm_expr_is_number(e, &number))
    lcm_members_say_value(s, 'E', key, ast, e);
  else if (!is_by_option(s->l, ast))
    lcm_members_say(s, 'U', key, "");
}

void lcm_members_say_filled(struct lcm_saying *s, const char *key,
                            const lcm_ast *ast, const lcm_ast *loop,
                            const struct lcm_subst *at, size_t n) {
  const lcm_expr *e = lcm_members_held(s->l->ctx, given_by(s->l, ast),
                                       ast->first->range, ast->first->is_bits);
  lcm_members_say_value(s, 'W', key, loop,
                        e ? lcm_expr_subst(s->l->ctx, e, at, n) : NULL);
}

const char *lcm_members_path(struct lcm_saying *s, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_REF)
    return ast->name;
  const char *base = ast->first && (ast->kind == LCM_AST_MEMBER ||
                                    ast->kind == LCM_AST_SUBSCRIPT)
                         ? lcm_members_path(s, ast->first)
                         : NULL;
  if (base && ast->kind == LCM_AST_MEMBER)
    return ast->name && *ast->name
               ? LCM_INTERN_JOINED(s->l->ctx, base, ".", ast->name)
               : NULL;
  const lcm_expr *e =
      base && ast->last->kind == LCM_AST_LITERAL
          ? lcm_lower_expr(s->l, ast->last->begin, ast->last->end)
          : NULL;
  double number = 0;
  return e && lcm_expr_is_number(e, &number)
             ? lcm_intern(s->l->ctx, lcm_arena_printf(lcm_ctx_arena(s->l->ctx),
                                                      "%s[%.0f]", base, number))
             : NULL;
}
