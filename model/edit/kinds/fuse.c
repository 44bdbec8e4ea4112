/* The verb fuse: two loops or parallel regions become one. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/fuse.h"

/* Two neighbours that become one. */
struct fusing {
  struct lcm_editing *e;
  const struct lcm_edit_spot *first; /* first, second: they */
  const struct lcm_edit_spot *second;
  /* what goes with the first, and stays around the second: a construct or a
   * region of it */
  struct lcm_edit_spot gone;
  struct lcm_edit_spot kept;
};

bool lcm_edit_can_fuse(const struct lcm_edit_spot *spot) {
  const lcm_node *node = spot->node;
  return ((node->kind == LCM_NODE_LOOP || node->kind == LCM_NODE_PARLOOP) &&
          node->u.loop.n_ranges) ||
         (node->kind == LCM_NODE_TEAM && node->u.team.kind == LCM_TEAM_THREADS);
}

/* Return whether "block" is a worksharing construct that consists of "node",
 * and maybe its barrier. */
static bool is_construct(const lcm_node *block, const lcm_node *node) {
  return block->kind == LCM_NODE_SERIES && block->children[0] == node &&
         (block->n_children == 2
              ? block->children[1]->kind == LCM_NODE_BARRIER
              : block->n_children == 1 && block->marks.construct);
}

/* Return the spot of what is executed in the place of "spot": of the construct
 * or the region that consists of it. */
static struct lcm_edit_spot unit_of(const struct lcm_edit_spot *spot) {
  const lcm_node *parent = lcm_edit_parent(spot);
  const bool alone =
      parent && spot->node->kind == LCM_NODE_PARLOOP &&
      (parent->kind == LCM_NODE_TEAM || is_construct(parent, spot->node));
  return alone ? lcm_edit_around(spot) : *spot;
}

/* Check that "f" are neighbours in one block. */
static lcm_status check_neighbours(struct fusing *f) {
  const struct lcm_edit_spot first = unit_of(f->first);
  const struct lcm_edit_spot second = unit_of(f->second);
  const lcm_node *block = lcm_edit_parent(&first);
  f->gone = first;
  f->kept = second;
  if (!block || block->kind != LCM_NODE_SERIES ||
      block != lcm_edit_parent(&second) || first.node == second.node)
    return lcm_edit_wrong(f->e, f->second->node,
                          "both are not statements of one block");
  const size_t i = lcm_edit_index(block, first.node);
  const size_t k = lcm_edit_index(block, second.node);
  if (k == i + 1)
    return LCM_OK;
  return k > i ? lcm_edit_wrong(f->e, block->children[i + 1],
                                "this stands between them")
               : lcm_edit_wrong(f->e, f->second->node,
                                "it stands before the other");
}

/* ---- models -------------------------------------------------------------- */

/* Return "e", of the second loop, with the indices of the first. */
static const lcm_expr *with_indices(struct fusing *f, const lcm_expr *e) {
  const lcm_node *a = f->first->node;
  const lcm_node *b = f->second->node;
  const size_t n = a->u.loop.n_ranges;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(f->e->ctx), struct lcm_subst, n + 1);
  for (size_t i = 0; i < n; i++)
    substs[i] = (struct lcm_subst){
        b->u.loop.ranges[i].index,
        lcm_expr_symbol(f->e->ctx, a->u.loop.ranges[i].index, LCM_DIM_NONE)};
  return lcm_expr_subst(f->e->ctx, e, substs, n);
}

/* Return "source", where a model comes from, with the data that moved to what
 * "other" is of (`moves=`), where both are summed. */
static const char *joined(lcm_ctx *ctx, const char *source, const char *other) {
  static const char KEY[] = "moves=";
  if (!source)
    return other;
  for (const char *at = other; at && (at = strstr(at, KEY)); at++)
    source =
        lcm_intern(ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "%s %.*s", source,
                                         (int)strcspn(at, " \t"), at));
  return source;
}

/* Put the sum of the models of "a" and "b", which are executed one after the
 * other, into "out". */
static lcm_status add_models(struct fusing *f, const lcm_node *a,
                             const lcm_node *b, lcm_node *out) {
  LCM_LIST(lcm_model) models = {0};
  lcm_arena *arena = lcm_ctx_arena(f->e->ctx);
  for (size_t i = 0; i < a->n_models; i++) {
    const lcm_model *other = lcm_node_model(b, a->models[i].category);
    if (!other || other->per != a->models[i].per || a->n_models != b->n_models)
      return lcm_edit_wrong(f->e, b,
                            "there is a model of %s of one of them alone",
                            a->models[i].category);
    lcm_model both = a->models[i];
    both.expr =
        lcm_expr_add(f->e->ctx, both.expr, with_indices(f, other->expr));
    both.source = joined(f->e->ctx, both.source, other->source);
    LCM_LIST_ADD(arena, &models, both);
  }
  if (b->n_models && !a->n_models)
    return lcm_edit_wrong(f->e, a,
                          "there is a model of %s of one of them alone",
                          b->models[0].category);
  if (a->n_models)
    lcm_edit_premise(f->e, false, "both cost together what each costs alone");
  out->models = models.at;
  out->n_models = models.n;
  return LCM_OK;
}

/* Return the "n" sections at "a" and the "m" at "b" one after the other. */
static const lcm_section *both_sections(lcm_ctx *ctx, const lcm_section *a,
                                        size_t n, const lcm_section *b,
                                        size_t m) {
  lcm_section *all = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_section, n + m + 1);
  if (n)
    memcpy(all, a, n * sizeof *all);
  if (m)
    memcpy(all + n, b, m * sizeof *all);
  return all;
}

/* Let "out" touch what both touch. */
static void add_sections(struct fusing *f, lcm_node *out) {
  const lcm_node *a = f->first->node;
  const lcm_node *b = f->second->node;
  out->reads =
      both_sections(f->e->ctx, a->reads, a->n_reads, b->reads, b->n_reads);
  out->n_reads = a->n_reads + b->n_reads;
  out->writes =
      both_sections(f->e->ctx, a->writes, a->n_writes, b->writes, b->n_writes);
  out->n_writes = a->n_writes + b->n_writes;
}

/* ---- loops --------------------------------------------------------------- */

bool lcm_edit_alike(const lcm_node *a, const lcm_node *b) {
  bool alike = a->u.loop.n_ranges == b->u.loop.n_ranges &&
               a->u.loop.count == b->u.loop.count &&
               (a->kind == LCM_NODE_PARLOOP ||
                lcm_edit_goes_down(a) == lcm_edit_goes_down(b));
  for (size_t i = 0; alike && i < a->u.loop.n_ranges; i++) {
    const lcm_iteration *x = &a->u.loop.ranges[i];
    const lcm_iteration *y = &b->u.loop.ranges[i];
    alike = x->from == y->from && x->to == y->to && x->step == y->step &&
            x->factor == y->factor;
  }
  return alike;
}

const lcm_node *lcm_edit_round_as(struct lcm_editing *e, const lcm_node *a,
                                  const lcm_node *b) {
  LCM_LIST(const lcm_node *) parts = {0};
  for (size_t i = 0; i < b->u.loop.n_ranges; i++) {
    const char *from = a->u.loop.ranges[i].index;
    const char *to = b->u.loop.ranges[i].index;
    if (from == to)
      continue;
    lcm_node *let = lcm_edit_node(e, LCM_NODE_LET, b, NULL, 0);
    let->u.let.name = to;
    let->u.let.value = lcm_expr_symbol(e->ctx, from, LCM_DIM_NONE);
    LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &parts, let);
  }
  LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &parts, lcm_edit_round(e, b));
  return lcm_edit_node(e, LCM_NODE_SERIES, b, parts.at, parts.n);
}

/* Check that no iteration of the first loop needs, or is needed by, an
 * iteration of the second that would be executed before it; "body" is that of
 * the second. */
static lcm_status check_loops(struct fusing *f, const lcm_node *body) {
  const lcm_function *function = &f->e->program->functions[f->first->function];
  const bool parallel = f->first->node->kind == LCM_NODE_PARLOOP;
  const bool down = lcm_edit_goes_down(f->first->node);
  struct lcm_edit_accesses first = {.part = 0, .shared = parallel};
  struct lcm_edit_accesses second = {.part = 1, .shared = parallel};
  const struct lcm_edit_order order = {
      .range = &f->first->node->u.loop.ranges[0],
      .later = parallel || down,
      .earlier = parallel || !down,
      .what = parallel ? "different iterations of both loops"
                       : "iterations of the first loop and earlier ones of the "
                         "second"};
  lcm_edit_assume_whole(f->e, f->first->node);
  lcm_edit_assume_whole(f->e, f->second->node);
  lcm_edit_touch(&first, f->e, function, lcm_edit_round(f->e, f->first->node));
  lcm_edit_touch(&second, f->e, function, body);
  return lcm_edit_independent(f->e, &first, &second, &order, f->second);
}

/* Put "loop" in the place of the second loop, with what is around it, and
 * leave out the first with what is around that. */
static lcm_status put(struct fusing *f, const lcm_node *loop) {
  lcm_status status = LCM_OK;
  const lcm_node *gone = f->gone.node;
  const lcm_node *kept = f->kept.node;
  const bool around = gone != f->first->node && kept != f->second->node;
  lcm_edit_change(f->e, gone, NULL);
  if (!around || (!gone->n_models && !kept->n_models)) {
    lcm_edit_change(f->e, f->second->node, loop);
    return LCM_OK;
  }
  const lcm_node *parts[2] = {loop,
                              kept->n_children > 1 ? kept->children[1] : NULL};
  lcm_node *out = lcm_edit_with_children(f->e, kept, parts, kept->n_children);
  status = add_models(f, gone, kept, out);
  lcm_edit_change(f->e, kept, out);
  return status;
}

/* Make one loop of both. */
static lcm_status fuse_loops(struct fusing *f) {
  const lcm_node *a = f->first->node;
  const lcm_node *b = f->second->node;
  if (a->n_with || b->n_with)
    return lcm_edit_wrong(f->e, a->n_with ? a : b,
                          "it has values of its own (`with`)");
  if (!lcm_edit_alike(a, b))
    return lcm_edit_wrong(f->e, b, "the loops have different ranges");
  if (a->kind == LCM_NODE_PARLOOP &&
      (a->u.loop.schedule != b->u.loop.schedule ||
       a->u.loop.chunk != b->u.loop.chunk))
    return lcm_edit_wrong(f->e, b, "the loops have different schedules");
  const lcm_node *second = lcm_edit_round_as(f->e, a, b);
  lcm_status status = check_loops(f, second);
  if (status)
    return status;
  const lcm_node *const both[] = {lcm_edit_round(f->e, a), second};
  const lcm_node *body = lcm_edit_node(f->e, LCM_NODE_SERIES, a, both, 2);
  lcm_node *loop = lcm_edit_with_children(f->e, a, &body, 1);
  status = add_models(f, a, b, loop);
  loop->n_reads = loop->n_writes = 0;
  return status ? status : put(f, loop);
}

/* ---- regions ------------------------------------------------------------- */

/* Make one region of both, with a barrier where the first ended. */
static lcm_status fuse_regions(struct fusing *f) {
  const lcm_node *a = f->first->node;
  const lcm_node *b = f->second->node;
  if (a->u.team.size != b->u.team.size || a->u.team.when != b->u.team.when)
    return lcm_edit_wrong(f->e, b, "the regions ask for different teams");
  if (a->n_models || b->n_models || a->n_with || b->n_with)
    return lcm_edit_wrong(f->e, a->n_models || a->n_with ? a : b,
                          "it has models of its own");
  const lcm_node *parts[] = {a->n_children ? a->children[0] : NULL,
                             lcm_edit_node(f->e, LCM_NODE_BARRIER, b, NULL, 0),
                             b->n_children ? b->children[0] : NULL};
  const lcm_node *body =
      lcm_edit_node(f->e, LCM_NODE_SERIES, a, parts, parts[2] ? 3 : 2);
  lcm_node *team = lcm_edit_with_children(f->e, b, &body, 1);
  add_sections(f, team);
  lcm_edit_premise(f->e, true, "the threads meet where the first region ended");
  lcm_edit_premise(f->e, false,
                   "no private variable of the one is one of the other");
  lcm_edit_change(f->e, a, NULL);
  lcm_edit_change(f->e, b, team);
  return LCM_OK;
}

lcm_status lcm_edit_fuse(struct lcm_editing *e,
                         const struct lcm_edit_spot *spots, size_t n) {
  struct fusing f = {.e = e, .first = &spots[0], .second = &spots[1]};
  if (n < 2)
    return lcm_edit_wrong(e, spots[0].node, "say with what it is fused");
  if (spots[0].node->kind != spots[1].node->kind)
    return lcm_edit_wrong(e, spots[1].node, "it is %s, the other is %s",
                          lcm_edit_noun(e->ctx, spots[1].node),
                          lcm_edit_noun(e->ctx, spots[0].node));
  const lcm_status status = check_neighbours(&f);
  if (status)
    return status;
  return spots[0].node->kind == LCM_NODE_TEAM ? fuse_regions(&f)
                                              : fuse_loops(&f);
}
