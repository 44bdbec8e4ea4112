/* Loops that halve the range between two variables: binary searches. */
#include "analyzer/lower/cost/halving.h"

#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* A loop that may be one: the names of both variables as written, and of the
 * one that is set to what lies in the middle, NULL as long as it is not
 * found. */
struct halving {
  struct lcm_lowering *l;
  const lcm_ast *loop;
  const char *low;
  const char *high;
  const char *middle;
  bool equal; /* it runs where both are the same */
};

/* Return the value of the declaration or assignment "ast" as it stands there,
 * NULL where it has no model. */
static const lcm_expr *value_of(struct lcm_lowering *l, const lcm_ast *ast) {
  const bool before = l->parsing.unsettled;
  l->parsing.last = (struct lcm_parsed){0};
  l->parsing.unsettled = true;
  const lcm_expr *e = lcm_lower_value(l, ast);
  l->parsing.unsettled = before;
  l->parsing.last = (struct lcm_parsed){0};
  return e;
}

/* Return whether "e" is the middle between the variables of "h", rounded
 * down. */
static bool is_middle(const struct halving *h, const lcm_expr *e) {
  static const int TRIALS[][3] = {{0, 1000, 500}, {100, 301, 200}, {7, 8, 7}};
  lcm_ctx *ctx = h->l->ctx;
  for (size_t i = 0; i < sizeof TRIALS / sizeof *TRIALS; i++) {
    double value = 0;
    const struct lcm_subst both[] = {
        {lcm_lower_name(h->l, h->low), lcm_expr_int(ctx, TRIALS[i][0])},
        {lcm_lower_name(h->l, h->high), lcm_expr_int(ctx, TRIALS[i][1])}};
    if (!lcm_expr_is_number(lcm_expr_subst(ctx, e, both, 2), &value) ||
        value != TRIALS[i][2])
      return false;
  }
  return true;
}

/* Look for the middle in and below "ast". */
static void find_middle(struct halving *h, const lcm_ast *ast) {
  const lcm_ast *target = ast->kind == LCM_AST_VAR ? ast : ast->first;
  const bool sets =
      (ast->kind == LCM_AST_VAR && ast->first) ||
      (ast->kind == LCM_AST_ASSIGN && target && target->kind == LCM_AST_REF);
  const lcm_expr *value = sets ? value_of(h->l, ast) : NULL;
  if (value && !h->middle && target->name && is_middle(h, value))
    h->middle = target->name;
  for (const lcm_ast *at = ast->first; at && !h->middle; at = at->next)
    find_middle(h, at);
}

/* Return how many assignments in and below "ast" let the variable "name" be the
 * middle or the number beside it, "beyond" that. */
static unsigned count_moves(const struct halving *h, const lcm_ast *ast,
                            const char *name, int beyond) {
  const lcm_ast *target = ast->first;
  unsigned n = 0;
  if (ast->kind == LCM_AST_ASSIGN && target && target->kind == LCM_AST_REF &&
      target->name == name) {
    double by = 0;
    const lcm_expr *value = value_of(h->l, ast);
    const lcm_expr *middle = lcm_expr_symbol(
        h->l->ctx, lcm_lower_name(h->l, h->middle), LCM_DIM_NONE);
    const lcm_expr *apart =
        value ? lcm_expr_sub(h->l->ctx, value, middle) : NULL;
    n += apart && lcm_expr_is_number(apart, &by) && (by == 0 || by == beyond);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    n += count_moves(h, at, name, beyond);
  return n;
}

/* Return whether the variable "name" is set to the middle, or "beyond" that,
 * wherever the loop changes it, and somewhere. */
static bool moves(const struct halving *h, const char *name, int beyond) {
  const unsigned n = lcm_counter_changes(h->l, h->loop, name);
  return n && n == count_moves(h, h->loop, name, beyond);
}

/* Read the condition "cond" of the loop, `low < high` or so; false where it is
 * none. */
static bool read_condition(struct halving *h, const lcm_ast *cond) {
  const lcm_ast *left = cond->first;
  const lcm_ast *right = left ? left->next : NULL;
  if (!right || right->next || left->kind != LCM_AST_REF ||
      right->kind != LCM_AST_REF || right->begin > h->l->len)
    return false;
  for (size_t i = left->end; i < right->begin; i++) {
    const char at = h->l->text[i];
    if (at == '<' || at == '>') {
      h->low = at == '<' ? left->name : right->name;
      h->high = at == '<' ? right->name : left->name;
    }
    h->equal = h->equal || at == '=';
  }
  return h->low && h->low != h->high;
}

/* Return what the variable "name" holds before the loop, NULL where that is not
 * known. */
static const lcm_expr *start_of(const struct halving *h, const char *name) {
  const lcm_expr *start = lcm_counter_start(h->l, h->loop, name);
  const struct lcm_local *local = lcm_lower_local(h->l, name);
  const lcm_ast *owner =
      local && !start ? lcm_flow_owner(h->l, local->key) : NULL;
  return owner && lcm_counter_changes(h->l, owner, name) ==
                      lcm_counter_changes(h->l, h->loop, name)
             ? lcm_expr_symbol(h->l->ctx, lcm_lower_name(h->l, name),
                               LCM_DIM_NONE)
             : start;
}

const lcm_expr *lcm_halving_trips(struct lcm_lowering *l, const lcm_ast *loop) {
  lcm_ctx *ctx = l->ctx;
  struct halving h = {.l = l, .loop = loop};
  const lcm_ast *body = lcm_loop_body(loop);
  const lcm_ast *cond = loop->kind == LCM_AST_WHILE ? loop->first : NULL;
  if (!cond || !body || cond == body || !read_condition(&h, cond))
    return NULL;
  find_middle(&h, body);
  if (!h.middle || !moves(&h, h.low, 1) || !moves(&h, h.high, -1))
    return NULL;
  const lcm_expr *low = start_of(&h, h.low);
  const lcm_expr *high = start_of(&h, h.high);
  if (!low || !high)
    return NULL;
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *range = lcm_expr_sub(ctx, high, low);
  range = h.equal ? lcm_expr_add(ctx, range, one) : range;
  const lcm_expr *most = lcm_expr_add(
      ctx,
      lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_apply(ctx, LCM_X_LOG2, range)),
      one);
  return lcm_expr_if(ctx, lcm_expr_binary(ctx, LCM_X_LE, one, range), most,
                     lcm_expr_int(ctx, 0));
}
