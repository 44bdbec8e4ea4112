#include "composer/trace_internal.h"
#include "model/dependence.h"

/* How an access is spread over the iterations of its parallel loop.
 * dimension  the subscript that is the loop's index plus "offset"; the number
 *            of subscripts where every iteration touches the whole */
struct spread {
  size_t dimension;
  const lcm_expr *offset;
};

/* Return how "access" is spread. */
static struct spread spread_of(struct lcm_tracer *tracer,
                               const struct lcm_access *access) {
  const lcm_section *section = access->section;
  struct spread spread = {section->n_extents, NULL};
  const char *index = access->place->index;
  if (!index)
    return spread;
  const lcm_expr *symbol = lcm_expr_symbol(tracer->ctx, index, LCM_DIM_NONE);
  for (size_t d = 0; d < section->n_extents; d++) {
    const lcm_expr *lower = section->extents[d].lower;
    if (!lower || !lcm_expr_has(lower, index))
      continue;
    const lcm_expr *offset = lcm_expr_sub(tracer->ctx, lower, symbol);
    if (offset && !lcm_expr_has(offset, index))
      return (struct spread){d, offset};
  }
  return spread;
}

/* Return the bytes of all that the loop around "access" touches: the spread
 * subscript counts for the whole range of the index. */
static const lcm_expr *bytes_of_loop(struct lcm_tracer *tracer,
                                     const struct lcm_access *access,
                                     struct spread spread) {
  lcm_ctx *ctx = tracer->ctx;
  const lcm_expr *bytes = lcm_section_bytes(ctx, access->section);
  if (spread.dimension == access->section->n_extents)
    return bytes;
  for (size_t i = 0; i < access->place->n_ranges; i++) {
    const struct lcm_range *range = &access->place->ranges[i];
    if (range->index != access->place->index || !range->from || !range->to)
      continue;
    const lcm_expr *length = lcm_expr_add(
        ctx, lcm_expr_sub(ctx, range->to, range->from), lcm_expr_int(ctx, 1));
    return lcm_expr_mul(ctx, bytes, length);
  }
  return NULL;
}

/* Return the bytes that cross between p members when what was spread as
 * "from" is read as "to":
 *   same subscript, same offset   nothing
 *   same subscript, offset d      p - 1 borders of |d| rows
 *   another subscript             (p - 1) / p of what is read
 *   read whole by everyone        (p - 1) times what is read */
static const lcm_expr *crossing_bytes(struct lcm_tracer *tracer,
                                      const struct lcm_access *to,
                                      struct spread from, struct spread into) {
  lcm_ctx *ctx = tracer->ctx;
  const lcm_expr *p = lcm_expr_symbol(ctx, "p", LCM_DIM_NONE);
  const lcm_expr *others = lcm_expr_sub(ctx, p, lcm_expr_int(ctx, 1));
  if (into.dimension == to->section->n_extents)
    return lcm_expr_mul(ctx, others, bytes_of_loop(tracer, to, into));
  if (from.dimension != into.dimension)
    return lcm_expr_mul(ctx, lcm_expr_div(ctx, others, p),
                        bytes_of_loop(tracer, to, into));
  const lcm_expr *shift = lcm_expr_sub(ctx, into.offset, from.offset);
  if (!shift || lcm_expr_is_int(shift, 0))
    return NULL;
  const lcm_expr *rows = lcm_expr_apply(ctx, LCM_X_ABS, shift);
  const lcm_expr *border =
      lcm_expr_mul(ctx, rows, lcm_section_bytes(ctx, to->section));
  return lcm_expr_mul(ctx, others, border);
}

/* Return the deepest node that "a" and "b" have in common. */
static const struct lcm_step *common(const struct lcm_place *a,
                                     const struct lcm_place *b) {
  size_t i = 0;
  while (i + 1 < a->n_steps && i + 1 < b->n_steps &&
         a->steps[i + 1].id == b->steps[i + 1].id)
    i++;
  return &a->steps[i];
}

void lcm_trace_crossing(struct lcm_tracer *tracer,
                        const struct lcm_access *from,
                        const struct lcm_access *to) {
  if (!from->place->loop || !to->place->loop)
    return;
  const struct spread written = spread_of(tracer, from);
  const struct spread read = spread_of(tracer, to);
  if (written.dimension == from->section->n_extents)
    return;
  const lcm_expr *bytes = crossing_bytes(tracer, to, written, read);
  if (!bytes && written.dimension == read.dimension)
    return;
  const struct lcm_step *lca = common(from->place, to->place);
  const struct lcm_step *first = &from->place->steps[from->place->n_steps - 1];
  const struct lcm_step *last = &to->place->steps[to->place->n_steps - 1];
  const lcm_movement movement = {
      .from = first->id,
      .to = last->id,
      .from_node = first->node,
      .to_node = last->node,
      .section = to->section,
      .kind = LCM_DEP_TRUE,
      .bytes = bytes,
      .count = to->place->count,
      .lca = lca->id,
      .lca_node = lca->node,
      .crossing = true,
  };
  LCM_LIST_ADD(lcm_ctx_arena(tracer->ctx), &tracer->movements, movement);
}
