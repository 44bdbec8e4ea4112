#include <string.h>

#include "composer/formula_internal.h"

/* Return the larger of "a" and "b", where NULL stands for 0. */
static const lcm_expr *larger(struct lcm_formula *f, const lcm_expr *a,
                              const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(f->ctx, LCM_X_MAX, both, 2) : a ? a : b;
}

/* Return if(cond, a, b), where NULL stands for 0. */
static const lcm_expr *choose(struct lcm_formula *f, const lcm_expr *cond,
                              const lcm_expr *a, const lcm_expr *b) {
  const lcm_expr *zero = lcm_formula_int(f, 0);
  return a || b ? lcm_expr_if(f->ctx, cond, a ? a : zero, b ? b : zero) : NULL;
}

/* Return the span of the children of "node" one after the other. */
static const lcm_expr *total(struct lcm_formula *f, const lcm_node *node,
                             const lcm_expr *w) {
  LCM_LIST(const lcm_expr *) terms = {0};
  const size_t bound = f->values.n;
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const lcm_expr *one = lcm_formula_span(f, node->children[i], w);
    if (one)
      LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &terms, one);
  }
  f->values.n = bound;
  return terms.n ? lcm_expr_nary(f->ctx, LCM_X_SUM_OF, terms.at, terms.n)
                 : NULL;
}

/* Return the largest span of the children of "node". */
static const lcm_expr *largest(struct lcm_formula *f, const lcm_node *node,
                               const lcm_expr *w) {
  const lcm_expr *span = NULL;
  for (size_t i = 0; i < node->n_children && !f->reason; i++)
    span = larger(f, span, lcm_formula_span(f, node->children[i], w));
  return span;
}

/* Return the span of the alternatives of "node" from number "i" on. */
static const lcm_expr *alternative(struct lcm_formula *f, const lcm_node *node,
                                   const lcm_expr *w, size_t i) {
  if (i >= node->n_children)
    return NULL;
  const lcm_expr *given =
      node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
  const lcm_expr *cond = lcm_formula_condition(f, node, given);
  if (given && !cond && lcm_node_attribute(node, "exit"))
    i = node->n_children - 1;
  else if (given && !cond && lcm_node_attribute(node, "undecided"))
    lcm_formula_give_up(f, node, "a condition that is not known");
  const lcm_expr *yes = lcm_formula_span(f, node->children[i], w);
  if (!cond || f->reason)
    return yes;
  return choose(f, cond, yes, alternative(f, node, w, i + 1));
}

/* Return the mean span of the alternatives of "node". */
static const lcm_expr *mean(struct lcm_formula *f, const lcm_node *node,
                            const lcm_expr *w) {
  const lcm_expr *span = NULL;
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const lcm_expr *chance =
        lcm_formula_value(f, node->u.branch.probabilities[i]);
    const lcm_expr *one = lcm_formula_span(f, node->children[i], w);
    if (chance && one)
      lcm_closed_cat(f, &span, lcm_expr_mul(f->ctx, chance, one));
  }
  return span;
}

/* Return the span of the loop "node": all iterations of a sequential one, the
 * longest one of a parallel one. */
static const lcm_expr *span_of_loop(struct lcm_formula *f, const lcm_node *node,
                                    const lcm_expr *w) {
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_iteration *range =
      node->u.loop.n_ranges ? &node->u.loop.ranges[0] : NULL;
  const size_t bound = f->values.n;
  const lcm_expr *last = lcm_expr_sub(f->ctx, count, lcm_formula_int(f, 1));
  const char *index = lcm_formula_index(f, last);
  if (!node->n_children)
    return NULL;
  const bool uniform = lcm_loop_is_uniform(node);
  if (!uniform && (node->u.loop.n_ranges != 1 || range->factor))
    lcm_formula_give_up(f, node, "a loop over several indices");
  if (range)
    lcm_formula_bind_index(f, node, index);
  const lcm_expr *one = lcm_formula_span(f, node->children[0], w);
  f->values.n = bound;
  if (!one)
    return NULL;
  const struct lcm_range whole = {index, lcm_formula_int(f, 0), last};
  const bool parallel = node->kind == LCM_NODE_PARLOOP;
  if (!parallel && !lcm_expr_has(one, index))
    return lcm_expr_mul(f->ctx, one, count);
  if (parallel && !lcm_expr_has(one, index))
    return choose(
        f, lcm_expr_binary(f->ctx, LCM_X_LT, lcm_formula_int(f, 0), count), one,
        NULL);
  return lcm_expr_over(f->ctx, parallel ? LCM_X_MAX_OVER : LCM_X_SUM, whole,
                       one);
}

/* Return the span of "node" by its models into "*out"; false where they do not
 * cover all of it. */
static bool span_of_model(const lcm_expr **out, struct lcm_formula *f,
                          const lcm_node *node, const lcm_expr *w) {
  struct lcm_closed closed;
  bool covered[LCM_MAX_CATS];
  const bool loop = node->kind == LCM_NODE_PARLOOP;
  const lcm_model *time = lcm_node_model(node, "time");
  const lcm_model *work = time || (!loop && node->kind == LCM_NODE_TEAM)
                              ? NULL
                              : lcm_node_model(node, "work");
  if (!loop && node->kind != LCM_NODE_TEAM && (time || work)) {
    *out = lcm_formula_model(f, node, time ? time : work, w, false).cost;
    return true;
  }
  const bool all = lcm_formula_models(&closed, covered, f, node, w, false);
  if (!all && !(loop && covered[LCM_CAT_PC]))
    return false;
  *out = loop ? closed.cats[LCM_CAT_PC] : closed.time;
  if (loop && *out) {
    const lcm_expr *count = lcm_formula_count(f, node);
    const lcm_expr *some =
        lcm_expr_binary(f->ctx, LCM_X_LT, lcm_formula_int(f, 0), count);
    *out = choose(f, some, lcm_expr_div(f->ctx, *out, count), NULL);
  }
  return true;
}

/* Return the span of the team "node". */
static const lcm_expr *span_of_team(struct lcm_formula *f, const lcm_node *node,
                                    const lcm_expr *w) {
  const size_t bound = f->values.n;
  const lcm_expr *both[] = {lcm_formula_int(f, 1),
                            lcm_expr_apply(f->ctx, LCM_X_FLOOR, w)};
  lcm_formula_bind(f, lcm_intern(f->ctx, "team"),
                   lcm_expr_nary(f->ctx, LCM_X_MAX, both, 2));
  lcm_formula_bind(f, lcm_intern(f->ctx, "thread"), lcm_formula_int(f, 0));
  if (node->u.team.kind == LCM_TEAM_RANKS) {
    lcm_formula_bind(f, lcm_intern(f->ctx, "ranks"), w);
    lcm_formula_bind(f, lcm_intern(f->ctx, "rank"), lcm_formula_int(f, 0));
  }
  const lcm_expr *span = total(f, node, w);
  f->values.n = bound;
  return span;
}

/* Return the span of the call "node". */
static const lcm_expr *span_of_call(struct lcm_formula *f, const lcm_node *node,
                                    const lcm_expr *w) {
  struct lcm_formula saved;
  struct lcm_closed out = {NULL};
  const lcm_node *body = NULL;
  if (!lcm_formula_enter(f, node, &saved, &body))
    return NULL;
  if (!lcm_formula_recall(&out, f, body, w)) {
    out.time = lcm_formula_span(f, body, w);
    lcm_formula_remember(f, body, w, &out);
  }
  lcm_formula_leave(f, &saved);
  return out.time;
}

/* Return the span of what lies below "node". */
static const lcm_expr *by_kind(struct lcm_formula *f, const lcm_node *node,
                               const lcm_expr *w) {
  switch ((int)node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return span_of_loop(f, node, w);
  case LCM_NODE_BRANCH:
    return node->u.branch.probabilities ? mean(f, node, w)
                                        : alternative(f, node, w, 0);
  case LCM_NODE_PARALLEL: {
    const size_t n = node->n_children ? node->n_children : 1;
    return largest(f, node,
                   lcm_expr_div(f->ctx, w, lcm_formula_int(f, (long long)n)));
  }
  case LCM_NODE_CALL:
    return span_of_call(f, node, w);
  case LCM_NODE_FRAGMENT:
    return lcm_formula_static(f, node).cost;
  case LCM_NODE_USE:
    lcm_formula_give_up(f, node, lcm_node_word(node->kind));
    return NULL;
  case LCM_NODE_TEAM:
    return span_of_team(f, node, w);
  }
  return total(f, node, w);
}

const lcm_expr *lcm_formula_span(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w) {
  const lcm_expr *span = NULL;
  if (f->reason || node->ignored)
    return NULL;
  if (node->kind == LCM_NODE_LET) {
    const lcm_expr *value = lcm_formula_value(f, node->u.let.value);
    if (value)
      lcm_formula_bind(f, node->u.let.name, value);
    return NULL;
  }
  const struct lcm_traits *traits = lcm_formula_traits(f, node);
  if (traits->tasks && node->kind != LCM_NODE_TEAM && !traits->parallel)
    lcm_formula_give_up(f, node, "the span of tasks");
  if (node->n_models && span_of_model(&span, f, node, w))
    return span;
  return by_kind(f, node, w);
}
