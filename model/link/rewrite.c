/* A program with something else in the place of names. */
#include "model/link/rewrite.h"

#include <string.h>

#include "base/map.h"

/* What is replaced, and the copies of the nodes that were met. */
struct rewriting {
  lcm_ctx *ctx;
  const struct lcm_rewriting *what;
  lcm_map copies;
  bool inserted; /* a node was put behind another one */
};

/* Return "e" (or NULL) with the replacements. */
static const lcm_expr *expr(const lcm_expr *e, void *user) {
  const struct rewriting *r = user;
  return e ? lcm_expr_subst(r->ctx, e, r->what->substs, r->what->n) : NULL;
}

/* Return the "n" expressions at "all" (or NULL) with the replacements. */
static const lcm_expr *const *exprs(struct rewriting *r,
                                    const lcm_expr *const *all, size_t n) {
  if (!all)
    return NULL;
  const lcm_expr **out =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *, n + 1);
  for (size_t i = 0; i < n; i++)
    out[i] = expr(all[i], r);
  return out;
}

/* Return the "n" sections at "all" (or NULL) with the replacements. */
static const lcm_section *sections(struct rewriting *r, const lcm_section *all,
                                   size_t n) {
  if (!all)
    return NULL;
  lcm_section *out = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_section, n + 1);
  for (size_t i = 0; i < n; i++)
    out[i] = lcm_section_map(r->ctx, &all[i], expr, r);
  return out;
}

/* Return "instance" with the replacements. */
static struct lcm_instance instance(struct rewriting *r,
                                    const struct lcm_instance *of) {
  return (struct lcm_instance){of->name, exprs(r, of->indices, of->n_indices),
                               of->n_indices};
}

/* Make the replacements in the loop "node". */
static void loop(struct rewriting *r, lcm_node *node) {
  lcm_iteration *ranges = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_iteration,
                                        node->u.loop.n_ranges + 1);
  const lcm_expr **const own[] = {
      &node->u.loop.condition,  &node->u.loop.count,
      &node->u.loop.chunk,      &node->u.loop.when,
      &node->u.loop.final_when, &node->u.loop.priority};
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    ranges[i] = lcm_iteration_map(&node->u.loop.ranges[i], expr, r);
  node->u.loop.ranges = ranges;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    *own[i] = expr(*own[i], r);
}

/* Make the replacements in the resources of "node". */
static void resource(struct rewriting *r, lcm_node *node) {
  const size_t n = node->u.resource.n_instances;
  struct lcm_instance *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_instance, n + 1);
  for (size_t i = 0; i < n; i++)
    all[i] = instance(r, &node->u.resource.instances[i]);
  node->u.resource.instances = all;
  node->u.resource.time = expr(node->u.resource.time, r);
}

/* Make the replacements in the task "node". */
static void task(struct rewriting *r, lcm_node *node) {
  const size_t n = node->u.task.n_depends;
  struct lcm_depend *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_depend, n + 1);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_depend *one = &node->u.task.depends[i];
    all[i] = (struct lcm_depend){
        one->type, lcm_section_map(r->ctx, &one->section, expr, r)};
  }
  node->u.task.depends = all;
  node->u.task.when = expr(node->u.task.when, r);
  node->u.task.final_when = expr(node->u.task.final_when, r);
  node->u.task.priority = expr(node->u.task.priority, r);
  node->u.task.bytes = expr(node->u.task.bytes, r);
}

/* Return a copy of "of" with the replacements. */
static struct lcm_mpi_call *message(struct rewriting *r,
                                    const struct lcm_mpi_call *of) {
  struct lcm_mpi_call *out =
      LCM_NEW(lcm_ctx_arena(r->ctx), struct lcm_mpi_call);
  *out = *of;
  const lcm_expr **const own[] = {
      &out->to,       &out->from, &out->root,  &out->bytes,  &out->tag,
      &out->from_tag, &out->slot, &out->count, &out->colour, &out->key};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    *own[i] = expr(*own[i], r);
  out->args = exprs(r, of->args, of->n_args);
  return out;
}

/* Make the replacements in the part of "node" that its kind has. */
static void part(struct rewriting *r, lcm_node *node) {
  switch (lcm_node_part_of(node->kind)) {
  case LCM_U_LOOP:
    loop(r, node);
    break;
  case LCM_U_TEAM:
    node->u.team.size = expr(node->u.team.size, r);
    node->u.team.when = expr(node->u.team.when, r);
    break;
  case LCM_U_BRANCH:
    node->u.branch.conditions =
        exprs(r, node->u.branch.conditions, node->n_children);
    node->u.branch.probabilities =
        exprs(r, node->u.branch.probabilities, node->n_children);
    break;
  case LCM_U_CALL:
    node->u.call.args = exprs(r, node->u.call.args, node->u.call.n_args);
    node->u.call.sizes = exprs(r, node->u.call.sizes, node->u.call.n_args);
    node->u.call.places = sections(r, node->u.call.places, node->u.call.n_args);
    break;
  case LCM_U_LET:
    node->u.let.value = expr(node->u.let.value, r);
    break;
  case LCM_U_RESOURCE:
    resource(r, node);
    break;
  case LCM_U_CONDITION:
    node->u.condition = instance(r, &node->u.condition);
    break;
  case LCM_U_TASK:
    task(r, node);
    break;
  case LCM_U_TRANSFER:
    node->u.transfer.bytes = expr(node->u.transfer.bytes, r);
    break;
  case LCM_U_MESSAGE:
    node->u.message = message(r, node->u.message);
    break;
  case LCM_U_NONE:
  case LCM_U_PARALLEL:
  case LCM_U_OPAQUE:
    break;
  }
}

/* Make the replacements in what "node" costs. */
static void costs(struct rewriting *r, lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  struct lcm_again *again =
      LCM_NEW_ARRAY(arena, struct lcm_again, node->n_again + 1);
  struct lcm_slow *slow =
      LCM_NEW_ARRAY(arena, struct lcm_slow, node->n_slow + 1);
  for (size_t i = 0; i < node->n_again; i++)
    again[i] = (struct lcm_again){expr(node->again[i].bytes, r),
                                  expr(node->again[i].set, r)};
  for (size_t i = 0; i < node->n_slow; i++) {
    slow[i] = node->slow[i];
    slow[i].count = expr(slow[i].count, r);
    slow[i].bytes = expr(slow[i].bytes, r);
    slow[i].stride = expr(slow[i].stride, r);
    slow[i].used = expr(slow[i].used, r);
  }
  node->again = again;
  node->slow = slow;
  node->flops = expr(node->flops, r);
  node->cycles = expr(node->cycles, r);
  node->rest = expr(node->rest, r);
  node->bytes = expr(node->bytes, r);
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    node->costs[i] = expr(node->costs[i], r);
}

/* Make the replacements in what is said of "node". */
static void said(struct rewriting *r, lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  lcm_model *models = LCM_NEW_ARRAY(arena, lcm_model, node->n_models + 1);
  struct lcm_assign *with =
      LCM_NEW_ARRAY(arena, struct lcm_assign, node->n_with + 1);
  for (size_t i = 0; i < node->n_models; i++) {
    models[i] = node->models[i];
    models[i].expr = expr(models[i].expr, r);
  }
  for (size_t i = 0; i < node->n_with; i++)
    with[i] =
        (struct lcm_assign){node->with[i].name, expr(node->with[i].value, r)};
  node->models = models;
  node->with = with;
}

/* Let the call "node" pass the further arguments "more". */
static void pass(struct rewriting *r, lcm_node *node,
                 const struct lcm_further *more) {
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  const size_t n = node->u.call.n_args;
  const size_t all = n + more->names.n;
  const lcm_expr **args = LCM_NEW_ARRAY(arena, const lcm_expr *, all + 1);
  for (size_t i = 0; i < all; i++)
    args[i] =
        i < n ? node->u.call.args[i]
              : lcm_expr_symbol(r->ctx, more->names.at[i - n], LCM_DIM_NONE);
  if (node->u.call.places) {
    lcm_section *places = LCM_NEW_ARRAY(arena, lcm_section, all + 1);
    memcpy(places, node->u.call.places, n * sizeof *places);
    node->u.call.places = places;
  }
  if (node->u.call.sizes) {
    const lcm_expr **sizes = LCM_NEW_ARRAY(arena, const lcm_expr *, all + 1);
    memcpy(sizes, node->u.call.sizes, n * sizeof(const lcm_expr *));
    node->u.call.sizes = sizes;
  }
  node->u.call.args = args;
  node->u.call.n_args = all;
}

/* Let "f" have the further parameters that "r" says. */
static void extend(struct rewriting *r, lcm_function *f) {
  size_t found = 0;
  if (!lcm_map_get(&r->what->params, f->key, &found))
    return;
  const struct lcm_further *more = (const struct lcm_further *)(uintptr_t)found;
  const size_t n = f->n_params;
  const char **params =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const char *, n + more->names.n + 1);
  for (size_t i = 0; i < n + more->names.n; i++)
    params[i] = i < n ? f->params[i] : more->names.at[i - n];
  f->params = params;
  f->n_params = n + more->names.n;
}

/* Return how many nodes come behind "node". */
static size_t behind(const struct rewriting *r, const lcm_node *node) {
  size_t next = 0;
  size_t n = 0;
  while (lcm_map_get(&r->what->behind, node, &next)) {
    node = (const lcm_node *)(uintptr_t)next;
    n++;
  }
  return n;
}

/* Return the node that begins the series "node", NULL for none. */
static const lcm_node *front(const struct rewriting *r, const lcm_node *node) {
  size_t found = 0;
  return node->kind == LCM_NODE_SERIES &&
                 lcm_map_get(&r->what->front, node, &found)
             ? (const lcm_node *)(uintptr_t)found
             : NULL;
}

/* Return how many children the copy of "node" may have. */
static size_t room_of(const struct rewriting *r, const lcm_node *node) {
  const lcm_node *first = front(r, node);
  size_t n = first ? 1 + behind(r, first) : 0;
  for (size_t i = 0; i < node->n_children; i++)
    n += 1 + (node->kind == LCM_NODE_SERIES ? behind(r, node->children[i]) : 0);
  return n;
}

/* Add "node" to the children of "out" and what comes behind it. */
static void add(struct rewriting *r, const lcm_node **children, lcm_node *out,
                const lcm_node *node, const lcm_node *copy) {
  size_t next = 0;
  children[out->n_children++] = copy;
  while (out->kind == LCM_NODE_SERIES &&
         lcm_map_get(&r->what->behind, node, &next)) {
    node = (const lcm_node *)(uintptr_t)next;
    children[out->n_children++] = node;
    r->inserted = true;
  }
}

/* Return the copy of "node" (or NULL). */
static const lcm_node *copy_of(struct rewriting *r, const lcm_node *node) {
  size_t known = 0;
  if (!node)
    return NULL;
  if (lcm_map_get(&r->copies, node, &known))
    return (const lcm_node *)(uintptr_t)known;
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  lcm_node *out = LCM_NEW(arena, lcm_node);
  lcm_map_put(arena, &r->copies, node, (size_t)(uintptr_t)out);
  *out = *node;
  const lcm_node **children =
      LCM_NEW_ARRAY(arena, const lcm_node *, room_of(r, node) + 1);
  const lcm_node *first = front(r, node);
  out->n_children = 0;
  if (first)
    add(r, children, out, first, first);
  r->inserted = r->inserted || first;
  for (size_t i = 0; i < node->n_children; i++)
    add(r, children, out, node->children[i], copy_of(r, node->children[i]));
  out->children = children;
  out->whole = copy_of(r, node->whole);
  out->part_of = copy_of(r, node->part_of);
  out->reads = sections(r, node->reads, node->n_reads);
  out->writes = sections(r, node->writes, node->n_writes);
  said(r, out);
  costs(r, out);
  part(r, out);
  if (lcm_map_get(&r->what->passed, node, &known))
    pass(r, out, (const struct lcm_further *)(uintptr_t)known);
  return out;
}

const lcm_program *lcm_program_rewrite(lcm_ctx *ctx, const lcm_program *program,
                                       const struct lcm_rewriting *what) {
  struct rewriting r = {.ctx = ctx, .what = what};
  lcm_program *out = LCM_NEW(lcm_ctx_arena(ctx), lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program->n_functions + 1);
  if (!what->n && !what->n_behind)
    return program;
  *out = *program;
  for (size_t i = 0; i < program->n_functions; i++) {
    r.inserted = false;
    functions[i] = program->functions[i];
    functions[i].body = copy_of(&r, functions[i].body);
    extend(&r, &functions[i]);
    if (r.inserted)
      lcm_function_number(ctx, &functions[i]);
  }
  out->functions = functions;
  return out;
}
