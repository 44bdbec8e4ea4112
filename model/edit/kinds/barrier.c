/* The verb nowait: a barrier is removed. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/barrier.h"

/* What is executed without a barrier in between. */
struct part {
  struct lcm_edit_spot spot;
  /* the serial loop of which another round executes it; NULL: the same round */
  const lcm_node *loop;
  bool before; /* that round comes before this one */
  bool near;   /* it is the one right before or after; else any such */
  bool copies; /* what clauses of the construct read and write alone */
};

typedef LCM_LIST(struct part) part_list;

/* Return the barrier of the construct around "spot" that ends it, or NULL. */
static const lcm_node *barrier_of(const struct lcm_edit_spot *spot) {
  const lcm_node *parent = lcm_edit_parent(spot);
  if (spot->node->kind == LCM_NODE_BARRIER)
    return spot->node;
  if (!parent || parent->kind != LCM_NODE_SERIES ||
      (spot->node->kind != LCM_NODE_PARLOOP &&
       spot->node->kind != LCM_NODE_PARALLEL))
    return NULL;
  const size_t i = lcm_edit_index(parent, spot->node);
  const lcm_node *next =
      i + 1 < parent->n_children ? parent->children[i + 1] : NULL;
  return next && next->kind == LCM_NODE_BARRIER ? next : NULL;
}

bool lcm_edit_can_nowait(const struct lcm_edit_spot *spot) {
  return barrier_of(spot) != NULL;
}

/* Add what clauses of the construct "block" read and write, such as the sum
 * that a reduction leaves behind, to "out". */
static void add_copies(part_list *out, lcm_ctx *ctx,
                       const struct lcm_edit_spot *block) {
  const struct part copies = {.spot = *block, .copies = true};
  if (block->node->n_reads + block->node->n_writes)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), out, copies);
}

/* Add what is executed after child "i" of "block" up to the next barrier to
 * "out", going on behind the block where that is one of a block; return whether
 * that is all: a barrier or the end of the team is met. */
static bool add_after(part_list *out, lcm_ctx *ctx,
                      const struct lcm_edit_spot *block, size_t i) {
  for (i++; i < block->node->n_children; i++) {
    const struct part next = {.spot = lcm_edit_below(ctx, block, i)};
    bool ended = next.spot.node->kind == LCM_NODE_BARRIER;
    if (next.spot.node->kind == LCM_NODE_SERIES) {
      add_copies(out, ctx, &next.spot);
      ended = add_after(out, ctx, &next.spot, (size_t)-1);
    } else if (!ended && next.spot.node->kind != LCM_NODE_LET)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), out, next);
    if (ended)
      return true;
  }
  return false;
}

/* Return whether the last that "block" executes is a barrier. */
static bool is_ended(const lcm_node *block) {
  const lcm_node *last =
      block->n_children ? block->children[block->n_children - 1] : NULL;
  return last && last->kind == LCM_NODE_BARRIER;
}

/* As add_after, of what is executed before child "i". */
static bool add_before(part_list *out, lcm_ctx *ctx,
                       const struct lcm_edit_spot *block, size_t i) {
  while (i-- > 0) {
    const struct part last = {.spot = lcm_edit_below(ctx, block, i)};
    bool ended = last.spot.node->kind == LCM_NODE_BARRIER;
    if (last.spot.node->kind == LCM_NODE_SERIES) {
      if (!is_ended(last.spot.node))
        add_copies(out, ctx, &last.spot);
      ended = add_before(out, ctx, &last.spot, last.spot.node->n_children);
    } else if (!ended && last.spot.node->kind != LCM_NODE_LET)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), out, last);
    if (ended)
      return true;
  }
  return false;
}

/* Return how many barriers stand in and below "node". */
static size_t count_barriers(const lcm_node *node) {
  size_t n = node->kind == LCM_NODE_BARRIER;
  for (size_t i = 0; i < node->n_children; i++)
    n += count_barriers(node->children[i]);
  return n;
}

/* Add all that "block" executes to "out". */
static void add_all(part_list *out, lcm_ctx *ctx,
                    const struct lcm_edit_spot *block) {
  const struct part whole = {.spot = *block};
  const lcm_node_kind kind = block->node->kind;
  if (kind != LCM_NODE_SERIES && kind != LCM_NODE_LET &&
      kind != LCM_NODE_BARRIER)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), out, whole);
  if (kind == LCM_NODE_SERIES)
    add_copies(out, ctx, block);
  for (size_t i = 0; kind == LCM_NODE_SERIES && i < block->node->n_children;
       i++) {
    const struct lcm_edit_spot at = lcm_edit_below(ctx, block, i);
    add_all(out, ctx, &at);
  }
}

/* Add what rounds of the loop "loop" before ("before") or after this one
 * execute to "out": where another barrier stands in the loop, that of the round
 * right before or after up to that; else all of those after, and of those
 * before what comes behind the barrier: how the rest of them does with what is
 * later is how this one does. */
static void add_rounds(part_list *out, lcm_ctx *ctx,
                       const struct lcm_edit_spot *loop, bool before) {
  const struct lcm_edit_spot body = lcm_edit_below(ctx, loop, 0);
  const size_t first = out->n;
  const bool near = count_barriers(loop->node) > 1;
  if (body.node->kind != LCM_NODE_SERIES || (!near && !before))
    add_all(out, ctx, &body);
  else if (before)
    (void)add_before(out, ctx, &body, body.node->n_children);
  else
    (void)add_after(out, ctx, &body, (size_t)-1);
  for (size_t i = first; i < out->n; i++) {
    out->at[i].loop = loop->node;
    out->at[i].before = before;
    out->at[i].near = near;
  }
}

/* Add what is executed before ("before") or after "spot" without a barrier
 * between, out to the team; return whether that is all. */
static bool gather(part_list *out, lcm_ctx *ctx, struct lcm_edit_spot spot,
                   bool before) {
  while (spot.n_above) {
    const struct lcm_edit_spot block = lcm_edit_around(&spot);
    if (block.node->kind == LCM_NODE_TEAM)
      return true;
    const bool loop = lcm_node_is_serial_loop(block.node->kind);
    if (block.node->kind != LCM_NODE_SERIES && !loop)
      return false;
    const size_t i = lcm_edit_index(block.node, spot.node);
    if (!loop && before == (i + 1 == block.node->n_children))
      add_copies(out, ctx, &block);
    if (loop)
      add_rounds(out, ctx, &block, before);
    else if (before ? add_before(out, ctx, &block, i)
                    : add_after(out, ctx, &block, i))
      return true;
    spot = block;
  }
  return false;
}

/* ---- what a part touches ------------------------------------------------- */

/* Return "block" with nothing in it but "by" in the place of "wanted" and what
 * sets variables before; NULL where "wanted" is not in it. */
static const lcm_node *only(struct lcm_editing *e, const lcm_node *block,
                            const lcm_node *wanted, const lcm_node *by) {
  LCM_LIST(const lcm_node *) kept = {0};
  const lcm_node *found = NULL;
  if (block == wanted)
    return by;
  if (block->kind != LCM_NODE_SERIES)
    return NULL;
  for (size_t i = 0; i < block->n_children && !found; i++) {
    found = only(e, block->children[i], wanted, by);
    if (found || block->children[i]->kind == LCM_NODE_LET)
      LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &kept,
                   found ? found : block->children[i]);
  }
  return found ? lcm_edit_node(e, LCM_NODE_SERIES, block, kept.at, kept.n)
               : NULL;
}

/* Return a LET of "name" as "value" at the place of "like". */
static const lcm_node *let(struct lcm_editing *e, const lcm_node *like,
                           const char *name, const lcm_expr *value) {
  lcm_node *node = lcm_edit_node(e, LCM_NODE_LET, like, NULL, 0);
  node->u.let.name = name;
  node->u.let.value = value;
  return node;
}

/* Return "node", what is executed in a round of the loop of "part", as it is in
 * the rounds that are meant; NULL where these are not known. */
static const lcm_node *in_rounds(struct lcm_editing *e, const struct part *part,
                                 const lcm_node *node) {
  const lcm_node *loop = part->loop;
  const lcm_iteration *range = loop->u.loop.ranges;
  if (loop->u.loop.n_ranges != 1 || range->factor || !range->from ||
      !range->to || !range->index)
    return NULL;
  const char *other = LCM_INTERN_JOINED(e->ctx, range->index, ".other");
  const lcm_expr *index = lcm_expr_symbol(e->ctx, range->index, LCM_DIM_NONE);
  const lcm_expr *by = range->step ? range->step : lcm_expr_int(e->ctx, 1);
  const bool below = part->before != lcm_edit_goes_down(loop);
  const lcm_expr *next =
      below ? lcm_expr_sub(e->ctx, index, by) : lcm_expr_add(e->ctx, index, by);
  const lcm_node *both[] = {
      let(e, loop, range->index,
          part->near ? next : lcm_expr_symbol(e->ctx, other, LCM_DIM_NONE)),
      node};
  const lcm_node *round = lcm_edit_node(e, LCM_NODE_SERIES, loop, both, 2);
  if (part->near)
    return round;
  lcm_iteration *own = LCM_NEW(lcm_ctx_arena(e->ctx), lcm_iteration);
  *own = *range;
  own->index = other;
  own->from = below ? range->from : next;
  own->to = below ? next : range->to;
  lcm_node *rounds = lcm_edit_node(e, LCM_NODE_LOOP, loop, &round, 1);
  rounds->u.loop.ranges = own;
  rounds->u.loop.n_ranges = 1;
  return rounds;
}

/* Return "by", which stands for the node of "part" or a round of that, with the
 * values that variables have there. */
static const lcm_node *placed(struct lcm_editing *e, const struct part *part,
                              const lcm_node *by) {
  struct lcm_edit_spot top = part->spot;
  while (top.n_above && lcm_edit_around(&top).node->kind == LCM_NODE_SERIES)
    top = lcm_edit_around(&top);
  const lcm_node *node = only(e, top.node, part->spot.node, by);
  const lcm_node *rounds = node && part->loop ? in_rounds(e, part, node) : NULL;
  return rounds ? rounds : node ? node : by;
}

/* A search for what changes from round to round. */
struct moving {
  const lcm_node *root;
  const char *name; /* the variable that is looked for */
  bool found;
};

/* Note whether "node" gives the variable of "user" a value by a LET. */
static lcm_status note_let(const lcm_node *node, void *user) {
  struct moving *m = user;
  m->found = m->found || (node->kind == LCM_NODE_LET && node->u.let.name &&
                          node->u.let.name == m->name);
  return LCM_OK;
}

/* Note whether a section of "node" lies where the variable of "user" says. */
static lcm_status note_use(const lcm_node *node, void *user) {
  struct moving *m = user;
  for (size_t w = 0; w < 2; w++)
    for (size_t i = 0; i < (w ? node->n_writes : node->n_reads); i++) {
      const lcm_section *at = w ? &node->writes[i] : &node->reads[i];
      m->found = m->found || (at->n_extents && at->datum == m->name);
      for (size_t k = 0; k < at->n_extents; k++)
        m->found = m->found ||
                   (at->extents[k].lower &&
                    lcm_expr_has(at->extents[k].lower, m->name)) ||
                   (at->extents[k].length &&
                    lcm_expr_has(at->extents[k].length, m->name));
    }
  return LCM_OK;
}

/* Put the variable of "user" that "node" sets, and by which other nodes say
 * what they touch, into it, where nothing says what it holds. */
static lcm_status note_moved(const lcm_node *node, void *user) {
  struct moving *m = user;
  for (size_t i = 0; i < node->n_writes && !m->found; i++) {
    const lcm_section *at = &node->writes[i];
    struct moving own = {.root = m->root, .name = at->datum};
    if (at->n_extents || !at->datum || lcm_node_is_loop(node->kind))
      continue;
    lcm_edit_foreach(m->root, note_use, &own);
    struct moving known = {.root = m->root, .name = at->datum};
    if (own.found)
      lcm_edit_foreach(m->root, note_let, &known);
    if (own.found && !known.found) {
      m->found = true;
      m->name = at->datum;
    }
  }
  return LCM_OK;
}

/* Doubt the edit where it cannot be said what rounds of the loop of "part"
 * touch. */
static void check_rounds(struct lcm_editing *e, const struct part *part) {
  const lcm_node *loop = part->loop;
  struct moving m = {.root = loop};
  if (!loop)
    return;
  if (!in_rounds(e, part, part->spot.node))
    lcm_edit_doubt(e, "rounds of the loop at %s touch the same",
                   lcm_edit_at(e->ctx, loop));
  lcm_edit_foreach(loop, note_moved, &m);
  if (m.found)
    lcm_edit_doubt(e, "'%s' is the same in all rounds of the loop at %s",
                   m.name, lcm_edit_at(e->ctx, loop));
}

/* Return whether "part" is of clauses that combine copies of "section": they
 * read and write it. */
static bool is_combined(const struct part *part, const lcm_section *section) {
  const lcm_node *node = part->spot.node;
  bool read = false;
  bool written = false;
  for (size_t i = 0; part->copies && i < node->n_reads && !read; i++)
    read = node->reads[i].key == section->key;
  for (size_t i = 0; part->copies && i < node->n_writes && !written; i++)
    written = node->writes[i].key == section->key;
  return read && written;
}

/* Put those of the "n" sections at "from" into "out" of which copies are not
 * combined by both "part" and one of "others"; return how many. */
static size_t keep_alone(lcm_section *out, const lcm_section *from, size_t n,
                         const struct part *part, const part_list *others) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    bool twice = false;
    for (size_t k = 0; k < others->n && !twice; k++)
      twice =
          is_combined(part, &from[i]) && is_combined(&others->at[k], &from[i]);
    if (!twice)
      out[kept++] = from[i];
  }
  return kept;
}

/* Return what "part" executes, but for what is combined in one of "others",
 * too. */
static const lcm_node *executed(struct lcm_editing *e, const struct part *part,
                                const part_list *others) {
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  const lcm_node *node = part->spot.node;
  if (!part->copies)
    return node;
  lcm_section *all =
      LCM_NEW_ARRAY(arena, lcm_section, node->n_reads + node->n_writes + 1);
  lcm_node *copies = lcm_edit_node(e, LCM_NODE_SERIES, node, NULL, 0);
  copies->reads = all;
  copies->n_reads = keep_alone(all, node->reads, node->n_reads, part, others);
  all += copies->n_reads;
  copies->writes = all;
  copies->n_writes =
      keep_alone(all, node->writes, node->n_writes, part, others);
  return copies;
}

/* Doubt the edit where copies of the same are combined before and after. */
static void doubt_twice(struct lcm_editing *e, const part_list *before,
                        const part_list *after) {
  for (size_t i = 0; i < before->n; i++)
    for (size_t k = 0; before->at[i].copies && k < after->n; k++) {
      const lcm_node *node = before->at[i].spot.node;
      for (size_t w = 0; w < node->n_writes; w++)
        if (is_combined(&before->at[i], &node->writes[w]) &&
            is_combined(&after->at[k], &node->writes[w]))
          lcm_edit_doubt(e,
                         "the reductions of '%s' at %s and %s do not update "
                         "it at the same time",
                         node->writes[w].datum, lcm_edit_at(e->ctx, node),
                         lcm_edit_at(e->ctx, after->at[k].spot.node));
    }
}

/* ---- the verb ------------------------------------------------------------ */

/* Return whether members get the same iterations of "a" and "b". */
static bool are_dealt_alike(const lcm_node *a, const lcm_node *b) {
  if (a->kind != LCM_NODE_PARLOOP || b->kind != LCM_NODE_PARLOOP ||
      !lcm_schedule_has(a->u.loop.schedule, LCM_SCHED_FIXED) ||
      !lcm_schedule_has(b->u.loop.schedule, LCM_SCHED_FIXED) ||
      a->u.loop.chunk != b->u.loop.chunk || a->u.loop.n_ranges != 1 ||
      b->u.loop.n_ranges != 1)
    return false;
  const lcm_iteration *x = a->u.loop.ranges;
  const lcm_iteration *y = b->u.loop.ranges;
  return x->from == y->from && x->to == y->to && x->step == y->step &&
         !x->factor && !y->factor;
}

/* Return whether "part", a loop, has the same iterations in all rounds that are
 * meant: nothing in them sets what decides that. */
static bool is_steady(lcm_ctx *ctx, const struct part *part) {
  const lcm_iteration *range = part->spot.node->u.loop.ranges;
  const lcm_expr *const ends[] = {range->from, range->to, range->step};
  const char *index = part->loop && part->loop->u.loop.n_ranges == 1
                          ? part->loop->u.loop.ranges[0].index
                          : NULL;
  if (!part->loop)
    return true;
  if (!index)
    return false;
  for (size_t i = 0; i < 3; i++) {
    const char *const *names = NULL;
    const size_t n = ends[i] ? lcm_expr_names(&names, ctx, ends[i]) : 0;
    for (size_t k = 0; k < n; k++) {
      struct moving m = {.root = part->loop, .name = names[k]};
      lcm_edit_foreach(m.root, note_let, &m);
      if (m.found || m.name == index)
        return false;
    }
  }
  return true;
}

/* Check that iterations of the loops "a" and "b", which the same member
 * executes, depend on nothing of others. */
static lcm_status check_alike(struct lcm_editing *e, const struct part *a,
                              const struct part *b) {
  const lcm_node *x = a->spot.node;
  const lcm_node *y = b->spot.node;
  struct lcm_edit_accesses first = {.part = 0, .shared = true};
  struct lcm_edit_accesses second = {.part = 1, .shared = true};
  const struct lcm_edit_order order = {
      .range = x->u.loop.ranges,
      .later = true,
      .earlier = true,
      .what = "iterations of both loops by different threads"};
  const lcm_node *both[] = {
      let(e, y, y->u.loop.ranges[0].index,
          lcm_expr_symbol(e->ctx, x->u.loop.ranges[0].index, LCM_DIM_NONE)),
      lcm_edit_round(e, y)};
  const lcm_node *body = lcm_edit_node(e, LCM_NODE_SERIES, y, both, 2);
  lcm_edit_touch(&first, e, &e->program->functions[a->spot.function],
                 placed(e, a, lcm_edit_round(e, x)));
  lcm_edit_touch(&second, e, &e->program->functions[b->spot.function],
                 placed(e, b, body));
  lcm_edit_premise(e, true,
                   "each thread has the same iterations of both loops");
  return lcm_edit_independent(e, &first, &second, &order, &a->spot);
}

/* Return whether members get the same iterations of each of "before" and each
 * of "after". */
static bool are_all_alike(lcm_ctx *ctx, const part_list *before,
                          const part_list *after) {
  for (size_t i = 0; i < before->n; i++)
    for (size_t k = 0; k < after->n; k++)
      if (!before->at[i].copies && !after->at[k].copies &&
          (!are_dealt_alike(before->at[i].spot.node, after->at[k].spot.node) ||
           !is_steady(ctx, &before->at[i]) || !is_steady(ctx, &after->at[k])))
        return false;
  return true;
}

/* Add what "parts" touch, or, with "copies", what clauses do of that, to
 * "out", but for what is combined in "others", too. */
static void touch_parts(struct lcm_edit_accesses *out, struct lcm_editing *e,
                        const part_list *parts, bool copies,
                        const part_list *others) {
  for (size_t i = 0; i < parts->n; i++) {
    const struct part *part = &parts->at[i];
    if (!copies || part->copies)
      lcm_edit_touch(out, e, &e->program->functions[part->spot.function],
                     placed(e, part, executed(e, part, others)));
  }
}

/* Check that nothing in "before" is needed by, or needs, something in "after":
 * of those of which it is said what clauses do alone. */
static lcm_status check_any(struct lcm_editing *e, const part_list *before,
                            const part_list *after, const bool copies[2]) {
  static const struct lcm_edit_order ANY = {
      .what = "what threads do before and after the barrier"};
  struct lcm_edit_accesses first = {.part = 0, .shared = true};
  struct lcm_edit_accesses second = {.part = 1, .shared = true};
  touch_parts(&first, e, before, copies[0], after);
  touch_parts(&second, e, after, copies[1], before);
  if ((copies[0] && !first.of.n) || (copies[1] && !second.of.n))
    return LCM_OK;
  return lcm_edit_independent(e, &first, &second, &ANY, &before->at[0].spot);
}

/* Check what the team does "before" the barrier and "after" it. */
static lcm_status check_parts(struct lcm_editing *e, const part_list *before,
                              const part_list *after) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < before->n; i++)
    check_rounds(e, &before->at[i]);
  for (size_t i = 0; i < after->n; i++)
    check_rounds(e, &after->at[i]);
  doubt_twice(e, before, after);
  if (!are_all_alike(e->ctx, before, after))
    return check_any(e, before, after, (const bool[]){false, false});
  for (size_t i = 0; i < before->n && !status; i++)
    for (size_t k = 0; k < after->n && !status; k++)
      if (!before->at[i].copies && !after->at[k].copies)
        status = check_alike(e, &before->at[i], &after->at[k]);
  if (!status)
    status = check_any(e, before, after, (const bool[]){true, false});
  return status ? status
                : check_any(e, before, after, (const bool[]){false, true});
}

lcm_status lcm_edit_nowait(struct lcm_editing *e,
                           const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *barrier = barrier_of(spots);
  struct lcm_edit_spot spot = *spots;
  part_list before = {0};
  part_list after = {0};
  lcm_status status = LCM_OK;
  (void)n;
  spot.node = barrier;
  const bool all = gather(&before, e->ctx, spot, true);
  const bool end = gather(&after, e->ctx, spot, false);
  if (!all || !end)
    lcm_edit_doubt(e, "what the team does %s does not need the barrier",
                   end ? "before" : "afterwards, or in the next round,");
  if (!after.n && end)
    lcm_edit_premise(e, true, "the threads meet right behind the barrier");
  else if (before.n && after.n)
    status = check_parts(e, &before, &after);
  if (!status)
    lcm_edit_change(e, barrier, NULL);
  return status;
}

/* ---- the same iterations ------------------------------------------------- */

/* Check that the loop at "spot" needs nothing of "other", a loop of which each
 * thread has the same iterations so far and for which it does not wait. */
static lcm_status check_dealt(struct lcm_editing *e,
                              const struct lcm_edit_spot *spot,
                              const struct part *other) {
  static const struct lcm_edit_order ANY = {.what = "the loops"};
  const lcm_function *function = &e->program->functions[spot->function];
  const struct part own = {.spot = *spot};
  struct lcm_edit_accesses first = {.part = 0, .shared = true};
  struct lcm_edit_accesses second = {.part = 1, .shared = true};
  lcm_edit_touch(&first, e, function, placed(e, &own, spot->node));
  lcm_edit_touch(&second, e, function, placed(e, other, other->spot.node));
  switch (lcm_edit_overlap(e->ctx, &first, &second, &ANY)) {
  case LCM_OVERLAP_YES:
    return lcm_edit_refuse(e, spot->node,
                           "each thread has to have the same iterations as of "
                           "the loop at %s: no barrier stands between them",
                           lcm_edit_at(e->ctx, other->spot.node));
  case LCM_OVERLAP_MAYBE:
    lcm_edit_doubt(e,
                   "no thread needs the same iterations as of the loop at %s",
                   lcm_edit_at(e->ctx, other->spot.node));
    break;
  case LCM_OVERLAP_NO:
    break;
  }
  return LCM_OK;
}

lcm_status lcm_edit_check_schedule(struct lcm_editing *e,
                                   const struct lcm_edit_spot *spot) {
  part_list near = {0};
  lcm_status status = LCM_OK;
  (void)gather(&near, e->ctx, *spot, true);
  (void)gather(&near, e->ctx, *spot, false);
  for (size_t i = 0; i < near.n && !status; i++)
    if ((near.at[i].spot.node != spot->node || near.at[i].loop) &&
        are_dealt_alike(spot->node, near.at[i].spot.node))
      status = check_dealt(e, spot, &near.at[i]);
  return status;
}
