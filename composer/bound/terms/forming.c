/* Names, values, chances and calls while a closed form is made. */
#include <string.h>

#include "composer/bound/scope.h"
#include "composer/bound/terms/forming.h"

/* Calls that are entered within each other. */
enum { MAX_DEPTH = 60 };

void lcm_bound_refuse(struct lcm_bound_forming *f, const lcm_node *node,
                      const char *reason) {
  if (f->reason)
    return;
  f->reason = reason;
  f->at = node;
}

/* Return "e" with the values of names; what is random has its mean already. */
static const lcm_expr *substituted(struct lcm_bound_forming *f,
                                   const lcm_expr *e) {
  const char *const *names = NULL;
  double value = 0;
  if (!e || lcm_expr_is_number(e, &value))
    return e;
  const size_t n = lcm_expr_names(&names, f->ctx, e);
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), struct lcm_subst, n + 1);
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = f->values.n; j-- > f->base;)
      if (f->values.at[j].name == names[i]) {
        substs[k++] = f->values.at[j];
        break;
      }
  return k ? lcm_expr_subst(f->ctx, e, substs, k) : e;
}

const lcm_expr *lcm_bound_value_of(struct lcm_bound_forming *f,
                                   const lcm_expr *e) {
  return substituted(f, lcm_bound_means(f->table, e));
}

void lcm_bound_let_form(struct lcm_bound_forming *f, const char *name,
                        const lcm_expr *value) {
  const struct lcm_subst subst = {name, value};
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->values, subst);
}

bool lcm_bound_draws(struct lcm_bound_forming *f, const lcm_expr *e) {
  const char *const *names = NULL;
  if (!e || !f->program->n_draws)
    return false;
  const size_t n = lcm_expr_names(&names, f->ctx, e);
  for (size_t i = 0; i < n; i++) {
    if (lcm_program_draw(f->program, names[i]))
      return true;
    for (size_t k = 0; k < f->tainted.n; k++)
      if (f->tainted.at[k] == names[i])
        return true;
  }
  return false;
}

struct lcm_bound_terms *lcm_bound_terms_new(struct lcm_bound_forming *f,
                                            const lcm_expr *time) {
  struct lcm_bound_terms *out =
      LCM_NEW(lcm_ctx_arena(f->ctx), struct lcm_bound_terms);
  const lcm_expr *zero = lcm_expr_int(f->ctx, 0);
  out->phi = out->time = out->skewed = out->barriers = time;
  out->turn = (struct lcm_bound_turn){.is = true,
                                      .count = lcm_expr_int(f->ctx, 1),
                                      .delay = time,
                                      .sum = zero,
                                      .longest = zero};
  return out;
}

const char *lcm_bound_condition_name(struct lcm_bound_forming *f,
                                     const lcm_node *node) {
  const struct lcm_instance *of = &node->u.condition;
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const char *name = of->name;
  for (size_t i = 0; i < of->n_indices; i++) {
    double value = 0;
    const lcm_expr *e = lcm_bound_value_of(f, of->indices[i]);
    if (!e || !lcm_expr_is_number(e, &value)) {
      lcm_bound_refuse(f, node, "which condition it is depends on params");
      return NULL;
    }
    name = lcm_arena_printf(arena, "%s%c%.15g", name, i ? ',' : '[', value);
  }
  return lcm_intern(f->ctx, of->n_indices ? lcm_arena_printf(arena, "%s]", name)
                                          : name);
}

/* Return the chance of the condition "e" in which "draw" alone is random, or
 * NULL where it is not known. */
static const lcm_expr *chance_form(struct lcm_bound_forming *f,
                                   const lcm_expr *e,
                                   const struct lcm_draw *draw) {
  lcm_ctx *ctx = f->ctx;
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (draw->kind == LCM_DRAW_PROB) {
    const struct lcm_subst yes = {draw->name, one};
    const struct lcm_subst no = {draw->name, zero};
    const lcm_expr *p = lcm_bound_value_of(f, draw->args[0]);
    const lcm_expr *if_yes = lcm_expr_binary(
        ctx, LCM_X_NE, substituted(f, lcm_expr_subst(ctx, e, &yes, 1)), zero);
    const lcm_expr *if_no = lcm_expr_binary(
        ctx, LCM_X_NE, substituted(f, lcm_expr_subst(ctx, e, &no, 1)), zero);
    return lcm_expr_add(ctx, lcm_expr_mul(ctx, p, if_yes),
                        lcm_expr_mul(ctx, lcm_expr_sub(ctx, one, p), if_no));
  }
  for (size_t side = 0; draw->kind == LCM_DRAW_RANDOM && side < 2 &&
                        (kind == LCM_X_LT || kind == LCM_X_LE);
       side++) {
    const char *name = lcm_expr_name(lcm_expr_arg(e, side));
    const lcm_expr *limit = lcm_expr_arg(e, 1 - side);
    if (!name || strcmp(name, draw->name) != 0 || lcm_bound_draws(f, limit))
      continue;
    limit = lcm_expr_binary(
        ctx, LCM_X_MIN, one,
        lcm_expr_binary(ctx, LCM_X_MAX, zero, lcm_bound_value_of(f, limit)));
    return side ? lcm_expr_sub(ctx, one, limit) : limit;
  }
  return NULL;
}

/* Return the chance that the condition "e" of "node" holds. */
static const lcm_expr *condition_form(struct lcm_bound_forming *f,
                                      const lcm_expr *e, const lcm_node *node,
                                      bool *random) {
  const char *const *names = NULL;
  const struct lcm_draw *draw = NULL;
  const lcm_expr *chance = NULL;
  if (!lcm_bound_draws(f, e)) {
    const lcm_expr *value = lcm_bound_value_of(f, e);
    chance = lcm_expr_binary(f->ctx, LCM_X_NE, value, lcm_expr_int(f->ctx, 0));
  } else {
    const size_t n = lcm_expr_names(&names, f->ctx, e);
    size_t draws = 0;
    for (size_t i = 0; i < n; i++) {
      const struct lcm_draw *found = lcm_program_draw(f->program, names[i]);
      draws += found != NULL;
      draw = found ? found : draw;
    }
    chance = draws == 1 ? chance_form(f, e, draw) : NULL;
    *random = true;
  }
  if (!chance)
    lcm_bound_refuse(f, node, "how likely its condition is, is not known");
  return chance ? chance : lcm_expr_int(f->ctx, 0);
}

void lcm_bound_chance_forms(struct lcm_bound_forming *f, const lcm_node *node,
                            const lcm_expr **chances, bool *random) {
  const lcm_expr *one = lcm_expr_int(f->ctx, 1);
  const lcm_expr *rest = one;
  const size_t n = node->n_children;
  for (size_t i = 0; i < n; i++) {
    const lcm_expr *probability =
        node->u.branch.probabilities
            ? lcm_bound_value_of(f, node->u.branch.probabilities[i])
            : NULL;
    const lcm_expr *condition =
        node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
    if (probability) {
      chances[i] = probability;
      rest = lcm_expr_sub(f->ctx, rest, probability);
      *random = true;
    } else if (condition) {
      const lcm_expr *holds = condition_form(f, condition, node, random);
      const lcm_expr *not = *random ? lcm_expr_sub(f->ctx, one, holds)
                                    : lcm_expr_binary(f->ctx, LCM_X_EQ, holds,
                                                      lcm_expr_int(f->ctx, 0));
      chances[i] = lcm_expr_mul(f->ctx, rest, holds);
      rest = lcm_expr_mul(f->ctx, rest, not );
    } else {
      chances[i] = i + 1 == n ? rest : lcm_expr_int(f->ctx, 0);
      rest = lcm_expr_int(f->ctx, 0);
    }
  }
}

const lcm_node *lcm_bound_enter_form(struct lcm_bound_forming *f,
                                     const lcm_node *node, size_t saved[2]) {
  const lcm_function *callee = lcm_bound_callee(f->table, node);
  saved[0] = f->base;
  saved[1] = f->values.n;
  if (!callee || !callee->body || f->depth >= MAX_DEPTH) {
    lcm_bound_refuse(f, node,
                     callee && callee->body ? "the recursion has no closed form"
                                            : "what is called is not known");
    return NULL;
  }
  for (size_t i = 0; i < node->u.call.n_args && i < callee->n_params; i++) {
    const lcm_expr *size = node->u.call.sizes ? node->u.call.sizes[i] : NULL;
    const lcm_expr *arg = size ? size : node->u.call.args[i];
    const size_t n = f->values.n;
    f->values.n = saved[1];
    const lcm_expr *value = lcm_bound_value_of(f, arg);
    f->values.n = n;
    if (lcm_bound_draws(f, arg))
      LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->tainted, callee->params[i]);
    lcm_bound_let_form(f, callee->params[i], value);
  }
  f->base = saved[1];
  f->depth++;
  return callee->body;
}

void lcm_bound_leave_form(struct lcm_bound_forming *f, const size_t saved[2]) {
  f->base = saved[0];
  f->values.n = saved[1];
  f->depth--;
}
