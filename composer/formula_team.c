#include <math.h>
#include <string.h>

#include "composer/formula_internal.h"

/* Return the larger of "a" and "b". */
static const lcm_expr *larger(struct lcm_formula *f, const lcm_expr *a,
                              const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(f->ctx, LCM_X_MAX, both, 2) : NULL;
}

/* Return "cost" (a pure number) seconds. */
static const lcm_expr *seconds(struct lcm_formula *f, const lcm_expr *cost) {
  return lcm_expr_mul(f->ctx, cost,
                      lcm_expr_unit(f->ctx, lcm_measure_find("s")));
}

/* Return the processors of the team of "f". */
static const lcm_expr *processors(struct lcm_formula *f) {
  return lcm_expr_mul(f->ctx, f->team->k, f->team->weight);
}

/* Let all members of the team spend "cost" seconds as "cat". */
static void spend_all(struct lcm_formula *f, struct lcm_closed *out,
                      const lcm_expr *cost, lcm_cat cat) {
  if (!cost || lcm_expr_is_int(cost, 0))
    return;
  lcm_closed_cat(f, &out->time, seconds(f, cost));
  lcm_closed_cat(f, &out->cats[cat],
                 lcm_expr_mul(f->ctx, processors(f), seconds(f, cost)));
}

/* Put the size of the team "node" on "w" processors into "team"; false where
 * it has no closed form. */
static bool size_team(struct lcm_formula_team *team, struct lcm_formula *f,
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
  team->k = larger(f, one, team->k);
  const bool nests =
      node->n_children && lcm_formula_traits(f, node->children[0])->parallel;
  team->weight = team->k == w || !nests
                     ? one
                     : larger(f, one, lcm_expr_div(f->ctx, w, team->k));
  team->clocks = LCM_ALIGNED;
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
      ctx, over, larger(f, out->time, lcm_expr_div(ctx, work, w)), out->time);
  if (!out->cats[LCM_CAT_SL])
    return;
  const lcm_expr *both[] = {out->cats[LCM_CAT_SL], idle_of(f, out, work, w)};
  out->cats[LCM_CAT_SL] = lcm_expr_if(
      ctx, over, lcm_expr_nary(ctx, LCM_X_MIN, both, 2), out->cats[LCM_CAT_SL]);
}

/* Close the team of "k" x "weight" members on "w" processors: as close_team of
 * the engine. */
static void close_team(struct lcm_formula *f, struct lcm_closed *out,
                       const struct lcm_formula_team *team, const lcm_expr *w,
                       bool sized) {
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

struct lcm_closed lcm_formula_team_of(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  struct lcm_formula_team team;
  struct lcm_formula_team *const outer = f->team;
  const size_t bound = f->values.n;
  if (!size_team(&team, f, node, w))
    return out;
  const bool sized = node->u.team.size != NULL;
  const char *thread = lcm_intern(f->ctx, "thread");
  lcm_formula_bind(f, lcm_intern(f->ctx, "team"), team.k);
  lcm_formula_bind(f, thread, lcm_expr_symbol(f->ctx, thread, LCM_DIM_NONE));
  const struct lcm_formula_range members = {
      thread, lcm_expr_sub(f->ctx, team.k, lcm_formula_int(f, 1))};
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->guard.ranges, members);
  f->team = &team;
  spend_all(f, &out,
            lcm_formula_machine(f, "fork", team.k, lcm_formula_int(f, 0)),
            LCM_CAT_SL);
  if (node->n_children) {
    const struct lcm_closed body = lcm_formula_in_team(f, node->children[0]);
    lcm_closed_add(f, &out, &body, NULL);
  }
  f->team = outer;
  f->values.n = bound;
  if (!f->reason)
    close_team(f, &out, &team, w, sized);
  return out;
}

/* Return whether "out" depends on the member. */
static bool depends(const struct lcm_closed *out, const char *name) {
  bool found = out->time && lcm_expr_has(out->time, name);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    found = found || (out->cats[c] && lcm_expr_has(out->cats[c], name));
  return found;
}

/* Return the outcome of every member executing "node", which shares
 * nothing. */
static struct lcm_closed replicate(struct lcm_formula *f,
                                   const lcm_node *node) {
  const char *thread = lcm_intern(f->ctx, "thread");
  struct lcm_closed out = lcm_formula_serial(f, node, f->team->weight);
  if (lcm_formula_traits(f, node)->random)
    lcm_formula_give_up(f, node, "members that differ by chance");
  if (f->reason)
    return out;
  const bool differs = depends(&out, thread);
  const struct lcm_range members = {
      thread, lcm_formula_int(f, 0),
      lcm_expr_sub(f->ctx, f->team->k, lcm_formula_int(f, 1))};
  if (differs && f->team->clocks != LCM_ALIGNED)
    lcm_formula_give_up(f, node, "members that go different ways twice");
  if (differs) {
    out.time = lcm_expr_over(f->ctx, LCM_X_MAX_OVER, members, out.time);
    f->team->clocks = LCM_SKEWED;
  }
  for (size_t c = 0; c < LCM_SLOTS; c++)
    if (out.cats[c])
      out.cats[c] = lcm_expr_has(out.cats[c], thread)
                        ? lcm_expr_over(f->ctx, LCM_X_SUM, members, out.cats[c])
                        : lcm_expr_mul(f->ctx, out.cats[c], f->team->k);
  return out;
}

/* Return the outcome of the barrier "node". */
static struct lcm_closed barrier(struct lcm_formula *f) {
  struct lcm_closed out = {NULL};
  spend_all(
      f, &out,
      lcm_formula_machine(f, "barrier", f->team->k, lcm_formula_int(f, 0)),
      LCM_CAT_SL);
  f->team->clocks = LCM_ALIGNED;
  return out;
}

/* Return the outcome of the sequential loop "node" whose body shares
 * something. */
static struct lcm_closed loop(struct lcm_formula *f, const lcm_node *node) {
  struct lcm_closed out = {NULL};
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_iteration *range =
      node->u.loop.n_ranges ? &node->u.loop.ranges[0] : NULL;
  const size_t bound = f->values.n;
  if (!node->n_children)
    return out;
  if (!lcm_loop_is_uniform(node) || node->u.loop.n_ranges > 1)
    lcm_formula_give_up(f, node, "iterations of a team that differ");
  const lcm_expr *from = range ? lcm_formula_value(f, range->from) : NULL;
  if (from)
    lcm_formula_bind(f, range->index, from);
  const enum lcm_clocks before = f->team->clocks;
  const struct lcm_closed one = lcm_formula_in_team(f, node->children[0]);
  f->values.n = bound;
  if (f->team->clocks == LCM_SKEWED || before == LCM_SKEWED)
    lcm_formula_give_up(f, node, "members that drift apart");
  lcm_closed_add(f, &out, &one, count);
  return out;
}

/* Return the outcome of the branch "node", which all members take alike. */
static struct lcm_closed branch(struct lcm_formula *f, const lcm_node *node) {
  struct lcm_closed out = {NULL};
  const lcm_expr *given =
      node->u.branch.conditions ? node->u.branch.conditions[0] : NULL;
  const lcm_expr *cond = lcm_formula_condition(f, node, given);
  const char *thread = lcm_intern(f->ctx, "thread");
  if (node->u.branch.probabilities || node->n_children > 2 ||
      (!cond && lcm_node_attribute(node, "undecided")) ||
      (cond && lcm_expr_has(cond, thread))) {
    lcm_formula_give_up(f, node, "a branch that members take differently");
    return out;
  }
  const bool exit = !cond && lcm_node_attribute(node, "exit");
  if ((given && !cond) || lcm_branch_is_guessed(node))
    lcm_formula_unknown(f, node);
  if (!cond)
    return lcm_formula_in_team(f, node->children[exit && node->n_children > 1]);
  const enum lcm_clocks before = f->team->clocks;
  const lcm_expr *not_cond = lcm_expr_apply(f->ctx, LCM_X_NOT, cond);
  lcm_formula_while(f, cond);
  const struct lcm_closed yes = lcm_formula_in_team(f, node->children[0]);
  lcm_formula_endwhile(f);
  const enum lcm_clocks after = f->team->clocks;
  f->team->clocks = before;
  struct lcm_closed no = {NULL};
  lcm_formula_while(f, not_cond);
  if (node->n_children > 1)
    no = lcm_formula_in_team(f, node->children[1]);
  lcm_formula_endwhile(f);
  f->team->clocks = after > f->team->clocks ? after : f->team->clocks;
  lcm_closed_add(
      f, &out, &yes,
      lcm_expr_if(f->ctx, cond, lcm_formula_int(f, 1), lcm_formula_int(f, 0)));
  lcm_closed_add(f, &out, &no,
                 lcm_expr_if(f->ctx, not_cond, lcm_formula_int(f, 1),
                             lcm_formula_int(f, 0)));
  return out;
}

/* Return the outcome of the children of "node" one after the other. */
static struct lcm_closed series(struct lcm_formula *f, const lcm_node *node) {
  struct lcm_closed out = {NULL};
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const struct lcm_closed one = lcm_formula_in_team(f, node->children[i]);
    lcm_closed_add(f, &out, &one, NULL);
  }
  return out;
}

/* Return the outcome of "node", which shares something, by its kind. */
static struct lcm_closed by_kind(struct lcm_formula *f, const lcm_node *node) {
  struct lcm_closed out = {NULL};
  struct lcm_formula saved;
  const lcm_node *body = NULL;
  switch ((int)node->kind) {
  case LCM_NODE_SERIES:
    return series(f, node);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    return loop(f, node);
  case LCM_NODE_BRANCH:
    return branch(f, node);
  case LCM_NODE_PARLOOP:
    return lcm_formula_parloop(f, node);
  case LCM_NODE_PARALLEL:
    return lcm_formula_share(f, node);
  case LCM_NODE_BARRIER:
    return barrier(f);
  case LCM_NODE_CALL:
    if (lcm_formula_enter(f, node, &saved, &body)) {
      out = lcm_formula_in_team(f, body);
      lcm_formula_leave(f, &saved);
    }
    return out;
  }
  lcm_formula_give_up(f, node, lcm_node_word(node->kind));
  return out;
}

/* Replace in "out" what the models "given" of "node" cover. */
static void replace(struct lcm_formula *f, struct lcm_closed *out,
                    const struct lcm_closed *given,
                    const bool covered[LCM_MAX_CATS], const lcm_node *node) {
  bool any = false;
  for (size_t c = 0; c < f->n_cats; c++)
    if (covered[c]) {
      out->cats[c] = given->cats[c];
      any = true;
    }
  lcm_closed_demands(f, out, given);
  if (!any)
    return;
  if (node->kind != LCM_NODE_PARLOOP)
    lcm_formula_give_up(f, node, "a category model inside a team");
  out->time =
      lcm_expr_div(f->ctx, lcm_closed_sum(f, out, LCM_MAX_CATS), processors(f));
  f->team->clocks = LCM_ALIGNED;
}

struct lcm_closed lcm_formula_in_team(struct lcm_formula *f,
                                      const lcm_node *node) {
  struct lcm_closed out = {NULL};
  struct lcm_closed given;
  bool covered[LCM_MAX_CATS] = {false};
  if (f->reason || node->ignored)
    return out;
  const struct lcm_traits traits = *lcm_formula_traits(f, node);
  lcm_formula_assumes(f, node);
  if (node->kind == LCM_NODE_LET || (!traits.shared && !traits.actor))
    return node->kind == LCM_NODE_LET
               ? lcm_formula_serial(f, node, f->team->weight)
               : replicate(f, node);
  if (!traits.shared)
    return lcm_formula_critical(f, node);
  const bool worksharing = node->kind == LCM_NODE_PARLOOP;
  const size_t bound = f->values.n;
  lcm_formula_bind(f, lcm_intern(f->ctx, "p"), processors(f));
  const bool divided = worksharing && lcm_model_is_divided(node);
  if (node->n_models && !divided &&
      lcm_formula_models(&given, covered, f, node, processors(f), true)) {
    out = given;
    lcm_formula_settle(f, &out, processors(f));
    f->team->clocks = LCM_ALIGNED;
  } else {
    if (worksharing)
      covered[LCM_CAT_PC] = false;
    out = by_kind(f, node);
    if (node->n_models && !divided)
      replace(f, &out, &given, covered, node);
  }
  lcm_formula_visit(f, &out, node);
  if (node->kind != LCM_NODE_SERIES)
    f->values.n = bound;
  return out;
}
