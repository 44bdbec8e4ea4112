/* Data that the loops inside a fragment touch again in each round. */
#include "analyzer/lower/access/again.h"
#include "analyzer/lower/control/node.h"

/* Most accesses of loops inside a fragment that are looked at. */
enum { MAX_ACCESSES = 64 };

void lcm_nest_enter(struct lcm_lowering *l, struct lcm_loop_nest *nest,
                    lcm_iteration range) {
  const struct lcm_loop_level whole = {.range = {0}};
  const struct lcm_loop_level level = {.range = range};
  if (!nest->levels.n)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nest->levels, whole);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nest->levels, level);
}

/* Return what stands in "level" as one node. */
static const lcm_node *body_of(struct lcm_lowering *l,
                               struct lcm_loop_level *level) {
  const lcm_loc nowhere = {0};
  if (level->reads.n || level->writes.n) {
    lcm_node *own = lcm_node_new(l->ctx, LCM_NODE_FRAGMENT, nowhere);
    own->reads = level->reads.at;
    own->n_reads = level->reads.n;
    own->writes = level->writes.at;
    own->n_writes = level->writes.n;
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &level->children, own);
  }
  return lcm_lower_series(l, &level->children, nowhere);
}

void lcm_nest_leave(struct lcm_lowering *l, struct lcm_loop_nest *nest) {
  const lcm_loc nowhere = {0};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  struct lcm_loop_level *level = &nest->levels.at[--nest->levels.n];
  lcm_node *loop = lcm_node_new(l->ctx, LCM_NODE_LOOP, nowhere);
  lcm_iteration *range = LCM_NEW(arena, lcm_iteration);
  *range = level->range;
  loop->u.loop.ranges = range;
  loop->u.loop.n_ranges = 1;
  lcm_lower_child(l, loop, body_of(l, level));
  LCM_LIST_ADD(arena, &nest->levels.at[nest->levels.n - 1].children, loop);
}

lcm_section *lcm_nest_access(struct lcm_lowering *l, struct lcm_loop_nest *nest,
                             const lcm_section *section, bool write) {
  struct lcm_loop_level *level = &nest->levels.at[nest->levels.n - 1];
  lcm_section_list *list = write ? &level->writes : &level->reads;
  for (size_t i = 0; i < list->n; i++)
    if (lcm_section_equal(&list->at[i], section))
      return &list->at[i];
  if (nest->n++ < MAX_ACCESSES)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), list, *section);
  return NULL;
}

/* What is touched again, as it is found; "lost": something is not known. */
struct finding {
  lcm_ctx *ctx;
  LCM_LIST(struct lcm_again) all;
  bool lost;
};

/* Add "bytes" that are touched again after "set" to "f". */
static void add(struct finding *f, const lcm_expr *bytes, const lcm_expr *set) {
  const struct lcm_again again = {bytes, set};
  f->lost = f->lost || !bytes;
  for (size_t i = 0; i < f->all.n; i++)
    if (f->all.at[i].set == set) {
      f->all.at[i].bytes = lcm_expr_add(f->ctx, f->all.at[i].bytes, bytes);
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->all, again);
}

/* Return "e" with "by" for the index of "range". */
static const lcm_expr *at_index(lcm_ctx *ctx, const lcm_expr *e,
                                const lcm_iteration *range,
                                const lcm_expr *by) {
  const struct lcm_subst subst = {range->index, by};
  return e && by ? lcm_expr_subst(ctx, e, &subst, 1) : NULL;
}

/* Return the value in the middle of the index of "range". */
static const lcm_expr *middle_of(lcm_ctx *ctx, const lcm_iteration *range) {
  return lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 1, 2),
                      lcm_expr_add(ctx, range->from, range->to));
}

/* Return which of the loops of "traffic" is the outermost whose index "e" (or
 * NULL) speaks of; their number where it speaks of none. */
static size_t outermost(const struct lcm_moves *traffic, const lcm_expr *e) {
  size_t i = 0;
  while (i < traffic->n_loops &&
         !(e && traffic->loops[i].range &&
           lcm_expr_has(e, traffic->loops[i].range->index)))
    i++;
  return i;
}

/* Add "bytes", which all executions of a fragment with the traffic "traffic"
 * touch again after "set".  Where that differs by the index of a loop (of a
 * triangle), parts of its range stand for themselves, each by its middle; other
 * indices are in the middle of theirs. */
static void add_over(struct finding *f, const struct lcm_moves *traffic,
                     const lcm_expr *bytes, const lcm_expr *set) {
  enum { PARTS = 8 };
  lcm_ctx *ctx = f->ctx;
  const size_t n = traffic->n_loops;
  const size_t by = outermost(traffic, set);
  if (by == n) {
    add(f, lcm_traffic_over(ctx, traffic, bytes, 0, n), set);
    return;
  }
  const struct lcm_moves_loop *loop = &traffic->loops[by];
  bytes = lcm_traffic_over(ctx, traffic, bytes, by + 1, n);
  const int of_bytes = lcm_traffic_parts(bytes, PARTS);
  const int of_set = lcm_traffic_parts(set, PARTS);
  const int parts = of_bytes < of_set ? of_bytes : of_set;
  for (int i = 0; i < parts; i++) {
    const lcm_expr *at = NULL;
    const lcm_expr *width = NULL;
    lcm_traffic_part(&at, &width, ctx, loop->range, (int[]){i, parts});
    const lcm_expr *part =
        lcm_expr_mul(ctx, at_index(ctx, bytes, loop->range, at), width);
    const lcm_expr *here = at_index(ctx, set, loop->range, at);
    for (size_t k = n; k-- > 0 && here;)
      if (traffic->loops[k].range)
        here = at_index(ctx, here, traffic->loops[k].range,
                        middle_of(ctx, traffic->loops[k].range));
    add(f, lcm_traffic_over(ctx, traffic, part, 0, by), here);
  }
}

/* Add what all executions of the accesses "node" touch again to "user", a
 * finding. */
static void find(const lcm_node *node, const struct lcm_moves *traffic,
                 void *user) {
  struct finding *f = user;
  (void)node;
  for (size_t i = 0; i < traffic->n; i++) {
    const struct lcm_set *set = &traffic->again[i].set;
    const lcm_expr *parts[] = {set->common, set->own, set->divided};
    const lcm_expr *sum = set->known ? lcm_expr_int(f->ctx, 0) : NULL;
    for (int k = 0; k < 3; k++)
      sum = parts[k] ? lcm_expr_add(f->ctx, sum, parts[k]) : sum;
    add_over(f, traffic, traffic->again[i].bytes, sum);
  }
}

void lcm_nest_finish(struct lcm_lowering *l, struct lcm_loop_nest *nest,
                     lcm_node *node) {
  struct finding f = {.ctx = l->ctx};
  if (!nest->n)
    return;
  const bool muted = lcm_ctx_mute(l->ctx, true);
  lcm_traffic_find(l->ctx, NULL, body_of(l, &nest->levels.at[0]), find, &f);
  (void)lcm_ctx_mute(l->ctx, muted);
  if (f.lost || !f.all.n)
    return;
  node->again = f.all.at;
  node->n_again = f.all.n;
}
