/* The model without contention that has the bound of a model: transformation
 * and algorithm 3.1 (van Gemund 1996). */
#include <math.h>

#include "composer/bound/terms/prove.h"
#include "composer/bound/terms/serialize.h"
#include "composer/bound/terms/terms.h"

typedef LCM_LIST(const lcm_node *) node_list;

static const lcm_node *serialized(struct lcm_bound_forming *f,
                                  const lcm_node *node);

/* Return a copy of "node" with the children "children". */
static lcm_node *with_children(struct lcm_bound_forming *f,
                               const lcm_node *node,
                               const node_list *children) {
  lcm_node *copy = lcm_node_new(f->ctx, node->kind, node->loc);
  *copy = *node;
  copy->id = 0;
  copy->children = children->at;
  copy->n_children = children->n;
  return copy;
}

/* Return the symbol of range "k" of the loop "node" where that runs over whole
 * numbers, else NULL. */
static const lcm_expr *whole_index(struct lcm_bound_forming *f,
                                   const lcm_node *node, size_t k) {
  const lcm_iteration *range = &node->u.loop.ranges[k];
  const bool whole = range->index && !range->factor &&
                     lcm_bound_is_whole(f->ctx, range->from) &&
                     (!range->step || lcm_bound_is_whole(f->ctx, range->step));
  return whole ? lcm_expr_symbol(f->ctx, range->index, LCM_DIM_NONE) : NULL;
}

/* Return the children of "node", transformed; indices of a loop are taken to be
 * whole meanwhile. */
static node_list children_of(struct lcm_bound_forming *f,
                             const lcm_node *node) {
  node_list children = {0};
  const size_t n = lcm_node_is_loop(node->kind) ? node->u.loop.n_ranges : 0;
  bool *was = LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), bool, n + 1);
  for (size_t k = 0; k < n; k++) {
    const lcm_expr *index = whole_index(f, node, k);
    was[k] = index && lcm_bound_is_whole(f->ctx, index);
    if (index)
      lcm_expr_assume(f->ctx, index, -INFINITY, INFINITY, true);
  }
  for (size_t i = 0; i < node->n_children; i++)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &children,
                 serialized(f, node->children[i]));
  for (size_t k = 0; k < n; k++)
    if (whole_index(f, node, k))
      lcm_expr_assume(f->ctx, whole_index(f, node, k), -INFINITY, INFINITY,
                      was[k]);
  return children;
}

/* Return a delay of the time of the USE "node". */
static const lcm_node *as_delay(struct lcm_bound_forming *f,
                                const lcm_node *node) {
  lcm_node *delay = lcm_node_new(f->ctx, LCM_NODE_FRAGMENT, node->loc);
  lcm_model *model = LCM_NEW(lcm_ctx_arena(f->ctx), lcm_model);
  *model = (lcm_model){.category = lcm_intern(f->ctx, "time"),
                       .expr = node->u.resource.time,
                       .provenance = LCM_PROV_ANNOTATED,
                       .loc = node->loc};
  delay->models = model;
  delay->n_models = 1;
  return delay;
}

/* Return "use", of an element whose subscripts are the indices of "shared", for
 * each element. */
static const lcm_node *for_each(struct lcm_bound_forming *f,
                                const struct lcm_bound_shared *shared,
                                const lcm_node *use) {
  for (size_t i = shared->of->n_ranges; i-- > 0;) {
    lcm_node *loop = lcm_node_new(f->ctx, LCM_NODE_PARLOOP, use->loc);
    lcm_iteration *range = LCM_NEW(lcm_ctx_arena(f->ctx), lcm_iteration);
    const lcm_node **child =
        LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), const lcm_node *, 1);
    *child = use;
    *range = (lcm_iteration){.index = shared->ranges[i].index,
                             .from = shared->ranges[i].from,
                             .to = shared->ranges[i].to};
    loop->u.loop.ranges = range;
    loop->u.loop.n_ranges = 1;
    loop->children = child;
    loop->n_children = 1;
    use = loop;
  }
  return use;
}

/* Return whether "e" contains a maximum over a range, which models cannot say;
 * "seen" are parts that do not. */
static bool has_maximum(struct lcm_bound_forming *f, const lcm_expr *e,
                        lcm_map *seen) {
  size_t unused = 0;
  if (lcm_expr_kind_of(e) == LCM_X_MAX_OVER)
    return true;
  if (lcm_map_get(seen, e, &unused))
    return false;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    if (has_maximum(f, lcm_expr_arg(e, i), seen))
      return true;
  lcm_map_put(lcm_ctx_arena(f->ctx), seen, e, 1);
  return false;
}

/* Return the branch that uses what "entry" demands as long as all together. */
static const lcm_node *serial_branch(struct lcm_bound_forming *f,
                                     const struct lcm_bound_entry *entry,
                                     lcm_loc loc) {
  const struct lcm_bound_shared *shared = &f->resources.at[entry->resource];
  const size_t n = shared->of->n_ranges;
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const lcm_expr **indices = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  struct lcm_instance *instance = LCM_NEW(arena, struct lcm_instance);
  lcm_node *use = lcm_node_new(f->ctx, LCM_NODE_USE, loc);
  for (size_t i = 0; i < n; i++)
    indices[i] = lcm_expr_symbol(f->ctx, shared->ranges[i].index, LCM_DIM_NONE);
  *instance = (struct lcm_instance){
      .name = shared->of->name, .indices = indices, .n_indices = n};
  use->u.resource.instances = instance;
  use->u.resource.n_instances = 1;
  lcm_map seen = {0};
  const lcm_expr *load = lcm_bound_element_load(f, entry);
  if (!load || has_maximum(f, load, &seen))
    lcm_bound_refuse(f, use, "a demand is a maximum over a range");
  use->u.resource.time =
      lcm_expr_mul(f->ctx, load, lcm_expr_unit(f->ctx, lcm_measure_find("s")));
  return for_each(f, shared, use);
}

/* Return how many of the children of the PARALLEL "node" use "resource"; of a
 * loop, several. */
static size_t users(struct lcm_bound_forming *f, const lcm_node *node,
                    size_t resource) {
  const size_t bound = f->values.n;
  size_t n = 0;
  if (node->kind == LCM_NODE_PARLOOP)
    return 2;
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_bound_terms *of = f->terms_of(f, node->children[i]);
    f->values.n = bound;
    for (size_t k = 0; k < of->demands.n; k++)
      n += of->demands.at[k].resource == resource;
  }
  return n;
}

/* Return the parallel part "node" with branches for the resources that several
 * of its own use. */
static const lcm_node *parallel_serialized(struct lcm_bound_forming *f,
                                           const lcm_node *node) {
  const size_t bound = f->values.n;
  const size_t signalled = f->signalled.n;
  const struct lcm_bound_terms *all = f->terms_of(f, node);
  node_list branches = {0};
  f->values.n = bound;
  f->signalled.n = signalled;
  for (size_t i = 0; i < all->demands.n && !f->reason; i++)
    if (users(f, node, all->demands.at[i].resource) > 1)
      LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &branches,
                   serial_branch(f, &all->demands.at[i], node->loc));
  const node_list own = children_of(f, node);
  if (!branches.n)
    return with_children(f, node, &own);
  if (node->kind == LCM_NODE_PARALLEL) {
    for (size_t i = 0; i < own.n; i++)
      LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &branches, own.at[i]);
    return with_children(f, node, &branches);
  }
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &branches, with_children(f, node, &own));
  lcm_node *out = lcm_node_new(f->ctx, LCM_NODE_PARALLEL, node->loc);
  out->children = branches.at;
  out->n_children = branches.n;
  return out;
}

/* Return "node" transformed. */
static const lcm_node *serialized(struct lcm_bound_forming *f,
                                  const lcm_node *node) {
  if (node->ignored || f->reason)
    return node;
  if (node->kind == LCM_NODE_USE)
    return as_delay(f, node);
  if (node->kind == LCM_NODE_ACQUIRE || node->kind == LCM_NODE_RELEASE)
    lcm_bound_refuse(f, node,
                     "a possession that begins and ends by P and V "
                     "has no bound");
  if (node->kind == LCM_NODE_PARALLEL || node->kind == LCM_NODE_PARLOOP)
    return parallel_serialized(f, node);
  const node_list own = children_of(f, node);
  lcm_node *copy = with_children(f, node, &own);
  if (node->kind != LCM_NODE_USING)
    return copy;
  lcm_node *group = lcm_node_new(f->ctx, LCM_NODE_SERIES, node->loc);
  group->children = copy->children;
  group->n_children = copy->n_children;
  return group;
}

/* Return the resources of "program" as those of which there is no end. */
static const lcm_resource *endless(struct lcm_bound_forming *f,
                                   const lcm_program *program) {
  lcm_resource *all = LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), lcm_resource,
                                    program->n_resources + 1);
  for (size_t i = 0; i < program->n_resources; i++) {
    all[i] = program->resources[i];
    all[i].multiplicity = all[i].service = NULL;
    all[i].discipline = LCM_FCFS;
  }
  return all;
}

/* Return the body of "function" transformed, its names standing for
 * themselves. */
static const lcm_node *body_of(struct lcm_bound_forming *f,
                               const lcm_function *function) {
  const size_t bound = f->values.n;
  f->base = bound;
  const lcm_node *body = serialized(f, function->body);
  f->base = 0;
  f->values.n = bound;
  return body;
}

const lcm_program *lcm_bound_serialize(struct lcm_bound_forming *f) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const lcm_program *program = f->program;
  lcm_program *out = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  *out = *program;
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (functions[i].body)
      functions[i].body = body_of(f, &functions[i]);
  }
  out->functions = functions;
  out->resources = endless(f, program);
  return f->reason || lcm_program_finish(f->ctx, out) ? NULL : out;
}
