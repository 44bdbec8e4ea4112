/* Which numbers may be below zero.  A variable may where the file sets it to a
 * difference, to less than zero or to what may be; a parameter where a call
 * gives it such; others that are not set to what may be 0 are at least 1. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/sign.h"

/* What is noted of a variable: it may be below zero; it is counted up or down;
 * it is set to what may be 0, and not as the index of a loop.  ROUNDS: how
 * often variables that hold others are looked for; DEPTH: over how many
 * comparisons one number is found to be below another. */
enum { BELOW = 1, COUNTED = 2, ZERO = 4, ROUNDS = 4, DEPTH = 4 };

/* What names of indices begin with that are not below zero. */
static const char *const INDEX = "index ";

/* The file as it is gone through. */
struct scan {
  struct lcm_lowering *l;
  const lcm_ast *function; /* the one that is gone through */
  bool more;               /* something was noted */
};

/* Return what is noted of the variable with the key "key". */
static size_t noted(const struct lcm_lowering *l, const char *key) {
  size_t flags = 0;
  return key && lcm_map_get(&l->globals.signs, key, &flags) ? flags : 0;
}

/* Note "flags" of the variable "ref", a whole number with a sign. */
static void note(struct scan *s, const lcm_ast *ref, size_t flags) {
  const bool is_variable = ref->kind == LCM_AST_REF ||
                           ref->kind == LCM_AST_VAR ||
                           ref->kind == LCM_AST_PARAM;
  const size_t old = noted(s->l, ref->key);
  if (!is_variable || (ref->range & LCM_RANGE_NATURAL))
    flags &= COUNTED | ZERO;
  if (!is_variable || !ref->key || (old | flags) == old)
    return;
  lcm_map_put(lcm_ctx_arena(s->l->ctx), &s->l->globals.signs, ref->key,
              old | flags);
  s->more = true;
}

/* ---- comparisons that hold ----------------------------------------------- */

/* Return where white space that begins at "at" ends. */
static size_t skip(const struct lcm_lowering *l, size_t at, size_t end) {
  while (at < end && isspace((unsigned char)l->text[at]))
    at++;
  return at;
}

/* Return whether "a" and "b" are written alike. */
static bool are_alike(const struct lcm_lowering *l, const lcm_ast *a,
                      const lcm_ast *b) {
  size_t i = a->begin;
  size_t k = b->begin;
  if (a->kind != b->kind || a->key != b->key || a->end > l->len ||
      b->end > l->len || (i == k && a != b))
    return false;
  for (;;) {
    i = skip(l, i, a->end);
    k = skip(l, k, b->end);
    if (i == a->end || k == b->end)
      return i == a->end && k == b->end;
    if (l->text[i++] != l->text[k++])
      return false;
  }
}

/* Return whether "c" stands between the operands of "ast", or before the only
 * one, as an operator. */
static bool has_operator(const struct lcm_lowering *l, const lcm_ast *ast,
                         char c) {
  const lcm_ast *left = ast->first;
  if (!left || left == ast->last->next)
    return false;
  const lcm_ast *right = left->next;
  const size_t from = right ? left->end : ast->begin;
  const size_t to = right ? right->begin : left->begin;
  return from < to && to <= l->len && memchr(l->text + from, c, to - from);
}

/* Return whether "ast" is a sum or ("c" being '-') a difference. */
static bool is_of(const struct lcm_lowering *l, const lcm_ast *ast, char c) {
  return ast->kind == LCM_AST_OTHER && ast->op == LCM_AST_OP_ADD &&
         ast->first && ast->first->next && has_operator(l, ast, c);
}

/* Return whether "ast" is a number as it is written; that goes to "*value". */
static bool is_literal(const struct lcm_lowering *l, const lcm_ast *ast,
                       long *value) {
  if (ast->kind != LCM_AST_LITERAL || ast->end > l->len ||
      !isdigit((unsigned char)l->text[ast->begin]))
    return false;
  *value = strtol(l->text + ast->begin, NULL, 0);
  return true;
}

/* Return whether "ast" may change a variable that "e" speaks of. */
static bool changes_some(const lcm_ast *ast, const lcm_ast *e) {
  if (e->kind == LCM_AST_REF && e->key && lcm_syntax_may_change(ast, e->key))
    return true;
  for (const lcm_ast *at = e->first; at; at = at->next)
    if (changes_some(ast, at))
      return true;
  return false;
}

static bool is_least(const struct lcm_lowering *l, const lcm_ast *low,
                     const lcm_ast *high, unsigned depth);

/* Return whether the comparisons of "cond" say that "low" is at most "high". */
static bool says_least(const struct lcm_lowering *l, const lcm_ast *cond,
                       const lcm_ast *low, const lcm_ast *high,
                       unsigned depth) {
  const lcm_ast *left = cond->first;
  const lcm_ast *right = left ? left->next : NULL;
  if (!right || right->next)
    return false;
  if (cond->kind == LCM_AST_AND)
    return says_least(l, left, low, high, depth) ||
           says_least(l, right, low, high, depth);
  if (cond->kind != LCM_AST_OTHER || cond->op)
    return false;
  if (has_operator(l, cond, '<'))
    return are_alike(l, left, low) && is_least(l, right, high, depth);
  return has_operator(l, cond, '>') && are_alike(l, right, low) &&
         is_least(l, left, high, depth);
}

/* Return the start that the loop "loop" gives the variable "key" in its header,
 * NULL where it gives none or may count down. */
static const lcm_ast *start_of(const struct lcm_lowering *l,
                               const lcm_ast *loop, const char *key) {
  const lcm_ast *start = NULL;
  for (const lcm_ast *at = loop->first; at && at != loop->last; at = at->next) {
    const lcm_ast *set = at->kind == LCM_AST_DECLSTMT ? at->first : at;
    for (; set && set->kind == LCM_AST_VAR && set->key != key;)
      set = set->next;
    if (set && set->kind == LCM_AST_VAR && set->last)
      start = set->last;
    else if (set && set->kind == LCM_AST_ASSIGN && set->first->key == key)
      start = set->last;
    else if (set && set->kind == LCM_AST_UPDATE && set->first->key == key &&
             memchr(l->text + set->begin, '-', set->end - set->begin))
      return NULL;
  }
  return start && !lcm_syntax_may_change(loop->last, key) ? start : NULL;
}

/* Return whether the header of the loop "loop" says that "low" is at most
 * "high" in its body. */
static bool loop_says(const struct lcm_lowering *l, const lcm_ast *loop,
                      const lcm_ast *low, const lcm_ast *high, unsigned depth) {
  const lcm_ast *start =
      high->kind == LCM_AST_REF ? start_of(l, loop, high->key) : NULL;
  if (start && is_least(l, low, start, depth))
    return true;
  for (const lcm_ast *at = loop->first; at && at != loop->last; at = at->next)
    if (at->kind != LCM_AST_DECLSTMT && !lcm_ast_is_change(at) &&
        says_least(l, at, low, high, depth))
      return !changes_some(loop->last, low) && !changes_some(loop->last, high);
  return false;
}

/* Return whether what stands around "low" says that it is at most "high". */
static bool is_guarded(const struct lcm_lowering *l, const lcm_ast *low,
                       const lcm_ast *high, unsigned depth) {
  const lcm_ast *inner = low;
  for (const lcm_ast *at = low->parent; at; inner = at, at = at->parent) {
    const lcm_ast *cond = at->first;
    if (at->kind == LCM_AST_FOR && inner == at->last &&
        loop_says(l, at, low, high, depth))
      return true;
    if ((at->kind == LCM_AST_IF || at->kind == LCM_AST_CONDITIONAL) && cond &&
        cond->next == inner && says_least(l, cond, low, high, depth))
      return !changes_some(inner, low) && !changes_some(inner, high);
  }
  return false;
}

/* Return whether "part" is a quotient or remainder of "whole", as in n - n /
 * 2. */
static bool is_part(const struct lcm_lowering *l, const lcm_ast *part,
                    const lcm_ast *whole) {
  return part->kind == LCM_AST_OTHER &&
         (part->op == LCM_AST_OP_DIV || part->op == LCM_AST_OP_REST) &&
         part->first && are_alike(l, part->first, whole);
}

/* Return whether "low" is at most "high", numbers that are not below zero. */
static bool is_least(const struct lcm_lowering *l, const lcm_ast *low,
                     const lcm_ast *high, unsigned depth) {
  long a = 0;
  long b = 0;
  if (are_alike(l, low, high) || is_part(l, low, high))
    return true;
  if (is_literal(l, low, &a) && is_literal(l, high, &b))
    return a <= b;
  if (is_of(l, low, '-') && is_literal(l, low->last, &a) &&
      is_least(l, low->first, high, depth))
    return true;
  if (is_of(l, high, '+') && is_literal(l, high->last, &b) &&
      is_least(l, low, high->first, depth))
    return true;
  return depth && is_guarded(l, low, high, depth - 1);
}

/* ---- what the file sets -------------------------------------------------- */

/* Return whether the body of "macro" takes something away, other than 1 of a
 * number. */
static bool is_lowering(const lcm_macro *macro) {
  for (size_t i = 0; i < macro->body.n; i++) {
    const lcm_token *at = &macro->body.at[i];
    const bool one =
        i && i + 1 < macro->body.n && at[1].len == 1 && *at[1].text == '1' &&
        (at[-1].kind == LCM_TOKEN_NAME || lcm_token_is(at - 1, ")"));
    if (lcm_token_is(at, "~") || (lcm_token_is(at, "-") && !one))
      return true;
  }
  return false;
}

/* Return whether a macro between the offsets "begin" and "end" takes something
 * away. */
static bool has_lowering(const struct lcm_lowering *l, size_t begin,
                         size_t end) {
  const struct lcm_macro_table *macros = &l->syntax->macros;
  const char *text = l->text;
  for (size_t i = begin; macros->find && i < end; i++) {
    const size_t from = i;
    while (i < end && (isalnum((unsigned char)text[i]) || text[i] == '_'))
      i++;
    if (i == from)
      continue;
    const lcm_macro *macro =
        macros->find(macros->user, lcm_intern_n(l->ctx, text + from, i - from));
    if (macro && is_lowering(macro))
      return true;
  }
  return false;
}

/* Return whether "ast" compares. */
static bool is_comparison(const struct lcm_lowering *l, const lcm_ast *ast) {
  return ast->kind == LCM_AST_AND || ast->kind == LCM_AST_OR ||
         (ast->kind == LCM_AST_OTHER && !ast->op &&
          (has_operator(l, ast, '<') || has_operator(l, ast, '>') ||
           has_operator(l, ast, '=') || has_operator(l, ast, '!')));
}

static bool is_below(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether an operand of "ast", from "first" on, may be below zero. */
static bool is_some_below(const struct lcm_lowering *l, const lcm_ast *first) {
  for (const lcm_ast *at = first; at; at = at->next)
    if (is_below(l, at))
      return true;
  return false;
}

/* Return the function of the file that "name" calls, or NULL. */
static const lcm_ast *find_function(const struct lcm_lowering *l,
                                    const char *name) {
  for (const lcm_ast *top = l->syntax->top; top && name; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == name)
      return top;
  return NULL;
}

/* Return whether the call "ast" may return 0: it asks for the number of a
 * thread, or is of a function of the file that does. */
static bool is_zero_from(const struct lcm_lowering *l, const lcm_ast *ast) {
  static const char *const NUMBERS[] = {
      "omp_get_thread_num", "omp_get_ancestor_thread_num", "omp_get_team_num",
      "omp_get_level",      "omp_get_active_level",        "omp_get_place_num"};
  const lcm_ast *function = find_function(l, ast->name);
  for (size_t i = 0; ast->name && i < sizeof NUMBERS / sizeof *NUMBERS; i++)
    if (!strcmp(ast->name, NUMBERS[i]))
      return true;
  return function && (noted(l, function->key) & ZERO);
}

/* Return whether the value "ast", which ends at "end", may be 0, as far as the
 * file says: the number 0, a quotient or remainder, the number of a thread,
 * what is made of a pointer, or a variable that may. */
static bool may_be_zero(const struct lcm_lowering *l, const lcm_ast *ast,
                        size_t end) {
  if (ast->kind == LCM_AST_REF)
    return ast->is_pointer || (noted(l, ast->key) & ZERO);
  if (ast->kind == LCM_AST_CALL)
    return is_zero_from(l, ast);
  if (end <= ast->begin || end > l->len)
    return true;
  const char *text = l->text + ast->begin;
  const size_t n = end - ast->begin;
  return (n == 1 && *text == '0') || memchr(text, '/', n) ||
         memchr(text, '%', n) || memmem(text, n, ">>", 2) ||
         memmem(text, n, "*)", 2);
}

/* Return whether "right" is a number that "left" always has: 1, unless that may
 * be 0. */
static bool takes_little(const struct lcm_lowering *l, const lcm_ast *left,
                         const lcm_ast *right) {
  const long most = may_be_zero(l, left, left->end) ? 0 : 1;
  long value = 0;
  return is_literal(l, right, &value) && value <= most;
}

/* Return whether the operation "ast" may be below zero: what takes 1 of a size
 * that is not 0 is not. */
static bool is_below_by(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left ? left->next : NULL;
  if (is_comparison(l, ast))
    return false;
  if (!right)
    return has_operator(l, ast, '-') || has_operator(l, ast, '~') ||
           is_some_below(l, left);
  if (is_of(l, ast, '-'))
    return is_below(l, left) ||
           !(takes_little(l, left, right) || is_least(l, right, left, DEPTH));
  if (ast->op == LCM_AST_OP_REST || has_operator(l, ast, '>'))
    return is_below(l, left);
  if (has_operator(l, ast, '&'))
    return is_below(l, left) && is_below(l, right);
  return is_some_below(l, left);
}

/* Return whether what the call "ast" returns may be below zero. */
static bool is_below_from(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *function = find_function(l, ast->name);
  return function && (noted(l, function->key) & BELOW);
}

/* Return whether the value "ast" may be below zero, as far as the file says:
 * what it reads from elements and gets from calls of others is not. */
static bool is_below(const struct lcm_lowering *l, const lcm_ast *ast) {
  switch (lcm_ast_class_of(ast->kind)) {
  case LCM_CLASS_PLACE:
    return ast->kind == LCM_AST_REF && (noted(l, ast->key) & BELOW);
  case LCM_CLASS_MAYBE:
    return ast->kind == LCM_AST_CONDITIONAL && ast->first &&
           is_some_below(l, ast->first->next);
  case LCM_CLASS_VALUE:
    return ast->kind == LCM_AST_OTHER && is_below_by(l, ast);
  case LCM_CLASS_CHANGE:
    return ast->kind == LCM_AST_ASSIGN && ast->last && is_below(l, ast->last);
  case LCM_CLASS_CALL:
    return is_below_from(l, ast);
  case LCM_CLASS_TOP:
  case LCM_CLASS_VARIABLE:
  case LCM_CLASS_COMPOUND:
  case LCM_CLASS_LOOP:
  case LCM_CLASS_CHOICE:
  case LCM_CLASS_LABEL:
  case LCM_CLASS_JUMP:
  case LCM_CLASS_SIMPLE:
    break;
  }
  return false;
}

/* Return whether "value", which ends at "end", may be below zero. */
static bool may_be_below(const struct lcm_lowering *l, const lcm_ast *value,
                         size_t end) {
  return is_below(l, value) || has_lowering(l, value->begin, end);
}

/* Note in the variable "to" what its value "value", which ends at "end", may
 * be; an "index" that begins with 0 is more in the loop. */
static void note_value(struct scan *s, const lcm_ast *to, const lcm_ast *value,
                       size_t end, bool index) {
  note(s, to,
       (may_be_below(s->l, value, end) ? BELOW : 0) |
           (!index && may_be_zero(s->l, value, end) ? ZERO : 0));
}

/* Note what the update "ast", in the head of the loop "loop" (NULL: elsewhere),
 * does to its variable: an index of a loop starts where a number is known to
 * be, and ends by its condition. */
static void note_update(struct scan *s, const lcm_ast *ast,
                        const lcm_ast *loop) {
  const lcm_ast *to = ast->first;
  const lcm_ast *by = to ? to->next : NULL;
  const bool takes =
      by && memchr(s->l->text + to->end, '-', by->begin - to->end);
  const bool below =
      by && ((takes && !loop) || may_be_below(s->l, by, ast->end));
  if (to)
    note(s, to, COUNTED | (below ? BELOW : 0));
}

/* Note the index of the loop "ast" where that goes down to below zero. */
static void note_head(struct scan *s, const lcm_ast *ast) {
  for (const lcm_ast *at = ast->first; at && at != ast->last; at = at->next)
    if (at->kind == LCM_AST_UPDATE && at->first &&
        at->first->kind == LCM_AST_REF &&
        memchr(s->l->text + at->begin, '-', at->end - at->begin))
      for (const lcm_ast *cond = ast->first; cond != at; cond = cond->next)
        if (is_comparison(s->l, cond) && is_some_below(s->l, cond->first))
          note(s, at->first, BELOW | COUNTED);
}

/* Note "flags" of what the function returns that is gone through. */
static void note_function(struct scan *s, size_t flags) {
  const size_t old = noted(s->l, s->function->key);
  if ((old | flags) == old)
    return;
  lcm_map_put(lcm_ctx_arena(s->l->ctx), &s->l->globals.signs, s->function->key,
              old | flags);
  s->more = true;
}

/* Note what a call of MPI may set the variable at "address" to: ranks are 0 or
 * more, those of neighbours may be that of no process. */
static void note_told(struct scan *s, const lcm_ast *address) {
  const struct lcm_mpi_function *function =
      lcm_message_role(s->l, address) == 'o'
          ? lcm_call_mpi(s->l, address->parent)
          : NULL;
  if (!function || function->kind == LCM_MESSAGE_SIZE ||
      function->kind == LCM_MESSAGE_TYPE)
    return;
  note(s, address->first,
       ZERO | (function->kind == LCM_MESSAGE_RANK ? 0 : BELOW));
}

/* Note what "ast" and all below it set, in the head of the loop "loop" (NULL:
 * elsewhere). */
static void scan(struct scan *s, const lcm_ast *ast, const lcm_ast *loop) {
  const lcm_ast *value = ast->last;
  if (ast->end > s->l->len)
    return;
  if ((ast->kind == LCM_AST_VAR && value && value != ast->first->next) ||
      (ast->kind == LCM_AST_ASSIGN && value && value != ast->first)) {
    note_value(s, ast->kind == LCM_AST_VAR ? ast : ast->first, value, ast->end,
               loop);
  } else if (ast->kind == LCM_AST_RETURN && value) {
    note_function(s, (may_be_below(s->l, value, ast->end) ? BELOW : 0) |
                         (may_be_zero(s->l, value, ast->end) ? ZERO : 0));
  } else if (ast->kind == LCM_AST_ADDRESS && ast->first)
    note_told(s, ast);
  else if (ast->kind == LCM_AST_UPDATE)
    note_update(s, ast, loop);
  else if (ast->kind == LCM_AST_FOR)
    note_head(s, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE |
                     LCM_AST_HOLDS_LOOP | LCM_AST_HOLDS_STATEMENT))
      scan(s, at, ast->kind == LCM_AST_FOR && at != ast->last ? ast : NULL);
}

/* Note the parameters to which "call" gives what may be below zero. */
static void note_call(struct scan *s, const lcm_ast *call) {
  const lcm_ast *function = call->first && call->end <= s->l->len
                                ? find_function(s->l, call->name)
                                : NULL;
  const lcm_ast *given = function ? call->first->next : NULL;
  for (const lcm_ast *at = function ? function->first : NULL; at && given;
       at = at->next) {
    if (at->kind != LCM_AST_PARAM)
      continue;
    if (at->range && !(at->range & LCM_RANGE_NATURAL))
      note_value(s, at, given, given->end, false);
    given = given->next;
  }
}

/* ---- expressions --------------------------------------------------------- */

/* Return what is noted of the symbol "e". */
static size_t noted_symbol(struct lcm_lowering *l, const lcm_expr *e) {
  const char *name = lcm_expr_name(e);
  const char *key = NULL;
  if (name && (!strncmp(name, INDEX, strlen(INDEX)) ||
               !strcmp(name, "thread") || !strcmp(name, "rank")))
    return COUNTED;
  name = name ? lcm_intern(l->ctx, lcm_name_plain(name)) : NULL;
  const struct lcm_local *local =
      name && l->function ? lcm_lower_local(l, name) : NULL;
  if (local)
    key = local->key;
  else if (name)
    (void)lcm_lower_declared(&key, l, name);
  return noted(l, key);
}

static bool is_natural(struct lcm_lowering *l, const lcm_expr *e);

/* Return whether argument "from" of "e" and all behind it are never below
 * zero. */
static bool all_natural(struct lcm_lowering *l, const lcm_expr *e,
                        size_t from) {
  for (size_t i = from; i < lcm_expr_arity(e); i++)
    if (!is_natural(l, lcm_expr_arg(e, i)))
      return false;
  return true;
}

/* Return the least value of the term "e" of a sum: what it is where all sizes
 * are 1, 0 where it is not a product of sizes. */
static double least(struct lcm_lowering *l, const lcm_expr *e) {
  const bool product = lcm_expr_kind_of(e) == LCM_X_MUL_OF;
  double value = 0;
  if (lcm_expr_is_number(e, &value))
    return value;
  if (lcm_expr_kind_of(e) == LCM_X_SYMBOL)
    return noted_symbol(l, e) & (COUNTED | ZERO) ? 0 : 1;
  if (lcm_expr_kind_of(e) == LCM_X_POW)
    return lcm_expr_is_number(lcm_expr_arg(e, 0), &value) && value >= 1 &&
                   is_natural(l, lcm_expr_arg(e, 1))
               ? 1
               : 0;
  for (size_t i = 0; product && i < lcm_expr_arity(e); i++)
    if (least(l, lcm_expr_arg(e, i)) < 1)
      return 0;
  return product ? lcm_expr_factor(e) : 0;
}

/* Return the term "e" of a sum, or what is never more: a quotient that is
 * rounded down and taken away is not larger than before, a remainder not larger
 * than what it is of. */
static const lcm_expr *lowered(struct lcm_lowering *l, const lcm_expr *e) {
  const bool taken = lcm_expr_kind_of(e) == LCM_X_MUL_OF &&
                     lcm_expr_factor(e) < 0 && lcm_expr_arity(e) == 1;
  const lcm_expr *part = taken ? lcm_expr_arg(e, 0) : e;
  const bool rounded = lcm_expr_kind_of(part) == LCM_X_FLOOR ||
                       lcm_expr_kind_of(part) == LCM_X_MOD;
  if (!taken || !rounded || !is_natural(l, lcm_expr_arg(part, 0)))
    return e;
  return lcm_expr_neg(
      l->ctx,
      lcm_expr_mul(l->ctx, lcm_expr_div(l->ctx, lcm_expr_neg(l->ctx, e), part),
                   lcm_expr_arg(part, 0)));
}

/* Return whether the terms of the sum "e" are never below zero together. */
static bool is_natural_by_terms(struct lcm_lowering *l, const lcm_expr *e) {
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

/* Return whether the sum "e" is never below zero. */
static bool is_natural_sum(struct lcm_lowering *l, const lcm_expr *e) {
  const lcm_expr *low = lcm_expr_int(l->ctx, 0);
  if (is_natural_by_terms(l, e))
    return true;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    low = lcm_expr_add(l->ctx, low, lowered(l, lcm_expr_arg(e, i)));
  return low && low != e && is_natural(l, low);
}

/* Return whether "e" is never below zero, whatever loops are around. */
static bool is_natural(struct lcm_lowering *l, const lcm_expr *e) {
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

/* Return "e", where "at" stands, with indices of loops that are not below zero
 * there as names that are not. */
static const lcm_expr *with_indices(struct lcm_lowering *l, const lcm_ast *at,
                                    const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *symbol = lcm_expr_symbol(l->ctx, names[i], LCM_DIM_NONE);
    const lcm_expr *low =
        noted_symbol(l, symbol) & BELOW ? lcm_fits_least(l, at, symbol) : NULL;
    if (!low || low == symbol || !is_natural(l, low))
      continue;
    const struct lcm_subst by = {
        names[i],
        lcm_expr_symbol(l->ctx, LCM_INTERN_JOINED(l->ctx, INDEX, names[i]),
                        LCM_DIM_NONE)};
    e = lcm_expr_subst(l->ctx, e, &by, 1);
  }
  return e;
}

/* Return whether "e", where "at" stands, is never below zero by the loops
 * around. */
static bool is_natural_in(struct lcm_lowering *l, const lcm_ast *at,
                          const lcm_expr *e) {
  const lcm_expr *low = e && at ? lcm_fits_least(l, at, e) : e;
  return (low && is_natural(l, low)) ||
         (e && at && is_natural(l, with_indices(l, at, e)));
}

/* Return by how much "e" grows with the name "name", NULL where that is not the
 * same everywhere. */
static const lcm_expr *slope(lcm_ctx *ctx, const lcm_expr *e,
                             const char *name) {
  const lcm_expr *ends[3];
  double value = 0;
  for (int i = 0; i < 3; i++) {
    const struct lcm_subst by = {name, lcm_expr_int(ctx, i)};
    ends[i] = lcm_expr_subst(ctx, e, &by, 1);
  }
  const lcm_expr *by = lcm_expr_sub(ctx, ends[1], ends[0]);
  return by && by == lcm_expr_sub(ctx, ends[2], ends[1]) &&
                 lcm_expr_is_number(by, &value)
             ? by
             : NULL;
}

/* Return "e" less what is at least 0, "room" or a multiple of that, so that a
 * name that both speak of goes away; NULL where none does. */
static const lcm_expr *without(lcm_ctx *ctx, const lcm_expr *e,
                               const lcm_expr *room) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, ctx, room);
  for (size_t i = 0; i < n; i++) {
    double value = 0;
    const lcm_expr *of_e = slope(ctx, e, names[i]);
    const lcm_expr *of_room = slope(ctx, room, names[i]);
    const lcm_expr *times = of_e && of_room && !lcm_expr_is_int(of_room, 0)
                                ? lcm_expr_div(ctx, of_e, of_room)
                                : NULL;
    if (times && lcm_expr_is_number(times, &value) && value > 0)
      return lcm_expr_sub(ctx, e, lcm_expr_mul(ctx, times, room));
  }
  return NULL;
}

/* Return whether the condition "cond", which holds where "at" stands, or does
 * not (by "holds"), says that "e" is not below zero there. */
static bool is_said(struct lcm_lowering *l, const lcm_ast *at,
                    const lcm_expr *e, const lcm_expr *cond, bool holds) {
  const lcm_expr_kind kind = cond ? lcm_expr_kind_of(cond) : LCM_X_NUMBER;
  if (kind == (holds ? LCM_X_AND : LCM_X_OR)) {
    for (size_t i = 0; i < lcm_expr_arity(cond); i++)
      if (is_said(l, at, e, lcm_expr_arg(cond, i), holds))
        return true;
    return false;
  }
  if (kind == LCM_X_NOT)
    return is_said(l, at, e, lcm_expr_arg(cond, 0), !holds);
  if (kind != LCM_X_LT && kind != LCM_X_LE)
    return false;
  const lcm_expr *room = lcm_expr_sub(l->ctx, lcm_expr_arg(cond, holds),
                                      lcm_expr_arg(cond, !holds));
  if ((kind == LCM_X_LT) == holds)
    room = lcm_expr_sub(l->ctx, room, lcm_expr_int(l->ctx, 1));
  return room && is_natural_in(l, at, without(l->ctx, e, room));
}

/* Return whether the statement "ast" leaves what it stands in for certain. */
static bool leaves(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_COMPOUND)
    ast = ast->last;
  return ast && lcm_ast_class_of(ast->kind) == LCM_CLASS_JUMP;
}

/* Return whether a branch before the part "inner" of "block" that leaves says
 * that "e", where "at" stands in that part, is not below zero. */
static bool is_left_before(struct lcm_lowering *l, const lcm_ast *block,
                           const lcm_ast *inner, const lcm_ast *at,
                           const lcm_expr *e) {
  for (const lcm_ast *s = block->first; s && s != inner; s = s->next) {
    const lcm_ast *cond = s->kind == LCM_AST_IF ? s->first : NULL;
    if (!cond || !cond->next || cond->next->next || !leaves(cond->next))
      continue;
    bool kept = true;
    for (const lcm_ast *k = s->next; k && kept; k = k->next) {
      kept = !changes_some(k, cond);
      if (k == inner)
        break;
    }
    if (kept &&
        is_said(l, at, e, lcm_lower_expr(l, cond->begin, cond->end), false))
      return true;
  }
  return false;
}

/* Return whether a condition of "outer", in the part "inner" of which "at"
 * stands, says that "e" is not below zero. */
static bool is_said_by(struct lcm_lowering *l, const lcm_ast *outer,
                       const lcm_ast *inner, const lcm_ast *at,
                       const lcm_expr *e) {
  const lcm_ast *cond = outer->first;
  const bool decides = outer->kind == LCM_AST_IF ||
                       outer->kind == LCM_AST_CONDITIONAL ||
                       outer->kind == LCM_AST_AND || outer->kind == LCM_AST_OR;
  if (outer->kind == LCM_AST_COMPOUND)
    return is_left_before(l, outer, inner, at, e);
  if (!decides || !cond || cond == inner || changes_some(inner, cond))
    return false;
  return is_said(l, at, e, lcm_lower_expr(l, cond->begin, cond->end),
                 cond->next == inner && outer->kind != LCM_AST_OR);
}

/* Return whether "e", where "at" (NULL: nobody knows) stands and the conditions
 * "given" are met, is never below zero by these and the loops and conditions
 * around. */
static bool is_natural_at(struct lcm_lowering *l, const lcm_ast *at,
                          const struct lcm_given *given, const lcm_expr *e) {
  const lcm_ast *inner = at;
  if (is_natural_in(l, at, e))
    return true;
  for (; given; given = given->outer)
    if (is_said(l, at, e, given->cond, given->holds))
      return true;
  if (!at)
    return false;
  for (const lcm_ast *outer = at->parent; outer;
       inner = outer, outer = outer->parent)
    if (is_said_by(l, outer, inner, at, e))
      return true;
  return false;
}

/* Return whether "e", which the lowering "user" reads, is never below zero. */
static bool is_never_below(const lcm_expr *e, const struct lcm_given *given,
                           void *user) {
  struct lcm_lowering *l = user;
  if (is_natural(l, e))
    return true;
  if (l->parsing.deciding)
    return false;
  const lcm_ast *at = l->function && l->parsing.exact
                          ? lcm_syntax_at(l->function, l->parsing.at)
                          : NULL;
  const struct lcm_parsing before = l->parsing;
  l->parsing.expanding = false;
  l->parsing.deciding = true;
  const bool natural = is_natural_at(l, at, given, e);
  l->parsing.deciding = false;
  l->parsing.last = before.last;
  l->parsing.expanding = before.expanding;
  l->parsing.members = before.members;
  l->parsing.at = before.at;
  l->parsing.exact = before.exact;
  l->parsing.unsettled = before.unsettled;
  return natural;
}

bool lcm_sign_is_natural(struct lcm_lowering *l, const lcm_ast *at,
                         const lcm_expr *e) {
  const struct lcm_parsing before = l->parsing;
  l->parsing.at = at->begin;
  l->parsing.exact = true;
  const bool natural = is_never_below(e, NULL, l);
  l->parsing.at = before.at;
  l->parsing.exact = before.exact;
  return natural;
}

void lcm_signs_find(struct lcm_lowering *l) {
  struct scan s = {.l = l, .more = true};
  for (unsigned i = 0; s.more && i < ROUNDS; i++) {
    s.more = false;
    for (const lcm_ast *top = l->syntax->top; top; top = top->next)
      if (top->kind == LCM_AST_FUNCTION) {
        s.function = top;
        scan(&s, top, NULL);
      }
    for (size_t k = 0; k < l->syntax->calls.n; k++)
      note_call(&s, l->syntax->calls.at[k].call);
  }
  l->parsing.natural = is_never_below;
}

bool lcm_sign_may_be_below(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *function = ast->kind == LCM_AST_FUNCTION ? ast : NULL;
  return function ? (noted(l, function->key) & BELOW) != 0
                  : may_be_below(l, ast, ast->end);
}
