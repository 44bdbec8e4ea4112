/* What code moves through a memory hierarchy (docs/reference/machine.md). */
#include "model/sections/traffic.h"

#include "base/list.h"
#include "model/sections/isl_dependence.h"
#include "model/sections/section.h"

/* Most different parts of data in a loop that are looked at. */
enum { MAX_PARTS = 256 };

/* A part of a variable. */
struct part {
  const lcm_section *of; /* the section that it began as */
  /* a box around it, of which the extents are NULL where they are not known */
  struct lcm_extent *extents;
  const lcm_expr *bytes; /* that are touched in it */
  bool boxed;            /* "bytes" are those of the box */
  /* by the iterations of a parallel loop that it was widened over */
  bool divided;
};

/* Parts that are different; "open": more may be touched, nobody knows what. */
struct parts {
  LCM_LIST(struct part) list;
  bool open;
};

/* A loop, or one of the indices that a loop has, around what is visited. */
struct around {
  const lcm_iteration *range; /* of the index */
  const lcm_expr *count;      /* its iterations */
  struct lcm_set set;         /* what one iteration touches */
  bool parallel;              /* iterations are divided among members */
};

/* A visit of a function; "chain" holds the loops around, outermost first,
 * "indices" the names of their indices and of those inside that are walked, and
 * "lets" what names stand for that are made of these. */
struct visit {
  lcm_ctx *ctx;
  const lcm_program *program;
  lcm_traffic_fn fn;
  void *user;
  lcm_arena *arena;
  LCM_LIST(struct around) chain;
  LCM_LIST(const char *) indices;
  LCM_LIST(struct lcm_subst) lets;
};

/* ---- names --------------------------------------------------------------- */

/* Return "e" (or NULL) with what its names stand for. */
static const lcm_expr *meant(const struct visit *v, const lcm_expr *e) {
  for (size_t i = v->lets.n; e && i-- > 0;)
    if (lcm_expr_has(e, v->lets.at[i].name))
      e = lcm_expr_subst(v->ctx, e, &v->lets.at[i], 1);
  return e;
}

/* Let the name that the LET "node" sets stand for its value, where that follows
 * from indices of loops around, else for itself. */
static void note_let(struct visit *v, const lcm_node *node) {
  const char *name = node->u.let.name;
  const lcm_expr *value = meant(v, node->u.let.value);
  bool follows = false;
  for (size_t i = 0; i < v->indices.n && value; i++)
    follows = follows || lcm_expr_has(value, v->indices.at[i]);
  for (size_t i = 0; i < v->lets.n; i++)
    follows = follows || v->lets.at[i].name == name;
  if (!follows)
    return;
  const struct lcm_subst let = {
      name, value && !lcm_expr_has(value, name)
                ? value
                : lcm_expr_symbol(v->ctx, name, LCM_DIM_NONE)};
  LCM_LIST_ADD(v->arena, &v->lets, let);
}

/* Let the indices of the loop "node" be known. */
static void note_indices(struct visit *v, const lcm_node *node) {
  for (size_t r = 0; r < node->u.loop.n_ranges; r++) {
    const char *index = node->u.loop.ranges[r].index;
    if (index)
      LCM_LIST_ADD(v->arena, &v->indices, index);
  }
}

/* ---- parts --------------------------------------------------------------- */

/* Return the smaller of "a" and "b". */
static const lcm_expr *smaller(lcm_ctx *ctx, const lcm_expr *a,
                               const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(ctx, LCM_X_MIN, both, 2) : NULL;
}

/* Return "e", of a loop that may not run, as no less than 0. */
static const lcm_expr *at_least_none(lcm_ctx *ctx, const lcm_expr *e) {
  const lcm_expr *both[] = {lcm_expr_int(ctx, 0), e};
  return lcm_expr_is_natural(e) ? e : lcm_expr_nary(ctx, LCM_X_MAX, both, 2);
}

/* Return "a" + "b", where NULL stands for 0. */
static const lcm_expr *plus(lcm_ctx *ctx, const lcm_expr *a,
                            const lcm_expr *b) {
  return a && b ? lcm_expr_add(ctx, a, b) : a ? a : b;
}

/* Return the bytes of the box of "part", NULL where it is not known. */
static const lcm_expr *box_bytes(lcm_ctx *ctx, const struct part *part) {
  lcm_section box = *part->of;
  box.extents = part->extents;
  return lcm_section_bytes(ctx, &box);
}

/* Return the part that "section" is. */
static struct part part_of(struct visit *v, const lcm_section *section) {
  struct part part = {.of = section};
  part.extents =
      LCM_NEW_ARRAY(v->arena, struct lcm_extent, section->n_extents + 1);
  for (size_t d = 0; d < section->n_extents; d++) {
    part.extents[d] = section->extents[d];
    part.extents[d].lower = meant(v, section->extents[d].lower);
    part.extents[d].length = meant(v, section->extents[d].length);
  }
  part.bytes = box_bytes(v->ctx, &part);
  part.boxed = part.bytes != NULL;
  part.bytes = part.bytes ? part.bytes : section->element;
  if (section->share) {
    part.bytes = lcm_expr_mul(v->ctx, part.bytes, section->share);
    part.boxed = false;
  }
  return part;
}

/* Return whether "a" and "b" are a number apart, or a name that stands for none
 * below 0; put "b" - "a", or its sign, into "*by". */
static bool is_near(double *by, lcm_ctx *ctx, const lcm_expr *a,
                    const lcm_expr *b) {
  if (a && a == b) {
    *by = 0;
    return true;
  }
  const lcm_expr *apart =
      a && b ? lcm_expr_expand(ctx, lcm_expr_sub(ctx, b, a)) : NULL;
  if (!apart || lcm_expr_is_number(apart, by))
    return apart;
  *by = lcm_expr_is_natural(apart) ? 1 : -1;
  return *by > 0 || lcm_expr_is_natural(lcm_expr_neg(ctx, apart));
}

static const lcm_expr *end_of(lcm_ctx *ctx, const struct lcm_extent *extent) {
  return extent->lower && extent->length
             ? lcm_expr_add(ctx, extent->lower, extent->length)
             : NULL;
}

/* Make the box of "a" hold "b", which lies beside it or some way behind in
 * every dimension; false, and nothing is changed, where that is not so. */
static bool merge(struct visit *v, struct part *a, const struct part *b) {
  const size_t n = a->of->n_extents;
  if (a->of->key != b->of->key || n != b->of->n_extents ||
      a->of->element != b->of->element)
    return false;
  struct lcm_extent *box = LCM_NEW_ARRAY(v->arena, struct lcm_extent, n + 1);
  bool same = true;
  for (size_t d = 0; d < n; d++) {
    const lcm_expr *ends[] = {end_of(v->ctx, &a->extents[d]),
                              end_of(v->ctx, &b->extents[d])};
    double low = 0;
    double high = 0;
    if (!is_near(&low, v->ctx, a->extents[d].lower, b->extents[d].lower) ||
        !is_near(&high, v->ctx, ends[0], ends[1]))
      return false;
    same = same && low == 0 && high == 0;
    box[d].lower = low < 0 ? b->extents[d].lower : a->extents[d].lower;
    box[d].length =
        lcm_expr_sub(v->ctx, high > 0 ? ends[1] : ends[0], box[d].lower);
  }
  a->divided = a->divided || b->divided;
  if (same)
    return true;
  a->extents = box;
  const lcm_expr *both = plus(v->ctx, a->bytes, b->bytes);
  a->bytes = smaller(v->ctx, both, box_bytes(v->ctx, a));
  a->bytes = a->bytes ? a->bytes : both;
  a->boxed = a->bytes == box_bytes(v->ctx, a);
  return true;
}

/* Add "part" to "parts". */
static void add_part(struct visit *v, struct parts *parts,
                     const struct part *part) {
  for (size_t i = 0; i < parts->list.n; i++)
    if (merge(v, &parts->list.at[i], part))
      return;
  parts->open = parts->open || parts->list.n >= MAX_PARTS || !part->bytes;
  if (!parts->open)
    LCM_LIST_ADD(v->arena, &parts->list, *part);
}

/* Add those of the "n" sections at "sections" that are elements of arrays which
 * several members may touch. */
static void add_sections(struct visit *v, struct parts *parts,
                         const lcm_section *sections, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const lcm_section *section = &sections[i];
    if (!section->n_extents || section->is_private || section->priced ||
        !section->element)
      continue;
    const struct part part = part_of(v, section);
    add_part(v, parts, &part);
  }
}

/* ---- widening ------------------------------------------------------------ */

/* Return "e" with "by" for the index of "range". */
static const lcm_expr *at_value(lcm_ctx *ctx, const lcm_expr *e,
                                const lcm_iteration *range,
                                const lcm_expr *by) {
  const struct lcm_subst subst = {range->index, by};
  return e && by ? lcm_expr_subst(ctx, e, &subst, 1) : NULL;
}

/* Put the smallest and the largest value of "e", which is linear in the index
 * of "range", into ends[0] and ends[1], NULL where that is not known; set
 * "*slope" to what it grows by, NULL where that differs. */
static void ends_of(const lcm_expr *ends[2], const lcm_expr **slope,
                    lcm_ctx *ctx, const lcm_expr *e,
                    const lcm_iteration *range) {
  const lcm_expr *index = lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE);
  const lcm_expr *next = lcm_expr_add(ctx, index, lcm_expr_int(ctx, 1));
  const lcm_expr *both[] = {at_value(ctx, e, range, range->from),
                            at_value(ctx, e, range, range->to)};
  ends[0] = ends[1] = NULL;
  *slope = lcm_expr_sub(ctx, at_value(ctx, e, range, next), e);
  *slope = *slope ? lcm_expr_expand(ctx, *slope) : NULL;
  if (!*slope || lcm_expr_has(*slope, range->index) || !both[0] || !both[1]) {
    *slope = NULL;
    return;
  }
  const bool up = lcm_expr_is_natural(*slope);
  const bool down = !up && lcm_expr_is_natural(lcm_expr_neg(ctx, *slope));
  ends[0] = up     ? both[0]
            : down ? both[1]
                   : lcm_expr_nary(ctx, LCM_X_MIN, both, 2);
  ends[1] = up     ? both[1]
            : down ? both[0]
                   : lcm_expr_nary(ctx, LCM_X_MAX, both, 2);
}

/* Return whether the extents of "part" mention "name". */
static bool mentions(const struct part *part, const char *name) {
  for (size_t d = 0; d < part->of->n_extents; d++)
    if ((part->extents[d].lower &&
         lcm_expr_has(part->extents[d].lower, name)) ||
        (part->extents[d].length &&
         lcm_expr_has(part->extents[d].length, name)))
      return true;
  return false;
}

/* Return whether some extent of "part" is not known. */
static bool is_vague(const struct part *part) {
  for (size_t d = 0; d < part->of->n_extents; d++)
    if (!part->extents[d].lower || !part->extents[d].length)
      return true;
  return false;
}

/* Make the box of "part" hold what it is for all values of the index of
 * "range"; return whether they touch all of it: not of a diagonal, which the
 * index goes along in two dimensions. */
static bool widen_box(struct visit *v, struct part *part,
                      const lcm_iteration *range) {
  const size_t n = part->of->n_extents;
  struct lcm_extent *box = LCM_NEW_ARRAY(v->arena, struct lcm_extent, n + 1);
  bool whole = !range->step && !range->factor;
  bool moves = false;
  for (size_t d = 0; d < n; d++) {
    const lcm_expr *slopes[2];
    const lcm_expr *lower[2];
    const lcm_expr *upper[2];
    box[d] = part->extents[d];
    if (!box[d].lower || !box[d].length ||
        (!lcm_expr_has(box[d].lower, range->index) &&
         !lcm_expr_has(box[d].length, range->index)))
      continue;
    ends_of(lower, &slopes[0], v->ctx, box[d].lower, range);
    ends_of(upper, &slopes[1], v->ctx, end_of(v->ctx, &box[d]), range);
    whole = whole && !moves && slopes[0] && slopes[0] == slopes[1] &&
            (lcm_expr_is_int(slopes[0], 1) || lcm_expr_is_int(slopes[0], -1));
    moves = true;
    box[d].lower = lower[0];
    box[d].length = lower[0] ? lcm_expr_sub(v->ctx, upper[1], lower[0]) : NULL;
  }
  part->extents = box;
  return whole;
}

void lcm_traffic_part(const lcm_expr **middle, const lcm_expr **width,
                      lcm_ctx *ctx, const lcm_iteration *range,
                      const int part[2]) {
  const lcm_expr *two = lcm_expr_int(ctx, 2);
  const lcm_expr *none[] = {
      two, lcm_expr_add(ctx, lcm_expr_sub(ctx, range->to, range->from), two)};
  const lcm_expr *all = lcm_expr_nary(ctx, LCM_X_MAX, none, 2);
  const lcm_expr *ends[2];
  for (int i = 0; i < 2; i++)
    ends[i] = lcm_expr_pow(ctx, all, lcm_expr_ratio(ctx, part[0] + i, part[1]));
  *width = lcm_expr_sub(ctx, ends[1], ends[0]);
  *middle = lcm_expr_add(
      ctx, range->from,
      lcm_expr_sub(ctx,
                   lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, 2),
                                lcm_expr_add(ctx, ends[0], ends[1])),
                   lcm_expr_ratio(ctx, 3, 2)));
}

/* Return whether "e" has a sum that is not closed. */
static bool has_sum(const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  bool found =
      kind == LCM_X_SUM || kind == LCM_X_PROD || kind == LCM_X_MAX_OVER;
  for (size_t i = 0; i < lcm_expr_arity(e) && !found; i++)
    found = has_sum(lcm_expr_arg(e, i));
  return found;
}

int lcm_traffic_parts(const lcm_expr *e, int most) {
  enum { WEIGHT = LCM_TRAFFIC_WEIGHT };
  const int weight = e ? (int)lcm_expr_weight(e, WEIGHT) : 1;
  while (most > 1 && most * weight > WEIGHT)
    most /= 2;
  return most;
}

/* Return about the sum of "e" over "range", by parts of it. */
static const lcm_expr *sum_of_parts(lcm_ctx *ctx, const lcm_expr *e,
                                    const lcm_iteration *range) {
  enum { PARTS = 16 };
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  const int parts = lcm_traffic_parts(e, PARTS);
  for (int i = 0; i < parts && sum; i++) {
    const lcm_expr *middle = NULL;
    const lcm_expr *width = NULL;
    lcm_traffic_part(&middle, &width, ctx, range, (int[]){i, parts});
    sum = lcm_expr_add(
        ctx, sum, lcm_expr_mul(ctx, at_value(ctx, e, range, middle), width));
  }
  return sum;
}

/* Return the sum of "e" over the "count" iterations of "range": about, where it
 * is not closed, since it stands in others. */
static const lcm_expr *over(lcm_ctx *ctx, const lcm_expr *e,
                            const lcm_iteration *range, const lcm_expr *count) {
  if (!e || !lcm_expr_has(e, range->index))
    return lcm_expr_mul(ctx, e, count);
  if (range->step || range->factor)
    return NULL;
  const lcm_expr *sum = lcm_expr_over(
      ctx, LCM_X_SUM, (struct lcm_range){range->index, range->from, range->to},
      e);
  return sum && has_sum(sum) ? sum_of_parts(ctx, e, range) : sum;
}

/* Make of "part", which one of "count" iterations of "range" touches, what all
 * of them touch. */
static void widen(struct visit *v, struct part *part,
                  const lcm_iteration *range, const lcm_expr *count,
                  bool parallel) {
  const bool vague = is_vague(part);
  if (!vague && !mentions(part, range->index))
    return;
  const lcm_expr *each = over(v->ctx, part->bytes, range, count);
  const bool whole = widen_box(v, part, range) && part->boxed && !vague;
  const lcm_expr *box = box_bytes(v->ctx, part);
  part->divided = part->divided || parallel;
  part->boxed = whole;
  part->bytes = whole ? box
                : each && box
                    ? smaller(v->ctx, each, at_least_none(v->ctx, box))
                    : each;
}

/* Make of the parts of one iteration what all of them touch. */
static void widen_all(struct visit *v, struct parts *parts,
                      const lcm_iteration *range, const lcm_expr *count,
                      bool parallel) {
  for (size_t i = 0; i < parts->list.n; i++) {
    widen(v, &parts->list.at[i], range, count, parallel);
    parts->open = parts->open || !parts->list.at[i].bytes;
  }
}

/* ---- what nodes touch ---------------------------------------------------- */

/* Return how often "range" runs; NULL where that is not known. */
static const lcm_expr *length_of(lcm_ctx *ctx, const lcm_iteration *range) {
  const lcm_expr *span = range && !range->factor
                             ? lcm_expr_sub(ctx, range->to, range->from)
                             : NULL;
  if (span && range->step)
    span =
        lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, span, range->step));
  return lcm_expr_add(ctx, span, lcm_expr_int(ctx, 1));
}

/* Return how often the loop "node" runs by its "range" (NULL: by what is said),
 * at least once; NULL where that is not known. */
static const lcm_expr *count_in(lcm_ctx *ctx, const lcm_node *node,
                                const lcm_iteration *range) {
  const lcm_expr *said = node->u.loop.count;
  const lcm_expr *both[] = {
      lcm_expr_int(ctx, 1),
      said && node->u.loop.n_ranges <= 1 ? said : length_of(ctx, range)};
  return both[1] ? lcm_expr_nary(ctx, LCM_X_MAX, both, 2) : NULL;
}

/* Add what one execution of "node" touches to "parts". */
static void add_node(struct visit *v, struct parts *parts,
                     const lcm_node *node) {
  struct parts below = {0};
  const size_t indices = v->indices.n;
  const size_t lets = v->lets.n;
  if (node->ignored)
    return;
  if (node->kind == LCM_NODE_LET)
    note_let(v, node);
  if (lcm_node_is_loop(node->kind))
    note_indices(v, node);
  add_sections(v, &below, node->reads, node->n_reads);
  add_sections(v, &below, node->writes, node->n_writes);
  if (node->kind == LCM_NODE_CALL) {
    const lcm_function *callee =
        v->program ? lcm_program_function(v->program, node->u.call.callee)
                   : NULL;
    below.open = callee && callee->body;
  }
  below.open = below.open || node->kind == LCM_NODE_OPAQUE;
  for (size_t i = 0; i < node->n_children; i++)
    add_node(v, &below, node->children[i]);
  v->indices.n = indices;
  if (node->kind != LCM_NODE_LET)
    v->lets.n = lets;
  for (size_t r = lcm_node_is_loop(node->kind) ? node->u.loop.n_ranges : 0;
       r-- > 0;) {
    const lcm_iteration *range = &node->u.loop.ranges[r];
    const lcm_expr *count = count_in(v->ctx, node, range);
    below.open = below.open || !count;
    widen_all(v, &below, range, count, node->kind == LCM_NODE_PARLOOP);
  }
  parts->open = parts->open || below.open;
  for (size_t i = 0; i < below.list.n; i++)
    add_part(v, parts, &below.list.at[i]);
}

/* Return whether each member touches its own of "part", by the parallel loops
 * around. */
static bool is_own(const struct visit *v, const struct part *part) {
  bool own = mentions(part, "thread") || mentions(part, "rank");
  for (size_t i = 0; i < v->chain.n; i++)
    own = own || (v->chain.at[i].parallel && v->chain.at[i].range &&
                  mentions(part, v->chain.at[i].range->index));
  return own;
}

/* Return the set that "parts" are. */
static struct lcm_set set_of(const struct visit *v, const struct parts *parts) {
  struct lcm_set set = {.known = !parts->open};
  for (size_t i = 0; i < parts->list.n; i++) {
    const struct part *part = &parts->list.at[i];
    const lcm_expr **sum = part->divided     ? &set.divided
                           : is_own(v, part) ? &set.own
                                             : &set.common;
    *sum = plus(v->ctx, *sum, part->bytes);
  }
  return set;
}

/* ---- fragments ----------------------------------------------------------- */

/* Traffic being put together.
 * parts      what all executions touch in the loops seen so far */
struct counting {
  struct parts reads;
  struct parts writes;
  const lcm_expr *runs; /* how many executions these are */
  /* bytes of one of them that no reuse accounts for yet */
  const lcm_expr *left;
  LCM_LIST(struct lcm_reuse) again;
};

/* Return the bytes of "parts" together, NULL where they are not known. */
static const lcm_expr *bytes_of(struct visit *v, const struct parts *parts) {
  const lcm_expr *sum = lcm_expr_int(v->ctx, 0);
  for (size_t i = 0; i < parts->list.n && !parts->open; i++)
    sum = lcm_expr_add(v->ctx, sum, parts->list.at[i].bytes);
  return parts->open ? NULL : sum;
}

/* Return whether the bytes of all of "parts" are those of their boxes. */
static bool is_boxed(const struct parts *parts) {
  for (size_t i = 0; i < parts->list.n; i++)
    if (!parts->list.at[i].boxed)
      return false;
  return true;
}

/* Take what is touched again at the distance of "set" off what is left in "c";
 * return whether anything is left. */
static bool take_off(struct visit *v, struct counting *c, struct lcm_set set) {
  const lcm_expr *all = plus(v->ctx, bytes_of(v, &c->reads),
                             c->reads.open ? NULL : bytes_of(v, &c->writes));
  const lcm_expr *first =
      c->writes.open || !all ? NULL : lcm_expr_div(v->ctx, all, c->runs);
  if (!is_boxed(&c->reads) || !is_boxed(&c->writes))
    first = smaller(v->ctx, c->left, first);
  const lcm_expr *bytes = first ? lcm_expr_sub(v->ctx, c->left, first) : NULL;
  if (!bytes)
    return false;
  if (!lcm_expr_is_int(bytes, 0)) {
    const struct lcm_reuse reuse = {bytes, set};
    LCM_LIST_ADD(v->arena, &c->again, reuse);
  }
  c->left = first;
  return true;
}

/* Begin "c" with what "node" itself says that it touches again; return the
 * bytes of that. */
static const lcm_expr *take_own(struct visit *v, struct counting *c,
                                const lcm_node *node) {
  const lcm_expr *sum = NULL;
  for (size_t i = 0; i < node->n_again; i++) {
    const struct lcm_reuse reuse = {
        node->again[i].bytes,
        {.own = node->again[i].set, .known = node->again[i].set != NULL}};
    LCM_LIST_ADD(v->arena, &c->again, reuse);
    sum = plus(v->ctx, sum, reuse.bytes);
  }
  return sum;
}

/* Take off what is left in "c", of the fragment "node", that it says itself
 * that it touches again: elements that several of its sections have. */
static void take_common(struct visit *v, struct counting *c,
                        const lcm_node *node) {
  const lcm_expr *reads = bytes_of(v, &c->reads);
  const lcm_expr *writes = bytes_of(v, &c->writes);
  const lcm_expr *once =
      reads && writes
          ? smaller(v->ctx, c->left, lcm_expr_add(v->ctx, reads, writes))
          : NULL;
  if (node->n_again && once)
    c->left = once;
}

/* Return the loops around what is visited. */
static const struct lcm_moves_loop *loops_of(struct visit *v) {
  struct lcm_moves_loop *loops =
      LCM_NEW_ARRAY(v->arena, struct lcm_moves_loop, v->chain.n + 1);
  for (size_t i = 0; i < v->chain.n; i++)
    loops[i] =
        (struct lcm_moves_loop){v->chain.at[i].range, v->chain.at[i].count};
  return loops;
}

/* Return the traffic of the fragment "node" in the loops around. */
static const struct lcm_moves *count(struct visit *v, const lcm_node *node) {
  struct lcm_moves *traffic = LCM_NEW(v->arena, struct lcm_moves);
  struct counting c = {.runs = lcm_expr_int(v->ctx, 1),
                       .left = lcm_node_bytes(v->ctx, node)};
  struct parts both = {0};
  const lcm_expr *own = take_own(v, &c, node);
  if (c.left && node->bytes)
    c.left = lcm_expr_sub(v->ctx, c.left, node->bytes);
  add_sections(v, &c.reads, node->reads, node->n_reads);
  add_sections(v, &c.writes, node->writes, node->n_writes);
  take_common(v, &c, node);
  traffic->all = plus(v->ctx, plus(v->ctx, c.left, node->bytes), own);
  add_node(v, &both, node);
  bool more = c.left && take_off(v, &c, set_of(v, &both));
  for (size_t i = v->chain.n; i-- > 0 && c.runs;) {
    const struct around *loop = &v->chain.at[i];
    if (loop->range) {
      widen_all(v, &c.reads, loop->range, loop->count, loop->parallel);
      widen_all(v, &c.writes, loop->range, loop->count, loop->parallel);
      c.runs = over(v->ctx, c.runs, loop->range, loop->count);
    } else
      c.runs = lcm_expr_mul(v->ctx, c.runs, loop->count);
    more = more && c.runs && take_off(v, &c, loop->set);
  }
  traffic->first = plus(v->ctx, c.left, node->bytes);
  traffic->again = c.again.at;
  traffic->n = c.again.n;
  traffic->runs = c.runs;
  traffic->loops = loops_of(v);
  traffic->n_loops = v->chain.n;
  return traffic;
}

const lcm_expr *lcm_traffic_over(lcm_ctx *ctx, const struct lcm_moves *moves,
                                 const lcm_expr *e, size_t from, size_t to) {
  for (size_t i = to; i-- > from && e;) {
    const struct lcm_moves_loop *loop = &moves->loops[i];
    e = loop->range ? over(ctx, e, loop->range, loop->count)
                    : lcm_expr_mul(ctx, e, loop->count);
  }
  return e;
}

static void visit(struct visit *v, const lcm_node *node);

/* Visit what is inside the loop "node". */
static void visit_loop(struct visit *v, const lcm_node *node) {
  const size_t n = node->u.loop.n_ranges;
  const size_t outer = v->chain.n;
  const size_t indices = v->indices.n;
  const size_t lets = v->lets.n;
  const bool parallel = node->kind == LCM_NODE_PARLOOP;
  for (size_t r = 0; r < (n ? n : 1); r++) {
    const lcm_iteration *range = n ? &node->u.loop.ranges[r] : NULL;
    const struct around one = {
        range, count_in(v->ctx, node, range), {0}, parallel};
    if (one.count)
      LCM_LIST_ADD(v->arena, &v->chain, one);
  }
  struct parts parts = {0};
  note_indices(v, node);
  for (size_t i = 0; i < node->n_children; i++)
    add_node(v, &parts, node->children[i]);
  v->lets.n = lets;
  for (size_t i = v->chain.n; i-- > outer;) {
    struct around *loop = &v->chain.at[i];
    loop->set = set_of(v, &parts);
    if (loop->range)
      widen_all(v, &parts, loop->range, loop->count, parallel);
  }
  for (size_t i = 0; i < node->n_children; i++)
    visit(v, node->children[i]);
  v->chain.n = outer;
  v->indices.n = indices;
  v->lets.n = lets;
}

/* Find the traffic of the fragments at and below "node". */
static void visit(struct visit *v, const lcm_node *node) {
  if (node->kind == LCM_NODE_FRAGMENT) {
    v->fn(node, count(v, node), v->user);
    return;
  }
  if (lcm_node_is_loop(node->kind)) {
    visit_loop(v, node);
    return;
  }
  if (node->kind == LCM_NODE_LET)
    note_let(v, node);
  const size_t lets = v->lets.n;
  for (size_t i = 0; i < node->n_children; i++)
    visit(v, node->children[i]);
  v->lets.n = node->kind == LCM_NODE_LET ? v->lets.n : lets;
}

void lcm_traffic_find(lcm_ctx *ctx, const lcm_program *program,
                      const lcm_node *body, lcm_traffic_fn fn, void *user) {
  struct visit v = {.ctx = ctx,
                    .program = program,
                    .fn = fn,
                    .user = user,
                    .arena = lcm_ctx_arena(ctx)};
  visit(&v, body);
}
