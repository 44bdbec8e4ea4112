/* Recursions that chance ends, executed level by level on average. */
#include "composer/scope/levels.h"

#include "composer/scope/nodes.h"

/* A body whose calls of its own function are counted. */
struct levels {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_function *function;
  const char *name; /* what is looked for */
  bool failed;
};

/* Return whether "node" calls the function. */
static bool is_back(const struct levels *l, const lcm_node *node) {
  return lcm_node_is_call_of(node, l->function->key);
}

/* Return whether the function is called in "node". */
static bool calls_back(const struct levels *l, const lcm_node *node) {
  return lcm_node_calls(node, l->function->key);
}

/* Return the number 0, and mark "l" failed. */
static const lcm_expr *fail(struct levels *l) {
  l->failed = true;
  return lcm_expr_int(l->ctx, 0);
}

/* Return how often the function is called in one execution of "node", on
 * average. */
static const lcm_expr *calls_of(struct levels *l, const lcm_node *node);

/* The same of the branch "node". */
static const lcm_expr *calls_of_branch(struct levels *l, const lcm_node *node) {
  const lcm_expr *sum = lcm_expr_int(l->ctx, 0);
  const lcm_expr *left = lcm_expr_int(l->ctx, 1);
  if (!node->u.branch.probabilities || node->marks.probability ||
      node->marks.undecided)
    return fail(l);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *given = node->u.branch.probabilities[i];
    if (!given && i + 1 < node->n_children)
      return fail(l);
    const lcm_expr *chance = given ? given : left;
    left = lcm_expr_sub(l->ctx, left, chance);
    if (calls_back(l, node->children[i]))
      sum = lcm_expr_add(
          l->ctx, sum,
          lcm_expr_mul(l->ctx, chance, calls_of(l, node->children[i])));
  }
  return sum;
}

/* The same of the loop "node": its iterations are alike. */
static const lcm_expr *calls_of_loop(struct levels *l, const lcm_node *node) {
  const lcm_iteration *range = node->u.loop.ranges;
  const lcm_expr *count = node->u.loop.count;
  const lcm_expr *one = lcm_expr_int(l->ctx, 1);
  if (node->n_children != 1 || node->u.loop.n_ranges > 1)
    return fail(l);
  const lcm_expr *each = calls_of(l, node->children[0]);
  if (!count && (!range || !range->from || !range->to || range->factor ||
                 (range->step && range->step != one)))
    return fail(l);
  if (range && range->index && lcm_expr_has(each, range->index))
    return fail(l);
  if (!count)
    count =
        lcm_expr_add(l->ctx, lcm_expr_sub(l->ctx, range->to, range->from), one);
  return lcm_expr_mul(l->ctx, count, each);
}

static const lcm_expr *calls_of(struct levels *l, const lcm_node *node) {
  const lcm_expr *sum = lcm_expr_int(l->ctx, 0);
  if (is_back(l, node))
    return lcm_expr_int(l->ctx, 1);
  if (!calls_back(l, node))
    return sum;
  if (node->kind == LCM_NODE_BRANCH)
    return calls_of_branch(l, node);
  if (node->kind == LCM_NODE_LOOP)
    return calls_of_loop(l, node);
  if (node->kind != LCM_NODE_SERIES)
    return fail(l);
  for (size_t i = 0; i < node->n_children; i++)
    sum = lcm_expr_add(l->ctx, sum, calls_of(l, node->children[i]));
  return sum;
}

/* Return whether what is looked for is in "e". */
static bool has_name(const lcm_expr *e, void *user) {
  const struct levels *l = user;
  return lcm_expr_has(e, l->name);
}

/* Note whether what is looked for is in "e", which stays. */
static const lcm_expr *seek_name(const lcm_expr *e, void *user) {
  struct levels *l = user;
  l->failed = l->failed || (e && lcm_expr_has(e, l->name));
  return e;
}

/* Note whether what is looked for is in "section". */
static bool seek_section(const lcm_section *section, void *user) {
  struct levels *l = user;
  (void)lcm_section_map(l->ctx, section, seek_name, l);
  return l->failed;
}

/* Return whether "node" calls a function without a body: what it is given
 * changes nothing. */
static bool calls_unseen(const struct levels *l, const lcm_node *node) {
  if (node->kind != LCM_NODE_CALL)
    return false;
  const lcm_function *callee =
      lcm_program_function(l->program, node->u.call.callee);
  return !callee || !callee->body;
}

/* Return whether "node" does something by the value of the parameter that is
 * looked for; handing it on to the next level is nothing. */
static bool uses(struct levels *l, const lcm_node *node) {
  const unsigned which = calls_unseen(l, node)
                             ? LCM_EXPRS_ALL & ~(unsigned)LCM_EXPRS_PART
                             : LCM_EXPRS_ALL;
  if (is_back(l, node))
    return false;
  if (lcm_node_exprs(node, which, has_name, l) ||
      lcm_node_sections(node, seek_section, l))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (uses(l, node->children[i]))
      return true;
  return false;
}

/* Return whether each call of the function in "node" hands on its parameter
 * number "i" as it is. */
static bool keeps(const struct levels *l, const lcm_node *node, size_t i) {
  if (is_back(l, node)) {
    const lcm_expr *given = lcm_call_argument(node, i);
    return given && given == lcm_expr_symbol(l->ctx, l->function->params[i],
                                             LCM_DIM_NONE);
  }
  for (size_t k = 0; k < node->n_children; k++)
    if (!keeps(l, node->children[k], i))
      return false;
  return true;
}

/* Return whether all levels of the function do the same: nothing depends on an
 * argument that changes. */
static bool is_alike(struct levels *l) {
  const lcm_node *body = l->function->body;
  for (size_t i = 0; i < l->function->n_params; i++) {
    l->name = l->function->params[i];
    if (*l->name && !keeps(l, body, i) && uses(l, body))
      return false;
  }
  return true;
}

/* Return whether "node" gives a name a value, or is left where the function is
 * not called. */
static bool goes_on_differently(const struct levels *l, const lcm_node *node) {
  if (node->kind == LCM_NODE_LET || (node->kind == LCM_NODE_BRANCH &&
                                     node->marks.exit && !calls_back(l, node)))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (goes_on_differently(l, node->children[i]))
      return true;
  return false;
}

/* Return whether "calls" is at least 0 and less than 1 at all points of
 * "grid". */
static bool is_below_one(lcm_ctx *ctx, const lcm_expr *calls,
                         const lcm_grid *grid) {
  lcm_binding *env =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, grid->n_names + 1);
  bool below = true;
  for (size_t i = 0; below && i < grid->n_points; i++) {
    double value = 0;
    for (size_t k = 0; k < grid->n_names; k++)
      env[k] = (lcm_binding){grid->names[k], grid->columns[k][i]};
    below = !lcm_expr_eval(&value, calls, env, grid->n_names) && value >= 0 &&
            value < 1;
  }
  return below;
}

/* Return "node" without the calls of the function; "*last" becomes the largest
 * number of its nodes. */
static const lcm_node *without(const struct levels *l, const lcm_node *node,
                               unsigned *last) {
  lcm_node *out = NULL;
  *last = node->id > *last ? node->id : *last;
  if (is_back(l, node)) {
    out = lcm_node_new(l->ctx, LCM_NODE_SERIES, node->loc);
    out->id = node->id;
    return out;
  }
  out = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_node);
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_node *, node->n_children);
  for (size_t i = 0; i < node->n_children; i++)
    children[i] = without(l, node->children[i], last);
  *out = *node;
  out->children = children;
  return out;
}

const lcm_node *lcm_level_repeated(lcm_ctx *ctx, const lcm_program *program,
                                   const lcm_function *function,
                                   const lcm_grid *grid,
                                   const struct lcm_traits *traits) {
  struct levels l = {.ctx = ctx, .program = program, .function = function};
  const lcm_node *body = function->body;
  if (traits->tasks || traits->actor || traits->shared || traits->messages ||
      traits->events || goes_on_differently(&l, body))
    return NULL;
  const lcm_expr *calls = calls_of(&l, body);
  if (l.failed || !is_alike(&l) || l.failed || !is_below_one(ctx, calls, grid))
    return NULL;
  unsigned last = 0;
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, 1);
  children[0] = without(&l, body, &last);
  lcm_node *loop = lcm_node_new(ctx, LCM_NODE_LOOP, body->loc);
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  loop->id = last + 1;
  loop->label =
      lcm_arena_printf(lcm_ctx_arena(ctx), "levels of %s()", function->name);
  loop->u.loop.count = lcm_expr_div(ctx, one, lcm_expr_sub(ctx, one, calls));
  loop->children = children;
  loop->n_children = 1;
  return loop;
}
