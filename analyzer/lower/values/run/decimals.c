/* Decimals that a program rounds, where it makes whole numbers of them. */
#include "analyzer/lower/values/run/decimals.h"

#include <math.h>

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/run/run.h"

/* DEEPEST: initial values that are made of others; MOST: variables that one
 * expression speaks of. */
enum { DEEPEST = 6, MOST = 16 };

static struct lcm_run_number value_of(struct lcm_lowering *l,
                                      const lcm_ast *ast, unsigned depth);

/* Put the number that "e" is where "at" stands into "*value"; false where that
 * is not known. */
static bool is_known(double *value, struct lcm_lowering *l, const lcm_ast *at,
                     const lcm_expr *e) {
  const size_t before = l->parsing.at;
  const bool exact = l->parsing.exact;
  if (lcm_expr_is_number(e, value))
    return true;
  l->parsing.at = at->begin;
  l->parsing.exact = true;
  const bool known = l->parsing.known && l->parsing.known(value, e, l);
  l->parsing.at = before;
  l->parsing.exact = exact;
  return known;
}

/* Return the first assignment to the variable "key" in or below "ast", NULL for
 * none. */
static const lcm_ast *assignment_in(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = NULL;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return NULL;
  if (ast->kind == LCM_AST_ASSIGN && ast->first->kind == LCM_AST_REF &&
      ast->first->key == key)
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = assignment_in(at, key);
  return found;
}

/* Return what gives "local" its value where nothing else does, its declaration
 * or an assignment, or NULL. */
static const lcm_ast *only_value(const struct lcm_lowering *l,
                                 const struct lcm_local *local) {
  const bool set = !local->begins && local->n_assigned == 1;
  if (!l->function || local->is_param || local->is_static ||
      local->is_pointer || (local->n_assigned && !set))
    return NULL;
  const lcm_ast *at = set ? assignment_in(l->function, local->key)
                          : lcm_syntax_at(l->function, local->begin);
  const bool own = at && at->kind == LCM_AST_VAR && at->key == local->key;
  return at && at->last && (set ? at->last != at->first : own) ? at : NULL;
}

/* Return what "local", which "ast" speaks of, holds there. */
static struct lcm_run_number held_by(struct lcm_lowering *l,
                                     const struct lcm_local *local,
                                     const lcm_ast *ast, unsigned depth) {
  const lcm_ast *var = only_value(l, local);
  double value = 0;
  if (var && local->is_real && depth < DEEPEST)
    return value_of(l, var->last, depth + 1);
  const lcm_expr *e =
      lcm_expr_symbol(l->ctx, lcm_lower_name(l, local->name), LCM_DIM_NONE);
  if (local->is_pointer || lcm_lower_last_local(l, local->name) != local ||
      local->before || !is_known(&value, l, ast, e))
    return lcm_number_none(local->is_real);
  if (local->is_real)
    return lcm_number_real(value, false);
  return fabs(value) <= 0x1p53 && value == floor(value)
             ? lcm_number_whole((long long)value, local->range)
             : lcm_number_none(false);
}

/* Return the number that "ast" comes to. */
static struct lcm_run_number value_of(struct lcm_lowering *l,
                                      const lcm_ast *ast, unsigned depth) {
  lcm_held_list held = {0};
  lcm_run_variables(&held, l, ast);
  for (size_t i = 0; i < held.n && held.n <= MOST; i++) {
    const struct lcm_local *local = lcm_lower_local_of(l, held.at[i].key);
    if (local)
      held.at[i].value = held_by(l, local, ast, depth);
  }
  return lcm_run_value(l, ast, &held);
}

/* Return "number", to which C comes, where the variables of "e" hold what they
 * are known to hold where "ast" stands, and "e" elsewhere; "e" where that comes
 * to the same number, or what they hold is not known. */
static const lcm_expr *corrected(struct lcm_lowering *l, const lcm_ast *ast,
                                 const lcm_expr *e, const lcm_expr *number) {
  lcm_ctx *ctx = l->ctx;
  struct lcm_subst by[MOST];
  const char *const *names = NULL;
  const lcm_expr *cond = NULL;
  const size_t n = lcm_expr_names(&names, ctx, e);
  double value = 0;
  for (size_t i = 0; i < n && n <= MOST; i++) {
    const lcm_expr *symbol = lcm_expr_symbol(ctx, names[i], LCM_DIM_NONE);
    if (!is_known(&value, l, ast, symbol))
      return e;
    by[i] = (struct lcm_subst){names[i], lcm_expr_real(ctx, value)};
    const lcm_expr *same = lcm_expr_binary(ctx, LCM_X_EQ, symbol, by[i].by);
    cond = cond ? lcm_expr_binary(ctx, LCM_X_AND, cond, same) : same;
  }
  if (n > MOST)
    return e;
  const lcm_expr *exact = n ? lcm_expr_subst(ctx, e, by, n) : e;
  double own = 0;
  if (!exact || !lcm_expr_is_number(exact, &own) ||
      !lcm_expr_is_number(number, &value) || own == value)
    return e;
  return cond ? lcm_expr_if(ctx, cond, number, e) : number;
}

/* Return whether "ast", of which "e" is made, can be computed. */
static bool is_plain(const struct lcm_lowering *l, const lcm_ast *ast,
                     const lcm_expr *e) {
  return e && ast && l->function && l->parsing.known &&
         !(ast->holds & LCM_AST_HOLDS_CHANGE);
}

const lcm_expr *lcm_decimals_round(struct lcm_lowering *l, const lcm_ast *ast,
                                   const lcm_expr *e, bool cut) {
  if (!is_plain(l, ast, e))
    return e;
  const struct lcm_run_number number = value_of(l, ast, 0);
  const struct lcm_run_number whole =
      lcm_number_to(number, lcm_ast_range(64, false));
  return whole.known && (cut || !number.is_real)
             ? corrected(l, ast, e, lcm_expr_int(l->ctx, whole.whole))
             : e;
}

const lcm_expr *lcm_decimals_bound(struct lcm_lowering *l, const lcm_ast *ast,
                                   const lcm_expr *e, bool up) {
  if (!is_plain(l, ast, e))
    return e;
  struct lcm_run_number number = value_of(l, ast, 0);
  if (!number.is_real)
    return lcm_decimals_round(l, ast, e, false);
  number.real = up ? ceil(number.real) : floor(number.real);
  number = lcm_number_to(number, lcm_ast_range(64, false));
  const lcm_expr *exact =
      lcm_expr_apply(l->ctx, up ? LCM_X_CEIL : LCM_X_FLOOR, e);
  const lcm_expr *whole =
      number.known && exact
          ? corrected(l, ast, exact, lcm_expr_int(l->ctx, number.whole))
          : exact;
  return whole == exact ? e : whole;
}
