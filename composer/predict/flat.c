/* Loops over several indices at once become loops over one, and those that
 * count down, of which it matters in which order they go, become loops that
 * count up. */
#include "composer/predict/flat.h"

#include <string.h>

#include "base/map.h"
#include "model/expr/expr.h"
#include "model/structure/structure.h"

/* Return whether anything below "node" speaks of an index of its ranges. */
static bool is_indexed(const lcm_node *node) {
  bool found = false;
  for (size_t i = 0; i < node->u.loop.n_ranges && !found; i++)
    for (size_t k = 0; k < node->n_children && !found; k++)
      found =
          lcm_node_mentions(node->children[k], node->u.loop.ranges[i].index);
  return found;
}

/* Return whether "e" (NULL: nothing) speaks of the index of one of the "n"
 * ranges at "ranges". */
static bool speaks_of(const lcm_expr *e, const lcm_iteration *ranges,
                      size_t n) {
  bool found = false;
  for (size_t i = 0; i < n && e && !found; i++)
    found = lcm_expr_has(e, ranges[i].index);
  return found;
}

/* Return whether how far each index of "node" goes does not depend on another,
 * and all are added to. */
static bool is_rectangular(const lcm_node *node) {
  const lcm_iteration *ranges = node->u.loop.ranges;
  bool found = true;
  for (size_t i = 0; i < node->u.loop.n_ranges && found; i++)
    found = ranges[i].from && ranges[i].to && !ranges[i].factor &&
            !speaks_of(ranges[i].from, ranges, i) &&
            !speaks_of(ranges[i].to, ranges, i) &&
            !speaks_of(ranges[i].step, ranges, i);
  return found;
}

/* Return how many values "range" has. */
static const lcm_expr *length_of(lcm_ctx *ctx, const lcm_iteration *range) {
  const lcm_expr *span = lcm_expr_sub(ctx, range->to, range->from);
  if (range->step)
    span =
        lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, span, range->step));
  const lcm_expr *both[] = {lcm_expr_int(ctx, 0),
                            lcm_expr_add(ctx, span, lcm_expr_int(ctx, 1))};
  return lcm_expr_nary(ctx, LCM_X_MAX, both, 2);
}

/* Return the node that gives "name" the value "value", at "loc". */
static const lcm_node *let(lcm_ctx *ctx, const char *name,
                           const lcm_expr *value, lcm_loc loc) {
  lcm_node *node = lcm_node_new(ctx, LCM_NODE_LET, loc);
  node->u.let.name = name;
  node->u.let.value = value;
  return node;
}

/* Return a copy of "node" with the ranges "ranges", "n" of them, and "child"
 * below it. */
static lcm_node *with(lcm_ctx *ctx, const lcm_node *node,
                      const lcm_iteration *ranges, size_t n,
                      const lcm_node *child) {
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  const lcm_node **children = LCM_NEW(lcm_ctx_arena(ctx), const lcm_node *);
  *copy = *node;
  *children = child;
  copy->children = children;
  copy->n_children = 1;
  copy->u.loop.ranges = ranges;
  copy->u.loop.n_ranges = n;
  return copy;
}

/* Return a series of the "n" nodes at "first", which it keeps, and "last". */
static const lcm_node *series(lcm_ctx *ctx, const lcm_node **first, size_t n,
                              const lcm_node *last) {
  lcm_node *node = lcm_node_new(ctx, LCM_NODE_SERIES, last->loc);
  first[n] = last;
  node->children = first;
  node->n_children = n + 1;
  return node;
}

/* Return whether "name" is one of those of "list" (NULL: none), with blanks
 * between them. */
static bool is_listed(const char *list, const char *name) {
  const size_t n = strlen(name);
  for (; list && *list; list += strspn(list, " ")) {
    const size_t len = strcspn(list, " ");
    if (len == n && !strncmp(list, name, n))
      return true;
    list += len;
  }
  return false;
}

/* Return the value of the index of "range" in its iteration "at", of those that
 * go down where it is "falling". */
static const lcm_expr *value_of(lcm_ctx *ctx, const lcm_iteration *range,
                                const lcm_expr *at, bool falling) {
  at = range->step ? lcm_expr_mul(ctx, at, range->step) : at;
  return falling ? lcm_expr_sub(ctx, range->to, at)
                 : lcm_expr_add(ctx, range->from, at);
}

/* Return "node", whose indices do not depend on each other, with the number of
 * the iteration as its index, and "child" below it. */
static const lcm_node *numbered(lcm_ctx *ctx, const lcm_node *node,
                                const lcm_node *child) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = node->u.loop.n_ranges;
  const lcm_node **lets = LCM_NEW_ARRAY(arena, const lcm_node *, n + 1);
  lcm_iteration *range = LCM_NEW(arena, lcm_iteration);
  const char *index = node->u.loop.ranges[0].index;
  for (size_t i = 1; i < n; i++)
    index = LCM_INTERN_JOINED(ctx, index, ", ", node->u.loop.ranges[i].index);
  const lcm_expr *rest = lcm_expr_symbol(ctx, index, LCM_DIM_NONE);
  const lcm_expr *count = lcm_expr_int(ctx, 1);
  for (size_t i = n; i-- > 0;) {
    const lcm_iteration *own = &node->u.loop.ranges[i];
    const lcm_expr *length = length_of(ctx, own);
    const lcm_expr *before =
        lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, rest, length));
    const lcm_expr *at =
        i ? lcm_expr_sub(ctx, rest, lcm_expr_mul(ctx, before, length)) : rest;
    const bool falling =
        is_listed(lcm_node_attribute(node, "falling"), own->index);
    lets[i] = let(ctx, own->index, value_of(ctx, own, at, falling), node->loc);
    count = lcm_expr_mul(ctx, count, length);
    rest = before;
  }
  *range =
      (lcm_iteration){.index = index,
                      .from = lcm_expr_int(ctx, 0),
                      .to = lcm_expr_sub(ctx, count, lcm_expr_int(ctx, 1))};
  return with(ctx, node, range, 1, series(ctx, lets, n, child));
}

/* Return "node" with its first index alone, and a loop of the others below it
 * around "child". */
static const lcm_node *nested(lcm_ctx *ctx, const lcm_node *node,
                              const lcm_node *child) {
  lcm_node *inner = lcm_node_new(ctx, LCM_NODE_LOOP, node->loc);
  const lcm_node **children = LCM_NEW(lcm_ctx_arena(ctx), const lcm_node *);
  *children = child;
  inner->children = children;
  inner->n_children = 1;
  inner->u.loop.ranges = node->u.loop.ranges + 1;
  inner->u.loop.n_ranges = node->u.loop.n_ranges - 1;
  return with(ctx, node, node->u.loop.ranges, 1, inner);
}

/* Let "node" not say that its index goes down. */
static void unmark(lcm_ctx *ctx, lcm_node *node) {
  struct lcm_attribute *kept = LCM_NEW_ARRAY(
      lcm_ctx_arena(ctx), struct lcm_attribute, node->n_attributes + 1);
  size_t n = 0;
  for (size_t i = 0; i < node->n_attributes; i++)
    if (strcmp(node->attributes[i].key, "down") != 0)
      kept[n++] = node->attributes[i];
  lcm_node_set_attributes(node, kept, n);
}

/* What stands for an index. */
struct replacement {
  lcm_ctx *ctx;
  struct lcm_subst by;
};

/* Return "models", "n" of them, with the index of "r" replaced. */
static const lcm_model *replaced(const struct replacement *r,
                                 const lcm_model *models, size_t n) {
  lcm_model *out = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_model, n + 1);
  for (size_t i = 0; i < n; i++) {
    out[i] = models[i];
    if (out[i].expr)
      out[i].expr = lcm_expr_subst(r->ctx, out[i].expr, &r->by, 1);
  }
  return out;
}

/* Return whether it matters for others when "node" is executed: they may wait
 * for what it does, or share it. */
static bool is_waited_for(const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
  case LCM_NODE_MESSAGE:
    return true;
  case LCM_NODE_BARRIER:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_BRANCH:
  case LCM_NODE_TEAM:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return false;
}

/* Return whether anything that is waited for is in "node". */
static bool has_waited_for(const lcm_node *node) {
  bool found = is_waited_for(node);
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = has_waited_for(node->children[i]);
  return found;
}

/* Return whether the order of what is in "node" may matter: calls may lead to
 * anything that is in the program. */
static bool has_order(const lcm_node *node) {
  bool found = is_waited_for(node) || node->kind == LCM_NODE_CALL ||
               node->kind == LCM_NODE_PARLOOP;
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = has_order(node->children[i]);
  return found;
}

/* Return whether the index of "node" goes down and it matters that it does, as
 * what one of its iterations does depends on that: threads share them, or in a
 * program in which actors wait for each other ("waits") these wait for it. */
static bool is_falling(const lcm_node *node, bool waits) {
  const lcm_iteration *range = node->u.loop.ranges;
  const bool shared = node->kind == LCM_NODE_PARLOOP;
  if (!lcm_node_is_loop(node->kind) ||
      (!shared && (!waits || node->u.loop.count || !has_order(node))) ||
      node->u.loop.n_ranges != 1 || node->n_children > 1 || !range->from ||
      !range->to || range->factor ||
      !(node->marks.down ||
        is_listed(lcm_node_attribute(node, "falling"), range->index)))
    return false;
  bool found = is_indexed(node);
  for (size_t i = 0; i < node->n_models && !found; i++)
    found = speaks_of(node->models[i].expr, range, 1);
  return found && !range->index[lcm_name_unturned(range->index)];
}

/* Return "node", whose index goes down, with one that goes up, of which the
 * other is made: the first iterations have the large values. */
static const lcm_node *turned(lcm_ctx *ctx, const lcm_node *node) {
  const lcm_iteration *range = node->u.loop.ranges;
  const lcm_node **lets =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, 2);
  lcm_iteration *own = LCM_NEW(lcm_ctx_arena(ctx), lcm_iteration);
  *own = *range;
  own->index = LCM_INTERN_JOINED(ctx, range->index, LCM_TURNED);
  const lcm_expr *value =
      lcm_expr_sub(ctx, lcm_expr_add(ctx, range->from, range->to),
                   lcm_expr_symbol(ctx, own->index, LCM_DIM_NONE));
  const struct replacement r = {ctx, {range->index, value}};
  *lets = let(ctx, range->index, value, node->loc);
  lcm_node *copy =
      with(ctx, node, own, 1,
           node->n_children ? series(ctx, lets, 1, node->children[0]) : *lets);
  copy->models = replaced(&r, node->models, node->n_models);
  copy->n_children = node->n_children;
  unmark(ctx, copy);
  return copy;
}

static const lcm_node *flat(lcm_ctx *ctx, const lcm_node *node, bool waits);

/* As flat, of a tree that was not seen before. */
static const lcm_node *flat_new(lcm_ctx *ctx, const lcm_node *node,
                                bool waits) {
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, node->n_children + 1);
  bool same = true;
  for (size_t i = 0; i < node->n_children; i++) {
    children[i] = flat(ctx, node->children[i], waits);
    same = same && children[i] == node->children[i];
  }
  if (!same) {
    lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
    *copy = *node;
    copy->children = children;
    node = copy;
  }
  if (is_falling(node, waits))
    return turned(ctx, node);
  if (!lcm_node_is_loop(node->kind) || node->u.loop.n_ranges < 2 ||
      node->u.loop.count || node->n_children != 1 ||
      lcm_node_attribute(node, "ordered"))
    return node;
  if (!is_rectangular(node))
    return flat(ctx, nested(ctx, node, node->children[0]), waits);
  return is_indexed(node) ? numbered(ctx, node, node->children[0]) : node;
}

/* Return "node" with all such loops at and below it as lcm_program_flat, itself
 * where there are none, in a program in which actors wait for each other
 * ("waits") or not. */
static const lcm_node *flat(lcm_ctx *ctx, const lcm_node *node, bool waits) {
  struct lcm_map *known = lcm_ctx_table(ctx, LCM_SLOT_FLAT);
  const char *key = (const char *)node + waits;
  const lcm_node *out = lcm_map_pointer(known, key);
  if (out)
    return out;
  out = flat_new(ctx, node, waits);
  lcm_map_point(lcm_ctx_arena(ctx), known, key, out);
  return out;
}

/* Return whether actors wait for each other in "program". */
static bool has_waits(const lcm_program *program) {
  bool found = false;
  for (size_t i = 0; i < program->n_functions && !found; i++)
    found = program->functions[i].body &&
            has_waited_for(program->functions[i].body);
  return found;
}

const lcm_program *lcm_program_flat(lcm_ctx *ctx, const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  const bool waits = has_waits(program);
  bool same = true;
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (!functions[i].body)
      continue;
    functions[i].body = flat(ctx, functions[i].body, waits);
    same = same && functions[i].body == program->functions[i].body;
  }
  if (same)
    return program;
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  *copy = *program;
  copy->functions = functions;
  return copy;
}
