/* Closed forms of teams: what all members do, branches, loops and barriers in
 * them. */
#include <math.h>
#include <string.h>

#include "composer/formula/clocks.h"
#include "composer/formula/env.h"
#include "composer/formula/guard.h"
#include "composer/formula/loop.h"
#include "composer/formula/part.h"
#include "composer/formula/price.h"
#include "composer/formula/serial.h"
#include "composer/formula/share.h"
#include "composer/formula/team.h"

/* Return the outcome of "node" executed by the team of "f": the time until the
 * latest member is done. */
static struct lcm_closed in_team(struct lcm_formula *f, const lcm_node *node);

/* Return "cost" (a pure number) seconds. */
static const lcm_expr *seconds(struct lcm_formula *f, const lcm_expr *cost) {
  return lcm_expr_mul(f->ctx, cost, lcm_formula_second(f));
}

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

struct lcm_closed lcm_formula_team_of(struct lcm_formula *f,
                                      const lcm_node *node, const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  struct lcm_formula_team team;
  struct lcm_formula_team *const outer = f->team;
  const size_t bound = f->values.n;
  if (!lcm_formula_size_team(&team, f, node, w))
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
    const struct lcm_closed body = in_team(f, node->children[0]);
    lcm_closed_add(f, &out, &body, NULL);
  }
  f->team = outer;
  f->values.n = bound;
  if (!f->reason)
    lcm_formula_close_team(f, &out, &team, w, sized);
  return out;
}

/* Return what "e", which depends on the member, is for any but the first; NULL
 * where these differ, or may take longer than the first. */
static const lcm_expr *of_others(struct lcm_formula *f, const lcm_expr *e) {
  double low = 0;
  double high = 0;
  const char *thread = lcm_intern(f->ctx, "thread");
  const lcm_expr *other =
      lcm_expr_symbol(f->ctx, lcm_intern(f->ctx, "thread.other"), LCM_DIM_NONE);
  lcm_expr_assume(f->ctx, other, 1, INFINITY, true);
  const struct lcm_subst to_first = {thread, lcm_formula_int(f, 0)};
  const struct lcm_subst to_other = {thread, other};
  const lcm_expr *first = lcm_expr_subst(f->ctx, e, &to_first, 1);
  const lcm_expr *rest = lcm_expr_subst(f->ctx, e, &to_other, 1);
  if (!first || !rest || lcm_expr_has(rest, lcm_expr_name(other)))
    return NULL;
  lcm_expr_bounds(&low, &high, lcm_expr_sub(f->ctx, first, rest));
  return low >= 0 ? rest : NULL;
}

/* Let members take "*time" for "node", by the member, and put what the latest
 * takes there: where all but the first take the same and that no less, as in
 * `master`, it stays the latest; else they differ somehow. */
static void part(struct lcm_formula *f, const lcm_node *node,
                 const lcm_expr **time) {
  lcm_ctx *ctx = f->ctx;
  const lcm_expr *one = lcm_formula_int(f, 1);
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const struct lcm_range members = {lcm_intern(ctx, "thread"), zero,
                                    lcm_expr_sub(ctx, f->team->k, one)};
  const struct lcm_subst to_first = {members.index, zero};
  const lcm_expr *rest =
      f->team->clocks == LCM_SKEWED ? NULL : of_others(f, *time);
  if (!rest && f->team->clocks != LCM_ALIGNED)
    lcm_formula_give_up(f, node, "members that go different ways twice");
  if (!rest) {
    *time = lcm_expr_over(ctx, LCM_X_MAX_OVER, members, *time);
    lcm_formula_set_clocks(f, LCM_SKEWED, NULL);
    return;
  }
  *time = lcm_expr_subst(ctx, *time, &to_first, 1);
  lcm_formula_delay_first(
      f, lcm_expr_if(ctx, lcm_expr_binary(ctx, LCM_X_LT, one, f->team->k),
                     lcm_expr_sub(ctx, *time, rest), zero));
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
  const struct lcm_range members = {
      thread, lcm_formula_int(f, 0),
      lcm_expr_sub(f->ctx, f->team->k, lcm_formula_int(f, 1))};
  if (out.time && lcm_expr_has(out.time, thread))
    part(f, node, &out.time);
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
  lcm_formula_set_clocks(f, LCM_ALIGNED, NULL);
  return out;
}

/* Iterations of a loop whose body shares something, the clocks of the team
 * being as in "before" the first, "after" it and "later", after the second. */
struct turns {
  struct lcm_closed first;
  struct lcm_closed second;
  struct lcm_formula_team before;
  struct lcm_formula_team after;
  struct lcm_formula_team later;
};

static bool stand_alike(const struct lcm_formula_team *a,
                        const struct lcm_formula_team *b) {
  return a->clocks == b->clocks && a->lead == b->lead;
}

/* Return by how much the first member of "b" leads more than that of "a". */
static const lcm_expr *gain_of(struct lcm_formula *f,
                               const struct lcm_formula_team *a,
                               const struct lcm_formula_team *b) {
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const lcm_expr *lead = b->lead ? b->lead : zero;
  return a->lead ? lcm_expr_sub(f->ctx, lead, a->lead) : lead;
}

/* Let the clocks of the team be as after "count" iterations of "t", and return
 * whether all behind the second are like it. */
static bool go_round(struct lcm_formula *f, const struct turns *t,
                     const lcm_expr *count, const lcm_expr *some) {
  lcm_ctx *ctx = f->ctx;
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const lcm_expr *before = t->before.lead ? t->before.lead : zero;
  const lcm_expr *gain = gain_of(f, &t->before, &t->after);
  if (stand_alike(&t->after, &t->later)) {
    const lcm_expr *lead = t->after.lead ? t->after.lead : zero;
    lcm_formula_set_clocks(f, LCM_FIRST, lcm_expr_if(ctx, some, lead, before));
    return true;
  }
  lcm_formula_set_clocks(
      f, LCM_FIRST, lcm_expr_add(ctx, before, lcm_expr_mul(ctx, count, gain)));
  return gain == gain_of(f, &t->after, &t->later) &&
         !memcmp(&t->first, &t->second, sizeof t->first);
}

/* Return the outcome of "count" iterations of "node", of which the first began
 * "before" and came to "first".  Later ones begin as the one before ended. */
static struct lcm_closed take_turns(struct lcm_formula *f, const lcm_node *node,
                                    struct turns *t, const lcm_expr *count) {
  struct lcm_closed out = {NULL};
  const lcm_expr *zero = lcm_formula_int(f, 0);
  const lcm_expr *one = lcm_formula_int(f, 1);
  const lcm_expr *some = lcm_expr_if(
      f->ctx, lcm_expr_binary(f->ctx, LCM_X_LT, zero, count), one, zero);
  t->second = t->first;
  t->later = t->after = *f->team;
  if (!stand_alike(&t->before, &t->after)) {
    t->second = in_team(f, node->children[0]);
    t->later = *f->team;
  }
  if (t->before.clocks == LCM_SKEWED || t->later.clocks == LCM_SKEWED ||
      t->after.clocks == LCM_SKEWED)
    lcm_formula_give_up(f, node, "members that drift apart");
  if (f->reason)
    return out;
  if (stand_alike(&t->before, &t->after)) {
    lcm_closed_add(f, &out, &t->first, count);
    return out;
  }
  if (!go_round(f, t, count, some))
    lcm_formula_give_up(f, node, "iterations that begin differently");
  lcm_closed_add(f, &out, &t->first, some);
  lcm_closed_add(f, &out, &t->second, lcm_expr_sub(f->ctx, count, some));
  return out;
}

/* Return the outcome of the sequential loop "node" whose body shares
 * something. */
static struct lcm_closed loop(struct lcm_formula *f, const lcm_node *node) {
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_iteration *range =
      node->u.loop.n_ranges ? &node->u.loop.ranges[0] : NULL;
  const size_t bound = f->values.n;
  struct turns t = {.before = *f->team};
  if (!node->n_children)
    return (struct lcm_closed){NULL};
  if (!lcm_loop_is_uniform(node) || node->u.loop.n_ranges > 1)
    lcm_formula_give_up(f, node, "iterations of a team that differ");
  const lcm_expr *from = range ? lcm_formula_value(f, range->from) : NULL;
  if (from)
    lcm_formula_bind(f, range->index, from);
  t.first = in_team(f, node->children[0]);
  const struct lcm_closed out = take_turns(f, node, &t, count);
  f->values.n = bound;
  return out;
}

/* Let the clocks of the team stand as in "yes" where "cond" holds, else as they
 * do. */
static void join_clocks(struct lcm_formula *f, const lcm_expr *cond,
                        const struct lcm_formula_team *yes) {
  const struct lcm_formula_team *no = f->team;
  const lcm_expr *zero = lcm_formula_int(f, 0);
  lcm_formula_set_clocks(f, yes->clocks > no->clocks ? yes->clocks : no->clocks,
                         lcm_expr_if(f->ctx, cond, yes->lead ? yes->lead : zero,
                                     no->lead ? no->lead : zero));
}

/* Return the outcome of the branch "node", which all members take alike. */
static struct lcm_closed branch(struct lcm_formula *f, const lcm_node *node) {
  struct lcm_closed out = {NULL};
  const lcm_expr *given =
      node->u.branch.conditions ? node->u.branch.conditions[0] : NULL;
  const lcm_expr *cond = lcm_formula_condition(f, node, given);
  const char *thread = lcm_intern(f->ctx, "thread");
  if (node->u.branch.probabilities || node->n_children > 2 ||
      (!cond && lcm_branch_is_even(node, lcm_formula_traits(f, node))) ||
      (cond && lcm_expr_has(cond, thread))) {
    lcm_formula_give_up(f, node, "a branch that members take differently");
    return out;
  }
  const bool exit = !cond && node->marks.exit;
  if ((given && !cond) || lcm_branch_is_guessed(node) ||
      (cond && node->marks.ends))
    lcm_formula_unknown(f, node);
  if (!cond)
    return in_team(f, node->children[exit && node->n_children > 1]);
  const struct lcm_formula_team before = *f->team;
  const lcm_expr *not_cond = lcm_expr_apply(f->ctx, LCM_X_NOT, cond);
  lcm_formula_while(f, cond);
  const struct lcm_closed yes = in_team(f, node->children[0]);
  lcm_formula_endwhile(f);
  const struct lcm_formula_team after = *f->team;
  *f->team = before;
  struct lcm_closed no = {NULL};
  lcm_formula_while(f, not_cond);
  if (node->n_children > 1)
    no = in_team(f, node->children[1]);
  lcm_formula_endwhile(f);
  join_clocks(f, cond, &after);
  lcm_closed_add(
      f, &out, &yes,
      lcm_expr_if(f->ctx, cond, lcm_formula_int(f, 1), lcm_formula_int(f, 0)));
  lcm_closed_add(f, &out, &no,
                 lcm_expr_if(f->ctx, not_cond, lcm_formula_int(f, 1),
                             lcm_formula_int(f, 0)));
  return out;
}

/* Return how long members waited for each other in "out", in all: what is of no
 * category. */
static const lcm_expr *waited(struct lcm_formula *f,
                              const struct lcm_closed *out) {
  struct lcm_closed all = *out;
  if (!out->time)
    return lcm_formula_int(f, 0);
  lcm_formula_settle(f, &all, processors(f));
  return lcm_expr_sub(f->ctx, lcm_expr_mul(f->ctx, processors(f), out->time),
                      lcm_closed_sum(f, &all, LCM_MAX_CATS));
}

/* Return the outcome of the children of "node" one after the other. */
static struct lcm_closed series(struct lcm_formula *f, const lcm_node *node) {
  struct lcm_closed out = {NULL};
  const lcm_expr *before = lcm_formula_int(f, 0);
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    if (f->parts && node->children[i]->kind == LCM_NODE_BARRIER)
      f->due = lcm_expr_sub(f->ctx, waited(f, &out), before);
    const struct lcm_closed one = in_team(f, node->children[i]);
    lcm_closed_add(f, &out, &one, NULL);
    if (f->parts && f->team->clocks == LCM_ALIGNED)
      before = waited(f, &out);
  }
  return out;
}

/* Return the outcome of "node", which shares something, by its kind. */
static struct lcm_closed by_kind(struct lcm_formula *f, const lcm_node *node) {
  struct lcm_closed out = {NULL};
  struct lcm_formula saved;
  const lcm_node *body = NULL;
  switch (node->kind) {
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
      out = in_team(f, body);
      lcm_formula_leave(f, &saved);
    }
    return out;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_TEAM:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
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
  lcm_formula_set_clocks(f, LCM_ALIGNED, NULL);
}

/* Add what the members took for "node", "out", to what parts took: where they
 * were "aligned" before it and are so behind it, with what they waited for each
 * other in it; at a barrier with what they waited there. */
static void note_part(struct lcm_formula *f, struct lcm_closed *out,
                      const lcm_node *node, bool aligned) {
  struct lcm_closed own = *out;
  const lcm_expr *waits = f->due;
  f->due = NULL;
  if (node->kind != LCM_NODE_BARRIER)
    waits = aligned && f->team->clocks == LCM_ALIGNED ? waited(f, out) : NULL;
  if (waits)
    lcm_closed_cat(f, &own.cats[LCM_CAT_LI], waits);
  lcm_formula_part(f, out, node, processors(f), &own);
}

static struct lcm_closed in_team(struct lcm_formula *f, const lcm_node *node) {
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
  const bool aligned = f->team->clocks == LCM_ALIGNED;
  const size_t bound = f->values.n;
  lcm_formula_bind(f, lcm_intern(f->ctx, "p"), processors(f));
  const bool divided = worksharing && lcm_model_is_divided(node);
  if (node->n_models && !divided &&
      lcm_formula_models(&given, covered, f, node, processors(f), true)) {
    out = given;
    lcm_formula_settle(f, &out, processors(f));
    lcm_formula_set_clocks(f, LCM_ALIGNED, NULL);
  } else {
    if (worksharing)
      covered[LCM_CAT_PC] = false;
    out = by_kind(f, node);
    if (node->n_models && !divided)
      replace(f, &out, &given, covered, node);
  }
  lcm_formula_visit(f, &out, node);
  if (f->parts)
    note_part(f, &out, node, aligned);
  if (node->kind != LCM_NODE_SERIES)
    f->values.n = bound;
  return out;
}
