/* How the clocks of a team stand, and what its members wait for the last. */
#include "composer/formula/clocks.h"
#include "composer/formula/env.h"

void lcm_formula_set_clocks(struct lcm_formula *f, enum lcm_clocks clocks,
                            const lcm_expr *lead) {
  f->team->clocks = clocks;
  f->team->lead = clocks == LCM_FIRST ? lead : NULL;
}

void lcm_formula_delay_first(struct lcm_formula *f, const lcm_expr *more) {
  const lcm_expr *lead = f->team->lead;
  lcm_formula_set_clocks(f, LCM_FIRST,
                         lead && more ? lcm_expr_add(f->ctx, lead, more)
                         : lead       ? lead
                                      : more);
}

bool lcm_formula_size_team(struct lcm_formula_team *team, struct lcm_formula *f,
                           const lcm_node *node, const lcm_expr *w) {
  const lcm_expr *one = lcm_formula_int(f, 1);
  const lcm_expr *size =
      node->u.team.size ? lcm_formula_value(f, node->u.team.size) : NULL;
  if (node->u.team.when) {
    lcm_formula_give_up(f, node, "a team with an `if` clause");
    return false;
  }
  if (f->team && f->nesting_off)
    size = one;
  team->k = size ? size : lcm_expr_apply(f->ctx, LCM_X_FLOOR, w);
  team->k = lcm_formula_larger(f, one, team->k);
  const bool nests =
      node->n_children && lcm_formula_traits(f, node->children[0])->parallel;
  team->weight =
      team->k == w || !nests
          ? one
          : lcm_formula_larger(f, one, lcm_expr_div(f->ctx, w, team->k));
  team->clocks = LCM_ALIGNED;
  team->lead = NULL;
  return true;
}

/* Return whether "w" is provably 1 or more. */
static bool is_one_at_least(const lcm_expr *w) {
  double low = 0;
  double high = 0;
  lcm_expr_bounds(&low, &high, w);
  return low >= 1;
}

/* Return what is spent in "out" by whoever does not wait. */
static const lcm_expr *busy_of(struct lcm_formula *f,
                               const struct lcm_closed *out) {
  struct lcm_closed busy = *out;
  busy.cats[LCM_CAT_LI] = busy.cats[LCM_CAT_IP] = busy.cats[LCM_CAT_SL] = NULL;
  return lcm_closed_sum(f, &busy, LCM_MAX_CATS);
}

/* Return how long those of "w" processors that do not do "work" idle in
 * "out". */
static const lcm_expr *idle_of(struct lcm_formula *f,
                               const struct lcm_closed *out,
                               const lcm_expr *work, const lcm_expr *w) {
  return lcm_expr_sub(f->ctx, lcm_expr_mul(f->ctx, w, out->time), work);
}

void lcm_formula_fit(struct lcm_formula *f, struct lcm_closed *out,
                     const lcm_expr *members, const lcm_expr *w) {
  lcm_ctx *ctx = f->ctx;
  double least = 0;
  double most = 0;
  lcm_expr_bounds(&least, &most, lcm_expr_sub(ctx, w, members));
  out->time = out->time ? out->time : lcm_formula_int(f, 0);
  if (members == w || least >= 0)
    return;
  const lcm_expr *work = busy_of(f, out);
  const lcm_expr *over = lcm_expr_binary(ctx, LCM_X_LT, w, members);
  out->time = lcm_expr_if(
      ctx, over, lcm_formula_larger(f, out->time, lcm_expr_div(ctx, work, w)),
      out->time);
  if (!out->cats[LCM_CAT_SL])
    return;
  const lcm_expr *both[] = {out->cats[LCM_CAT_SL], idle_of(f, out, work, w)};
  out->cats[LCM_CAT_SL] = lcm_expr_if(
      ctx, over, lcm_expr_nary(ctx, LCM_X_MIN, both, 2), out->cats[LCM_CAT_SL]);
}

void lcm_formula_close_team(struct lcm_formula *f, struct lcm_closed *out,
                            const struct lcm_formula_team *team,
                            const lcm_expr *w, bool sized) {
  const lcm_expr *work = busy_of(f, out);
  if (sized || !is_one_at_least(w))
    lcm_formula_fit(f, out, lcm_expr_mul(f->ctx, team->k, team->weight), w);
  out->time = out->time ? out->time : lcm_formula_int(f, 0);
  const lcm_expr *rest = idle_of(f, out, work, w);
  if (out->cats[LCM_CAT_SL])
    rest = lcm_expr_sub(f->ctx, rest, out->cats[LCM_CAT_SL]);
  if (out->cats[LCM_CAT_IP])
    rest = lcm_expr_sub(f->ctx, rest, out->cats[LCM_CAT_IP]);
  out->cats[LCM_CAT_LI] = rest;
}
