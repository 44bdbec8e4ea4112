#include "model/structure/structure.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/ctx.h"
#include "base/list.h"
#include "model/expr/build.h"
#include "model/expr/intern.h"
#include "model/structure/categories.h"

lcm_node *lcm_node_new(lcm_ctx *ctx, lcm_node_kind kind, lcm_loc loc) {
  lcm_node *node = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  node->kind = kind;
  node->loc = loc;
  if (kind == LCM_NODE_MESSAGE)
    node->u.message = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_mpi_call);
  return node;
}

const char *lcm_node_word(lcm_node_kind kind) {
  static const char *const WORDS[LCM_NODE_COUNT + 1] = {
#define LCM_NODE(name, text, meaning) text,
#include "model/structure/nodes.def"
#undef LCM_NODE
      ""};
  return WORDS[kind];
}

const char *lcm_node_article(lcm_node_kind kind) {
  return strchr("aeio", *lcm_node_word(kind)) ? "an" : "a";
}

const char *lcm_draw_word(lcm_draw_kind kind) {
  static const char *const WORDS[LCM_DRAW_COUNT + 1] = {
#define LCM_DRAW(name, text, arguments, meaning) text,
#include "model/structure/draws.def"
#undef LCM_DRAW
      ""};
  return WORDS[kind];
}

lcm_draw_kind lcm_draw_find(const char *word) {
  int kind = 0;
  while (kind < LCM_DRAW_COUNT &&
         strcmp(lcm_draw_word((lcm_draw_kind)kind), word) != 0)
    kind++;
  return (lcm_draw_kind)kind;
}

bool lcm_param_is_decision(const lcm_param *param) {
  return param->low && param->high && param->value &&
         lcm_expr_is_int(param->low, 0) && lcm_expr_is_int(param->high, 1) &&
         (lcm_expr_is_int(param->value, 0) || lcm_expr_is_int(param->value, 1));
}

size_t lcm_draw_arity(lcm_draw_kind kind) {
  static const size_t ARITIES[LCM_DRAW_COUNT + 1] = {
#define LCM_DRAW(name, text, arguments, meaning) arguments,
#include "model/structure/draws.def"
#undef LCM_DRAW
      0};
  return ARITIES[kind];
}

const struct lcm_draw *lcm_program_draw(const lcm_program *program,
                                        const char *name) {
  for (size_t i = 0; i < program->n_draws; i++)
    if (program->draws[i].name == name)
      return &program->draws[i];
  return NULL;
}

const lcm_expr *lcm_draw_mean(lcm_ctx *ctx, const struct lcm_draw *draw) {
  const lcm_expr *half = lcm_expr_ratio(ctx, 1, 2);
  switch (draw->kind) {
  case LCM_DRAW_EXPONENTIAL:
  case LCM_DRAW_NORMAL:
  case LCM_DRAW_PROB:
    return draw->args[0];
  case LCM_DRAW_UNIFORM:
    return lcm_expr_mul(ctx, half,
                        lcm_expr_add(ctx, draw->args[0], draw->args[1]));
  case LCM_DRAW_RANDOM:
  case LCM_DRAW_COUNT:
    break;
  }
  return half;
}

const lcm_model *lcm_node_model(const lcm_node *node, const char *category) {
  for (size_t i = 0; i < node->n_models; i++)
    if (!strcmp(node->models[i].category, category))
      return &node->models[i];
  return NULL;
}

const lcm_model *lcm_node_whole(const lcm_node *node) {
  const char *const words[] = {"time", "work", lcm_cat_name(LCM_CAT_PC)};
  const lcm_model *model = NULL;
  for (size_t i = 0; i < sizeof words / sizeof *words && !model; i++)
    model = lcm_node_model(node, words[i]);
  return model;
}

bool lcm_model_is_cost(const lcm_expr *e) {
  const lcm_dim dim = lcm_expr_dim(e);
  return lcm_expr_is_int(e, 0) || lcm_dim_equal(dim, LCM_DIM_TIME) ||
         lcm_dim_equal(dim, LCM_DIM_FLOP) || lcm_dim_equal(dim, LCM_DIM_BYTE);
}

const char *lcm_node_attribute(const lcm_node *node, const char *key) {
  for (size_t i = 0; i < node->n_attributes; i++)
    if (!strcmp(node->attributes[i].key, key))
      return node->attributes[i].value;
  return NULL;
}

lcm_status lcm_node_foreach(const lcm_node *root, lcm_visit_fn fn, void *user) {
  lcm_status status = fn(root, user);
  for (size_t i = 0; i < root->n_children && !status; i++)
    status = lcm_node_foreach(root->children[i], fn, user);
  return status;
}

/* Return the parameter "name" as the source calls it. */
static const char *plain_name(const char *name) {
  return strncmp(name, "c.", 2) ? name : name + 2;
}

/* Return whether "section" may be of a parameter of "function": its key, where
 * that says of which function it is, says so. */
static bool is_of(const lcm_function *function, const lcm_section *section) {
  const char *at = section->key ? strstr(section->key, "@F@") : NULL;
  const char *name = function->name ? function->name : "";
  const size_t n = strlen(name);
  return !at || (!strncmp(at + 3, name, n) && at[3 + n] == '@');
}

size_t lcm_function_param(const lcm_function *function,
                          const lcm_section *section) {
  size_t i = 0;
  if (!is_of(function, section))
    return function->n_params;
  while (i < function->n_params &&
         strcmp(plain_name(function->params[i]), section->datum) != 0)
    i++;
  return i;
}

const lcm_function *lcm_program_function(const lcm_program *program,
                                         const char *key) {
  size_t low = 0;
  size_t high = program->n_functions;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int by = strcmp(program->functions[middle].key, key);
    if (!by)
      return &program->functions[middle];
    if (by < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* Return whether "node" is a group that carries nothing of its own. */
static bool is_bare_series(const lcm_node *node) {
  return node->kind == LCM_NODE_SERIES && !node->name && !node->n_models &&
         !node->n_reads && !node->n_writes && !node->n_with &&
         !node->n_assumes && !node->n_attributes && !node->ignored;
}

/* Children of a node that may not be those that it had.
 * node  the node
 * all   the children, where "changed" */
struct children {
  const lcm_node *node;
  LCM_LIST(const lcm_node *) all;
  bool changed;
};

/* Put "child" for the child number "i": itself, or its children where it is a
 * bare group inside a series.  What is as it was takes no memory. */
static void put_child(lcm_ctx *ctx, struct children *c, size_t i,
                      const lcm_node *child) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const bool splice = c->node->kind == LCM_NODE_SERIES && is_bare_series(child);
  const bool changes = splice || child != c->node->children[i];
  for (size_t k = 0; changes && !c->changed && k < i; k++)
    LCM_LIST_ADD(arena, &c->all, c->node->children[k]);
  c->changed = c->changed || changes;
  for (size_t k = 0; splice && k < child->n_children; k++)
    LCM_LIST_ADD(arena, &c->all, child->children[k]);
  if (c->changed && !splice)
    LCM_LIST_ADD(arena, &c->all, child);
}

/* Return "node" with bare groups of one child replaced by the child, and bare
 * groups inside series spliced in. */
static const lcm_node *simplify(lcm_ctx *ctx, const lcm_node *node) {
  struct children c = {.node = node};
  for (size_t i = 0; i < node->n_children; i++)
    put_child(ctx, &c, i, simplify(ctx, node->children[i]));
  const size_t n = c.changed ? c.all.n : node->n_children;
  if (is_bare_series(node) && n == 1)
    return c.changed ? c.all.at[0] : node->children[0];
  if (!c.changed)
    return node;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  *copy = *node;
  copy->children = c.all.at;
  copy->n_children = n;
  return copy;
}

/* Return the node that takes the number for "node": itself while it has none,
 * and so belongs to no finished program, else a copy. */
static lcm_node *numbered(lcm_ctx *ctx, const lcm_node *node) {
  if (!node->id)
    return (lcm_node *)(uintptr_t)node;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_node);
  *copy = *node;
  return copy;
}

/* Return the tree "node" with its nodes numbered from "*next"; those that
 * another place or program has too are copied. */
static const lcm_node *number(lcm_ctx *ctx, const lcm_node *node,
                              unsigned *next) {
  lcm_node *own = numbered(ctx, node);
  const lcm_node **children = NULL;
  own->id = (*next)++;
  for (size_t i = 0; i < own->n_children; i++) {
    const lcm_node *child = number(ctx, own->children[i], next);
    if (child != own->children[i] && !children) {
      children =
          LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, own->n_children);
      memcpy(children, own->children, own->n_children * sizeof *children);
      own->children = children;
    }
    if (children)
      children[i] = child;
  }
  return own;
}

/* Return the greatest depth of the tree "node". */
static unsigned depth_of(const lcm_node *node, unsigned limit) {
  unsigned deepest = 0;
  if (!limit)
    return 1;
  for (size_t i = 0; i < node->n_children; i++) {
    const unsigned depth = depth_of(node->children[i], limit - 1);
    deepest = depth > deepest ? depth : deepest;
  }
  return deepest + 1;
}

/* Order functions by key. */
static int function_order(const void *a, const void *b) {
  return strcmp(((const lcm_function *)a)->key, ((const lcm_function *)b)->key);
}

lcm_status lcm_program_finish(lcm_ctx *ctx, lcm_program *program) {
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (!functions[i].body)
      continue;
    if (depth_of(functions[i].body, LCM_MAX_DEPTH + 1) > LCM_MAX_DEPTH) {
      lcm_report(ctx, LCM_DIAG_DEPTH, functions[i].loc,
                 "'%s' is nested more than %d deep", functions[i].name,
                 LCM_MAX_DEPTH);
      return LCM_EDEPTH;
    }
    unsigned next = 1;
    functions[i].body = number(ctx, simplify(ctx, functions[i].body), &next);
  }
  if (program->n_functions)
    qsort(functions, program->n_functions, sizeof *functions, function_order);
  program->functions = functions;
  return lcm_program_check(ctx, program);
}

void lcm_function_number(lcm_ctx *ctx, lcm_function *function) {
  unsigned next = 1;
  if (function->body)
    function->body = number(ctx, function->body, &next);
}

/* Report a breach of an invariant at "node". */
static lcm_status breach(lcm_ctx *ctx, const lcm_node *node, const char *what) {
  lcm_report(ctx, LCM_DIAG_STRUCTURE, node->loc, "%s: %s",
             lcm_node_word(node->kind), what);
  return LCM_ESTRUCT;
}

/* Check the loop "node". */
static lcm_status check_loop(lcm_ctx *ctx, const lcm_node *node) {
  if (node->n_children > 1)
    return breach(ctx, node, "a loop has one body");
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    if (!node->u.loop.ranges[i].index || !node->u.loop.ranges[i].from ||
        !node->u.loop.ranges[i].to)
      return breach(ctx, node, "a range needs an index and both ends");
  if (node->kind != LCM_NODE_WHILE && !node->u.loop.n_ranges &&
      !node->u.loop.count)
    return breach(ctx, node, "a loop needs a range or a count");
  if (node->kind != LCM_NODE_WHILE && node->u.loop.condition)
    return breach(ctx, node, "only a while has a condition");
  return LCM_OK;
}

/* Check the branch "node". */
static lcm_status check_branch(lcm_ctx *ctx, const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    if (node->u.branch.conditions && node->u.branch.probabilities &&
        node->u.branch.conditions[i] && node->u.branch.probabilities[i])
      return breach(ctx, node, "a condition and a probability");
  return LCM_OK;
}

/* A check under way. */
struct checking {
  lcm_ctx *ctx;
  unsigned next;
};

/* Check the invariants of one node. */
static lcm_status check_node(const lcm_node *node, void *user) {
  struct checking *checking = user;
  lcm_ctx *ctx = checking->ctx;
  if (node->id != checking->next++)
    return breach(ctx, node, "nodes are not numbered in preorder");
  for (size_t i = 0; i < node->n_models; i++)
    for (size_t k = 0; k < i; k++)
      if (!strcmp(node->models[i].category, node->models[k].category))
        return breach(ctx, node, "two models of one category");
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return check_loop(ctx, node);
  case LCM_NODE_BRANCH:
    return check_branch(ctx, node);
  case LCM_NODE_TEAM:
  case LCM_NODE_TASK:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_USING:
    return node->n_children > 1 ? breach(ctx, node, "more than one body")
                                : LCM_OK;
  case LCM_NODE_CALL:
    return node->u.call.callee ? LCM_OK : breach(ctx, node, "no callee");
  case LCM_NODE_LET:
    return node->u.let.name ? LCM_OK : breach(ctx, node, "no name");
  case LCM_NODE_MESSAGE:
    return node->u.message->operation ? LCM_OK
                                      : breach(ctx, node, "no operation");
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_USE:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_BARRIER:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return LCM_OK;
}

/* Check that every draw has a name of its own and all its arguments. */
static lcm_status check_draws(lcm_ctx *ctx, const lcm_program *program) {
  for (size_t i = 0; i < program->n_draws; i++) {
    const struct lcm_draw *draw = &program->draws[i];
    if (draw->n_args != lcm_draw_arity(draw->kind)) {
      lcm_report(ctx, LCM_DIAG_STRUCTURE, draw->loc, "'%s' takes %zu arguments",
                 lcm_draw_word(draw->kind), lcm_draw_arity(draw->kind));
      return LCM_ESTRUCT;
    }
    if (lcm_program_draw(program, draw->name) != draw) {
      lcm_report(ctx, LCM_DIAG_STRUCTURE, draw->loc,
                 "two draws are called '%s'", draw->name);
      return LCM_ESTRUCT;
    }
  }
  return LCM_OK;
}

lcm_status lcm_program_check(lcm_ctx *ctx, const lcm_program *program) {
  lcm_status status = check_draws(ctx, program);
  for (size_t i = 0; i < program->n_functions && !status; i++) {
    struct checking checking = {ctx, 1};
    const lcm_function *function = &program->functions[i];
    if (i && strcmp(program->functions[i - 1].key, function->key) >= 0) {
      lcm_report(ctx, LCM_DIAG_STRUCTURE, function->loc,
                 "function '%s' is defined twice", function->name);
      status = LCM_ESTRUCT;
    } else if (function->body)
      status = lcm_node_foreach(function->body, check_node, &checking);
  }
  return status;
}
