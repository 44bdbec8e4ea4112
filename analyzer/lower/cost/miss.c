/* Jumps that a processor guesses wrong. */
#include "analyzer/lower/cost/miss.h"

#include "analyzer/lower/cost/halving.h"
#include "analyzer/lower/cost/law/sieve.h"
#include "analyzer/lower/cost/pace.h"

/* Return the only statement of "ast". */
static const lcm_ast *only(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_COMPOUND && ast->first == ast->last)
    ast = ast->first;
  return ast;
}

/* Return the variable that the arm "ast" of a choice sets, as all that it does,
 * NULL where it does something else. */
static const char *set_by(const lcm_ast *ast) {
  const lcm_ast *at = only(ast);
  const bool sets =
      at && (at->kind == LCM_AST_ASSIGN || at->kind == LCM_AST_UPDATE) &&
      at->first && at->first->kind == LCM_AST_REF;
  const lcm_ast *value = sets ? at->first->next : NULL;
  return sets && !(value && value->holds) ? at->first->key : NULL;
}

/* Return whether compilers make of "choice" moves under a condition, which need
 * not be guessed: it does nothing but give one variable a value. */
static bool is_moved(const lcm_ast *choice) {
  const lcm_ast *yes = choice->first ? choice->first->next : NULL;
  if (!yes)
    return true;
  const lcm_ast *no = yes->next;
  if (choice->kind == LCM_AST_CONDITIONAL)
    return !yes->holds && !(no && no->holds);
  const char *set = set_by(yes);
  return set && (!no || set_by(no) == set);
}

/* Return whether "ast" asks whether two values are the same. */
static bool is_equality(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left && left->next == ast->last ? ast->last : NULL;
  if (!right || ast->kind != LCM_AST_OTHER || right->begin > l->len)
    return false;
  for (size_t i = left->end; i + 1 < right->begin; i++)
    if ((l->text[i] == '=' || l->text[i] == '!') && l->text[i + 1] == '=')
      return true;
  return false;
}

/* One of so many numbers of millions is a prime. */
enum { PRIMES = 15 };

double lcm_miss_of(struct lcm_lowering *l, const lcm_ast *choice) {
  const double miss = l->options->weights ? l->options->weights->miss : 0;
  const lcm_ast *loop = choice->parent;
  while (loop && !lcm_ast_is_loop(loop) && loop->kind != LCM_AST_FUNCTION)
    loop = loop->parent;
  if (miss <= 0 || !loop || !choice->first || is_moved(choice))
    return 0;
  if (lcm_sieve_chance(l, choice) > 0)
    return miss / PRIMES;
  if (lcm_ast_is_loop(loop) && lcm_halving_trips(l, loop))
    return is_equality(l, choice->first) ? 0 : miss / 2;
  if (!lcm_pace_is_random(l, loop, choice->first))
    return 0;
  return is_equality(l, choice->first) ? miss / 4 : miss / 2;
}
