/* Data that cross between members of a team: which part of what one wrote
 * another reads. */
#include "composer/trace/cross.h"
#include "composer/rules/rules.h"
#include "composer/trace/tracer.h"
#include "composer/trace/unite.h"

/* How an access is spread over the iterations of its parallel loop. */
struct spread {
  /* the subscript that is the loop's index plus "offset", or "offset" less the
   * index where "mirrored"; the number of subscripts where every iteration
   * touches the whole */
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
                               const struct lcm_trace_access *access) {
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

/* Return that the name "name" is the index of a loop in the place "user". */
static bool is_index(const char *name, void *user) {
  const struct lcm_place *place = user;
  for (size_t i = 0; i < place->n_ranges; i++)
    if (place->ranges[i].index == name)
      return true;
  return false;
}

/* Return "access"'s section for all values of the indices of its place from
 * number "first" on. */
static const lcm_section *widen(struct lcm_tracer *tracer,
                                const struct lcm_trace_access *access,
                                size_t first) {
  struct lcm_place place = *access->place;
  lcm_section *wide = LCM_NEW(lcm_ctx_arena(tracer->ctx), lcm_section);
  const struct lcm_varying ranges = {place.ranges + first,
                                     place.n_ranges - first, is_index, &place};
  *wide = lcm_section_over(tracer->ctx, access->section, &ranges);
  return wide;
}

/* Return the section that one iteration of the parallel loop around "access"
 * touches: loops inside it are covered. */
static const lcm_section *
iteration_section(struct lcm_tracer *tracer,
                  const struct lcm_trace_access *access) {
  const size_t loop = loop_range(access->place);
  return loop == access->place->n_ranges ? access->section
                                         : widen(tracer, access, loop + 1);
}

/* Return what "access" touches in all iterations of the parallel loop around
 * it. */
static const lcm_section *widened_loop(struct lcm_tracer *tracer,
                                       const struct lcm_trace_access *access) {
  const size_t loop = loop_range(access->place);
  return loop == access->place->n_ranges ? access->section
                                         : widen(tracer, access, loop);
}

size_t lcm_trace_shared(const struct lcm_place *a, const struct lcm_place *b) {
  size_t n = 0;
  for (size_t i = 0; i + 1 < a->n_steps && i + 1 < b->n_steps &&
                     a->steps[i].id == b->steps[i].id;
       i++) {
    if (a->steps[i].node->kind == LCM_NODE_PARLOOP)
      break;
    if (a->steps[i].node->kind == LCM_NODE_LOOP)
      n += a->steps[i].node->u.loop.n_ranges;
  }
  return n < a->n_ranges ? n : a->n_ranges;
}

/* Return what "access" touches in all iterations of the parallel loop around it
 * and, where none is, of the loops that are not around "other" as well. */
static const lcm_section *widened(struct lcm_tracer *tracer,
                                  const struct lcm_trace_access *access,
                                  const struct lcm_trace_access *other) {
  const size_t n = access->place->n_ranges;
  const size_t loop = loop_range(access->place);
  const size_t first =
      loop < n ? loop : lcm_trace_shared(access->place, other->place);
  return first == n ? access->section : widen(tracer, access, first);
}

/* Return the elements that "a" and "b", steps of one depth, have in common. */
static struct lcm_extent common_extent(lcm_ctx *ctx, const struct lcm_extent *a,
                                       const struct lcm_extent *b) {
  if (a->field || !a->lower || !a->length)
    return *b;
  if (!b->lower || !b->length ||
      (a->lower == b->lower && a->length == b->length))
    return *a;
  const lcm_expr *lower = lcm_trace_extreme(ctx, LCM_X_MAX, a->lower, b->lower);
  const lcm_expr *end =
      lcm_trace_extreme(ctx, LCM_X_MIN, lcm_expr_add(ctx, a->lower, a->length),
                        lcm_expr_add(ctx, b->lower, b->length));
  return (struct lcm_extent){lower, lcm_expr_sub(ctx, end, lower), NULL};
}

/* Return what the boxes "a" and "b" have in common. */
static const lcm_section *common_box(lcm_ctx *ctx, const lcm_section *a,
                                     const lcm_section *b) {
  const lcm_section *longer = a->n_extents > b->n_extents ? a : b;
  const lcm_section *other = longer == a ? b : a;
  lcm_section *box = LCM_NEW(lcm_ctx_arena(ctx), lcm_section);
  struct lcm_extent *extents = LCM_NEW_ARRAY(
      lcm_ctx_arena(ctx), struct lcm_extent, longer->n_extents + 1);
  *box = *longer;
  for (size_t d = 0; d < longer->n_extents; d++)
    extents[d] = d < other->n_extents ? common_extent(ctx, &other->extents[d],
                                                      &longer->extents[d])
                                      : longer->extents[d];
  box->extents = extents;
  return box;
}

const lcm_section *lcm_trace_common(bool *exact, struct lcm_tracer *tracer,
                                    const struct lcm_trace_access *from,
                                    const struct lcm_trace_access *to,
                                    bool once) {
  lcm_ctx *ctx = tracer->ctx;
  const size_t n = lcm_trace_shared(from->place, to->place);
  const lcm_section *a = widen(tracer, from, n);
  const lcm_section *b = once ? widened_loop(tracer, to) : widen(tracer, to, n);
  const struct lcm_side x = {a, NULL, 0};
  const struct lcm_side y = {b, to->place->ranges + n, to->place->n_ranges - n};
  *exact = true;
  if (lcm_section_equal(a, b) || lcm_section_covers(ctx, &x, &y))
    return b;
  *exact = false;
  if (once && to->place->n_ranges == n && !a->n_over && !b->n_over &&
      a->exact && b->exact &&
      lcm_section_overlap(ctx, &x, &y) == LCM_OVERLAP_YES) {
    *exact = true;
    return common_box(ctx, a, b);
  }
  if (once)
    return b;
  if (lcm_section_covers(ctx, &y, &x)) {
    *exact = true;
    return a;
  }
  *exact = !a->n_over && !b->n_over && a->exact && b->exact;
  return a->n_over || b->n_over ? b : common_box(ctx, a, b);
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
                                 const struct lcm_trace_access *access,
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

static const char SCHEDULE[] = "the schedule decides who runs what";
static const char RANGES[] = "the loops divide different ranges";
static const char SHARES[] = "p may not divide the iterations";
static const char ROWS[] = "an iteration touches no simple rows";

/* Return whether members get their iterations of "place"'s loop in blocks. */
static bool is_static(const struct lcm_place *place) {
  const lcm_node *loop = place->loop;
  return lcm_schedule_has(loop->u.loop.schedule, LCM_SCHED_FIXED) &&
         !loop->u.loop.chunk && loop->u.loop.n_ranges == 1;
}

/* Return whether the parallel loops around "a" and "b" have the same range. */
static bool same_range(const struct lcm_place *a, const struct lcm_place *b) {
  const size_t i = loop_range(a);
  const size_t k = loop_range(b);
  return i < a->n_ranges && k < b->n_ranges &&
         a->ranges[i].from == b->ranges[k].from &&
         a->ranges[i].to == b->ranges[k].to &&
         a->ranges[i].step == b->ranges[k].step &&
         a->ranges[i].factor == b->ranges[k].factor;
}

/* Return by how many rows the blocks of the loops around "a" and "b" differ at
 * a border at most; NULL where that is not known. */
static const lcm_expr *shifted(lcm_ctx *ctx, const struct lcm_place *a,
                               const struct lcm_place *b) {
  const size_t i = loop_range(a);
  const size_t k = loop_range(b);
  if (i == a->n_ranges || k == b->n_ranges || a->ranges[i].step ||
      b->ranges[k].step)
    return NULL;
  const lcm_expr *from =
      lcm_expr_sub(ctx, a->ranges[i].from, b->ranges[k].from);
  const lcm_expr *to = lcm_expr_sub(ctx, a->ranges[i].to, b->ranges[k].to);
  if (!from || !to)
    return NULL;
  return lcm_expr_add(ctx, lcm_expr_int(ctx, 1),
                      lcm_trace_extreme(ctx, LCM_X_MAX,
                                        lcm_expr_apply(ctx, LCM_X_ABS, from),
                                        lcm_expr_apply(ctx, LCM_X_ABS, to)));
}

/* What crosses. */
struct crossing {
  const lcm_expr *bytes; /* NULL where that is not known */
  const char *why;       /* as in lcm_movement */
  bool none;             /* nothing crosses */
};

/* Return what is assumed of "from" and "to" themselves; NULL for nothing. */
static const char *assumed_of(const struct lcm_trace_access *from,
                              const struct lcm_trace_access *to) {
  if (!from->section->exact && !from->section->declared)
    return from->section->why ? from->section->why : ROWS;
  if (!to->section->exact && !to->section->declared)
    return to->section->why ? to->section->why : ROWS;
  if (from->place->maybe || to->place->maybe)
    return "a condition decides whether it is executed";
  return NULL;
}

/* Return what is assumed where "from" and "to" both have blocks of rows; NULL
 * for nothing. */
static const char *assumed(const struct lcm_trace_access *from,
                           const struct lcm_trace_access *to) {
  const char *why = assumed_of(from, to);
  if (why)
    return why;
  return is_static(from->place) && is_static(to->place) ? NULL : SCHEDULE;
}

/* Return what crosses where "all" is read in reverse: the block in the middle
 * stays, where there is one. */
static const lcm_expr *mirrored_bytes(lcm_ctx *ctx, const lcm_expr *p,
                                      const lcm_expr *all) {
  const lcm_expr *middle =
      lcm_expr_binary(ctx, LCM_X_MOD, p, lcm_expr_int(ctx, 2));
  return lcm_expr_mul(ctx, lcm_expr_div(ctx, lcm_expr_sub(ctx, p, middle), p),
                      all);
}

/* Return why less may cross than all that "to" reads, once to each other
 * member; NULL where that is just it. */
static const char *not_whole(struct lcm_tracer *tracer,
                             const struct lcm_trace_access *from,
                             const struct lcm_trace_access *to) {
  const lcm_section *section = to->section;
  const struct lcm_side written = {widened(tracer, from, to), NULL, 0};
  const struct lcm_side read = {widened(tracer, to, from), NULL, 0};
  const char *index = to->place->index;
  for (size_t d = 0; index && d < section->n_extents; d++)
    if ((section->extents[d].lower &&
         lcm_expr_has(section->extents[d].lower, index)) ||
        (section->extents[d].length &&
         lcm_expr_has(section->extents[d].length, index)))
      return "the members read different parts of it";
  if (section->n_over)
    return "the members read different parts of it";
  return lcm_section_covers(tracer->ctx, &written, &read)
             ? NULL
             : "part of it is written elsewhere";
}

/* Return what crosses between p members when what "from" wrote, spread as
 * "written", is read by "to", spread as "read":
 *   same subscript, same rows     nothing
 *   same subscript, rows beyond   p - 1 borders of as many rows
 *   another subscript             (p - 1) / p of what is read
 *   mirrored                      all of it, but for the block in the middle
 *   read whole by everyone        (p - 1) times what is read */
static struct crossing crossing_of(struct lcm_tracer *tracer,
                                   const struct lcm_trace_access *from,
                                   struct spread written,
                                   const struct lcm_trace_access *to,
                                   struct spread read) {
  lcm_ctx *ctx = tracer->ctx;
  const char *why = assumed(from, to);
  const lcm_expr *all = lcm_section_bytes(ctx, widened(tracer, to, from));
  const lcm_expr *p = lcm_expr_symbol(ctx, "p", LCM_DIM_NONE);
  const lcm_expr *others = lcm_expr_sub(ctx, p, lcm_expr_int(ctx, 1));
  if (read.dimension == to->section->n_extents)
    return (struct crossing){lcm_expr_mul(ctx, others, all),
                             why ? why : not_whole(tracer, from, to), false};
  if (written.dimension != read.dimension)
    return (struct crossing){
        lcm_expr_mul(ctx, lcm_expr_div(ctx, others, p), all),
        why ? why : SHARES, false};
  if (written.mirrored != read.mirrored)
    return (struct crossing){mirrored_bytes(ctx, p, all), why ? why : SHARES,
                             false};
  const size_t d = read.dimension;
  const lcm_expr *rows =
      rows_beyond(ctx, written, from->section->extents[d].length, read,
                  to->section->extents[d].length);
  if (!same_range(from->place, to->place)) {
    why = why ? why : RANGES;
    rows = lcm_expr_add(ctx, rows, shifted(ctx, from->place, to->place));
  }
  if (why == SCHEDULE)
    return (struct crossing){all, why, false};
  if (rows && lcm_expr_is_int(rows, 0))
    return (struct crossing){NULL, NULL, true};
  return (struct crossing){
      rows ? lcm_expr_mul(ctx, others,
                          lcm_expr_mul(ctx, rows, row_bytes(tracer, to, d)))
           : NULL,
      why, false};
}

/* Return the deepest node that "a" and "b" have in common. */
static const struct lcm_trace_step *common(const struct lcm_place *a,
                                           const struct lcm_place *b) {
  size_t i = 0;
  while (i + 1 < a->n_steps && i + 1 < b->n_steps &&
         a->steps[i + 1].id == b->steps[i + 1].id)
    i++;
  return &b->steps[i];
}

/* Return "access" with its section in rows where "other"'s has such rows. */
static struct lcm_trace_access in_rows(const struct lcm_trace_access *access,
                                       const struct lcm_trace_access *other) {
  struct lcm_trace_access out = *access;
  if (access->pitch && access->pitch == other->pitch)
    out.section = access->rows;
  return out;
}

/* Who runs a place inside a team: the members that divide a loop, one member
 * that nobody knows (single, section, task), the member "thread", or all. */
enum runner { DIVIDED, SOMEBODY, ONE, ALL };

/* The runner of a place: of ONE which; "step": what chooses it. */
struct running {
  enum runner who;
  const lcm_expr *thread;
  const struct lcm_trace_step *step;
};

const lcm_expr *lcm_trace_chosen(lcm_ctx *ctx, const lcm_node *node,
                                 size_t child) {
  const lcm_expr *thread = lcm_expr_symbol(ctx, "thread", LCM_DIM_NONE);
  const lcm_expr *condition =
      node->kind == LCM_NODE_BRANCH && node->u.branch.conditions
          ? node->u.branch.conditions[child]
          : NULL;
  for (int i = 0; condition && i < 8; i++)
    if (condition ==
        lcm_expr_binary(ctx, LCM_X_EQ, thread, lcm_expr_int(ctx, i)))
      return lcm_expr_int(ctx, i);
  return NULL;
}

/* Return whether "access" is what combines the copies of a reduction. */
static bool combines(const struct lcm_trace_access *access) {
  const struct lcm_place *place = access->place;
  const lcm_node *node = place->steps[place->n_steps - 1].node;
  return !access->section->declared &&
         (node->kind == LCM_NODE_SERIES || node->kind == LCM_NODE_PARLOOP ||
          node->kind == LCM_NODE_TEAM);
}

/* Return who runs "place". */
static struct running runner_of(lcm_ctx *ctx, const struct lcm_place *place) {
  for (size_t i = place->n_steps; i-- > 0;) {
    const struct lcm_trace_step *step = &place->steps[i];
    const lcm_node *node = step->node;
    if (node->kind == LCM_NODE_TEAM)
      break;
    if (node->kind == LCM_NODE_PARLOOP)
      return (struct running){DIVIDED, NULL, step};
    if (node->kind == LCM_NODE_TASK ||
        (node->kind == LCM_NODE_PARALLEL && node->u.parallel.worksharing))
      return (struct running){SOMEBODY, NULL, step};
    const lcm_expr *thread = lcm_trace_chosen(ctx, node, step->child);
    if (thread)
      return (struct running){ONE, thread, step};
  }
  return (struct running){ALL, NULL, NULL};
}

static const char MEMBER[] = "one member may run both";
static const char COMBINED[] = "only the first member to come reads it";

/* Return the iterations of the parallel loop around "place"; NULL where they
 * are not known, or where several loops are divided. */
static const lcm_expr *count_of(lcm_ctx *ctx, const struct lcm_place *place) {
  const size_t i = loop_range(place);
  if (i == place->n_ranges || place->loop->u.loop.n_ranges != 1 ||
      place->ranges[i].factor)
    return NULL;
  const lcm_iteration *range = &place->ranges[i];
  const lcm_expr *span = lcm_expr_sub(ctx, range->to, range->from);
  if (span && range->step)
    span =
        lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, span, range->step));
  return lcm_expr_add(ctx, span, lcm_expr_int(ctx, 1));
}

/* Return what of the "n" iterations that "access" is spread over by "spread" is
 * not touched by the member "runner", in rows; each iteration touches "length"
 * of them. */
static const lcm_expr *rows_of_others(lcm_ctx *ctx, const lcm_expr *n,
                                      const lcm_expr *length,
                                      const struct running *runner) {
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *p = lcm_expr_symbol(ctx, "p", LCM_DIM_NONE);
  const bool first = runner->who == ONE && lcm_expr_is_int(runner->thread, 0);
  const lcm_expr *rows = lcm_expr_sub(
      ctx, n, first ? lcm_block_most(ctx, n, p) : lcm_block_least(ctx, n, p));
  const lcm_expr *halo = lcm_expr_mul(ctx, lcm_expr_sub(ctx, p, one),
                                      lcm_expr_sub(ctx, length, one));
  return lcm_expr_add(ctx, rows, halo);
}

/* Return what crosses from the one member "runner", which ran "from", to those
 * that divide the loop around "to". */
static struct crossing to_loop(struct lcm_tracer *tracer,
                               const struct lcm_trace_access *from,
                               const struct running *runner,
                               const struct lcm_trace_access *to) {
  lcm_ctx *ctx = tracer->ctx;
  const struct spread read = spread_of(tracer, to);
  const lcm_expr *n = count_of(ctx, to->place);
  const lcm_expr *p = lcm_expr_symbol(ctx, "p", LCM_DIM_NONE);
  const lcm_expr *others = lcm_expr_sub(ctx, p, lcm_expr_int(ctx, 1));
  const char *why = assumed_of(from, to);
  const char *part = not_whole(tracer, from, to);
  const lcm_expr *all = lcm_section_bytes(ctx, widened(tracer, to, from));
  if (read.dimension == to->section->n_extents || !n || !is_static(to->place))
    return (struct crossing){lcm_expr_mul(ctx, others, all),
                             why                    ? why
                             : part                 ? part
                             : is_static(to->place) ? NULL
                                                    : SCHEDULE,
                             false};
  const struct lcm_side written = {widened(tracer, from, to), NULL, 0};
  const struct lcm_side wanted = {widened(tracer, to, from), NULL, 0};
  const lcm_expr *length = to->section->extents[read.dimension].length;
  const bool first = runner->who == ONE && lcm_expr_is_int(runner->thread, 0);
  if (!lcm_section_covers(ctx, &written, &wanted))
    why = why ? why : "part of it is written elsewhere";
  return (struct crossing){
      length ? lcm_expr_mul(ctx, rows_of_others(ctx, n, length, runner),
                            row_bytes(tracer, to, read.dimension))
             : NULL,
      why     ? why
      : first ? NULL
              : SHARES,
      false};
}

/* Return what crosses from those that divide the loop around "from" to the one
 * member "runner", which runs "to". */
static struct crossing from_loop(struct lcm_tracer *tracer,
                                 const struct lcm_trace_access *from,
                                 const struct lcm_trace_access *to,
                                 const struct running *runner) {
  lcm_ctx *ctx = tracer->ctx;
  const struct spread spread = spread_of(tracer, from);
  const lcm_section *wide = widened(tracer, from, to);
  const lcm_section *wanted = widened(tracer, to, from);
  const struct lcm_side written = {wide, NULL, 0};
  const struct lcm_side read = {wanted, NULL, 0};
  const lcm_expr *all = lcm_section_bytes(ctx, wanted);
  const lcm_expr *n = count_of(ctx, from->place);
  const bool first = runner->who == ONE && lcm_expr_is_int(runner->thread, 0);
  const char *why = assumed_of(from, to);
  if (!n || !is_static(from->place) ||
      spread.dimension == from->section->n_extents ||
      !from->section->extents[spread.dimension].length ||
      !lcm_expr_is_int(from->section->extents[spread.dimension].length, 1) ||
      !lcm_section_covers(ctx, &written, &read) ||
      !lcm_section_covers(ctx, &read, &written))
    return (struct crossing){all, why ? why : MEMBER, false};
  return (struct crossing){
      lcm_expr_mul(ctx, rows_of_others(ctx, n, lcm_expr_int(ctx, 1), runner),
                   row_bytes(tracer, from, spread.dimension)),
      why     ? why
      : first ? NULL
              : SHARES,
      false};
}

/* Return what crosses between "from" and "to", of which not both are run by
 * members that divide a loop. */
static struct crossing of_members(struct lcm_tracer *tracer,
                                  const struct lcm_trace_access *from,
                                  const struct lcm_trace_access *to) {
  lcm_ctx *ctx = tracer->ctx;
  const struct crossing none = {NULL, NULL, true};
  struct running a = runner_of(ctx, from->place);
  const struct running b = runner_of(ctx, to->place);
  const lcm_expr *p = lcm_expr_symbol(ctx, "p", LCM_DIM_NONE);
  const lcm_expr *others = lcm_expr_sub(ctx, p, lcm_expr_int(ctx, 1));
  const lcm_expr *all = lcm_section_bytes(ctx, widened(tracer, to, from));
  const char *why = assumed_of(from, to);
  if (combines(to))
    return (struct crossing){all, why ? why : COMBINED, false};
  if (combines(from))
    a = (struct running){SOMEBODY, NULL, from->place->steps};
  if (a.who == ALL)
    return none;
  if (b.who == ALL) {
    const char *part = not_whole(tracer, from, to);
    return (struct crossing){lcm_expr_mul(ctx, others, all), why ? why : part,
                             false};
  }
  if (a.who == DIVIDED)
    return from_loop(tracer, from, to, &b);
  if (b.who == DIVIDED)
    return to_loop(tracer, from, &a, to);
  if (a.who == ONE && b.who == ONE) {
    if (a.thread == b.thread)
      return none;
    return (struct crossing){all, why ? why : not_whole(tracer, from, to),
                             false};
  }
  if (a.step->id == b.step->id &&
      !(tracer->again && b.step >= to->place->steps + tracer->n_again))
    return none;
  return (struct crossing){all, why ? why : MEMBER, false};
}

/* Return what crosses between the loops around "from" and "to". */
static struct crossing of_loops(struct lcm_tracer *tracer,
                                const struct lcm_trace_access *from,
                                const struct lcm_trace_access *to) {
  const struct lcm_trace_access from_rows = in_rows(from, to);
  const struct lcm_trace_access to_rows = in_rows(to, from);
  const struct spread written = spread_of(tracer, &from_rows);
  const struct spread read = spread_of(tracer, &to_rows);
  if (written.dimension == from_rows.section->n_extents)
    return (struct crossing){NULL, NULL, true};
  return crossing_of(tracer, &from_rows, written, &to_rows, read);
}

const lcm_expr *lcm_trace_handed(struct lcm_tracer *tracer,
                                 const struct lcm_trace_access *from,
                                 const struct lcm_trace_access *to) {
  lcm_ctx *ctx = tracer->ctx;
  const struct lcm_trace_access *shared = from->place->loop ? from : to;
  if (!shared->place->loop || !is_static(shared->place) ||
      spread_of(tracer, shared).dimension == shared->section->n_extents)
    return NULL;
  const lcm_expr *p = lcm_expr_symbol(ctx, "p", LCM_DIM_NONE);
  const lcm_expr *all = lcm_trace_extreme(
      ctx, LCM_X_MIN, lcm_section_bytes(ctx, widened(tracer, from, to)),
      lcm_section_bytes(ctx, widened(tracer, to, from)));
  const lcm_expr *others = lcm_expr_sub(ctx, p, lcm_expr_int(ctx, 1));
  return all && shared == from
             ? lcm_expr_mul(ctx, lcm_expr_div(ctx, others, p), all)
             : all;
}

void lcm_trace_crossing(struct lcm_tracer *tracer,
                        const struct lcm_trace_access *from,
                        const struct lcm_trace_access *to) {
  const bool loops =
      from->place->loop && to->place->loop && !combines(from) && !combines(to);
  const struct crossing crossing =
      loops ? of_loops(tracer, from, to) : of_members(tracer, from, to);
  if (crossing.none)
    return;
  const struct lcm_trace_step *lca = common(from->place, to->place);
  const struct lcm_trace_step *first =
      &from->place->steps[from->place->n_steps - 1];
  const struct lcm_trace_step *last = &to->place->steps[to->place->n_steps - 1];
  const lcm_movement movement = {
      .from = first->id,
      .to = last->id,
      .from_node = first->node,
      .to_node = last->node,
      .section = widened(tracer, to, from),
      .kind = LCM_DEP_TRUE,
      .bytes = crossing.bytes,
      .why = crossing.why,
      .count = lca->count,
      .lca = lca->id,
      .lca_node = lca->node,
      .crossing = true,
  };
  lcm_trace_add(tracer, &movement);
}
