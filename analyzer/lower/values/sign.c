/* Which numbers may be below zero.  A variable may where the file sets it to a
 * difference, to less than zero or to what may be; a parameter where a call
 * gives it such; other sizes are at least 1. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/sign.h"

/* What is noted of variables called by a name: one may be below zero, one is
 * counted up or down.  ROUNDS: how often variables that hold others are looked
 * for. */
enum { BELOW = 1, COUNTED = 2, ROUNDS = 4 };

/* The file as it is gone through. */
struct scan {
  struct lcm_lowering *l;
  bool more; /* something was noted */
};

/* Return what is noted of "name". */
static size_t noted(const struct lcm_lowering *l, const char *name) {
  size_t flags = 0;
  return lcm_map_get(&l->globals.signs, name, &flags) ? flags : 0;
}

/* Note "flags" of the variable "ref", a whole number with a sign. */
static void note(struct scan *s, const lcm_ast *ref, size_t flags) {
  const bool is_variable = ref->kind == LCM_AST_REF ||
                           ref->kind == LCM_AST_VAR ||
                           ref->kind == LCM_AST_PARAM;
  const size_t old = ref->name ? noted(s->l, ref->name) : flags;
  if (!is_variable || (ref->range & LCM_RANGE_NATURAL))
    flags &= COUNTED;
  if (!is_variable || !ref->name || (old | flags) == old)
    return;
  lcm_map_put(lcm_ctx_arena(s->l->ctx), &s->l->globals.signs, ref->name,
              old | flags);
  s->more = true;
}

/* Return whether the body of the macro "name" has a minus. */
static bool is_lowering_macro(const struct lcm_lowering *l, const char *name) {
  const struct lcm_macro_table *macros = &l->syntax->macros;
  const lcm_macro *macro =
      macros->find ? macros->find(macros->user, name) : NULL;
  for (size_t i = 0; macro && i < macro->body.n; i++)
    if (lcm_token_is(&macro->body.at[i], "-"))
      return true;
  return false;
}

/* Return whether the minus at "at" of "text" ("len" bytes) takes 1 of a number,
 * or is no operator of its own. */
static bool is_harmless(const char *text, size_t len, size_t at) {
  const char next = at + 1 < len ? text[at + 1] : ' ';
  size_t before = at;
  size_t behind = at + 1;
  while (before > 0 && isspace((unsigned char)text[before - 1]))
    before--;
  while (behind < len && isspace((unsigned char)text[behind]))
    behind++;
  const char left = before ? text[before - 1] : '(';
  const bool binary = isalnum((unsigned char)left) || strchr("_)]", left);
  const bool one =
      behind < len && text[behind] == '1' &&
      (behind + 1 == len ||
       (!isalnum((unsigned char)text[behind + 1]) && text[behind + 1] != '.'));
  return strchr(">-=", next) || (at && text[at - 1] == '-') || (binary && one);
}

/* Return whether what stands from "begin" to "end" may be below zero. */
static bool may_be_below(struct lcm_lowering *l, size_t begin, size_t end) {
  const char *text = l->text + begin;
  const size_t len = begin < end && end <= l->len ? end - begin : 0;
  for (size_t i = 0; i < len; i++) {
    const size_t from = i;
    if (text[i] == '~' || (text[i] == '-' && !is_harmless(text, len, i)))
      return true;
    while (i < len && (isalnum((unsigned char)text[i]) || text[i] == '_'))
      i++;
    if (i == from)
      continue;
    const char *name = lcm_intern_n(l->ctx, text + from, i - from);
    if ((noted(l, name) & BELOW) || is_lowering_macro(l, name))
      return true;
    i--;
  }
  return false;
}

/* Note what the update "ast", "in_head" of a loop, does to its variable. */
static void note_update(struct scan *s, const lcm_ast *ast, bool in_head) {
  const lcm_ast *to = ast->first;
  const lcm_ast *by = to ? to->next : NULL;
  const bool takes =
      by && memchr(s->l->text + to->end, '-', by->begin - to->end);
  const bool below =
      by && ((takes && !in_head) || may_be_below(s->l, by->begin, ast->end));
  if (to)
    note(s, to, COUNTED | (below ? BELOW : 0));
}

/* Note the index of the loop "ast" where that goes down to below zero. */
static void note_head(struct scan *s, const lcm_ast *ast) {
  for (const lcm_ast *at = ast->first; at && at != ast->last; at = at->next)
    if (at->kind == LCM_AST_UPDATE && at->first &&
        at->first->kind == LCM_AST_REF &&
        memchr(s->l->text + at->begin, '-', at->end - at->begin) &&
        may_be_below(s->l, ast->begin, at->begin))
      note(s, at->first, BELOW | COUNTED);
}

/* Note what "ast" and all below it set, "in_head" of a loop. */
static void scan(struct scan *s, const lcm_ast *ast, bool in_head) {
  const lcm_ast *value = ast->last;
  if (ast->end > s->l->len)
    return;
  if ((ast->kind == LCM_AST_VAR && value && value != ast->first->next) ||
      (ast->kind == LCM_AST_ASSIGN && value && value != ast->first)) {
    if (may_be_below(s->l, value->begin, ast->end))
      note(s, ast->kind == LCM_AST_VAR ? ast : ast->first, BELOW);
  } else if (ast->kind == LCM_AST_UPDATE)
    note_update(s, ast, in_head);
  else if (ast->kind == LCM_AST_FOR)
    note_head(s, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at->holds &
        (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE | LCM_AST_HOLDS_LOOP))
      scan(s, at, ast->kind == LCM_AST_FOR && at != ast->last);
}

/* Return the function of the file that "name" calls, or NULL. */
static const lcm_ast *find_function(const struct lcm_lowering *l,
                                    const char *name) {
  for (const lcm_ast *top = l->syntax->top; top && name; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == name)
      return top;
  return NULL;
}

/* Note the parameters to which "call" gives what may be below zero. */
static void note_call(struct scan *s, const lcm_ast *call) {
  if (!call->first || call->end > s->l->len ||
      !may_be_below(s->l, call->first->end, call->end))
    return;
  const lcm_ast *function = find_function(s->l, call->name);
  const lcm_ast *given = call->first->next;
  for (const lcm_ast *at = function ? function->first : NULL; at && given;
       at = at->next) {
    if (at->kind != LCM_AST_PARAM)
      continue;
    if (may_be_below(s->l, given->begin, given->end))
      note(s, at, BELOW);
    given = given->next;
  }
}

/* Return what is noted of the symbol "e". */
static size_t noted_symbol(const struct lcm_lowering *l, const lcm_expr *e) {
  const char *name = lcm_expr_name(e);
  name = name && !strncmp(name, "c.", 2) ? lcm_intern(l->ctx, name + 2) : name;
  return name ? noted(l, name) : 0;
}

static bool is_natural(const struct lcm_lowering *l, const lcm_expr *e);

/* Return whether argument "from" of "e" and all behind it are never below
 * zero. */
static bool all_natural(const struct lcm_lowering *l, const lcm_expr *e,
                        size_t from) {
  for (size_t i = from; i < lcm_expr_arity(e); i++)
    if (!is_natural(l, lcm_expr_arg(e, i)))
      return false;
  return true;
}

/* Return the least value of the term "e" of a sum: what it is where all sizes
 * are 1, 0 where it is not a product of sizes. */
static double least(const struct lcm_lowering *l, const lcm_expr *e) {
  const bool product = lcm_expr_kind_of(e) == LCM_X_MUL_OF;
  double value = 0;
  if (lcm_expr_is_number(e, &value))
    return value;
  if (lcm_expr_kind_of(e) == LCM_X_SYMBOL)
    return noted_symbol(l, e) & COUNTED ? 0 : 1;
  for (size_t i = 0; product && i < lcm_expr_arity(e); i++)
    if (least(l, lcm_expr_arg(e, i)) < 1)
      return 0;
  return product ? lcm_expr_factor(e) : 0;
}

/* Return whether the sum "e" is never below zero. */
static bool is_natural_sum(const struct lcm_lowering *l, const lcm_expr *e) {
  double all = 0;
  double value = 0;
  for (size_t i = 0; i < lcm_expr_arity(e); i++) {
    const lcm_expr *term = lcm_expr_arg(e, i);
    all += least(l, term);
    if (!lcm_expr_is_number(term, &value) && !is_natural(l, term))
      return false;
  }
  return all >= 0;
}

/* Return whether "e" is never below zero, whatever loops are around. */
static bool is_natural(const struct lcm_lowering *l, const lcm_expr *e) {
  double value = 0;
  switch (lcm_expr_kind_of(e)) {
  case LCM_X_NUMBER:
    return lcm_expr_is_number(e, &value) && value >= 0;
  case LCM_X_SYMBOL:
    return !(noted_symbol(l, e) & BELOW);
  case LCM_X_SUM_OF:
    return is_natural_sum(l, e);
  case LCM_X_MUL_OF:
    return lcm_expr_factor(e) >= 0 && all_natural(l, e, 0);
  case LCM_X_MAX:
    for (size_t i = 0; i < lcm_expr_arity(e); i++)
      if (is_natural(l, lcm_expr_arg(e, i)))
        return true;
    return false;
  case LCM_X_POW:
    return is_natural(l, lcm_expr_arg(e, 0));
  case LCM_X_MOD:
  case LCM_X_IF:
    return all_natural(l, e, 1);
  case LCM_X_SUM:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER:
    return all_natural(l, e, 2);
  case LCM_X_ABS:
  case LCM_X_SQRT:
  case LCM_X_OF_TRUTH:
    return true;
  case LCM_X_MIN:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_DIV:
  case LCM_X_OF_LOGARITHMS:
    return all_natural(l, e, 0);
  case LCM_X_COEF:
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_COUNT:
    break;
  }
  return true;
}

/* Return the innermost loop, of those in "ast", in whose body the offset "at"
 * is; a piece of that body. */
static const lcm_ast *find_body(const lcm_ast *ast, size_t at) {
  const lcm_ast *found = NULL;
  for (const lcm_ast *in = ast; in;) {
    const lcm_ast *next = in->first;
    while (next && !(next->begin <= at && at < next->end))
      next = next->next;
    if (next && in->kind == LCM_AST_FOR && next == in->last)
      found = next;
    in = next;
  }
  return found;
}

/* Return whether a name that takes away in "e" is called as a variable that may
 * be below zero, or as none of the loops around. */
static bool is_lowered_by_other(const struct lcm_lowering *l,
                                const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  size_t others = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t flags =
        noted_symbol(l, lcm_expr_symbol(l->ctx, names[i], LCM_DIM_NONE));
    others += !(flags & COUNTED);
    if (flags & BELOW)
      return true;
  }
  return others > 1;
}

/* Return whether "e", which the lowering "user" reads, is never below zero. */
static bool is_never_below(const lcm_expr *e, void *user) {
  struct lcm_lowering *l = user;
  if (is_natural(l, e))
    return true;
  const lcm_ast *body = l->function && l->parsing.exact
                            ? find_body(l->function, l->parsing.at)
                            : NULL;
  if (!body || is_lowered_by_other(l, e))
    return false;
  const struct lcm_parsing before = l->parsing;
  l->parsing.expanding = false;
  const bool natural = lcm_fits_natural(l, body, e);
  l->parsing.last = before.last;
  l->parsing.expanding = before.expanding;
  l->parsing.members = before.members;
  l->parsing.at = before.at;
  l->parsing.exact = before.exact;
  l->parsing.unsettled = before.unsettled;
  return natural;
}

void lcm_signs_find(struct lcm_lowering *l) {
  struct scan s = {l, true};
  for (unsigned i = 0; s.more && i < ROUNDS; i++) {
    s.more = false;
    for (const lcm_ast *top = l->syntax->top; top; top = top->next)
      if (top->kind == LCM_AST_FUNCTION)
        scan(&s, top, false);
    for (size_t k = 0; k < l->syntax->calls.n; k++)
      note_call(&s, l->syntax->calls.at[k].call);
  }
  l->parsing.natural = is_never_below;
}
