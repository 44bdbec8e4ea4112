/* Branches and jumps as nodes: `if`, `switch`, early exits. */
#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/access/granted.h"
#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/branch.h"
#include "analyzer/lower/control/fragment.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/let.h"
#include "analyzer/lower/control/mean.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/cost/expect.h"
#include "analyzer/lower/cost/rounds.h"
#include "analyzer/lower/cost/trial.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

/* Return the condition of the `if` "ast". */
static const lcm_ast *cond_of(const lcm_ast *ast) { return ast->first; }

/* Return the first branch of the `if` "ast". */
static const lcm_ast *yes_of(const lcm_ast *ast) {
  return ast->first ? ast->first->next : NULL;
}

/* Return the second branch of the `if` "ast", or NULL. */
static const lcm_ast *no_of(const lcm_ast *ast) {
  const lcm_ast *yes = yes_of(ast);
  return yes ? yes->next : NULL;
}

/* Add what the condition of "ast" calls and accesses to "nodes". */
static void add_condition(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast) {
  if (!cond_of(ast))
    return;
  lcm_lower_calls(l, nodes, cond_of(ast));
  lcm_lower_remainder(l, nodes, cond_of(ast), false);
}

/* Return a new branch, which the condition of "ast" decides. */
static lcm_node *new_branch(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, ast);
  if (cond_of(ast))
    lcm_lower_condition_touch(l, node, cond_of(ast));
  return node;
}

/* Return whether the analysis counts and "value" speaks of a local variable
 * whose value has no model: nobody can say then when it holds. */
static bool is_open(struct lcm_lowering *l, const lcm_expr *value) {
  const char *const *names = NULL;
  const size_t n =
      l->options->costs && value ? lcm_expr_names(&names, l->ctx, value) : 0;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_local *local = lcm_lower_local(l, names[i]);
    if (local && local->n_unknown && !lcm_lower_is_given(l, names[i]))
      return true;
  }
  return false;
}

/* Return whether the user gives a name in "value" a value. */
static bool is_given(struct lcm_lowering *l, const lcm_expr *value) {
  const char *const *names = NULL;
  const size_t n = value ? lcm_expr_names(&names, l->ctx, value) : 0;
  for (size_t i = 0; i < n; i++)
    if (lcm_lower_is_given(l, names[i]))
      return true;
  return false;
}

/* Return "value", the condition of "ast", unless that asks whether a pointer is
 * null and the user does not say what it is: NULL then, or, in "*granted", what
 * follows from memory being granted. */
static const lcm_expr *without_pointers(enum lcm_granted *granted,
                                        struct lcm_lowering *l,
                                        const lcm_ast *ast,
                                        const lcm_expr *value) {
  const lcm_ast *cond = cond_of(ast);
  *granted = LCM_GRANTED_OPEN;
  if (!cond || is_given(l, value))
    return value;
  *granted = lcm_granted_of(l, cond);
  return *granted || lcm_granted_is_null_test(l, cond) ? NULL : value;
}

/* Return "value", a condition, unless it speaks of an element of an array of
 * which nobody tells a value: NULL then.  Where the analysis counts, the
 * element stands for itself. */
static const lcm_expr *without_elements(struct lcm_lowering *l,
                                        const lcm_expr *value) {
  const char *const *names = NULL;
  const size_t n =
      value && !l->options->costs ? lcm_expr_names(&names, l->ctx, value) : 0;
  for (size_t i = 0; i < n; i++) {
    const char *end = strchr(names[i], '[');
    if (end && !l->globals.grids && !lcm_lower_is_given(l, names[i]) &&
        !lcm_lower_local(
            l, lcm_intern_n(l->ctx, names[i], (size_t)(end - names[i]))))
      return NULL;
  }
  return value;
}

void lcm_lower_if(struct lcm_lowering *l, lcm_node_list *nodes,
                  const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  add_condition(l, nodes, ast);
  lcm_node *node = new_branch(l, ast);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, 2);
  node->label = lcm_lower_label(l, ast);
  node->children = children;
  children[node->n_children++] = lcm_lower_body(l, yes_of(ast));
  if (no_of(ast))
    children[node->n_children++] = lcm_lower_body(l, no_of(ast));
  enum lcm_granted granted;
  const lcm_expr *value =
      without_pointers(&granted, l, ast, lcm_lower_condition(l, ast));
  if (granted) {
    value = lcm_expr_int(l->ctx, granted == LCM_GRANTED_ALWAYS);
    lcm_granted_assume(l, node);
  }
  const bool unknown =
      is_open(l, value) || (value && !without_elements(l, value));
  value = unknown ? NULL : value;
  lcm_lower_choose(l, node, value, cond_of(ast));
  LCM_LIST_ADD(arena, nodes, lcm_lower_apply(l, node, lcm_lower_anchor(ast)));
}

/* Return the jump that ends "ast", which leaves, or NULL. */
static const lcm_ast *jump_of(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_COMPOUND)
    ast = ast->last;
  return ast && ast->kind == LCM_AST_GOTO ? ast : NULL;
}

/* Return whether "ast" is the label that "jump" (NULL: none) goes to. */
static bool is_target(const lcm_ast *ast, const lcm_ast *jump) {
  return jump && ast && ast->kind == LCM_AST_LABEL && ast->name == jump->name;
}

/* Return the label of the jump "jump" among the statements from "from" to
 * "stop", which the jump skips to, or "stop". */
static const lcm_ast *landing(const lcm_ast *jump, const lcm_ast *from,
                              const lcm_ast *stop) {
  for (const lcm_ast *at = from; jump && at && at != stop; at = at->next)
    if (is_target(at, jump))
      return at;
  return stop;
}

/* Return whether anything behind "ast" in its block, before "stop", needs nodes
 * of its own. */
static bool rest_is_interesting(const struct lcm_lowering *l,
                                const lcm_ast *ast, const lcm_ast *stop) {
  const lcm_ast *first = ast->next == stop ? NULL : ast->next;
  for (const lcm_ast *at = first; at && at != stop; at = at->next)
    if (lcm_lower_needs_nodes(l, at))
      return true;
  return first &&
         lcm_order_is_directed(l, lcm_order_behind(l, ast), first, stop);
}

/* Return the statement that "ast" ends with. */
static const lcm_ast *end_of(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_COMPOUND && ast->last)
    ast = ast->last;
  return ast;
}

/* Return whether the jump "ast" goes on in the function, and not behind the
 * loop. */
static bool skips(const lcm_ast *ast) {
  return ast->kind == LCM_AST_CONTINUE || ast->kind == LCM_AST_GOTO;
}

/* Return whether the arm of the `if` "ast" that goes on may be left as well,
 * and it is known when either arm is. */
static bool leaves_in_both(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *staying = lcm_leaves(yes_of(ast)) ? no_of(ast) : yes_of(ast);
  bool open = false;
  if (!staying || !lcm_leave_ways(staying, LCM_LEAVE_ANY))
    return false;
  (void)lcm_leave_when(&open, l, ast, LCM_LEAVE_ANY);
  return !open;
}

/* Return the definition of the function "name" in the file, or NULL. */
static const lcm_ast *definition_of(const struct lcm_lowering *l,
                                    const char *name) {
  size_t known = 0;
  if (!name || !lcm_map_get(&l->globals.defined, name, &known))
    return NULL;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->last && top->name == name)
      return top;
  return NULL;
}

/* Return whether something in "ast" calls the function "name", itself or by way
 * of functions of the file that are not among "seen". */
static bool comes_to_call(struct lcm_lowering *l, const lcm_ast *ast,
                          const char *name, lcm_map *seen) {
  size_t known = 0;
  if (ast->kind == LCM_AST_CALL && ast->name == name)
    return true;
  const lcm_ast *callee =
      ast->kind == LCM_AST_CALL ? definition_of(l, ast->name) : NULL;
  if (callee && !lcm_map_get(seen, callee->name, &known)) {
    lcm_map_put(lcm_ctx_arena(l->ctx), seen, callee->name, 1);
    if (comes_to_call(l, callee, name, seen))
      return true;
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (comes_to_call(l, at, name, seen))
      return true;
  return false;
}

/* Return whether the function that is lowered comes to call itself. */
static bool recurs(struct lcm_lowering *l) {
  const lcm_ast *function = l->function;
  size_t known = 0;
  if (!function || !function->name)
    return false;
  if (!lcm_map_get(&l->globals.returning, function->name, &known)) {
    lcm_map seen = {0};
    known = comes_to_call(l, function, function->name, &seen) ? 2 : 1;
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.returning, function->name,
                known);
  }
  return known == 2;
}

bool lcm_lower_is_exit(struct lcm_lowering *l, const lcm_ast *ast,
                       const lcm_ast *stop) {
  if (ast->kind != LCM_AST_IF || !yes_of(ast) ||
      lcm_leaves(yes_of(ast)) == lcm_leaves(no_of(ast)) ||
      leaves_in_both(l, ast))
    return false;
  if (lcm_lower_needs_nodes(l, ast) ||
      (ast->anchor && l->bound.on[ast->anchor - 1].n))
    return true;
  const lcm_ast *leaving =
      end_of(lcm_leaves(yes_of(ast)) ? yes_of(ast) : no_of(ast));
  return rest_is_interesting(l, ast, stop) &&
         (skips(leaving) || lcm_lower_condition(l, ast) ||
          (leaving->kind == LCM_AST_RETURN &&
           (!lcm_granted_is_null_test(l, cond_of(ast)) || recurs(l))));
}

/* Return the loop around the jump "leaving" of which nobody knows when that
 * ends it, NULL for none. */
static const lcm_ast *open_loop(struct lcm_lowering *l,
                                const lcm_ast *leaving) {
  while (leaving && leaving->kind == LCM_AST_COMPOUND)
    leaving = leaving->last;
  if (!leaving || leaving->kind == LCM_AST_CONTINUE)
    return NULL;
  const bool inner = leaving->kind == LCM_AST_BREAK;
  for (const lcm_ast *at = leaving->parent; at; at = at->parent) {
    if (inner && at->kind == LCM_AST_SWITCH)
      return NULL;
    if (lcm_ast_is_loop(at) && !lcm_loop_runs_once(at) &&
        lcm_leave_is_open(l, at))
      return at;
    if (inner && lcm_ast_is_loop(at))
      return NULL;
  }
  return NULL;
}

/* Note that the exit "node" ends the loop "loop" nobody knows when. */
static void note_end(struct lcm_lowering *l, lcm_node *node,
                     const lcm_ast *loop) {
  lcm_lower_attribute(l, node, "ends", "loop");
  lcm_lower_attribute(l, node, "trips",
                      lcm_expr_name(lcm_rounds_trips(l, loop)));
  lcm_lower_attribute(l, node, "loop",
                      lcm_arena_printf(lcm_ctx_arena(l->ctx), "%u",
                                       lcm_lower_loc(l, loop).line));
}

/* Return whether there is a branch in "node" that ends a loop nobody knows
 * when. */
static bool has_end(const lcm_node *node) {
  if (node->kind == LCM_NODE_BRANCH && node->marks.ends)
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (has_end(node->children[i]))
      return true;
  return false;
}

/* Return the first jump in or below "ast" that leaves it in one of the ways
 * "ways" and is not what an arm of an `if` ends with, or NULL. */
static const lcm_ast *bare_jump(const lcm_ast *ast, unsigned ways) {
  if (lcm_ast_is_loop(ast) || ast->kind == LCM_AST_SWITCH)
    ways &= ~(unsigned)LCM_LEAVE_BREAK;
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_JUMP)
    return lcm_leave_ways(ast, ways) ? ast : NULL;
  for (const lcm_ast *at = ast->first; at; at = at->next) {
    const bool ends = ast->kind == LCM_AST_IF && end_of(at) &&
                      lcm_ast_class_of(end_of(at)->kind) == LCM_CLASS_JUMP;
    const lcm_ast *found =
        ends || !lcm_leave_ways(at, ways) ? NULL : bare_jump(at, ways);
    if (found)
      return found;
  }
  return NULL;
}

/* Return the first jump in or below "ast" that leaves it in one of the ways
 * "ways". */
static const lcm_ast *jump_in(const lcm_ast *ast, unsigned ways) {
  const lcm_ast *child = ast->first;
  if (lcm_ast_is_loop(ast) || ast->kind == LCM_AST_SWITCH)
    ways &= ~(unsigned)LCM_LEAVE_BREAK;
  while (child && !lcm_leave_ways(child, ways))
    child = child->next;
  return child ? jump_in(child, ways) : ast;
}

const lcm_node *lcm_lower_open_end(struct lcm_lowering *l, const lcm_ast *loop,
                                   const lcm_node *body) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_iteration range;
  const char *text = NULL;
  if (!lcm_leave_is_open(l, loop) ||
      lcm_lower_is_given(l, lcm_expr_name(lcm_rounds_trips(l, loop))) ||
      (lcm_lower_header(&range, l, loop) &&
       lcm_expect_left(l, loop, &range, &text)))
    return body;
  const lcm_ast *jump = bare_jump(lcm_loop_body(loop), LCM_LEAVE_LOOP);
  if (!jump && has_end(body))
    return body;
  if (!jump)
    jump = jump_in(lcm_loop_body(loop), LCM_LEAVE_LOOP);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, jump);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, 2);
  const lcm_expr **conditions = LCM_NEW_ARRAY(arena, const lcm_expr *, 2);
  children[0] = lcm_lower_node(l, LCM_NODE_SERIES, jump);
  children[1] = body;
  conditions[0] = lcm_expr_int(l->ctx, 0);
  node->label = lcm_lower_label(l, jump);
  node->children = children;
  node->n_children = 2;
  node->u.branch.conditions = conditions;
  lcm_lower_attribute(l, node, "exit", "yes");
  lcm_lower_attribute(l, node, "assumed", "never");
  note_end(l, node, loop);
  return node;
}

/* Return the statement "ast", which may be NULL, with what comes behind it, up
 * to "stop", as one node. */
static const lcm_node *with_rest(struct lcm_lowering *l, const lcm_ast *ast,
                                 const lcm_ast *exit, const lcm_ast *stop) {
  lcm_node_list nodes = {0};
  if (ast) {
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nodes, lcm_lower_body(l, ast));
    lcm_let_behind(l, &nodes, ast);
  }
  if (exit->next && exit->next != stop)
    lcm_lower_block(l, &nodes, exit->next, stop);
  else
    lcm_lower_trailing(l, &nodes, exit, stop);
  return lcm_lower_series(l, &nodes, lcm_lower_loc(l, exit));
}

/* Return whether the statement "ast" ends with a `continue`. */
static bool goes_round(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_COMPOUND)
    ast = ast->last;
  return ast && ast->kind == LCM_AST_CONTINUE;
}

/* Let "node", a branch that an iteration ends early by, be taken as likely as
 * not: nobody knows its condition, "cond" as far as that has a model. */
static void end_by_chance(struct lcm_lowering *l, lcm_node *node,
                          const lcm_expr *cond, const lcm_ast *ast) {
  const bool stands = l->options->costs && lcm_lower_condition(l, ast);
  if (cond && !lcm_lower_given_probability(l, node) && !stands)
    lcm_lower_attribute(l, node, "undecided", "half");
  if (cond)
    return;
  node->u.branch.conditions = NULL;
  lcm_lower_choose(l, node, NULL, cond_of(ast));
}

/* Return whether "node" does something that may take long: it calls, repeats,
 * or is executed by more than one. */
static bool does_much(const lcm_node *node) {
  const bool plain =
      node->kind == LCM_NODE_SERIES || node->kind == LCM_NODE_BRANCH ||
      node->kind == LCM_NODE_LET || node->kind == LCM_NODE_OPAQUE ||
      (node->kind == LCM_NODE_FRAGMENT && !node->n_models);
  bool much = !plain;
  for (size_t i = 0; i < node->n_children && !much; i++)
    much = does_much(node->children[i]);
  return much;
}

/* Return whether the way that leaves the function by "leaving" is as good as
 * the other one, not the exception: it does much, and the other one, which
 * goes on, does not. */
static bool is_choice(const lcm_node *node, const lcm_ast *leaving) {
  return end_of(leaving)->kind == LCM_AST_RETURN &&
         does_much(node->children[0]) && !does_much(node->children[1]);
}

/* Return whether a comment gives the branch at "ast" a probability. */
static bool has_probability(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_meaning meaning;
  return lcm_lower_meaning(&meaning, l, lcm_lower_anchor(ast)) &&
         meaning.probability;
}

/* Return the condition that the round is the last of the loop around, of its
 * index, where the exit "ast" ends that; NULL for others. */
static const lcm_expr *last_round(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *loop = lcm_loop_around(ast);
  return loop ? lcm_header_left(l, loop, ast) : NULL;
}

const lcm_ast *lcm_lower_exit(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast, const lcm_ast *stop) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const bool otherwise = !lcm_leaves(yes_of(ast));
  const lcm_ast *leaving = otherwise ? no_of(ast) : yes_of(ast);
  const lcm_ast *staying = otherwise ? yes_of(ast) : no_of(ast);
  const lcm_ast *outer = l->around.landing;
  const lcm_ast *until = landing(jump_of(leaving), ast->next, stop);
  add_condition(l, nodes, ast);
  lcm_node *node = new_branch(l, ast);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, 2);
  const lcm_expr **conditions = LCM_NEW_ARRAY(arena, const lcm_expr *, 2);
  enum lcm_granted granted;
  const bool trial = lcm_trial_is(l, ast) || lcm_expect_escapes(l, ast);
  const lcm_expr *last = trial ? NULL : last_round(l, ast);
  const lcm_expr *cond = without_pointers(
      &granted, l, ast, last || trial ? last : lcm_lower_condition(l, ast));
  const bool stays =
      granted == (otherwise ? LCM_GRANTED_ALWAYS : LCM_GRANTED_NEVER);
  const bool within = l->around.never;
  const bool never = !cond && !has_probability(l, ast);
  l->around.landing =
      until != stop || is_target(stop, jump_of(leaving)) ? until : outer;
  l->around.never = never;
  children[0] = lcm_lower_body(l, leaving);
  l->around.landing = outer;
  l->around.never = within;
  children[1] = with_rest(l, staying, ast, until);
  conditions[0] =
      cond && otherwise ? lcm_expr_apply(l->ctx, LCM_X_NOT, cond) : cond;
  node->label = lcm_lower_label(l, ast);
  node->children = children;
  node->n_children = 2;
  node->u.branch.conditions = conditions;
  lcm_lower_attribute(l, node, "exit", "yes");
  const lcm_ast *loop = open_loop(l, leaving);
  const bool given =
      trial ||
      (loop && lcm_lower_is_given(l, lcm_expr_name(lcm_rounds_trips(l, loop))));
  if (loop && !given)
    note_end(l, node, loop);
  if ((goes_round(leaving) || (!cond && is_choice(node, leaving))) &&
      !granted && !has_probability(l, ast))
    end_by_chance(l, node, conditions[0], ast);
  if (!conditions[0] && !node->u.branch.probabilities) {
    conditions[0] = lcm_expr_int(l->ctx, 0);
    if (never && !given && !stays && !lcm_lower_given_probability(l, node))
      lcm_lower_attribute(l, node, "assumed", "never");
  }
  if (stays)
    lcm_granted_assume(l, node);
  LCM_LIST_ADD(arena, nodes, lcm_lower_apply(l, node, lcm_lower_anchor(ast)));
  return until;
}

/* Return whether the jump "ast" goes on to a label behind what it stands in. */
static bool goes_on(const lcm_ast *ast) {
  for (const lcm_ast *in = ast; in && in->kind != LCM_AST_FUNCTION;
       in = in->parent)
    for (const lcm_ast *at = in->next; at; at = at->next)
      if (is_target(at, ast))
        return true;
  return false;
}

void lcm_lower_jump(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  if ((l->around.landing && l->around.landing->name == ast->name) ||
      (l->around.never && goes_on(ast)))
    return;
  lcm_lower_opaque(l, nodes, ast,
                   *ast->name ? lcm_arena_printf(arena,
                                                 "a jump to '%s', out of what "
                                                 "it stands in or back",
                                                 ast->name)
                              : "a jump to a computed place");
}

/* Add the statements of group number "i" to "nodes". */
static void lower_group(struct lcm_arms *c, lcm_node_list *nodes, size_t i) {
  const struct lcm_arm *group = &c->arms.at[i];
  if (group->first && group->first != group->stop)
    lcm_lower_block(c->l, nodes, group->first, group->stop);
}

/* Return the groups "from" to "to" - 1, each of which falls into the next, as
 * one alternative: every one runs when it or one before it was entered. */
static const lcm_node *lower_chain(struct lcm_arms *c, size_t from, size_t to) {
  lcm_node_list nodes = {0};
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  const lcm_loc loc = lcm_lower_loc(c->l, c->arms.at[from].labels);
  for (size_t i = from; i + 1 < to; i++) {
    lcm_node_list own = {0};
    lower_group(c, &own, i);
    if (!own.n)
      continue;
    lcm_node *node = lcm_node_new(c->l->ctx, LCM_NODE_BRANCH, loc);
    const lcm_expr **of = LCM_NEW_ARRAY(arena, const lcm_expr *, 1);
    *of = lcm_arms_entered(c, from, i + 1);
    if (*of)
      node->u.branch.conditions = of;
    else {
      *of = lcm_expr_ratio(c->l->ctx, (long long)(i + 1 - from),
                           (long long)(to - from));
      node->u.branch.probabilities = of;
      lcm_lower_attribute(c->l, node, "probability", "default");
    }
    node->label = lcm_lower_label(c->l, c->arms.at[i].labels);
    lcm_lower_child(c->l, node, lcm_lower_series(c->l, &own, loc));
    LCM_LIST_ADD(arena, &nodes, node);
  }
  lower_group(c, &nodes, to - 1);
  return lcm_lower_series(c->l, &nodes, loc);
}

/* Make the branch of "c" from its ways; the one with the default comes last. */
static lcm_node *choose(struct lcm_arms *c) {
  struct lcm_lowering *l = c->l;
  const size_t n = c->ways.n;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_node *node = new_branch(l, c->ast);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, n + 1);
  const lcm_expr **of = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  const lcm_expr **chances = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  bool known = c->value != NULL;
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_way *chain = &c->ways.at[i];
    const size_t to = chain->is_default ? n - 1 : at++;
    children[to] = lower_chain(c, chain->from, chain->to);
    of[to] =
        chain->is_default ? NULL : lcm_arms_entered(c, chain->from, chain->to);
    chances[to] = lcm_expr_ratio(l->ctx, (long long)(chain->to - chain->from),
                                 (long long)c->arms.n);
    known = known && (of[to] || chain->is_default);
  }
  node->children = children;
  node->n_children = n;
  node->label = lcm_lower_label(l, c->ast);
  if (known)
    node->u.branch.conditions = of;
  else {
    node->u.branch.probabilities = chances;
    lcm_lower_attribute(l, node, "probability", "default");
    const char *names = lcm_lower_reads(l, cond_of(c->ast));
    if (names)
      lcm_lower_attribute(l, node, "depends", names);
  }
  return node;
}

void lcm_lower_switch(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast) {
  struct lcm_arms c;
  const char *odd = lcm_arms_find(&c, l, ast);
  const char *reason = odd ? odd : c.left;
  if (reason) {
    lcm_lower_opaque(l, nodes, ast, reason);
    return;
  }
  add_condition(l, nodes, ast);
  c.value = without_elements(l, lcm_lower_condition(l, ast));
  if (c.ways.n)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes,
                 lcm_lower_apply(l, choose(&c), lcm_lower_anchor(ast)));
}
