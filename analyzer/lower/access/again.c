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
    add(f, lcm_expr_mul(f->ctx, traffic->again[i].bytes, traffic->runs), sum);
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
