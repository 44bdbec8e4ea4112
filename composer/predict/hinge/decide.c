/* Writes programs in which conditions are decided: what leads to them is
 * copied. */
#include "composer/predict/hinge/decide.h"

#include <string.h>

/* Return whether "d" decides the condition number "place". */
static bool decides(const struct lcm_hinge_decision *d, size_t place) {
  const size_t rank = d->places->list.at[place].rank;
  return rank >= d->first && rank < d->first + d->n;
}

/* Return the spot that is "node"; NULL: it has no conditions. */
static const struct lcm_hinge_spot *spot_of(const struct lcm_hinge_decision *d,
                                            const lcm_node *node) {
  size_t i = 0;
  return lcm_map_get(&d->places->spot_of, node, &i) ? &d->places->spots.at[i]
                                                    : NULL;
}

/* Return the condition "e" where the parts of it that nobody knows, named
 * "c.NAME", are as "d" says, and let "*any" be true where it has some. */
static const lcm_expr *decide_condition(const struct lcm_hinge_decision *d,
                                        const lcm_expr *e, bool *any) {
  lcm_ctx *ctx = d->places->ctx;
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, ctx, e) : 0;
  struct lcm_subst *by =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, n + 1);
  size_t open = 0;
  for (size_t i = 0; i < n; i++)
    if (lcm_name_is_of_source(names[i]))
      by[open++] = (struct lcm_subst){names[i], lcm_expr_int(ctx, !d->way)};
  *any = *any || open;
  return open ? lcm_expr_subst(ctx, e, by, open) : e;
}

/* Let the copy "node" of a branch take the alternative that "d" says. */
static void decide_branch(const struct lcm_hinge_decision *d, lcm_node *node) {
  lcm_ctx *ctx = d->places->ctx;
  const lcm_expr **of =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, node->n_children + 1);
  bool open = false;
  for (size_t i = 0; node->u.branch.conditions && i < node->n_children; i++)
    of[i] = decide_condition(d, node->u.branch.conditions[i], &open);
  if (open) {
    node->u.branch.conditions = of;
    return;
  }
  node->u.branch.conditions = NULL;
  const size_t last = node->n_children < 2 ? 1 : node->n_children - 1;
  const size_t taken = d->way < last ? d->way : last;
  for (size_t i = 0; i < node->n_children; i++)
    of[i] = lcm_expr_int(ctx, i == taken);
  node->u.branch.probabilities = of;
}

/* Return the alternative that "d" takes of the switch that is condition number
 * "place", of which amount number "amount" of "spot" speaks. */
static size_t taken_of(const struct lcm_hinge_decision *d,
                       const struct lcm_hinge_spot *spot, size_t amount,
                       size_t place) {
  size_t last = 0;
  for (size_t i = 0; i < spot->parts[amount].n; i++) {
    const struct lcm_hinge_part *part = &spot->parts[amount].at[i];
    if (part->several && part->place == place && part->way > last)
      last = part->way;
  }
  return d->way < last ? d->way : last;
}

/* Return "value" (NULL: 0), amount number "amount" of "spot", where the
 * conditions in it are as "d" says. */
static const lcm_expr *decide_amount(const struct lcm_hinge_decision *d,
                                     const struct lcm_hinge_spot *spot,
                                     size_t amount, const lcm_expr *value) {
  lcm_ctx *ctx = d->places->ctx;
  const lcm_expr *half = lcm_expr_ratio(ctx, d->way ? -1 : 1, 2);
  for (size_t i = 0; i < spot->parts[amount].n; i++) {
    const struct lcm_hinge_part *part = &spot->parts[amount].at[i];
    if (!decides(d, part->place) ||
        (part->several && part->way != taken_of(d, spot, amount, part->place)))
      continue;
    const lcm_expr *by =
        part->several ? part->by : lcm_expr_mul(ctx, half, part->by);
    value = value ? lcm_expr_add(ctx, value, by) : by;
  }
  return value;
}

/* Return whether "d" decides about "spot" (or NULL) itself. */
static bool is_decided(const struct lcm_hinge_decision *d,
                       const struct lcm_hinge_spot *spot) {
  if (!spot)
    return false;
  if (spot->node->kind == LCM_NODE_BRANCH)
    return decides(d, spot->place);
  for (size_t i = 0; i < LCM_HINGE_AMOUNTS && spot->node->flops; i++)
    for (size_t k = 0; k < spot->parts[i].n; k++)
      if (decides(d, spot->parts[i].at[k].place))
        return true;
  return false;
}

/* Return "node" as "d" decides about what is in it. */
static const lcm_node *decided(const struct lcm_hinge_decision *d,
                               const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(d->places->ctx);
  const struct lcm_hinge_spot *spot = spot_of(d, node);
  const bool own = is_decided(d, spot);
  const lcm_node **children = NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = decided(d, node->children[i]);
    if (child == node->children[i])
      continue;
    if (!children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  if (!children && !own)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  if (own && node->kind == LCM_NODE_BRANCH)
    decide_branch(d, copy);
  else if (own) {
    copy->flops = decide_amount(d, spot, LCM_HINGE_FLOPS, copy->flops);
    copy->bytes = decide_amount(d, spot, LCM_HINGE_BYTES, copy->bytes);
  }
  return copy;
}

lcm_program lcm_hinge_decide(const struct lcm_hinge_decision *d) {
  const struct lcm_hinge_places *places = d->places;
  lcm_arena *arena = lcm_ctx_arena(places->ctx);
  lcm_program program = *places->program;
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program.n_functions + 1);
  memcpy(functions, program.functions, program.n_functions * sizeof *functions);
  for (size_t i = 0; i < places->spots.n; i++) {
    const struct lcm_hinge_spot *spot = &places->spots.at[i];
    lcm_function *function = &functions[spot->function];
    const lcm_node *body = program.functions[spot->function].body;
    if (function->body == body && is_decided(d, spot))
      function->body = decided(d, body);
  }
  program.functions = functions;
  return program;
}
