/* Sieves: how many numbers have not been crossed out. */
#include "analyzer/lower/cost/law/sieve.h"

#include <math.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/values/names.h"

/* Return the first element in and below "ast" of an array or pointer, of "key"
 * where that is not NULL; NULL for none. */
static const lcm_ast *element_in(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_SUBSCRIPT && ast->first->kind == LCM_AST_REF &&
      ast->first->key && (!key || ast->first->key == key))
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = element_in(at, key);
  return found;
}

/* Return whether something in and below "ast" changes an element of "key". */
static bool changes(const lcm_ast *ast, const char *key) {
  if ((ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE) &&
      ast->first->kind == LCM_AST_SUBSCRIPT && element_in(ast->first, key))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (changes(at, key))
      return true;
  return false;
}

/* Return the loop in and below "ast" that goes through the array "key" in steps
 * of which "index" decides, and put its values into "*range"; NULL for none. */
static const lcm_ast *crossing(lcm_iteration *range, struct lcm_lowering *l,
                               const lcm_ast *ast, const char *index,
                               const char *key) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_FOR && changes(ast, key) &&
      lcm_lower_header(range, l, ast) && range->step &&
      lcm_expr_has(range->step, index))
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = crossing(range, l, at, index, key);
  return found;
}

/* Return what "e" is for "value" as "index"; NAN where that is no number. */
static double value_at(lcm_ctx *ctx, const lcm_expr *e, const char *index,
                       double value) {
  double out = NAN;
  const struct lcm_subst by = {index, lcm_expr_real(ctx, value)};
  return lcm_expr_is_number(lcm_expr_subst(ctx, e, &by, 1), &out) ? out : NAN;
}

/* Return which share of the multiples of all numbers are those of primes, by
 * Mertens' theorem: of those up to a million or, where the loop "inner" begins
 * at the square of "index", up to the root of four millions; of odd ones where
 * its steps grow by two. */
static double share_of(lcm_ctx *ctx, const lcm_iteration *inner,
                       const char *index) {
  static const double LARGE = 1e6;
  static const double ROOT = 2000;
  const double square =
      value_at(ctx, inner->from, index, LARGE) / (LARGE * LARGE);
  const double by = value_at(ctx, inner->step, index, LARGE + 1) -
                    value_at(ctx, inner->step, index, LARGE);
  const double last = log(square > 0.01 ? ROOT : LARGE);
  return by > 1.5 ? (log(last) - 0.24) / (last / 2 - 0.36)
                  : (log(last) + 0.26) / (last - 0.42);
}

/* Return whether "ast" lies in "of". */
static bool is_in(const lcm_ast *ast, const lcm_ast *of) {
  return of && ast->begin >= of->begin && ast->end <= of->end;
}

double lcm_sieve_chance(struct lcm_lowering *l, const lcm_ast *choice) {
  lcm_iteration outer;
  lcm_iteration inner;
  const lcm_ast *element =
      choice->kind == LCM_AST_IF ? element_in(choice->first, NULL) : NULL;
  const lcm_ast *loop = element ? lcm_loop_around(choice) : NULL;
  if (!loop || !lcm_lower_header(&outer, l, loop))
    return 0;
  const lcm_ast *crosses = crossing(&inner, l, lcm_loop_body(loop), outer.index,
                                    element->first->key);
  const double share = crosses ? share_of(l->ctx, &inner, outer.index) : NAN;
  if (isnan(share))
    return 0;
  return is_in(crosses, choice->first->next) ? share : 1 - share;
}
