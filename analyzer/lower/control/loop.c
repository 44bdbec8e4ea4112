/* Nodes of loops, without their bodies. */
#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/loop.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/step.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/ends.h"
#include "analyzer/lower/cost/expect.h"
#include "analyzer/lower/cost/rounds.h"
#include "analyzer/lower/values/count.h"
#include "analyzer/lower/values/local.h"

/* Return the loop directly inside "ast", for collapsed loops, or NULL. */
static const lcm_ast *inner_loop(const lcm_ast *ast) {
  const lcm_ast *body = lcm_loop_body(ast);
  while (body && body->kind == LCM_AST_COMPOUND && body->first == body->last)
    body = body->first;
  return body && body->kind == LCM_AST_FOR ? body : NULL;
}

/* Say which variables decide how often the loop "ast" runs. */
static void describe_end(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *body = lcm_loop_body(ast);
  if (ast->kind == LCM_AST_FOR)
    (void)lcm_header_read(&h, l, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next) {
    const char *names = at == body || lcm_header_part(&h, ast, at) != 1
                            ? NULL
                            : lcm_lower_reads(l, at);
    if (names)
      lcm_lower_attribute(l, node, "depends", names);
  }
}

/* Count what the condition of the loop "ast" does when it ends the loop, where
 * the analysis counts. */
static void count_end(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *body = lcm_loop_body(ast);
  if (!l->options->costs || ast->kind == LCM_AST_DO)
    return;
  if (ast->kind == LCM_AST_FOR)
    (void)lcm_header_read(&h, l, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at != body && lcm_header_part(&h, ast, at) == 1)
      (void)lcm_lower_count(l, node, at, at);
}

/* Where the analysis counts: the values of the index of the loop "ast", whose
 * iterations are not known, are not known either. */
static void forget_index(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  if (!l->options->costs || ast->kind != LCM_AST_FOR ||
      !lcm_header_read(&h, l, ast) || !lcm_header_index(&h, l))
    return;
  struct lcm_local *local = lcm_lower_local(l, h.index);
  if (local)
    local->unstable = true;
}

/* Let "node" read and write what the header of the loop "ast" does, unless the
 * analysis counts. */
static void touch_header(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *body = lcm_loop_body(ast);
  if (l->options->costs)
    return;
  if (ast->kind == LCM_AST_FOR)
    (void)lcm_header_read(&h, l, ast);
  for (const lcm_ast *at = ast->first; at && at != body; at = at->next)
    lcm_lower_header_touch(l, node, at, lcm_header_part(&h, ast, at) == 2);
}

/* What is around a statement inside a loop. */
struct inside {
  const lcm_ast *body; /* of the loop in question */
  bool loop;           /* a loop that begins inside of it */
  bool choice;         /* or a switch */
};

/* Return whether "ast" lies in "above" or is it. */
static bool lies_in(const lcm_ast *ast, const lcm_ast *above) {
  while (ast && ast != above)
    ast = ast->parent;
  return ast;
}

/* Return the label "name" in or below "ast", or NULL. */
static const lcm_ast *find_label(const lcm_ast *ast, const char *name) {
  const lcm_ast *found =
      ast->kind == LCM_AST_LABEL && ast->name == name ? ast : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_LABEL))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_label(at, name);
  return found;
}

/* Return whether the statement "ast" itself leaves the loop. */
static bool leaves(const lcm_ast *ast, struct inside in) {
  return ast->kind == LCM_AST_RETURN ||
         (ast->kind == LCM_AST_BREAK && !in.loop && !in.choice) ||
         (ast->kind == LCM_AST_GOTO && !find_label(in.body, ast->name));
}

/* Return the first statement in or below "ast" that leaves the loop, or
 * NULL. */
static const lcm_ast *find_exit(const lcm_ast *ast, struct inside in) {
  const lcm_ast *found = leaves(ast, in) ? ast : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return NULL;
  in.loop = in.loop || (lcm_ast_is_loop(ast) && ast != in.body);
  in.choice = in.choice || ast->kind == LCM_AST_SWITCH;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_exit(at, in);
  return found;
}

/* Return the first jump in or below "ast", which is not in "body", to a label
 * in that, or NULL. */
static const lcm_ast *find_entry(const lcm_ast *ast, const lcm_ast *body) {
  const lcm_ast *found = ast->kind == LCM_AST_GOTO &&
                                 find_label(body, ast->name) &&
                                 !lies_in(ast, body)
                             ? ast
                             : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_entry(at, body);
  return found;
}

/* Return what in the body of the loop "ast" may leave it early, or enter it by
 * the side, as "return in line 4"; NULL where nothing does. */
static const char *loop_left(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *body = lcm_loop_body(ast);
  const lcm_ast *found =
      body ? find_exit(body, (struct inside){body, false, false}) : NULL;
  if (!found && body && l->function && (body->holds & LCM_AST_HOLDS_LABEL))
    found = find_entry(l->function, body);
  if (!found)
    return NULL;
  const char *word = found->kind == LCM_AST_RETURN  ? "return"
                     : found->kind == LCM_AST_BREAK ? "break"
                                                    : "goto";
  return lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s in line %u", word,
                          lcm_lower_loc(l, found).line);
}

/* Return the first `continue` in or below "ast" that ends a round of the loop
 * around "ast", or NULL. */
static const lcm_ast *find_continue(const lcm_ast *ast) {
  const lcm_ast *found = ast->kind == LCM_AST_CONTINUE ? ast : NULL;
  if (lcm_ast_is_loop(ast) || !(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_continue(at);
  return found;
}

/* Return the variable called "name" in or below "ast", or NULL. */
static const lcm_ast *find_variable(const lcm_ast *ast, const char *name) {
  const lcm_ast *found =
      (ast->kind == LCM_AST_REF || ast->kind == LCM_AST_VAR) && ast->key &&
              ast->name && !strcmp(ast->name, name)
          ? ast
          : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_variable(at, name);
  return found;
}

/* Return the first change of the variable "key" in or below "ast", or NULL. */
static const lcm_ast *find_change(struct lcm_lowering *l, const lcm_ast *ast,
                                  const char *key) {
  const lcm_ast *found = lcm_external_changes(l, ast) && ast->first &&
                                 ast->first->kind == LCM_AST_REF &&
                                 ast->first->key == key
                             ? ast
                             : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_change(l, at, key);
  return found;
}

/* Return where the body of the loop "ast" changes the index "name" of that, as
 * "i in line 4"; NULL where it does not. */
static const char *loop_moved(struct lcm_lowering *l, const lcm_ast *ast,
                              const char *name) {
  const lcm_ast *body = lcm_loop_body(ast);
  const lcm_ast *index = NULL;
  const char *plain = lcm_name_plain(name);
  for (const lcm_ast *at = ast->first; at && at != body && !index;
       at = at->next)
    index = find_variable(at, plain);
  const struct lcm_local *local =
      index ? lcm_lower_local_of(l, index->key) : NULL;
  const lcm_ast *found = index ? find_change(l, body, index->key) : NULL;
  if (local && local->is_stored && !found)
    found = index;
  return found ? lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s in line %u", plain,
                                  lcm_lower_loc(l, found).line)
               : NULL;
}

/* Return the index of the loop "ast" with the node "node", NULL for none. */
static const char *index_of(struct lcm_lowering *l, const lcm_node *node,
                            const lcm_ast *ast) {
  struct lcm_header h = {.raw = false};
  if (node->u.loop.n_ranges)
    return node->u.loop.ranges[0].index;
  return ast->kind == LCM_AST_FOR && lcm_header_read(&h, l, ast) &&
                 lcm_header_index(&h, l)
             ? h.index
             : NULL;
}

/* Return whether the header part "ast" of a `for` sets the variable "key". */
static bool sets(const lcm_ast *ast, const char *key) {
  return ast && ast->kind == LCM_AST_ASSIGN && ast->first &&
         ast->first->kind == LCM_AST_REF && ast->first->key == key;
}

/* Return whether "ast" or something below it, from the offset "from" on, may
 * read what the loop "loop" leaves in the variable "key", by which it counts:
 * other loops that count by it set it first. */
static bool reads_behind(const lcm_ast *ast, const lcm_ast *loop,
                         const char *key, unsigned from) {
  bool found =
      ast->kind == LCM_AST_REF && ast->key == key && ast->begin >= from;
  if (ast == loop || (ast->kind == LCM_AST_FOR && sets(ast->first, key) &&
                      !(ast->begin < loop->begin && loop->end <= ast->end)))
    return false;
  if (sets(ast, key))
    return reads_behind(ast->last, loop, key, from);
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = reads_behind(at, loop, key, from);
  return found;
}

/* Return the variable by which the loop "ast" counts where it lives on behind
 * it and something there may read it, NULL for none. */
static const char *kept_index(const struct lcm_lowering *l,
                              const lcm_ast *ast) {
  const lcm_ast *init = ast->kind == LCM_AST_FOR ? ast->first : NULL;
  unsigned from = ast->end;
  if (!init || !l->function || !init->first || !sets(init, init->first->key) ||
      !init->first->key)
    return NULL;
  for (const lcm_ast *at = ast->parent; at; at = at->parent)
    from = lcm_ast_is_loop(at) ? at->begin : from;
  return reads_behind(l->function, ast, init->first->key, from)
             ? init->first->name
             : NULL;
}

/* Say what edits have to know of the rounds of the loop "ast": what may leave
 * it before its condition does, whether they change its index, and what they
 * move evenly. */
static void describe_rounds(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *ast) {
  const char *left = l->options->costs ? NULL : loop_left(l, ast);
  const char *linear =
      l->options->n_kept && !l->options->costs && node->u.loop.n_ranges == 1
          ? lcm_step_linear(l, ast)
          : NULL;
  const char *index = index_of(l, node, ast);
  const char *moved =
      index && !l->options->costs ? loop_moved(l, ast, index) : NULL;
  const char *unread = index && !node->u.loop.n_ranges && !l->options->costs
                           ? lcm_header_unread(l, ast)
                           : NULL;
  const lcm_ast *skips =
      l->options->costs ? NULL : find_continue(lcm_loop_body(ast));
  if (skips)
    lcm_lower_attribute(l, node, "skips",
                        lcm_arena_printf(lcm_ctx_arena(l->ctx), "%u",
                                         lcm_lower_loc(l, skips).begin));
  const char *kept =
      l->options->n_kept && !l->options->costs ? kept_index(l, ast) : NULL;
  if (kept)
    lcm_lower_attribute(l, node, "kept", kept);
  if (left)
    lcm_lower_attribute(l, node, "left", left);
  if (moved)
    lcm_lower_attribute(l, node, "moved", moved);
  if (unread)
    lcm_lower_attribute(l, node, "unread", unread);
  if (linear)
    lcm_lower_attribute(l, node, "linear", linear);
}

lcm_node *lcm_loop_node(struct lcm_lowering *l, lcm_node_kind kind,
                        const lcm_ast **innermost, unsigned collapse) {
  const lcm_ast *const outermost = *innermost;
  LCM_LIST(lcm_iteration) ranges = {0};
  lcm_node *node = lcm_lower_node(l, kind, outermost);
  const lcm_ast *loop = outermost;
  lcm_iteration range;
  const char *falling = NULL;
  bool counted = true;
  bool down = false;
  for (unsigned i = 0; counted && loop && i < collapse; i++) {
    counted = lcm_header_values(&range, &down, l, loop);
    if (counted) {
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &ranges, range);
      if (down)
        falling = falling ? LCM_INTERN_JOINED(l->ctx, falling, " ", range.index)
                          : range.index;
      if (kind == LCM_NODE_PARLOOP)
        LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->region.privates, range.index);
    }
    *innermost = loop;
    loop = i + 1 < collapse ? inner_loop(loop) : NULL;
  }
  if ((!counted || outermost->kind != LCM_AST_FOR ||
       lcm_counter_exit(l, outermost)) &&
      kind == LCM_NODE_LOOP)
    node->kind = LCM_NODE_WHILE;
  if (counted) {
    node->u.loop.ranges = ranges.at;
    node->u.loop.n_ranges = ranges.n;
    if (ranges.n == 1 && down &&
        (range.factor || range.step || kind == LCM_NODE_PARLOOP ||
         !l->options->costs))
      lcm_lower_attribute(l, node, "down", "yes");
    if (ranges.n > 1 && falling)
      lcm_lower_attribute(l, node, "falling", falling);
  } else {
    forget_index(l, *innermost);
    describe_end(l, node, *innermost);
  }
  const lcm_expr *trips = counted && !lcm_leave_is_open(l, outermost)
                              ? NULL
                              : lcm_rounds_trips(l, outermost);
  const char *text = NULL;
  struct lcm_ran ran;
  const bool runs = trips && !lcm_lower_is_given(l, lcm_expr_name(trips)) &&
                    collapse == 1 && kind == LCM_NODE_LOOP &&
                    lcm_leave_ran(&ran, l, outermost);
  const lcm_expr *expected = counted
                                 ? lcm_expect_left(l, outermost, &range, &text)
                                 : lcm_expect_trips(l, outermost, &text);
  const lcm_expr *element = collapse == 1 && (!counted || kind == LCM_NODE_LOOP)
                                ? lcm_header_to_element(l, outermost)
                                : NULL;
  if (trips && lcm_lower_is_given(l, lcm_expr_name(trips)))
    node->u.loop.count = trips;
  else if (runs && !counted &&
           lcm_header_ran(&range, l, outermost, ran.trips)) {
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &ranges, range);
    node->u.loop.ranges = ranges.at;
    node->u.loop.n_ranges = ranges.n;
  } else if (runs)
    node->u.loop.count = lcm_expr_int(l->ctx, ran.trips);
  else if (expected) {
    node->u.loop.count = expected;
    lcm_lower_assume(l, node, text);
  } else if (element) {
    node->u.loop.count = element;
    lcm_lower_assume(l, node, LCM_ENDS_TEXT);
  } else if (!counted)
    lcm_lower_attribute(l, node, "trips", lcm_expr_name(trips));
  node->label = lcm_lower_label(l, outermost);
  node->fingerprint = lcm_lower_hash(l, outermost->begin, outermost->end);
  touch_header(l, node, outermost);
  describe_rounds(l, node, outermost);
  count_end(l, node, *innermost);
  return node;
}

/* Return LCM_ESTRUCT where "node" waits for another member of the team. */
static lcm_status note_wait(const lcm_node *node, void *user) {
  (void)user;
  return node->kind == LCM_NODE_ACQUIRE ? LCM_ESTRUCT : LCM_OK;
}

const lcm_node *lcm_loop_turned(struct lcm_lowering *l, lcm_node *node,
                                const lcm_ast *loop, const lcm_node *body) {
  lcm_iteration range;
  bool down = false;
  if (node->kind != LCM_NODE_PARLOOP || node->u.loop.n_ranges != 1 || !body ||
      !lcm_node_foreach(body, note_wait, NULL) ||
      !lcm_header_values(&range, &down, l, loop) || !down || range.factor)
    return body;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_iteration *own = LCM_NEW(arena, lcm_iteration);
  lcm_node *let = lcm_lower_node(l, LCM_NODE_LET, loop);
  lcm_node_list parts = {0};
  *own = range;
  own->index = LCM_INTERN_JOINED(l->ctx, range.index, LCM_TURNED);
  let->u.let = (struct lcm_assign){
      range.index,
      lcm_expr_sub(l->ctx, lcm_expr_add(l->ctx, range.from, range.to),
                   lcm_expr_symbol(l->ctx, own->index, LCM_DIM_NONE))};
  node->u.loop.ranges = own;
  LCM_LIST_ADD(arena, &parts, let);
  LCM_LIST_ADD(arena, &parts, body);
  return lcm_lower_series(l, &parts, lcm_lower_loc(l, loop));
}
