/* The one list of the expressions and sections that a node has. */
#include "model/structure/exprs.h"

/* Who visits. */
struct visit {
  lcm_expr_fn fn;
  void *user;
};

/* Visit "e" unless it is NULL; return whether that ends the visit. */
static bool one(const struct visit *v, const lcm_expr *e) {
  return e && v->fn(e, v->user);
}

/* Visit the "n" expressions at "all", NULL or not. */
static bool each(const struct visit *v, const lcm_expr *const *all, size_t n) {
  for (size_t i = 0; all && i < n; i++)
    if (one(v, all[i]))
      return true;
  return false;
}

static bool range_of(const struct visit *v, const lcm_iteration *range) {
  return one(v, range->from) || one(v, range->to) || one(v, range->step) ||
         one(v, range->factor);
}

bool lcm_iteration_exprs(const lcm_iteration *range, lcm_expr_fn fn,
                         void *user) {
  return range_of(&(struct visit){fn, user}, range);
}

/* Visit what the loop "node" has. */
static bool loop(const struct visit *v, const lcm_node *node) {
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    if (range_of(v, &node->u.loop.ranges[i]))
      return true;
  return one(v, node->u.loop.condition) || one(v, node->u.loop.count) ||
         one(v, node->u.loop.chunk) || one(v, node->u.loop.when) ||
         one(v, node->u.loop.final_when) || one(v, node->u.loop.priority);
}

/* Visit the resources of "node", and how long it uses them. */
static bool resources(const struct visit *v, const lcm_node *node) {
  for (size_t i = 0; i < node->u.resource.n_instances; i++)
    if (each(v, node->u.resource.instances[i].indices,
             node->u.resource.instances[i].n_indices))
      return true;
  return one(v, node->u.resource.time);
}

/* Visit "of". */
static bool message(const struct visit *v, const struct lcm_mpi_call *of) {
  const lcm_expr *const all[] = {of->to,     of->from,     of->root, of->bytes,
                                 of->tag,    of->from_tag, of->slot, of->count,
                                 of->colour, of->key};
  return each(v, all, sizeof all / sizeof *all) ||
         each(v, of->args, of->n_args);
}

/* Visit the part of "node" that its kind has. */
static bool part(const struct visit *v, const lcm_node *node) {
  switch (lcm_node_part_of(node->kind)) {
  case LCM_U_LOOP:
    return loop(v, node);
  case LCM_U_TEAM:
    return one(v, node->u.team.size) || one(v, node->u.team.when);
  case LCM_U_BRANCH:
    return each(v, node->u.branch.conditions, node->n_children) ||
           each(v, node->u.branch.probabilities, node->n_children);
  case LCM_U_CALL:
    return each(v, node->u.call.args, node->u.call.n_args) ||
           each(v, node->u.call.sizes, node->u.call.n_args);
  case LCM_U_LET:
    return one(v, node->u.let.value);
  case LCM_U_RESOURCE:
    return resources(v, node);
  case LCM_U_CONDITION:
    return each(v, node->u.condition.indices, node->u.condition.n_indices);
  case LCM_U_TASK:
    return one(v, node->u.task.when) || one(v, node->u.task.final_when) ||
           one(v, node->u.task.priority) || one(v, node->u.task.bytes);
  case LCM_U_TRANSFER:
    return one(v, node->u.transfer.bytes);
  case LCM_U_MESSAGE:
    return message(v, node->u.message);
  case LCM_U_NONE:
  case LCM_U_PARALLEL:
  case LCM_U_OPAQUE:
    break;
  }
  return false;
}

/* Visit what "node" itself costs. */
static bool costs(const struct visit *v, const lcm_node *node) {
  for (size_t i = 0; i < node->n_again; i++)
    if (one(v, node->again[i].bytes) || one(v, node->again[i].set))
      return true;
  for (size_t i = 0; i < node->n_slow; i++)
    if (one(v, node->slow[i].count) || one(v, node->slow[i].bytes) ||
        (node->slow[i].kind != LCM_SLOW_SHARED &&
         (one(v, node->slow[i].stride) || one(v, node->slow[i].used))))
      return true;
  return one(v, node->flops) || one(v, node->cycles) || one(v, node->rest) ||
         one(v, node->bytes) || each(v, node->costs, LCM_COST_COUNT);
}

bool lcm_node_exprs(const lcm_node *node, unsigned which, lcm_expr_fn fn,
                    void *user) {
  const struct visit v = {fn, user};
  for (size_t i = 0; which & LCM_EXPRS_MODELS && i < node->n_models; i++)
    if (one(&v, node->models[i].expr))
      return true;
  for (size_t i = 0; which & LCM_EXPRS_WITH && i < node->n_with; i++)
    if (one(&v, node->with[i].value))
      return true;
  return (which & LCM_EXPRS_COSTS && costs(&v, node)) ||
         (which & LCM_EXPRS_PART && part(&v, node));
}

bool lcm_node_sections(const lcm_node *node, lcm_section_fn fn, void *user) {
  for (size_t i = 0; i < node->n_reads; i++)
    if (fn(&node->reads[i], user))
      return true;
  for (size_t i = 0; i < node->n_writes; i++)
    if (fn(&node->writes[i], user))
      return true;
  if (node->kind == LCM_NODE_TASK)
    for (size_t i = 0; i < node->u.task.n_depends; i++)
      if (fn(&node->u.task.depends[i].section, user))
        return true;
  return false;
}

/* Return what "fn" returns for "e"; NULL stays NULL. */
static const lcm_expr *mapped(const lcm_expr *e, lcm_expr_map_fn fn,
                              void *user) {
  return e ? fn(e, user) : NULL;
}

lcm_iteration lcm_iteration_map(const lcm_iteration *range, lcm_expr_map_fn fn,
                                void *user) {
  return (lcm_iteration){
      range->index, mapped(range->from, fn, user), mapped(range->to, fn, user),
      mapped(range->step, fn, user), mapped(range->factor, fn, user)};
}

lcm_section lcm_section_map(lcm_ctx *ctx, const lcm_section *section,
                            lcm_expr_map_fn fn, void *user) {
  lcm_section out = *section;
  struct lcm_extent *extents = LCM_NEW_ARRAY(
      lcm_ctx_arena(ctx), struct lcm_extent, section->n_extents + 1);
  lcm_iteration *over =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_iteration, section->n_over + 1);
  for (size_t i = 0; i < section->n_extents; i++)
    extents[i] =
        (struct lcm_extent){mapped(section->extents[i].lower, fn, user),
                            mapped(section->extents[i].length, fn, user),
                            section->extents[i].field};
  for (size_t i = 0; i < section->n_over; i++)
    over[i] = lcm_iteration_map(&section->over[i], fn, user);
  out.rounds = mapped(section->rounds, fn, user);
  out.share = mapped(section->share, fn, user);
  out.by = mapped(section->by, fn, user);
  out.extents = extents;
  out.over = over;
  return out;
}
