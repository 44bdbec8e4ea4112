/* How likely the arms of choices inside fragments are. */
#include "analyzer/lower/cost/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/access/granted.h"
#include "analyzer/lower/arguments/argument.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/cost/law/sieve.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* Return whether the statements of "c" change the variable "name". */
static bool is_changed(struct lcm_chances *c, const char *name) {
  size_t changed = 0;
  if (lcm_map_get(&c->changed, name, &changed))
    return changed;
  const lcm_expr *symbol = lcm_expr_symbol(c->l->ctx, name, LCM_DIM_NONE);
  for (const lcm_ast *at = c->first; at && !changed;
       at = at == c->last ? NULL : at->next)
    changed = lcm_leave_changes(c->l, at, symbol);
  lcm_map_put(lcm_ctx_arena(c->l->ctx), &c->changed, name, changed);
  return changed;
}

/* Return whether the variable "name" has one value wherever "c" looks, which
 * may be known: it is an index of a loop around, or nothing changes it. */
static bool is_steady(struct lcm_chances *c, const char *name) {
  for (size_t i = 0; i < c->indices.n; i++)
    if (c->indices.at[i] == name)
      return true;
  const struct lcm_local *local = lcm_lower_local(c->l, name);
  return lcm_lower_is_given(c->l, name) ||
         (!strchr(name, '[') && !(local && local->changed) &&
          !is_changed(c, name));
}

/* Return what the variable "name" holds that is declared in the statements of
 * "c" with a value, and set by nothing else; NULL for others. */
static const lcm_expr *declared_as(struct lcm_chances *c, const char *name) {
  const struct lcm_local *local = lcm_lower_local(c->l, name);
  if (!local || !local->begins || local->n_assigned || local->is_param ||
      local->is_static || local->is_pointer || local->is_pointed ||
      local->is_stored || !is_changed(c, name))
    return NULL;
  const lcm_ast *var = lcm_syntax_at(c->l->function, local->begin);
  return var && var->kind == LCM_AST_VAR && var->key == local->key &&
                 var->last && !var->is_real
             ? lcm_lower_value(c->l, var)
             : NULL;
}

/* Return "e" in terms of what the variables that its statements declare are
 * made of. */
static const lcm_expr *unfolded(struct lcm_chances *c, const lcm_expr *e) {
  enum { DEEPEST = 6 };
  for (size_t depth = 0; depth < DEEPEST && e; depth++) {
    const char *const *names = NULL;
    const size_t n = lcm_expr_names(&names, c->l->ctx, e);
    bool more = false;
    for (size_t i = 0; i < n; i++) {
      const lcm_expr *value = declared_as(c, names[i]);
      const struct lcm_subst by = {names[i], value};
      e = value ? lcm_expr_subst(c->l->ctx, e, &by, 1) : e;
      more = more || value;
    }
    if (!more)
      break;
  }
  return e;
}

/* Return "e" (NULL for NULL), NULL where it speaks of what is not known. */
static const lcm_expr *steady(struct lcm_chances *c, const lcm_expr *e) {
  const char *const *names = NULL;
  e = unfolded(c, e);
  const size_t n = e ? lcm_expr_names(&names, c->l->ctx, e) : 0;
  for (size_t i = 0; i < n; i++)
    if (!is_steady(c, names[i]))
      return NULL;
  return e;
}

/* Note the guess "guess". */
static void note(struct lcm_chances *c, struct lcm_chance_guess guess) {
  for (size_t i = 0; i < c->guessed.n; i++)
    if (c->guessed.at[i].name == guess.name)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->guessed, guess);
}

/* Return 1 less "chance". */
static const lcm_expr *other(struct lcm_chances *c, const lcm_expr *chance) {
  return lcm_expr_sub(c->l->ctx, lcm_expr_int(c->l->ctx, 1), chance);
}

/* Return 1 where "cond" holds, 0 elsewhere. */
static const lcm_expr *holds(lcm_ctx *ctx, const lcm_expr *cond) {
  return lcm_expr_if(ctx, cond, lcm_expr_int(ctx, 1), lcm_expr_int(ctx, 0));
}

/* Return the probability of the choice at "ast" that the user may give, which
 * is that of sieves or 1/2 where nobody does. */
static const lcm_expr *half(struct lcm_chances *c, const lcm_ast *ast) {
  const lcm_expr *chance =
      lcm_lower_probability(c->l, lcm_lower_loc(c->l, ast));
  const char *name = lcm_expr_name(chance);
  const double sieved = lcm_sieve_chance(c->l, ast);
  const lcm_expr *taken =
      sieved > 0 ? lcm_expr_ratio(c->l->ctx, llround(sieved * 100), 100)
                 : lcm_expr_ratio(c->l->ctx, 1, 2);
  if (!lcm_lower_is_given(c->l, name))
    note(c, (struct lcm_chance_guess){name, taken, name});
  return chance;
}

const lcm_expr *lcm_chance_if(struct lcm_chances *c, const lcm_ast *choice) {
  const lcm_ast *cond = choice->first;
  const enum lcm_granted granted = lcm_granted_of(c->l, cond);
  c->granted = c->granted || granted;
  if (granted)
    return lcm_expr_int(c->l->ctx, granted == LCM_GRANTED_ALWAYS);
  const lcm_expr *chance =
      lcm_lower_probability(c->l, lcm_lower_loc(c->l, choice));
  const lcm_expr *known = lcm_lower_is_given(c->l, lcm_expr_name(chance)) ||
                                  lcm_granted_is_null_test(c->l, cond)
                              ? NULL
                          : choice->kind == LCM_AST_IF
                              ? lcm_lower_condition(c->l, choice)
                              : lcm_lower_expr(c->l, cond->begin, cond->end);
  const lcm_expr *bare = known && choice->kind == LCM_AST_CONDITIONAL
                             ? lcm_argument_default(c->l, known)
                             : NULL;
  known = steady(c, bare ? bare : known);
  return known ? holds(c->l->ctx, known) : half(c, choice);
}

/* Return whether the `&&` "ast" is the condition of a loop, or one of several
 * that all have to hold: where the loop goes on, all of it has been looked
 * at. */
static bool is_to_go_on(const lcm_ast *ast) {
  const lcm_ast *up = ast->parent;
  for (; up && up->kind == LCM_AST_AND; up = up->parent)
    ast = up;
  return up && lcm_ast_is_loop(up) &&
         ast != (up->kind == LCM_AST_DO ? up->first : up->last);
}

const lcm_expr *lcm_chance_right(struct lcm_chances *c, const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_expr *known =
      steady(c, lcm_lower_expr(c->l, left->begin, left->end));
  if (!known && ast->kind == LCM_AST_AND && is_to_go_on(ast))
    return lcm_expr_int(c->l->ctx, 1);
  const lcm_expr *chance = known ? holds(c->l->ctx, known) : half(c, ast);
  return ast->kind == LCM_AST_OR ? other(c, chance) : chance;
}

void lcm_chance_switch(struct lcm_chances *c, struct lcm_arms *arms) {
  arms->value = steady(c, lcm_lower_condition(c->l, arms->ast));
  for (size_t i = 0; i < arms->ways.n && arms->value; i++)
    if (!lcm_arms_entered(arms, arms->ways.at[i].from, arms->ways.at[i].to))
      arms->value = NULL;
}

/* Return the name of the probability of the way number "way" of "arms", where
 * the default comes last. */
static struct lcm_chance_guess
guess_of(struct lcm_chances *c, const struct lcm_arms *arms, size_t way) {
  lcm_ctx *ctx = c->l->ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const struct lcm_way *at = &arms->ways.at[way];
  const lcm_loc loc = lcm_lower_loc(c->l, arms->ast);
  size_t number = 0;
  for (size_t i = 0; i < arms->ways.n; i++)
    number += !arms->ways.at[i].is_default && (at->is_default || i < way);
  return (struct lcm_chance_guess){
      lcm_intern(ctx, lcm_arena_printf(arena, "case_%u.%u.%zu", loc.line,
                                       loc.column, number)),
      lcm_expr_ratio(ctx, (long long)(at->to - at->from),
                     (long long)arms->arms.n),
      lcm_intern(
          ctx, lcm_arena_printf(arena, "switch_%u.%u", loc.line, loc.column))};
}

/* Return how likely one of the statements from "ast" to before "stop" is left
 * by a `continue`. */
static const lcm_expr *left_from(struct lcm_chances *c, const lcm_ast *ast,
                                 const lcm_ast *stop) {
  const lcm_expr *stays = lcm_expr_int(c->l->ctx, 1);
  for (; ast && ast != stop; ast = ast->next)
    if (lcm_leave_ways(ast, LCM_LEAVE_CONTINUE))
      stays = lcm_expr_mul(c->l->ctx, stays, other(c, lcm_chance_left(c, ast)));
  return other(c, stays);
}

/* Return how likely one of the arms "from" to "to" - 1 of the way number "way"
 * of "arms" is entered. */
static const lcm_expr *entering(struct lcm_chances *c,
                                const struct lcm_arms *arms, size_t way,
                                size_t from, size_t to) {
  lcm_ctx *ctx = c->l->ctx;
  const struct lcm_way *at = &arms->ways.at[way];
  if (arms->value)
    return holds(ctx, lcm_arms_entered(arms, from, to));
  const struct lcm_chance_guess guess = guess_of(c, arms, way);
  note(c, guess);
  return lcm_expr_mul(ctx, lcm_expr_symbol(ctx, guess.name, LCM_DIM_NONE),
                      lcm_expr_ratio(ctx, (long long)(to - from),
                                     (long long)(at->to - at->from)));
}

/* Return whether a `continue` stands in the arm "arm". */
static bool goes_round(const struct lcm_arm *arm) {
  for (const lcm_ast *at = arm->first; at && at != arm->stop; at = at->next)
    if (lcm_leave_ways(at, LCM_LEAVE_CONTINUE))
      return true;
  return false;
}

const lcm_expr *lcm_chance_arm(struct lcm_chances *c,
                               const struct lcm_arms *arms, size_t way,
                               size_t i) {
  lcm_ctx *ctx = c->l->ctx;
  size_t from = arms->ways.at[way].from;
  const lcm_expr *reached = lcm_expr_int(ctx, 0);
  for (size_t k = from; k < i; k++) {
    const struct lcm_arm *arm = &arms->arms.at[k];
    if (!goes_round(arm))
      continue;
    reached = lcm_expr_add(ctx, reached, entering(c, arms, way, from, k + 1));
    reached = lcm_expr_mul(ctx, reached,
                           other(c, left_from(c, arm->first, arm->stop)));
    from = k + 1;
  }
  return lcm_expr_add(ctx, reached, entering(c, arms, way, from, i + 1));
}

/* As lcm_chance_left, for the `if` "ast". */
static const lcm_expr *left_by_if(struct lcm_chances *c, const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_ast *yes = ast->first ? ast->first->next : NULL;
  const lcm_expr *chance = lcm_chance_if(c, ast);
  const lcm_expr *sum =
      yes ? lcm_expr_mul(ctx, chance, lcm_chance_left(c, yes)) : NULL;
  if (yes && yes->next)
    sum = lcm_expr_add(
        ctx, sum,
        lcm_expr_mul(ctx, other(c, chance), lcm_chance_left(c, yes->next)));
  return sum;
}

/* As lcm_chance_left, for the switch "ast". */
static const lcm_expr *left_by_switch(struct lcm_chances *c,
                                      const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  struct lcm_arms arms;
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  if (lcm_arms_find(&arms, c->l, ast))
    return sum;
  lcm_chance_switch(c, &arms);
  for (size_t way = 0; way < arms.ways.n; way++)
    for (size_t i = arms.ways.at[way].from; i < arms.ways.at[way].to; i++)
      sum = lcm_expr_add(ctx, sum,
                         lcm_expr_mul(ctx, lcm_chance_arm(c, &arms, way, i),
                                      left_from(c, arms.arms.at[i].first,
                                                arms.arms.at[i].stop)));
  return sum;
}

const lcm_expr *lcm_chance_left(struct lcm_chances *c, const lcm_ast *ast) {
  if (!lcm_leave_ways(ast, LCM_LEAVE_CONTINUE))
    return lcm_expr_int(c->l->ctx, 0);
  if (ast->kind == LCM_AST_CONTINUE)
    return lcm_expr_int(c->l->ctx, 1);
  if (ast->kind == LCM_AST_IF)
    return left_by_if(c, ast);
  return ast->kind == LCM_AST_SWITCH ? left_by_switch(c, ast)
                                     : left_from(c, ast->first, NULL);
}

/* Return "e" (NULL for NULL) where all that is guessed is what it is taken for,
 * but "one" (NULL: nothing), which "happens" or not. */
static const lcm_expr *guessed_as(struct lcm_chances *c, const lcm_expr *e,
                                  const struct lcm_chance_guess *one,
                                  bool happens) {
  lcm_ctx *ctx = c->l->ctx;
  const size_t n = c->guessed.n;
  struct lcm_subst *by =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, n + 1);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_chance_guess *guess = &c->guessed.at[i];
    by[i] = (struct lcm_subst){guess->name, guess->value};
    if (one && guess->of == one->of)
      by[i].by = lcm_expr_int(ctx, guess == one && happens);
  }
  return e && n ? lcm_expr_subst(ctx, e, by, n) : e;
}

const lcm_expr *lcm_chance_settle(struct lcm_chances *c, const lcm_expr *e) {
  return guessed_as(c, e, NULL, false);
}

void lcm_chance_note(struct lcm_chances *c, lcm_node *node, const char *key,
                     const lcm_expr *all) {
  lcm_ctx *ctx = c->l->ctx;
  lcm_buf text = {0};
  for (size_t i = 0; all && i < c->guessed.n; i++) {
    const struct lcm_chance_guess *guess = &c->guessed.at[i];
    const bool way = guess->of != guess->name;
    const lcm_expr *by = lcm_expr_sub(ctx, guessed_as(c, all, guess, true),
                                      way ? lcm_chance_settle(c, all)
                                          : guessed_as(c, all, guess, false));
    char *amount =
        by && !lcm_expr_is_int(by, 0) ? lcm_expr_to_str(by, LCM_EXACT) : NULL;
    if (amount)
      lcm_buf_printf(&text, "%s%s %s", text.len ? "; " : "", guess->name,
                     amount);
    free(amount);
  }
  if (text.len)
    lcm_lower_attribute(c->l, node, key, lcm_ctx_text(ctx, &text));
}

/* Return how many values the index of "range" has, which is multiplied: one
 * more than the largest power of the factor that fits between its ends.  The
 * half keeps a power itself from being rounded below it. */
static const lcm_expr *count_powers(lcm_ctx *ctx, const lcm_iteration *range) {
  const lcm_expr *ratio =
      lcm_expr_is_int(range->from, 1)
          ? range->to
          : lcm_expr_binary(ctx, LCM_X_DIV, range->to, range->from);
  double number = 1;
  if (ratio && lcm_expr_is_number(ratio, &number) && number < 1)
    return lcm_expr_int(ctx, 0);
  const lcm_expr *power = lcm_expr_apply(ctx, LCM_X_LOG2, ratio);
  if (!lcm_expr_is_int(range->factor, 2))
    power = lcm_expr_div(
        ctx,
        lcm_expr_apply(ctx, LCM_X_LOG2,
                       lcm_expr_add(ctx, ratio, lcm_expr_ratio(ctx, 1, 2))),
        lcm_expr_apply(ctx, LCM_X_LOG2, range->factor));
  return lcm_expr_if(ctx,
                     lcm_expr_binary(ctx, LCM_X_LE, range->from, range->to),
                     lcm_expr_add(ctx, lcm_expr_apply(ctx, LCM_X_FLOOR, power),
                                  lcm_expr_int(ctx, 1)),
                     lcm_expr_int(ctx, 0));
}

/* Return "body" summed over the values of the index of "range", which goes in
 * steps. */
static const lcm_expr *sum_steps(lcm_ctx *ctx, const lcm_iteration *range,
                                 const lcm_expr *body) {
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *steps = lcm_expr_apply(
      ctx, LCM_X_FLOOR,
      lcm_expr_div(ctx, lcm_expr_sub(ctx, range->to, range->from),
                   range->step));
  if (!lcm_expr_has(body, range->index))
    return lcm_expr_mul(
        ctx, body,
        lcm_expr_if(ctx, lcm_expr_binary(ctx, LCM_X_LE, range->from, range->to),
                    lcm_expr_add(ctx, steps, lcm_expr_int(ctx, 1)), zero));
  const struct lcm_subst value = {
      range->index, lcm_expr_add(ctx, range->from,
                                 lcm_expr_mul(ctx, range->step,
                                              lcm_expr_symbol(ctx, range->index,
                                                              LCM_DIM_NONE)))};
  return lcm_expr_over(ctx, LCM_X_SUM,
                       (struct lcm_range){range->index, zero, steps},
                       lcm_expr_subst(ctx, body, &value, 1));
}

/* Return "range" with a begin of 0 where the sum of "body" over it is the same,
 * and that names a place which does not matter: it goes away in how far the
 * range goes, as the array does in that of a pointer. */
static lcm_iteration without_place(lcm_ctx *ctx, const lcm_iteration *range,
                                   const lcm_expr *body) {
  const char *const *names = NULL;
  lcm_iteration out = *range;
  const bool known = body && range->from && range->to && !range->factor;
  const size_t n = known ? lcm_expr_names(&names, ctx, range->from) : 0;
  if (!n || lcm_expr_has(body, range->index))
    return out;
  const lcm_expr *span = lcm_expr_sub(ctx, range->to, range->from);
  for (size_t i = 0; i < n && span; i++)
    if (!lcm_expr_has(span, names[i])) {
      out.from = lcm_expr_int(ctx, 0);
      out.to = span;
    }
  return out;
}

const lcm_expr *lcm_chance_over(lcm_ctx *ctx, const lcm_iteration *range,
                                const lcm_expr *body) {
  const lcm_iteration placed = without_place(ctx, range, body);
  range = &placed;
  if (range->factor)
    return lcm_expr_has(body, range->index)
               ? NULL
               : lcm_expr_mul(ctx, body, count_powers(ctx, range));
  if (range->step)
    return sum_steps(ctx, range, body);
  return lcm_expr_over(ctx, LCM_X_SUM,
                       (struct lcm_range){range->index, range->from, range->to},
                       body);
}

const lcm_expr *lcm_chance_over_powers(lcm_ctx *ctx, const lcm_iteration *range,
                                       bool down, const lcm_expr *body) {
  const lcm_expr *count = count_powers(ctx, range);
  const lcm_expr *power = lcm_expr_pow(
      ctx, range->factor, lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE));
  const struct lcm_subst value = {
      range->index, down ? lcm_expr_apply(ctx, LCM_X_FLOOR,
                                          lcm_expr_div(ctx, range->to, power))
                         : lcm_expr_mul(ctx, range->from, power)};
  return lcm_expr_over(
      ctx, LCM_X_SUM,
      (struct lcm_range){range->index, lcm_expr_int(ctx, 0),
                         lcm_expr_sub(ctx, count, lcm_expr_int(ctx, 1))},
      lcm_expr_subst(ctx, body, &value, 1));
}
