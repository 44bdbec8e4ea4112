/* The statements of a switch by their labels, and when they are entered. */
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/names.h"

/* Put the arms of the compound "body" into "c". */
static void find_arms(struct lcm_arms *c, const lcm_ast *body) {
  const lcm_ast *at = body->first;
  while (at && at->kind != LCM_AST_CASE)
    at = at->next;
  while (at) {
    struct lcm_arm arm = {.labels = at};
    for (; at && at->kind == LCM_AST_CASE; at = at->next) {
      arm.n_labels++;
      arm.is_default = arm.is_default || !at->first;
    }
    const lcm_ast *last = NULL;
    arm.first = at;
    for (; at && at->kind != LCM_AST_CASE; at = at->next)
      last = at;
    arm.stop = at;
    arm.falls = at && !(last && lcm_leaves(last));
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->arms, arm);
  }
}

/* Return the condition that the value is one of the label "label", NULL where
 * it has no model. */
static const lcm_expr *is_label(const struct lcm_arms *c,
                                const lcm_ast *label) {
  lcm_ctx *ctx = c->l->ctx;
  const lcm_ast *low = label->first;
  const lcm_expr *from = lcm_lower_expr(c->l, low->begin, low->end);
  if (!low->next)
    return lcm_expr_binary(ctx, LCM_X_EQ, c->value, from);
  const lcm_expr *to = lcm_lower_expr(c->l, low->next->begin, low->next->end);
  return lcm_expr_binary(ctx, LCM_X_AND,
                         lcm_expr_binary(ctx, LCM_X_LE, from, c->value),
                         lcm_expr_binary(ctx, LCM_X_LE, c->value, to));
}

/* Return the condition that one of the values of the arms "from" to
 * "to" - 1 (where "outside": of all the others) is chosen; NULL where it has
 * no model. */
static const lcm_expr *is_any(const struct lcm_arms *c, size_t from, size_t to,
                              bool outside) {
  const lcm_expr *any = NULL;
  for (size_t i = 0; i < c->arms.n; i++) {
    const lcm_ast *label = c->arms.at[i].labels;
    if ((i >= from && i < to) == outside)
      continue;
    for (size_t k = 0; k < c->arms.at[i].n_labels; k++, label = label->next) {
      if (!label->first)
        continue;
      const lcm_expr *one = is_label(c, label);
      if (!one)
        return NULL;
      any = any ? lcm_expr_binary(c->l->ctx, LCM_X_OR, any, one) : one;
    }
  }
  return any ? any : lcm_expr_int(c->l->ctx, 0);
}

const lcm_expr *lcm_arms_entered(const struct lcm_arms *c, size_t from,
                                 size_t to) {
  bool otherwise = false;
  for (size_t i = from; i < to; i++)
    otherwise = otherwise || c->arms.at[i].is_default;
  const lcm_expr *any = c->value ? is_any(c, from, to, otherwise) : NULL;
  return any && otherwise ? lcm_expr_apply(c->l->ctx, LCM_X_NOT, any) : any;
}

static const char LEFT[] = "a case that leaves or falls into the next";

/* Return whether an arm of "c" that falls into the next may be left before that
 * by one of the jumps "ways". */
static bool may_leave(const struct lcm_arms *c, unsigned ways) {
  for (size_t i = 0; i < c->arms.n; i++)
    for (const lcm_ast *at = c->arms.at[i].first;
         c->arms.at[i].falls && at && at != c->arms.at[i].stop; at = at->next)
      if (lcm_leave_ways(at, ways))
        return true;
  return false;
}

/* Return whether a label of this switch stands in "ast", which is none. */
static bool hides_label(const lcm_ast *ast) {
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (child->kind == LCM_AST_CASE ||
        (child->kind != LCM_AST_SWITCH && hides_label(child)))
      return true;
  return false;
}

/* Return why the switch "c" has no model, or NULL. */
static const char *oddity(const struct lcm_arms *c, const lcm_ast *body) {
  if (!body || body->kind != LCM_AST_COMPOUND)
    return "a switch without a block";
  for (const lcm_ast *at = body->first; at; at = at->next)
    if (at->kind != LCM_AST_CASE && at->kind != LCM_AST_SWITCH &&
        hides_label(at))
      return "case labels inside other statements";
  return may_leave(c, LCM_LEAVE_BREAK) ? LEFT : NULL;
}

/* Put the ways through "c" into it. */
static void find_ways(struct lcm_arms *c) {
  for (size_t i = 0; i < c->arms.n; i++) {
    struct lcm_way way = {.from = i, .is_default = c->arms.at[i].is_default};
    for (; c->arms.at[i].falls; i++)
      way.is_default = way.is_default || c->arms.at[i + 1].is_default;
    way.to = i + 1;
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->ways, way);
  }
}

const char *lcm_arms_find(struct lcm_arms *out, struct lcm_lowering *l,
                          const lcm_ast *ast) {
  const lcm_ast *body = ast->last != ast->first ? ast->last : NULL;
  *out = (struct lcm_arms){.l = l, .ast = ast};
  if (body)
    find_arms(out, body);
  const char *reason = oddity(out, body);
  if (!reason)
    find_ways(out);
  out->left = may_leave(out, LCM_LEAVE_CONTINUE | LCM_LEAVE_JUMP) ? LEFT : NULL;
  return reason;
}

bool lcm_arms_plain(struct lcm_arms *out, struct lcm_lowering *l,
                    const lcm_ast *ast) {
  if (lcm_arms_find(out, l, ast))
    return false;
  for (size_t i = 0; i < out->arms.n; i++)
    for (const lcm_ast *at = out->arms.at[i].first;
         at && at != out->arms.at[i].stop; at = at->next)
      if (lcm_leave_ways(at, LCM_LEAVE_ANY) &&
          (at->kind != LCM_AST_BREAK || at->next != out->arms.at[i].stop))
        return false;
  return true;
}
