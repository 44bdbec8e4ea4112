/* Accesses that leave something out of the lines that they bring in. */
#include "analyzer/lower/cost/stride.h"

#include <math.h>

#include "analyzer/lower/control/counter.h"
#include "analyzer/lower/control/header.h"
#include "analyzer/lower/cost/cost.h"
#include "analyzer/lower/values/names.h"

/* Bytes of a line: outer loops that move by less touch lines again. */
enum { LINE = 64 };

/* Return the bytes from the begin of the array to the place "ast", and put the
 * variable that leads to it into "*root"; NULL where that is not known. */
static const lcm_expr *address(const lcm_ast **root, struct lcm_lowering *l,
                               const lcm_ast *ast) {
  const lcm_ast *base = ast->first;
  if (ast->kind == LCM_AST_MEMBER && base && !base->is_pointer)
    return address(root, l, base);
  if (ast->kind != LCM_AST_SUBSCRIPT || ast->size <= 0)
    return NULL;
  const lcm_expr *index = lcm_lower_expr(l, base->next->begin, base->next->end);
  const lcm_expr *own =
      index ? lcm_expr_mul(l->ctx, index, lcm_expr_int(l->ctx, ast->size))
            : NULL;
  *root = base;
  if (base->kind == LCM_AST_REF || !own)
    return own;
  const lcm_expr *rest = base->is_array ? address(root, l, base) : NULL;
  return rest ? lcm_expr_add(l->ctx, own, rest) : NULL;
}

/* Return "e" with "by" for the index of "range". */
static const lcm_expr *at_index(lcm_ctx *ctx, const lcm_expr *e,
                                const lcm_iteration *range,
                                const lcm_expr *by) {
  const struct lcm_subst subst = {range->index, by};
  return e && by ? lcm_expr_subst(ctx, e, &subst, 1) : NULL;
}

/* Return by how much "e" grows in an iteration of "range"; NULL where that
 * differs or is not known. */
static const lcm_expr *growth(lcm_ctx *ctx, const lcm_expr *e,
                              const lcm_iteration *range) {
  if (range->factor)
    return NULL;
  const lcm_expr *next =
      lcm_expr_add(ctx, lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE),
                   range->step ? range->step : lcm_expr_int(ctx, 1));
  const lcm_expr *by = lcm_expr_sub(ctx, at_index(ctx, e, range, next), e);
  by = by ? lcm_expr_expand(ctx, by) : NULL;
  return by && !lcm_expr_has(by, range->index) ? by : NULL;
}

/* Return "e", of an inner loop, for the middle of "range". */
static const lcm_expr *in_middle(lcm_ctx *ctx, const lcm_expr *e,
                                 const lcm_iteration *range) {
  if (!e || !lcm_expr_has(e, range->index))
    return e;
  return at_index(ctx, e, range,
                  lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, 2),
                               lcm_expr_add(ctx, range->from, range->to)));
}

/* Return whether "by" is a number of bytes below those of a line. */
static bool is_near(const lcm_expr *by) {
  double number = 0;
  return by && lcm_expr_is_number(by, &number) && fabs(number) < LINE;
}

/* Return how many accesses at "e", which moves in the loop "loop" as "range"
 * says, there are until lines are touched again; NULL where they are not. */
static const lcm_expr *span_of(struct lcm_lowering *l, const lcm_ast *loop,
                               lcm_iteration range, const lcm_expr *e) {
  const lcm_expr *span = lcm_cost_trips(l, loop);
  while (span && (loop = lcm_loop_around(loop))) {
    e = at_index(l->ctx, e, &range, range.from);
    if (!e || !lcm_lower_header(&range, l, loop))
      return NULL;
    const bool near = is_near(growth(l->ctx, e, &range));
    span = in_middle(l->ctx, span, &range);
    if (near)
      break;
    span = lcm_expr_mul(l->ctx, span, lcm_cost_trips(l, loop));
  }
  for (const lcm_ast *at = loop; span && at && (at = lcm_loop_around(at));)
    if (lcm_lower_header(&range, l, at))
      span = in_middle(l->ctx, span, &range);
  return loop ? span : NULL;
}

/* Return the bytes of "place" that are used: of a structure, of the member. */
static long long used_of(const lcm_ast *place) {
  while (place->parent && place->parent->kind == LCM_AST_MEMBER &&
         place->parent->first == place && !place->is_pointer)
    place = place->parent;
  return place->size;
}

bool lcm_stride_of(struct lcm_stride *out, struct lcm_lowering *l,
                   const lcm_ast *place) {
  const lcm_ast *loop = lcm_loop_around(place);
  const lcm_ast *root = NULL;
  lcm_iteration range;
  double number = 0;
  const lcm_expr *e = loop ? address(&root, l, place) : NULL;
  if (!e || !root->key || !lcm_lower_header(&range, l, loop) ||
      (!root->is_array && lcm_counter_changes(l, loop, root->name)))
    return false;
  const lcm_expr *by = growth(l->ctx, e, &range);
  const long long used = used_of(place);
  if (!by || used <= 0)
    return false;
  if (lcm_expr_is_number(by, &number)) {
    by = lcm_expr_real(l->ctx, fabs(number));
    if (fabs(number) <= (double)used)
      return false;
  } else {
    const lcm_expr *both[] = {by, lcm_expr_neg(l->ctx, by)};
    by = both[1] ? lcm_expr_nary(l->ctx, LCM_X_MAX, both, 2) : NULL;
  }
  *out = (struct lcm_stride){loop, root->key, e, by, span_of(l, loop, range, e),
                             used};
  return by;
}
