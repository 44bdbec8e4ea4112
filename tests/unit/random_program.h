/* Random task structures that keep every invariant, for property tests. */
#ifndef LCM_TESTS_UNIT_RANDOM_PROGRAM_H
#define LCM_TESTS_UNIT_RANDOM_PROGRAM_H

#include <stdint.h>

#include "base/list.h"
#include "model/expr/build.h"
#include "model/expr/coef.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/over.h"
#include "model/link/pointer.h"
#include "model/structure/structure.h"

/* A generator.
 * names  to take, with and without need of quotes */
struct random {
  lcm_ctx *ctx;
  uint64_t seed;
  unsigned nodes;
  unsigned id;
};

/* Return a number below "n". */
static unsigned random_below(struct random *r, unsigned n) {
  r->seed = r->seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(r->seed >> 33) % n;
}

/* Return true once in "n". */
static bool random_chance(struct random *r, unsigned n) {
  return random_below(r, n) == 0;
}

/* Return a name, sometimes an odd one. */
static const char *random_name(struct random *r) {
  static const char *const NAMES[] = {
      "n",        "k",           "rank", "a.field",  "main",      "s",
      "not",      "file.c:f",    "*q",   "",         "two words", "say \"x\"",
      "a\\b",     "tab\tline\n", "max",  "\x01\x7f", "9lives",    "sum",
      "\xc3\xa4", "model",       "if",   "p",        "byte",      "x_1"};
  return lcm_intern(r->ctx,
                    NAMES[random_below(r, sizeof NAMES / sizeof *NAMES)]);
}

/* Return a name or, once in "n", NULL. */
static const char *random_optional(struct random *r, unsigned n) {
  return random_chance(r, n) ? NULL : random_name(r);
}

/* Return the name of a symbol: no quotes inside. */
static const char *random_symbol(struct random *r) {
  static const char *const NAMES[] = {"n",   "k",   "s",   "ms",
                                      "not", "p",   "mod", "machine.flop",
                                      "max", "x y", "*q"};
  return lcm_intern(r->ctx,
                    NAMES[random_below(r, sizeof NAMES / sizeof *NAMES)]);
}

/* Return a random expression that is a pure number. */
static const lcm_expr *random_pure(struct random *r, unsigned depth) {
  lcm_ctx *ctx = r->ctx;
  const unsigned kind = random_below(r, depth > 3 ? 4 : 12);
  if (kind == 0)
    return lcm_expr_ratio(ctx, (long long)random_below(r, 19) - 9,
                          1 + random_below(r, 9));
  if (kind == 1)
    return lcm_expr_real(ctx, random_below(r, 1000) * 1.1e-7);
  if (kind == 2) {
    const lcm_coef coefs[] = {{.name = "k1", .value = 2.5, .half_width = 0.25},
                              {.name = "f.c:3:14",
                               .value = 1e-9,
                               .half_width = 1e-10,
                               .anonymous = true}};
    return lcm_expr_coef(ctx, &coefs[random_below(r, 2)]);
  }
  if (kind == 3)
    return lcm_expr_symbol(ctx, random_symbol(r), LCM_DIM_NONE);
  const lcm_expr *a = random_pure(r, depth + 1);
  const lcm_expr *b = random_pure(r, depth + 1);
  switch (kind) {
  case 4:
    return lcm_expr_add(ctx, a, b);
  case 5:
    return lcm_expr_mul(ctx, a, b);
  case 6:
    return lcm_expr_apply(ctx, LCM_X_FLOOR, a);
  case 7: {
    const lcm_expr *args[] = {a, b, lcm_expr_symbol(ctx, "n", LCM_DIM_NONE),
                              lcm_expr_symbol(ctx, "s", LCM_DIM_NONE)};
    return lcm_expr_nary(ctx, LCM_X_MAX, args, 4);
  }
  case 8:
    return lcm_expr_if(ctx, lcm_expr_binary(ctx, LCM_X_LT, a, b), b, a);
  case 9:
    return lcm_expr_pow(
        ctx, lcm_expr_symbol(ctx, "s", LCM_DIM_NONE),
        lcm_expr_ratio(ctx, (long long)random_below(r, 7) - 3, 2));
  case 10:
    return lcm_expr_over(
        ctx, LCM_X_SUM,
        (struct lcm_range){lcm_intern(ctx, "s"), a,
                           lcm_expr_symbol(ctx, "n", LCM_DIM_NONE)},
        lcm_expr_apply(ctx, LCM_X_CEIL, b));
  default:
    return lcm_expr_binary(ctx, LCM_X_MOD, a,
                           lcm_expr_symbol(ctx, "n", LCM_DIM_NONE));
  }
}

/* Return a random expression of any dimension, never NULL. */
static const lcm_expr *random_expr(struct random *r) {
  lcm_ctx *ctx = r->ctx;
  const lcm_expr *e = random_pure(r, 0);
  const lcm_dim dims[] = {{2, 0, -2}, {-2, 2, 0}, {0, 0, 0}, {1, 0, 0}};
  if (!e)
    e = lcm_expr_int(ctx, 7);
  if (random_chance(r, 3))
    e = lcm_expr_mul(ctx, e, lcm_expr_unit(ctx, lcm_measure_find("s")));
  if (random_chance(r, 4))
    e = lcm_expr_mul(
        ctx, e,
        lcm_expr_symbol(ctx, random_symbol(r), dims[random_below(r, 4)]));
  if (random_chance(r, 6))
    e = lcm_expr_div(ctx, e, lcm_expr_unit(ctx, lcm_measure_find("KiB")));
  if (random_chance(r, 8))
    e = lcm_expr_pow(ctx, e, lcm_expr_ratio(ctx, 1, 2));
  return e ? e : lcm_expr_int(ctx, 7);
}

/* Return an expression or, once in two, NULL. */
static const lcm_expr *random_maybe(struct random *r) {
  return random_chance(r, 2) ? NULL : random_expr(r);
}

/* Return a place, nowhere, or one without a file. */
static lcm_loc random_loc(struct random *r) {
  static const char *const FILES[] = {"m.c", "dir/x-1.h", "a b.c",
                                      "?",   "-",         "q\"uote.c"};
  lcm_loc loc = {0};
  if (random_chance(r, 4))
    return loc;
  loc = (lcm_loc){lcm_intern(r->ctx, FILES[random_below(r, 6)]),
                  random_below(r, 5000), random_below(r, 90),
                  random_below(r, 1u << 31), 4294967295u};
  if (random_chance(r, 9))
    loc.file = NULL;
  return loc;
}

/* Return a list of up to "most" expressions; "*n" receives how many. */
static const lcm_expr *const *random_exprs(struct random *r, size_t *n,
                                           unsigned most) {
  *n = random_below(r, most + 1);
  const lcm_expr **list =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *, *n + 1);
  for (size_t i = 0; i < *n; i++)
    list[i] = random_expr(r);
  return list;
}

/* Return "n" ranges, at most two; "*count" receives how many. */
static const lcm_iteration *random_ranges(struct random *r, size_t *count,
                                          size_t n) {
  lcm_iteration *ranges =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_iteration, 3);
  *count = n;
  for (size_t i = 0; i < n; i++)
    ranges[i] = (lcm_iteration){random_name(r), random_expr(r), random_expr(r),
                                random_maybe(r), random_maybe(r)};
  return ranges;
}

/* Return a section. */
static lcm_section random_section(struct random *r) {
  lcm_section section = {.datum = random_name(r),
                         .key = random_name(r),
                         .n_extents = random_below(r, 3),
                         .element = random_maybe(r),
                         .exact = random_chance(r, 2),
                         .declared = random_chance(r, 3),
                         .is_private = random_chance(r, 3),
                         .loc = random_loc(r)};
  struct lcm_extent *extents =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_extent, 3);
  for (size_t i = 0; i < section.n_extents; i++)
    if (random_chance(r, 4))
      extents[i].field = random_name(r);
    else
      extents[i] = (struct lcm_extent){random_maybe(r), random_maybe(r), NULL};
  section.extents = extents;
  section.why = random_chance(r, 3) ? random_name(r) : NULL;
  section.over = random_ranges(r, &section.n_over, random_below(r, 3));
  return section;
}

/* Return up to two sections; "*n" receives how many. */
static const lcm_section *random_sections(struct random *r, size_t *n) {
  *n = random_below(r, 3);
  lcm_section *list = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_section, 3);
  for (size_t i = 0; i < *n; i++)
    list[i] = random_section(r);
  return list;
}

/* Return an instance. */
static struct lcm_instance random_instance(struct random *r) {
  struct lcm_instance instance = {.name = random_name(r)};
  instance.indices = random_exprs(r, &instance.n_indices, 2);
  return instance;
}

/* Give "node" ranges and the other fields of a loop. */
static void random_loop(struct random *r, lcm_node *node) {
  node->u.loop.ranges =
      random_ranges(r, &node->u.loop.n_ranges, 1 + random_below(r, 2));
  node->u.loop.condition =
      node->kind == LCM_NODE_WHILE ? random_maybe(r) : NULL;
  node->u.loop.count = random_maybe(r);
  node->u.loop.schedule = (lcm_schedule)random_below(r, 8);
  node->u.loop.chunk = random_maybe(r);
  node->u.loop.worksharing = random_chance(r, 2);
  node->u.loop.ordered = random_chance(r, 3);
  if (node->u.loop.ordered) {
    node->u.loop.when = lcm_expr_int(r->ctx, 0);
    node->u.loop.final_when = lcm_expr_int(r->ctx, 1);
    node->u.loop.priority = lcm_expr_int(r->ctx, 2);
  }
}

/* Give the branch "node" conditions or probabilities. */
static void random_branch(struct random *r, lcm_node *node) {
  const lcm_expr **list = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *,
                                        node->n_children + 1);
  for (size_t i = 0; i < node->n_children; i++)
    list[i] = random_maybe(r);
  if (random_chance(r, 2))
    node->u.branch.conditions = list;
  else
    node->u.branch.probabilities = list;
}

/* Give the call "node" arguments. */
static void random_call(struct random *r, lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  const lcm_expr **args = LCM_NEW_ARRAY(arena, const lcm_expr *, 3);
  const lcm_expr **sizes = LCM_NEW_ARRAY(arena, const lcm_expr *, 3);
  lcm_section *places = LCM_NEW_ARRAY(arena, lcm_section, 3);
  node->u.call.callee = random_name(r);
  node->u.call.n_args = random_below(r, 4);
  for (size_t i = 0; i < node->u.call.n_args; i++) {
    args[i] = random_maybe(r);
    sizes[i] = random_maybe(r);
    if (random_chance(r, 2))
      places[i] = random_section(r);
  }
  node->u.call.args = args;
  node->u.call.sizes = random_chance(r, 2) ? sizes : NULL;
  node->u.call.places = random_chance(r, 2) ? places : NULL;
}

/* Give "node" resources or a condition. */
static void random_instances(struct random *r, lcm_node *node) {
  struct lcm_instance *list =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_instance, 2);
  if (node->kind == LCM_NODE_SIGNAL || node->kind == LCM_NODE_WAIT) {
    node->u.condition = random_instance(r);
    return;
  }
  list[0] = random_instance(r);
  list[1] = random_instance(r);
  node->u.resource.instances = list;
  node->u.resource.n_instances = 1 + random_below(r, 2);
  node->u.resource.time = random_expr(r);
}

/* Give the task "node" its clauses. */
static void random_task(struct random *r, lcm_node *node) {
  struct lcm_depend *depends =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), struct lcm_depend, 2);
  node->u.task.when = random_maybe(r);
  node->u.task.final_when = random_maybe(r);
  if (node->u.task.when)
    node->u.task.priority = lcm_expr_int(r->ctx, 3);
  node->u.task.n_depends = random_below(r, 3);
  for (size_t i = 0; i < node->u.task.n_depends; i++)
    depends[i] = (struct lcm_depend){random_name(r), random_section(r)};
  node->u.task.depends = depends;
}

/* Fill in the message operation "call". */
static void random_message(struct random *r, struct lcm_mpi_call *call) {
  call->operation = random_name(r);
  call->comm = random_optional(r, 3);
  call->to = random_maybe(r);
  call->from = random_maybe(r);
  call->root = random_maybe(r);
  call->bytes = random_maybe(r);
  call->tag = random_maybe(r);
  call->from_tag = random_maybe(r);
  call->request = random_optional(r, 3);
  call->slot = random_maybe(r);
  call->count = random_maybe(r);
  call->colour = random_maybe(r);
  call->key = random_maybe(r);
  call->status = random_optional(r, 3);
  call->made = random_optional(r, 3);
}

/* Give "node" what only its kind has. */
static void random_kind(struct random *r, lcm_node *node) {
  switch ((int)node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    random_loop(r, node);
    break;
  case LCM_NODE_TEAM:
    node->u.team.kind = (lcm_team_kind)random_below(r, 3);
    node->u.team.size = random_maybe(r);
    node->u.team.when = random_maybe(r);
    break;
  case LCM_NODE_PARALLEL:
    node->u.parallel.worksharing = random_chance(r, 2);
    break;
  case LCM_NODE_BRANCH:
    random_branch(r, node);
    break;
  case LCM_NODE_CALL:
    random_call(r, node);
    break;
  case LCM_NODE_LET:
    node->u.let = (struct lcm_assign){random_name(r), random_expr(r)};
    break;
  case LCM_NODE_USE:
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    random_instances(r, node);
    break;
  case LCM_NODE_TASK:
    random_task(r, node);
    break;
  case LCM_NODE_TRANSFER:
    node->u.transfer.bytes = random_maybe(r);
    node->u.transfer.from = random_optional(r, 3);
    node->u.transfer.to = random_optional(r, 3);
    break;
  case LCM_NODE_MESSAGE:
    random_message(r, node->u.message);
    break;
  case LCM_NODE_OPAQUE:
    node->u.opaque.reason = random_optional(r, 4);
    break;
  }
}

/* Give "node" models, accesses and notes. */
static void random_notes(struct random *r, lcm_node *node) {
  static const char *const CATEGORIES[] = {"time", "pc", "two words"};
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  lcm_model *models = LCM_NEW_ARRAY(arena, lcm_model, 3);
  struct lcm_assign *with = LCM_NEW(arena, struct lcm_assign);
  const char **assumes = LCM_NEW(arena, const char *);
  struct lcm_attribute *attributes = LCM_NEW(arena, struct lcm_attribute);
  for (node->n_models = 0; node->n_models < random_below(r, 4);
       node->n_models++)
    models[node->n_models] = (lcm_model){CATEGORIES[node->n_models],
                                         random_expr(r),
                                         (lcm_model_per)random_below(r, 3),
                                         (lcm_provenance)random_below(r, 4),
                                         random_optional(r, 2),
                                         random_chance(r, 3),
                                         random_loc(r)};
  *with = (struct lcm_assign){random_name(r), random_expr(r)};
  *assumes = random_name(r);
  *attributes = (struct lcm_attribute){random_name(r), random_optional(r, 3)};
  node->models = models;
  node->reads = random_sections(r, &node->n_reads);
  node->writes = random_sections(r, &node->n_writes);
  node->with = with;
  node->n_with = random_below(r, 2);
  node->assumes = assumes;
  node->n_assumes = random_below(r, 2);
  lcm_node_set_attributes(node, attributes, random_below(r, 2));
}

/* Return how many children a node of "kind" gets. */
static size_t random_width(struct random *r, lcm_node_kind kind) {
  const bool one = kind == LCM_NODE_LOOP || kind == LCM_NODE_WHILE ||
                   kind == LCM_NODE_PARLOOP || kind == LCM_NODE_TEAM ||
                   kind == LCM_NODE_TASK || kind == LCM_NODE_TASKGROUP ||
                   kind == LCM_NODE_USING;
  return random_below(r, one ? 2 : 4);
}

/* Return a tree. */
static const lcm_node *random_node(struct random *r, unsigned depth) {
  const lcm_node_kind kind = (lcm_node_kind)random_below(r, LCM_NODE_COUNT);
  lcm_node *node = lcm_node_new(r->ctx, kind, random_loc(r));
  const size_t width = depth > 5 || r->nodes > 40 ? 0 : random_width(r, kind);
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_node *, width + 1);
  r->nodes++;
  node->id = r->id++;
  node->name = random_optional(r, 2);
  node->label = random_optional(r, 2);
  node->ignored = random_chance(r, 5);
  node->fingerprint = random_chance(r, 2) ? 0 : r->seed ^ 0xfedcba9876543210u;
  for (size_t i = 0; i < width; i++)
    children[i] = random_node(r, depth + 1);
  node->children = children;
  node->n_children = width;
  random_notes(r, node);
  random_kind(r, node);
  return node;
}

/* Return the functions "a", "b:c", ... of "program"; "*n" receives how many. */
static const lcm_function *random_functions(struct random *r, size_t *n) {
  static const char *const KEYS[] = {"a", "b c:d", "main"};
  lcm_function *list = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), lcm_function, 3);
  const char **params = LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const char *, 2);
  params[0] = random_name(r);
  params[1] = random_name(r);
  *n = 1 + random_below(r, 3);
  for (size_t i = 0; i < *n; i++) {
    r->id = 1;
    list[i] = (lcm_function){.key = lcm_intern(r->ctx, KEYS[i]),
                             .name = random_name(r),
                             .usr = random_optional(r, 2),
                             .flags_hash = random_name(r),
                             .type = random_optional(r, 2),
                             .params = params,
                             .n_params = random_below(r, 3),
                             .address_taken = random_chance(r, 2),
                             .is_static = random_chance(r, 2),
                             .weak = random_chance(r, 2),
                             .variadic = random_chance(r, 2),
                             .loc = random_loc(r)};
    list[i].body = random_chance(r, 4) ? NULL : random_node(r, 0);
  }
  return list;
}

/* Return a resource. */
static lcm_resource random_resource(struct random *r) {
  struct lcm_range *range = LCM_NEW(lcm_ctx_arena(r->ctx), struct lcm_range);
  *range = (struct lcm_range){random_name(r), random_expr(r), random_expr(r)};
  return (lcm_resource){.name = random_name(r),
                        .multiplicity = random_maybe(r),
                        .service = random_maybe(r),
                        .discipline = (lcm_discipline)random_below(r, 2),
                        .ranges = range,
                        .n_ranges = random_below(r, 2),
                        .description = random_optional(r, 2),
                        .lock = random_chance(r, 2),
                        .loc = random_loc(r)};
}

/* Return a condition. */
static struct lcm_condition random_condition(struct random *r) {
  struct lcm_range *range = LCM_NEW(lcm_ctx_arena(r->ctx), struct lcm_range);
  *range = (struct lcm_range){random_name(r), random_expr(r), random_expr(r)};
  return (struct lcm_condition){.name = random_name(r),
                                .ranges = range,
                                .n_ranges = random_below(r, 2),
                                .loc = random_loc(r)};
}

/* Return a random quantity. */
static struct lcm_draw random_draw(struct random *r) {
  const lcm_draw_kind kind = (lcm_draw_kind)random_below(r, LCM_DRAW_COUNT);
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *, 2);
  args[0] = random_expr(r);
  args[1] = random_expr(r);
  return (struct lcm_draw){.name = random_name(r),
                           .kind = kind,
                           .args = args,
                           .n_args = lcm_draw_arity(kind),
                           .loc = random_loc(r)};
}

/* Return what up to three pointers hold, in any order, and put how many these
 * are into "*n". */
static const lcm_pointer *random_pointers(struct random *r, size_t *n) {
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  lcm_pointer *all = LCM_NEW_ARRAY(arena, lcm_pointer, 3);
  *n = random_below(r, 4);
  for (size_t i = 0; i < *n; i++) {
    const char **words = LCM_NEW_ARRAY(arena, const char *, 6);
    for (size_t k = 0; k < 6; k++)
      words[k] = random_name(r);
    all[i] = (lcm_pointer){.name = random_name(r),
                           .holds = words,
                           .n_holds = random_below(r, 3),
                           .from = words + 2,
                           .n_from = random_below(r, 3),
                           .given = words + 4,
                           .n_given = random_below(r, 3),
                           .unknown = random_optional(r, 2),
                           .defined = random_chance(r, 2),
                           .external = random_chance(r, 2)};
  }
  return all;
}

/* Return a program that "seed" determines. */
static const lcm_program *random_program(lcm_ctx *ctx, uint64_t seed) {
  struct random r = {ctx, seed * 7919, 0, 1};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_program *p = LCM_NEW(arena, lcm_program);
  const char **files = LCM_NEW(arena, const char *);
  lcm_param *param = LCM_NEW(arena, lcm_param);
  lcm_resource *resource = LCM_NEW(arena, lcm_resource);
  struct lcm_condition *condition = LCM_NEW(arena, struct lcm_condition);
  struct lcm_draw *draw = LCM_NEW(arena, struct lcm_draw);
  lcm_category *category = LCM_NEW(arena, lcm_category);
  struct lcm_covariance *covariance = LCM_NEW(arena, struct lcm_covariance);
  *files = random_name(&r);
  *param = (lcm_param){random_name(&r),  random_maybe(&r),
                       random_maybe(&r), random_maybe(&r),
                       random_maybe(&r), random_optional(&r, 2),
                       random_loc(&r),   false};
  *resource = random_resource(&r);
  *condition = random_condition(&r);
  *draw = random_draw(&r);
  *category =
      (lcm_category){random_name(&r), random_optional(&r, 2), random_loc(&r)};
  *covariance =
      (struct lcm_covariance){random_name(&r), random_name(&r),
                              (random_below(&r, 2000) - 1000.0) * 1.37e-19,
                              random_chance(&r, 2), random_loc(&r)};
  lcm_contract *contract = LCM_NEW(lcm_ctx_arena(ctx), lcm_contract);
  *contract = (lcm_contract){random_name(&r), random_loc(&r)};
  *p = (lcm_program){.files = files,
                     .n_files = random_below(&r, 2),
                     .params = param,
                     .n_params = random_below(&r, 2),
                     .resources = resource,
                     .n_resources = random_below(&r, 2),
                     .conditions = condition,
                     .n_conditions = random_below(&r, 2),
                     .draws = draw,
                     .n_draws = random_below(&r, 2),
                     .is_model = random_chance(&r, 2),
                     .unit = random_chance(&r, 2) ? "us" : NULL,
                     .categories = category,
                     .n_categories = random_below(&r, 2),
                     .covariances = covariance,
                     .n_covariances = random_below(&r, 2),
                     .contracts = contract,
                     .n_contracts = random_below(&r, 2),
                     .entry = random_optional(&r, 2),
                     .nesting_off = random_chance(&r, 2),
                     .variant = random_optional(&r, 2)};
  p->functions = random_functions(&r, &p->n_functions);
  size_t n = 0;
  const lcm_pointer *pointers = random_pointers(&r, &n);
  p->n_pointers = lcm_pointers_join(&p->pointers, ctx, pointers, n);
  return p;
}

#endif
