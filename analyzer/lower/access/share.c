/* How much of what a fragment reads and writes is touched where choices inside
 * of it decide. */
#include "analyzer/lower/access/share.h"

#include "analyzer/lower/cost/arms.h"

/* Return "a" and "b" (NULL: 1) multiplied. */
static const lcm_expr *times(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b) {
  return a && b ? lcm_expr_mul(ctx, a, b) : a ? a : b;
}

/* Return whether "b" is "a" or a part of the smaller of 1 and a sum that "a"
 * is. */
static bool has_part(const lcm_expr *a, const lcm_expr *b) {
  const lcm_expr_kind kind = lcm_expr_kind_of(a);
  for (size_t i = 0;
       (kind == LCM_X_MIN || kind == LCM_X_SUM_OF) && i < lcm_expr_arity(a);
       i++)
    if (has_part(lcm_expr_arg(a, i), b))
      return true;
  return a == b;
}

/* Return how likely one of two things happens whose chances are "a" and "b"
 * (NULL: 1): not both, or whenever one of them does. */
static const lcm_expr *joined(lcm_ctx *ctx, const lcm_expr *a,
                              const lcm_expr *b) {
  if (!a || !b || has_part(a, b))
    return a && b ? a : NULL;
  const lcm_expr *both[] = {lcm_expr_int(ctx, 1), lcm_expr_add(ctx, a, b)};
  const lcm_expr *sum = lcm_expr_nary(ctx, LCM_X_MIN, both, 2);
  return lcm_expr_is_int(sum, 1) ? NULL : sum;
}

void lcm_share_by(struct lcm_shares *s, const lcm_expr *chance, bool contrary) {
  lcm_ctx *ctx = s->chances.l->ctx;
  if (contrary)
    chance = lcm_expr_sub(ctx, lcm_expr_int(ctx, 1), chance);
  if (!lcm_expr_is_int(chance, 1))
    s->chance = times(ctx, s->chance, chance);
}

void lcm_share_arm(struct lcm_shares *s, const struct lcm_arms *arms,
                   const lcm_expr *outer, const lcm_ast *ast) {
  for (size_t way = 0; arms && way < arms->ways.n; way++)
    for (size_t i = arms->ways.at[way].from; i < arms->ways.at[way].to; i++)
      if (arms->arms.at[i].first == ast) {
        s->chance = outer;
        lcm_share_by(s, lcm_chance_arm(&s->chances, arms, way, i), false);
        return;
      }
}

void lcm_share_note(struct lcm_shares *s, lcm_portion_list *list, size_t i,
                    const lcm_iteration *ranges, size_t n) {
  struct lcm_lowering *l = s->chances.l;
  struct lcm_portion shared = {.chance = s->chance, .n = n};
  if (!s->on)
    return;
  if (i < list->n) {
    struct lcm_portion *old = &list->at[i];
    bool same = old->n == n;
    for (size_t k = 0; same && k < n; k++)
      same = old->ranges[k].index == ranges[k].index;
    old->chance = same ? joined(l->ctx, old->chance, s->chance) : NULL;
    return;
  }
  lcm_iteration *copy =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), lcm_iteration, n + 1);
  for (size_t k = 0; k < n; k++)
    copy[k] = ranges[k];
  shared.ranges = copy;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), list, shared);
}

/* Return the mean of the chance of "shared" over its loops, NULL where that is
 * 1 or not known. */
static const lcm_expr *mean_of(lcm_ctx *ctx, const struct lcm_portion *shared) {
  const lcm_expr *sum = shared->chance;
  const lcm_expr *all = lcm_expr_int(ctx, 1);
  bool varies = false;
  for (size_t k = 0; sum && k < shared->n; k++)
    varies = varies || lcm_expr_has(sum, shared->ranges[k].index);
  if (!varies)
    return sum;
  for (size_t k = shared->n; k-- > 0 && sum && all;) {
    sum = lcm_chance_over(ctx, &shared->ranges[k], sum);
    all = lcm_chance_over(ctx, &shared->ranges[k], all);
  }
  const lcm_expr *least[] = {lcm_expr_int(ctx, 1), all};
  return sum && all
             ? lcm_expr_div(ctx, sum, lcm_expr_nary(ctx, LCM_X_MAX, least, 2))
             : NULL;
}

void lcm_share_one(struct lcm_shares *s, lcm_section *to, bool again,
                   const lcm_iteration *ranges, size_t n) {
  const struct lcm_portion own = {s->chance, ranges, n};
  if (!s->on)
    return;
  lcm_ctx *ctx = s->chances.l->ctx;
  const lcm_expr *share = lcm_chance_settle(&s->chances, mean_of(ctx, &own));
  to->share = again ? joined(ctx, to->share, share) : share;
}

/* Let the sections "list" say how much of them is touched, as "shared" says;
 * return "sum" (NULL: 0) with the bytes of those of which that is guessed. */
static const lcm_expr *finish(struct lcm_shares *s, lcm_section_list *list,
                              const lcm_portion_list *shared,
                              const lcm_expr *sum) {
  lcm_ctx *ctx = s->chances.l->ctx;
  for (size_t i = 0; i < list->n && i < shared->n; i++) {
    lcm_section *section = &list->at[i];
    const lcm_expr *share = mean_of(ctx, &shared->at[i]);
    section->share = lcm_chance_settle(&s->chances, share);
    section->decided = section->decided && section->share == share;
    if (section->share == share || !section->n_extents || section->is_private ||
        section->priced || !section->element)
      continue;
    const lcm_expr *bytes = lcm_section_bytes(ctx, section);
    bytes = lcm_expr_mul(ctx, bytes ? bytes : section->element, share);
    sum = sum ? lcm_expr_add(ctx, sum, bytes) : bytes;
  }
  return sum;
}

void lcm_share_finish(struct lcm_shares *s, lcm_node *node,
                      lcm_section_list *reads, lcm_section_list *writes) {
  if (!s->on)
    return;
  const lcm_expr *sum = finish(s, reads, &s->reads, NULL);
  sum = finish(s, writes, &s->writes, sum);
  if (sum)
    lcm_chance_note(&s->chances, node, "guessed-bytes", sum);
}
