/* What declarations and assignments give to variables. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/arguments/argument.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/threads/thread_param.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/run/casts.h"
#include "analyzer/lower/values/run/decimals.h"
#include "analyzer/lower/values/value.h"
#include "annotations/annotations.h"

/* Return whether "ast" or something below it holds real numbers, of which
 * sizeof makes whole ones. */
static bool has_real(const lcm_ast *ast) {
  if (ast->is_real)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (child->kind != LCM_AST_SIZEOF && has_real(child))
      return true;
  return false;
}

/* Return "e", a real number where "at" stands, as C makes a whole one of it:
 * rounded to zero. */
static const lcm_expr *cut(struct lcm_lowering *l, const lcm_ast *at,
                           const lcm_expr *e) {
  const struct lcm_expr_source source = {.natural = l->parsing.natural,
                                         .user = l};
  const bool exact = l->parsing.exact;
  const size_t before = l->parsing.at;
  l->parsing.at = at->begin;
  l->parsing.exact = true;
  const lcm_expr *whole = lcm_cexpr_cut(l->ctx, &source, e);
  l->parsing.exact = exact;
  l->parsing.at = before;
  return lcm_decimals_round(l, at, whole, true);
}

/* Return "e", the value of "value", as the variable that "ast" sets holds
 * it. */
static const lcm_expr *converted(struct lcm_lowering *l, const lcm_ast *ast,
                                 const lcm_ast *value, const lcm_expr *e) {
  const lcm_ast *target = ast->kind == LCM_AST_VAR ? ast : ast->first;
  return e && target && !target->is_real && !target->is_pointer &&
                 !target->is_record && has_real(value)
             ? cut(l, value, e)
             : e;
}

/* Return whether a number in the text of "ast" has a decimal point, so that its
 * divisions are read as those of real numbers. */
static bool has_point(const struct lcm_lowering *l, const lcm_ast *ast) {
  for (size_t i = ast->begin; i + 1 < ast->end && i + 1 < l->len; i++)
    if (isdigit((unsigned char)l->text[i]) && l->text[i + 1] == '.')
      return true;
  return false;
}

/* Return whether floating-point variables are divided in or below "ast", and
 * not all of these quotients are cut to whole numbers by casts. */
static bool divides_reals(const struct lcm_lowering *l, const lcm_ast *ast) {
  unsigned char range = 0;
  if (ast->is_real && ast->op == LCM_AST_OP_DIV &&
      lcm_cast_find(&range, l, ast) != LCM_CAST_WHOLE)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (divides_reals(l, at))
      return true;
  return false;
}

/* Return "e", what "ast" comes to, as a cast before it makes a whole number of
 * it. */
static const lcm_expr *as_cast(struct lcm_lowering *l, const lcm_ast *ast,
                               const lcm_expr *e) {
  unsigned char range = 0;
  return e && ast->is_real && lcm_cast_find(&range, l, ast) == LCM_CAST_WHOLE
             ? cut(l, ast, e)
             : e;
}

/* Return the expression "ast", whose text "begin" to "end" is read: a quotient
 * of floating-point numbers is not rounded; NULL where it is a part only. */
static const lcm_expr *read_value(struct lcm_lowering *l, const lcm_ast *ast,
                                  size_t begin, size_t end) {
  const lcm_ast *by = ast->first ? ast->first->next : NULL;
  if (!divides_reals(l, ast) || has_point(l, ast))
    return as_cast(l, ast, lcm_lower_expr(l, begin, end));
  if (ast->op != LCM_AST_OP_DIV || !by || divides_reals(l, by))
    return NULL;
  const lcm_expr *a =
      as_cast(l, ast->first,
              read_value(l, ast->first, ast->first->begin, ast->first->end));
  const lcm_expr *b = as_cast(l, by, lcm_lower_expr(l, by->begin, by->end));
  return a && b && !lcm_expr_is_int(b, 0)
             ? as_cast(l, ast, lcm_expr_div(l->ctx, a, b))
             : NULL;
}

/* Return what the choice "value" is where the program has no arguments and
 * finds nothing in its environment, which is what most programs do by default:
 * `argc > 1 ? e : 100`; NULL where it does not depend on that. */
static const lcm_expr *by_default(struct lcm_lowering *l,
                                  const lcm_ast *value) {
  const lcm_ast *cond =
      value->kind == LCM_AST_CONDITIONAL ? value->first : NULL;
  const lcm_ast *yes = cond ? cond->next : NULL;
  const int found = yes ? lcm_argument_found(l, cond) : -1;
  const lcm_expr *holds =
      yes && found < 0
          ? lcm_argument_default(l, lcm_lower_expr(l, cond->begin, cond->end))
          : NULL;
  const bool taken = found > 0 || (holds && !lcm_expr_is_int(holds, 0));
  const lcm_ast *arm = taken ? yes : yes ? yes->next : NULL;
  if (!arm || (!holds && found < 0))
    return NULL;
  if (found >= 0 && l->function)
    lcm_argument_lack(l, l->function->name, cond);
  return lcm_lower_expr(l, arm->begin, arm->end);
}

const lcm_expr *lcm_lower_whole(struct lcm_lowering *l, const lcm_ast *value,
                                size_t begin, size_t end) {
  const lcm_expr *e = read_value(l, value, begin, end);
  return e && has_real(value) ? cut(l, value, e) : e;
}

const lcm_expr *lcm_lower_value(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *value = ast->last;
  const lcm_expr *given = lcm_thread_value(l, ast);
  if (given)
    return given;
  if (!value || (ast->kind == LCM_AST_ASSIGN && value == ast->first) ||
      value->begin <= ast->begin || value->begin > l->len)
    return NULL;
  size_t at = value->begin;
  while (at > ast->begin && l->text[at] != '=')
    at--;
  if (l->text[at] != '=')
    return NULL;
  const lcm_expr *e = read_value(l, value, at + 1, ast->end);
  e = lcm_fits_value(l, value, e ? e : by_default(l, value));
  return converted(l, ast, value, e);
}

/* Return whether "ast" declares a variable called "name". */
static bool declares(const lcm_ast *ast, const char *name) {
  if ((ast->kind == LCM_AST_VAR || ast->kind == LCM_AST_PARAM) &&
      ast->name == name)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (declares(child, name))
      return true;
  return false;
}

/* Return whether -D speaks of variables called "name" in the function that is
 * lowered: main, or the only one of the file that has one. */
static bool is_meant(const struct lcm_lowering *l, const char *name) {
  if (!l->function || !lcm_lower_is_asked(l, name))
    return false;
  if (!strcmp(l->function->name, "main"))
    return true;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top != l->function && declares(top, name))
      return false;
  return true;
}

/* Return whether "local" is declared with a choice by arguments of the
 * program. */
static bool is_chosen_at(struct lcm_lowering *l,
                         const struct lcm_local *local) {
  const lcm_ast *var =
      local->begins ? lcm_syntax_at(l->function, local->begin) : NULL;
  return var && var->kind == LCM_AST_VAR && var->key == local->key &&
         var->last && by_default(l, var->last);
}

/* Return whether the assignment "ast" gives "local" a "value" that is made of
 * what it held before: -D says that, or arguments of the program do. */
static bool goes_on(struct lcm_lowering *l, const lcm_ast *ast,
                    const struct lcm_local *local, const lcm_expr *value) {
  size_t known = 0;
  return ast->kind == LCM_AST_ASSIGN &&
         (lcm_map_get(&l->globals.optional, local->key, &known) ||
          is_chosen_at(l, local) ||
          lcm_expr_has(value, lcm_lower_name(l, local->name)));
}

bool lcm_lower_is_overridden(struct lcm_lowering *l, const lcm_ast *ast,
                             const lcm_expr *value) {
  const bool begins = ast->kind == LCM_AST_VAR;
  while (ast->kind == LCM_AST_COMPOUND && ast->first && ast->first == ast->last)
    ast = ast->first;
  const lcm_ast *var = begins ? ast : ast->first;
  const struct lcm_local *local =
      var && var->key ? lcm_lower_local_of(l, var->key) : NULL;
  double number = 0;
  if (!local || !is_meant(l, local->name) || lcm_syntax_in_loop(ast) ||
      (local->home && lcm_lower_outer(l, local->home, local->name)))
    return false;
  const bool once = local->n_assigned <= !begins ||
                    (begins && ast->last && by_default(l, ast->last));
  return lcm_expr_is_number(value, &number) ||
         (once && !goes_on(l, ast, local, value) &&
          !lcm_expr_has(value, "thread") && !lcm_expr_has(value, "rank"));
}

/* Return what the update "ast", as `x++` or `x -= e`, does with its variable:
 * '+', '-', '*', '/', or '<' and '>' for shifts; 0 for something else. */
static char operator_of(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  const bool before = to->begin > ast->begin;
  size_t at = before ? ast->begin : to->end;
  while (at < ast->end && isspace((unsigned char)l->text[at]))
    at++;
  if (at + 2 >= ast->end + !to->next || !strchr("+-*/<>", l->text[at]))
    return 0;
  const char op = l->text[at];
  const bool twice = op == '<' || op == '>' || !to->next;
  at += 1 + (op == '<' || op == '>');
  if ((twice && l->text[at - (to->next != NULL)] != op) ||
      (to->next && l->text[at] != '='))
    return 0;
  return !to->next && op != '+' && op != '-' ? 0 : op;
}

const lcm_expr *lcm_lower_updated(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *to = ast->first;
  const lcm_ast *by = to ? to->next : NULL;
  if (!to || to->kind != LCM_AST_REF || !to->range || ast->end > l->len ||
      (by && (by->is_real || has_real(by))))
    return NULL;
  const bool real = by && by->kind == LCM_AST_LITERAL && !by->range;
  const char op = operator_of(l, ast);
  const lcm_expr *old = op ? lcm_lower_expr(l, to->begin, to->end) : NULL;
  const lcm_expr *more =
      !old ? NULL
      : by ? lcm_fits_value(l, by, lcm_lower_expr(l, by->begin, ast->end))
           : lcm_expr_int(l->ctx, 1);
  if (!more)
    return NULL;
  if (op != '+' && op != '-') {
    const char *text =
        lcm_arena_printf(lcm_ctx_arena(l->ctx), "%.*s %s (%.*s)",
                         (int)(to->end - to->begin), l->text + to->begin,
                         op == '<'   ? "<<"
                         : op == '>' ? ">>"
                         : op == '*' ? "*"
                                     : "/",
                         (int)(ast->end - by->begin), l->text + by->begin);
    const lcm_expr *e = lcm_lower_text(l, text, ast->begin);
    return e ? lcm_fits_as(l, ast, real ? cut(l, ast, e) : e, to->range) : NULL;
  }
  const lcm_expr *sum = op == '+' ? lcm_expr_add(l->ctx, old, more)
                                  : lcm_expr_sub(l->ctx, old, more);
  return lcm_fits_as(l, ast, real ? cut(l, ast, sum) : sum, to->range);
}
