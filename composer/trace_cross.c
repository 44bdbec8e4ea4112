#include "composer/trace_internal.h"
#include "model/dependence.h"

/* How an access is spread over the iterations of its parallel loop.
 * dimension  the subscript that is the loop's index plus "offset", or "offset"
 *            less the index where "mirrored"; the number of subscripts where
 *            every iteration touches the whole */
struct spread {
  size_t dimension;
  const lcm_expr *offset;
  bool mirrored;
};

/* Put what the subscript "lower" is beside the index "index" into "*offset";
 * return 1 for offset + index, -1 for offset - index, 0 for something else. */
static int split(const lcm_expr **offset, lcm_ctx *ctx, const lcm_expr *lower,
                 const char *index) {
  const lcm_expr *symbol = lcm_expr_symbol(ctx, index, LCM_DIM_NONE);
  if (!lower || !lcm_expr_has(lower, index))
    return 0;
  *offset = lcm_expr_sub(ctx, lower, symbol);
  if (*offset && !lcm_expr_has(*offset, index))
    return 1;
  *offset = lcm_expr_add(ctx, lower, symbol);
  return *offset && !lcm_expr_has(*offset, index) ? -1 : 0;
}

/* Return how "access" is spread. */
static struct spread spread_of(struct lcm_tracer *tracer,
                               const struct lcm_access *access) {
  const lcm_section *section = access->section;
  struct spread spread = {section->n_extents, NULL, false};
  const char *index = access->place->index;
  for (size_t d = 0; index && d < section->n_extents; d++) {
    const lcm_expr *offset = NULL;
    const int sign =
        split(&offset, tracer->ctx, section->extents[d].lower, index);
    if (sign)
      return (struct spread){d, offset, sign < 0};
  }
  return spread;
}

/* Return the number of the range of the parallel loop around "place", or of
 * ranges where there is none. */
static size_t loop_range(const struct lcm_place *place) {
  for (size_t i = place->n_ranges; place->index && i-- > 0;)
    if (place->ranges[i].index == place->index)
      return i;
  return place->n_ranges;
}

/* Return "section" for all values of the index of "range": the subscript that
 * is the index, or its opposite, plus something covers the range. */
static const lcm_section *widen(lcm_ctx *ctx, const lcm_section *section,
                                const struct lcm_range *range) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_section *wide = LCM_NEW(arena, lcm_section);
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(arena, struct lcm_extent, section->n_extents + 1);
  *wide = *section;
  wide->extents = extents;
  for (size_t d = 0; d < section->n_extents; d++) {
    const lcm_expr *offset = NULL;
    extents[d] = section->extents[d];
    if (!extents[d].length || !range->from || !range->to)
      continue;
    const int sign = split(&offset, ctx, extents[d].lower, range->index);
    if (!sign)
      continue;
    extents[d].lower = sign > 0 ? lcm_expr_add(ctx, offset, range->from)
                                : lcm_expr_sub(ctx, offset, range->to);
    extents[d].length = lcm_expr_add(ctx, extents[d].length,
                                     lcm_expr_sub(ctx, range->to, range->from));
  }
  return wide;
}

/* Return the section that one iteration of the parallel loop around "access"
 * touches: loops inside it are covered. */
static const lcm_section *iteration_section(struct lcm_tracer *tracer,
                                            const struct lcm_access *access) {
  const struct lcm_place *place = access->place;
  const lcm_section *section = access->section;
  for (size_t i = place->n_ranges; i-- > loop_range(place) + 1;)
    section = widen(tracer->ctx, section, &place->ranges[i]);
  return section;
}

const lcm_section *lcm_trace_widen(struct lcm_tracer *tracer,
                                   const struct lcm_access *access) {
  const struct lcm_place *place = access->place;
  const size_t loop = loop_range(place);
  if (loop == place->n_ranges)
    return access->section;
  return widen(tracer->ctx, iteration_section(tracer, access),
               &place->ranges[loop]);
}

/* Return max(0, "a" - "b"). */
static const lcm_expr *excess(lcm_ctx *ctx, const lcm_expr *a,
                              const lcm_expr *b) {
  const lcm_expr *args[] = {lcm_expr_int(ctx, 0), lcm_expr_sub(ctx, a, b)};
  return args[1] ? lcm_expr_nary(ctx, LCM_X_MAX, args, 2) : NULL;
}

/* Return how many rows beyond its own a member reads on the two sides of its
 * block together, where iteration i writes the "written" rows from i +
 * "from" on and reads the "read" rows from i + "into" on; NULL where that is
 * not known. */
static const lcm_expr *rows_beyond(lcm_ctx *ctx, struct spread from,
                                   const lcm_expr *written, struct spread into,
                                   const lcm_expr *read) {
  const lcm_expr *before = excess(ctx, from.offset, into.offset);
  const lcm_expr *after = excess(ctx, lcm_expr_add(ctx, into.offset, read),
                                 lcm_expr_add(ctx, from.offset, written));
  return lcm_expr_add(ctx, before, after);
}

/* Return the bytes of one row of what an iteration around "access" touches:
 * of one value of subscript "dimension". */
static const lcm_expr *row_bytes(struct lcm_tracer *tracer,
                                 const struct lcm_access *access,
                                 size_t dimension) {
  lcm_arena *arena = lcm_ctx_arena(tracer->ctx);
  lcm_section row = *iteration_section(tracer, access);
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(arena, struct lcm_extent, row.n_extents + 1);
  for (size_t d = 0; d < row.n_extents; d++)
    extents[d] = row.extents[d];
  extents[dimension].length = lcm_expr_int(tracer->ctx, 1);
  row.extents = extents;
  return lcm_section_bytes(tracer->ctx, &row);
}

/* Return the bytes that cross between p members when what "from" wrote, spread
 * as "written", is read by "to", spread as "read":
 *   same subscript, same rows     nothing (NULL)
 *   same subscript, rows beyond   p - 1 borders of as many rows
 *   another subscript, mirrored   (p - 1) / p of what is read
 *   read whole by everyone        (p - 1) times what is read */
static const lcm_expr *crossing_bytes(struct lcm_tracer *tracer,
                                      const struct lcm_access *from,
                                      struct spread written,
                                      const struct lcm_access *to,
                                      struct spread read) {
  lcm_ctx *ctx = tracer->ctx;
  const lcm_expr *all = lcm_section_bytes(ctx, lcm_trace_widen(tracer, to));
  const lcm_expr *p = lcm_expr_symbol(ctx, "p", LCM_DIM_NONE);
  const lcm_expr *others = lcm_expr_sub(ctx, p, lcm_expr_int(ctx, 1));
  if (read.dimension == to->section->n_extents)
    return lcm_expr_mul(ctx, others, all);
  if (written.dimension != read.dimension || written.mirrored != read.mirrored)
    return lcm_expr_mul(ctx, lcm_expr_div(ctx, others, p), all);
  const size_t d = read.dimension;
  const lcm_expr *rows =
      rows_beyond(ctx, written, from->section->extents[d].length, read,
                  to->section->extents[d].length);
  if (!rows || lcm_expr_is_int(rows, 0))
    return NULL;
  return lcm_expr_mul(ctx, others,
                      lcm_expr_mul(ctx, rows, row_bytes(tracer, to, d)));
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
  const lcm_expr *bytes = crossing_bytes(tracer, from, written, to, read);
  if (!bytes && written.dimension == read.dimension &&
      written.mirrored == read.mirrored)
    return;
  const struct lcm_step *lca = common(from->place, to->place);
  const struct lcm_step *first = &from->place->steps[from->place->n_steps - 1];
  const struct lcm_step *last = &to->place->steps[to->place->n_steps - 1];
  const lcm_movement movement = {
      .from = first->id,
      .to = last->id,
      .from_node = first->node,
      .to_node = last->node,
      .section = lcm_trace_widen(tracer, to),
      .kind = LCM_DEP_TRUE,
      .bytes = bytes,
      .count = to->place->count,
      .lca = lca->id,
      .lca_node = lca->node,
      .crossing = true,
  };
  lcm_trace_add(tracer, &movement);
}
