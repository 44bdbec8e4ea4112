/* Walks through a function and counts what its nodes execute. */
#include <string.h>

#include "composer/count/call.h"
#include "composer/count/moved.h"
#include "composer/count/notes.h"
#include "composer/count/range.h"
#include "composer/count/rows.h"
#include "composer/count/self_read.h"
#include "composer/count/sum.h"
#include "composer/count/touch.h"
#include "composer/count/walk.h"

/* Visit the children of "node" in order. */
static void visit_children(struct lcm_cost_walk *walk, const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    lcm_cost_visit(walk, node->children[i]);
}

/* Return where it comes from how often the loop "node" runs. */
static const char *count_origin(const struct lcm_cost_walk *walk,
                                const lcm_node *node) {
  const char *name = lcm_expr_name(node->u.loop.count);
  lcm_arena *arena = lcm_ctx_arena(walk->ctx);
  for (size_t i = 0; i < node->n_assumes; i++)
    if (lcm_assumes_rounds(node->assumes[i]))
      return lcm_arena_printf(arena,
                              "how often the loop runs is an estimate: %s",
                              node->assumes[i]);
  if (!name || !lcm_name_is_rounds(name))
    return "how often the loop runs is what a comment says";
  return lcm_arena_printf(
      arena,
      node->kind == LCM_NODE_PARLOOP
          ? "how often the loop runs is `%s`, which -D or a comment (`// lcm: "
            "count`) may give"
          : "how often the loop runs is what -D %s says",
      name);
}

/* Enter the loop "node": what is known of how often its body runs. */
static void enter_loop(struct lcm_cost_walk *walk, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(walk->ctx);
  const lcm_expr *count = lcm_cost_resolve(walk, node->u.loop.count);
  if (count) {
    lcm_cost_note(walk, node, count_origin(walk, node));
    lcm_cost_enter_weight(walk, count);
    for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
      const char *name = lcm_cost_fresh(walk, node->u.loop.ranges[i].index);
      lcm_cost_set(walk, node->u.loop.ranges[i].index,
                   lcm_expr_symbol(walk->ctx, name, LCM_DIM_NONE));
      LCM_LIST_ADD(arena, &walk->unknown, name);
    }
    return;
  }
  for (size_t i = 0; i < node->u.loop.n_ranges; i++)
    lcm_cost_enter_range(walk, node->marks.down, &node->u.loop.ranges[i]);
  if (node->u.loop.n_ranges)
    return;
  const char *name = lcm_node_attribute(node, "trips");
  name = lcm_intern(walk->ctx,
                    name ? name
                         : lcm_arena_printf(arena, "trips_%u", node->loc.line));
  lcm_cost_note(
      walk, node,
      lcm_arena_printf(arena,
                       "how often the loop runs is not known: `%s`, which -D "
                       "or a comment (`// lcm: count`) may give",
                       name));
  lcm_cost_enter_weight(walk, lcm_expr_symbol(walk->ctx, name, LCM_DIM_NONE));
}

/* End the part that began last, and its row where it is "shown". */
static void end(struct lcm_cost_walk *walk, bool shown) {
  const lcm_expr *moved = lcm_cost_close_part(walk);
  if (!shown)
    return;
  if (moved)
    walk->rows.at[walk->open.at[walk->open.n - 1].row].moved =
        lcm_cost_sum(walk->store, walk->nest, 0, moved);
  lcm_cost_close_row(walk);
}

/* Visit a loop. */
static void visit_loop(struct lcm_cost_walk *walk, const lcm_node *node) {
  const struct lcm_cost_walk outside = *walk;
  const bool shown = !walk->inside;
  lcm_cost_add(walk, node);
  if (shown)
    lcm_cost_open_row(walk, node);
  const size_t row = walk->rows.n - 1;
  lcm_cost_open_part(walk);
  enter_loop(walk, node);
  lcm_cost_open_part(walk);
  if (shown) {
    walk->rows.at[row].trips = lcm_cost_runs(walk);
    walk->rows.at[row].trips_guess = walk->nest->guess;
  }
  lcm_cost_touch_all(walk, node, node->reads, node->n_reads);
  lcm_cost_touch_all(walk, node, node->writes, node->n_writes);
  visit_children(walk, node);
  lcm_cost_close_iteration(walk);
  walk->nest = outside.nest;
  walk->values = outside.values;
  end(walk, shown);
}

/* Enter alternative "i" of the branch "node". */
static void enter_choice(struct lcm_cost_walk *walk, const lcm_node *node,
                         size_t i) {
  lcm_ctx *ctx = walk->ctx;
  const lcm_expr *const *conditions = node->u.branch.conditions;
  const lcm_expr *const *chances = node->u.branch.probabilities;
  if (chances) {
    const lcm_expr *rest = lcm_expr_int(ctx, 1);
    for (size_t k = 0; k < i && !chances[i]; k++)
      rest = lcm_expr_sub(ctx, rest, chances[k]);
    lcm_cost_enter_weight(
        walk, lcm_cost_resolve(walk, chances[i] ? chances[i] : rest));
    return;
  }
  for (size_t k = 0; k <= i; k++) {
    const lcm_expr *cond = lcm_cost_resolve(walk, conditions[k]);
    if (!cond)
      continue;
    cond = k < i ? lcm_expr_apply(ctx, LCM_X_NOT, cond) : cond;
    if (!lcm_expr_is_int(cond, 1))
      lcm_cost_enter(walk,
                     (struct lcm_cost_step){.nesting = {.condition = cond}});
  }
}

/* Return whether there is a loop of the function around. */
static bool in_loop(const struct lcm_cost_walk *walk) {
  for (size_t i = walk->home; i < walk->nest->n; i++)
    if (walk->nest->at[i].weight || walk->nest->at[i].nesting.index)
      return true;
  return false;
}

/* Note what is not known of the branch "node". */
static void doubt_branch(struct lcm_cost_walk *walk, const lcm_node *node) {
  const char *chance = lcm_node_attribute(node, "probability");
  if (chance && !strcmp(chance, "default"))
    lcm_cost_note(
        walk, node,
        "its condition is not known: each way is taken as equally likely (`// "
        "lcm: prob P` says better)");
  else if (node->u.branch.probabilities)
    lcm_cost_note(walk, node, "how likely it is is what a comment says");
  if (node->marks.undecided)
    lcm_cost_note(
        walk, node,
        "a part of its condition is not known: each way is taken as equally "
        "likely");
  const bool ends = node->marks.ends && in_loop(walk);
  if (ends)
    lcm_cost_doubt(walk, false, true);
  if (ends)
    lcm_cost_note(
        walk, node,
        "the loop may be left early here: it is counted as if it ran to its "
        "end");
  else if (node->marks.assumed)
    lcm_cost_note(walk, node,
                  "whether it is left here is not known: taken as never (`// "
                  "lcm: prob P` "
                  "says better)");
}

/* Visit a branch. */
static void visit_branch(struct lcm_cost_walk *walk, const lcm_node *node) {
  const struct lcm_cost_walk outside = *walk;
  const bool open = lcm_node_attribute(node, "undecided") != NULL;
  const lcm_node *taken = NULL;
  doubt_branch(walk, node);
  if (!open && lcm_cost_decide(&taken, walk, node)) {
    if (taken)
      lcm_cost_visit(walk, taken);
    return;
  }
  for (size_t i = 0; i < node->n_children; i++) {
    if (open)
      lcm_cost_enter_weight(walk, lcm_expr_ratio(walk->ctx, 1, 2));
    else
      enter_choice(walk, node, i);
    lcm_cost_visit(walk, node->children[i]);
    walk->nest = outside.nest;
    walk->values = outside.values;
  }
}

/* Visit a call. */
static void visit_call(struct lcm_cost_walk *walk, const lcm_node *node) {
  const bool shown = !walk->inside;
  if (shown)
    lcm_cost_open_row(walk, node);
  lcm_cost_open_part(walk);
  lcm_cost_call(walk, node);
  end(walk, shown);
}

/* Return whether the fragment "node" does more than to count: what a loop does
 * for itself has no row. */
static bool says_more(const lcm_node *node) {
  bool more = false;
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    more = more || (i != LCM_COST_INTEGER && node->costs[i]);
  return more;
}

/* Visit what stands in the program by itself. */
static void visit_fragment(struct lcm_cost_walk *walk, const lcm_node *node) {
  const char *calls = lcm_node_attribute(node, "calls");
  bool any = node->n_reads || node->n_writes || calls;
  for (size_t i = 0; i < LCM_COST_COUNT; i++)
    any = any || node->costs[i];
  if (!any)
    return;
  const bool shown = !walk->inside && says_more(node);
  if (shown)
    lcm_cost_open_row(walk, node);
  lcm_cost_open_part(walk);
  lcm_cost_add(walk, node);
  lcm_cost_touch_all(walk, node, node->reads, node->n_reads);
  lcm_cost_touch_all(walk, node, node->writes, node->n_writes);
  if (calls)
    lcm_cost_note(
        walk, node,
        lcm_arena_printf(
            lcm_ctx_arena(walk->ctx),
            "%s() is not in the sources and in no table: what it does is not "
            "counted (`// lcm: external` may say it)",
            calls));
  end(walk, shown);
}

/* Let the variables that "call" sets be worth what it sets them to, which only
 * a run knows. */
static void forget_set(struct lcm_cost_walk *walk,
                       const struct lcm_mpi_call *call) {
  for (size_t i = 0; i < call->n_sets; i++)
    if (*call->sets[i])
      lcm_cost_set(walk, call->sets[i], NULL);
  if (call->made)
    lcm_cost_set(walk, call->made, NULL);
}

void lcm_cost_visit(struct lcm_cost_walk *walk, const lcm_node *node) {
  if (++walk->n_visited > LCM_COST_VISITS) {
    lcm_cost_note(walk, node, "too much is called: the rest is not counted");
    return;
  }
  if (node->ignored) {
    lcm_cost_note(walk, node, "left out by a comment");
    return;
  }
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    visit_loop(walk, node);
    return;
  case LCM_NODE_BRANCH:
    visit_branch(walk, node);
    return;
  case LCM_NODE_CALL:
    visit_call(walk, node);
    return;
  case LCM_NODE_FRAGMENT:
    visit_fragment(walk, node);
    return;
  case LCM_NODE_LET:
    lcm_cost_set(walk, node->u.let.name,
                 lcm_cost_resolve(walk, node->u.let.value));
    return;
  case LCM_NODE_MESSAGE:
    forget_set(walk, node->u.message);
    break;
  case LCM_NODE_OPAQUE:
    lcm_cost_note(walk, node,
                  lcm_arena_printf(lcm_ctx_arena(walk->ctx), "not counted: %s",
                                   node->u.opaque.reason));
    return;
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TEAM:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_COUNT:
    break;
  }
  visit_children(walk, node);
}
