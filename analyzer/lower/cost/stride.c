/* Accesses that leave something out of the lines that they bring in. */
#include "analyzer/lower/cost/stride.h"

#include <math.h>

#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
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

/* Accesses that are followed from loop to loop, from inside on. */
struct reach {
  struct lcm_lowering *l;
  const lcm_ast *loop; /* the one that is reached */
  lcm_iteration range; /* of it */
  const lcm_expr *e;   /* where they are, for the begin of loops inside */
  const lcm_expr *by;  /* how far they move in an iteration; NULL: not known */
};

/* Go on to the loop around; false where there is none, or none that is
 * known. */
static bool go_out(struct reach *r) {
  r->by = NULL;
  r->e = at_index(r->l->ctx, r->e, &r->range, r->range.from);
  r->loop = lcm_loop_around(r->loop);
  if (!r->loop || !r->e || !lcm_lower_header(&r->range, r->l, r->loop))
    return false;
  r->by = growth(r->l->ctx, r->e, &r->range);
  return true;
}

/* Return "e" for the middle of the loop of "r" and of those around it. */
static const lcm_expr *on_average(struct reach r, const lcm_expr *e) {
  for (; e && r.loop; r.loop = lcm_loop_around(r.loop))
    if (lcm_lower_header(&r.range, r.l, r.loop))
      e = in_middle(r.l->ctx, e, &r.range);
  return e;
}

/* Return the larger of "a" and "b". */
static const lcm_expr *larger(lcm_ctx *ctx, const lcm_expr *a,
                              const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(ctx, LCM_X_MAX, both, 2) : NULL;
}

/* Return "fresh" where a processor does not foresee lines, of which "trips"
 * accesses that move by "by" bytes touch one after the other in each of "span"
 * places: it follows so few when they go on for so many bytes. */
static const lcm_expr *where_unforeseen(lcm_ctx *ctx, const lcm_expr *fresh,
                                        const lcm_expr *span,
                                        const lcm_expr *trips, double by) {
  enum { FOLLOWED = 32, GONE_ON = 4 * LINE };
  const lcm_expr *run = lcm_expr_mul(ctx, trips, lcm_expr_real(ctx, fabs(by)));
  const lcm_expr *foreseen = lcm_expr_binary(
      ctx, LCM_X_AND,
      lcm_expr_binary(ctx, LCM_X_LE, span, lcm_expr_int(ctx, FOLLOWED)),
      lcm_expr_binary(ctx, LCM_X_LE, lcm_expr_int(ctx, GONE_ON), run));
  return lcm_expr_if(ctx, foreseen, lcm_expr_int(ctx, 0), fresh);
}

/* Put into "out" which share of the accesses at "r", whose lines its loop
 * touches again, is to other lines, and how many bytes in lines there are until
 * these are touched again. */
static void find_fresh(struct lcm_stride *out, struct reach r) {
  lcm_ctx *ctx = r.l->ctx;
  double by = 0;
  const lcm_expr *trips = on_average(r, lcm_cost_trips(r.l, r.loop));
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *least =
      trips ? lcm_expr_div(ctx, one, larger(ctx, trips, one)) : NULL;
  if (!least || !lcm_expr_is_number(r.by, &by))
    return;
  const lcm_expr *share =
      larger(ctx, least, lcm_expr_ratio(ctx, llround(fabs(by)), LINE));
  const lcm_expr *over =
      lcm_expr_mul(ctx, lcm_expr_mul(ctx, out->span, trips),
                   lcm_expr_mul(ctx, share, lcm_expr_int(ctx, LINE)));
  out->fresh = where_unforeseen(ctx, share, out->span, trips, by);
  while (over && go_out(&r) && !is_near(r.by))
    over = on_average(r, lcm_expr_mul(ctx, in_middle(ctx, over, &r.range),
                                      lcm_cost_trips(r.l, r.loop)));
  out->over = r.loop && is_near(r.by) ? over : NULL;
}

/* Put into "out" how many accesses at "e", which moves in the loop "loop" as
 * "range" says, there are until lines are touched again, and what is touched
 * besides. */
static void find_span(struct lcm_stride *out, struct lcm_lowering *l,
                      const lcm_ast *loop, lcm_iteration range,
                      const lcm_expr *e) {
  struct reach r = {.l = l, .loop = loop, .range = range, .e = e};
  const lcm_expr *span = lcm_cost_trips(l, loop);
  while (span && go_out(&r)) {
    span = in_middle(l->ctx, span, &r.range);
    if (is_near(r.by))
      break;
    span = lcm_expr_mul(l->ctx, span, lcm_cost_trips(l, r.loop));
  }
  if (!span || !r.loop || !is_near(r.by))
    return;
  out->span = on_average(r, span);
  if (out->span)
    find_fresh(out, r);
}

/* Put how many lines there are between the first and the last of the accesses
 * at "e", which moves in a loop as "range" says, into "out", where the index of
 * the loop "outer" around decides how far they are apart: all of them are
 * touched until one is touched again.  Return whether it does. */
static bool find_reach(struct lcm_stride *out, struct lcm_lowering *l,
                       const lcm_ast *outer, const lcm_iteration *range,
                       const lcm_expr *e) {
  lcm_ctx *ctx = l->ctx;
  lcm_iteration around;
  for (; outer; outer = lcm_loop_around(outer)) {
    if (!lcm_lower_header(&around, l, outer) ||
        !lcm_expr_has(out->stride, around.index))
      continue;
    const lcm_expr *bytes =
        lcm_expr_sub(ctx, at_index(ctx, e, range, range->to),
                     at_index(ctx, e, range, range->from));
    const lcm_expr *lines =
        lcm_expr_div(ctx, at_index(ctx, bytes, &around, around.from),
                     lcm_expr_int(ctx, LINE));
    out->span = larger(ctx, lines, lcm_expr_int(ctx, 1));
    return true;
  }
  return false;
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
    by = larger(l->ctx, by, lcm_expr_neg(l->ctx, by));
  }
  *out = (struct lcm_stride){
      .loop = loop, .key = root->key, .at = e, .stride = by, .used = used};
  out->varies = find_reach(out, l, lcm_loop_around(loop), &range, e);
  if (!out->varies)
    find_span(out, l, loop, range, e);
  return by;
}
