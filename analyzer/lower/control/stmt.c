/* The walk over statements, and over expressions for their calls: each becomes
 * nodes. */
#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/branch.h"
#include "analyzer/lower/control/call.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/fragment.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/let.h"
#include "analyzer/lower/control/loop.h"
#include "analyzer/lower/control/mean.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/cost.h"
#include "analyzer/lower/cost/slow.h"
#include "analyzer/lower/openmp/crew.h"
#include "analyzer/lower/openmp/omp.h"
#include "analyzer/lower/openmp/standalone.h"
#include "analyzer/lower/threads/thread.h"
#include "analyzer/lower/threads/thread_meet.h"
#include "analyzer/lower/threads/thread_wait.h"
#include "analyzer/lower/values/count.h"
#include "analyzer/lower/values/elements/numbers.h"
#include "analyzer/lower/values/names.h"

/* A block being lowered. */
struct block {
  struct lcm_lowering *l;
  lcm_node_list *nodes;
  /* plain statements that become one fragment */
  const lcm_ast *first;
  const lcm_ast *last;
  /* loops among them are to be nodes for edits */
  bool parted;
  /* what is lowered are the parts of such statements */
  bool parts;
};

/* Statements of one block: from "first" to before "stop" (NULL: to the end),
 * with the pragmas behind offset "from"; "alone": without those behind the last
 * of them. */
struct stretch {
  const lcm_ast *first;
  const lcm_ast *stop;
  unsigned from;
  bool alone;
};

/* Lower the statements of "s" into "nodes". */
static void lower_from(struct lcm_lowering *l, lcm_node_list *nodes,
                       struct stretch s);

/* Lower the statements from "first" to "last", in which loops are to be nodes
 * for edits, into "nodes": those with loops each for itself, whichever of them
 * edits are about. */
static void lower_parts(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *first, const lcm_ast *last);

/* Add the nodes of "parts", groups taken apart, to "nodes" as the parts of
 * "whole". */
static void add_parts(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_node_list *parts, const lcm_node *whole) {
  lcm_node_list all = {0};
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  for (size_t i = 0; i < parts->n; i++) {
    const lcm_node *part = parts->at[i];
    const bool group = part->kind == LCM_NODE_SERIES && !part->name &&
                       !part->n_models && !part->n_reads && !part->n_writes;
    for (size_t k = 0; group && k < part->n_children; k++)
      LCM_LIST_ADD(arena, &all, part->children[k]);
    if (!group)
      LCM_LIST_ADD(arena, &all, part);
  }
  lcm_nodes_set_whole(l->ctx, all.at, all.n, whole);
  for (size_t i = 0; i < all.n; i++)
    LCM_LIST_ADD(arena, nodes, all.at[i]);
}

/* Turn the plain statements gathered so far into a fragment. */
static void flush(struct block *b) {
  struct lcm_lowering *l = b->l;
  lcm_node_list parts = {0};
  if (!b->first)
    return;
  if (b->parted)
    lower_parts(l, &parts, b->first, b->last);
  if (b->parted)
    add_parts(l, b->nodes, &parts, lcm_fragment_plain(l, b->first, b->last));
  else
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes,
                 lcm_fragment_of(l, b->first, b->last));
  b->first = b->last = NULL;
  b->parted = false;
}

/* Return the offset behind which the pragmas before "first" begin: the end of
 * the statement before it, or the begin of what it stands in. */
static unsigned pragmas_from(const struct lcm_lowering *l,
                             const lcm_ast *first) {
  if (!first || !first->parent)
    return 0;
  unsigned from = first->parent->begin;
  for (const lcm_ast *at = first->parent->first; at && at != first;
       at = at->next)
    from = lcm_order_behind(l, at);
  const bool made = lcm_order_begin(l, first).order != 0;
  return made && first->begin < from ? first->begin : from;
}

/* Return whether a pragma that nobody has claimed governs "ast", the body of a
 * loop or of a branch. */
static bool is_governed(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *parent = ast->parent;
  if (!parent || parent->kind == LCM_AST_FUNCTION ||
      parent->kind == LCM_AST_COMPOUND)
    return false;
  const struct lcm_order_spot spot = lcm_order_begin(l, ast);
  for (size_t i = lcm_lower_pragma(l, pragmas_from(l, ast));
       i < l->bound.pragmas.n &&
       lcm_order_precedes(&l->bound.pragmas.at[i], spot);
       i++)
    if (!l->bound.claimed[i] && (l->bound.pragmas.at[i].loc.begin < spot.at ||
                                 l->bound.pragmas.at[i].order))
      return true;
  return false;
}

/* Lower the statements of "compound" into "nodes". */
static void lower_statements(struct lcm_lowering *l, lcm_node_list *nodes,
                             const lcm_ast *compound);

const lcm_node *lcm_lower_body(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node_list nodes = {0};
  if (ast->kind == LCM_AST_COMPOUND && !is_governed(l, ast))
    lower_statements(l, &nodes, ast);
  else
    lcm_lower_block(l, &nodes, ast, ast->next);
  return lcm_lower_series(l, &nodes, lcm_lower_loc(l, ast));
}

const lcm_node *lcm_lower_governed(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node_list nodes = {0};
  if (ast->kind == LCM_AST_COMPOUND && !ast->anchor)
    return lcm_lower_body(l, ast);
  lower_from(l, &nodes, (struct stretch){ast, ast->next, ast->begin + 1, true});
  return lcm_lower_series(l, &nodes, lcm_lower_loc(l, ast));
}

/* Return the simple statement "ast" with its calls as one node. */
static lcm_node *lower_simple(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node_list nodes = {0};
  if (!ast->marked)
    return lcm_fragment_of(l, ast, ast);
  lcm_lower_calls(l, &nodes, ast);
  if (ast->kind != LCM_AST_CALL && ast->kind != LCM_AST_ASM)
    lcm_lower_remainder(l, &nodes, ast, true);
  else if (ast->kind == LCM_AST_CALL &&
           (l->options->costs || lcm_external_calls(l, ast)))
    lcm_lower_remainder(l, &nodes, ast, false);
  else if (ast->kind == LCM_AST_CALL && nodes.n)
    lcm_fragment_touch(l, &nodes.at[nodes.n - 1], ast);
  lcm_let_codes(l, &nodes, ast);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_SERIES, ast);
  if (nodes.n == 1)
    *node = *nodes.at[0];
  else {
    node->children = nodes.at;
    node->n_children = nodes.n;
  }
  return node;
}

/* Add the nodes of the loop "ast" to "nodes". */
static void lower_repetition(struct lcm_lowering *l, lcm_node_list *nodes,
                             const lcm_ast *ast,
                             const struct lcm_meaning *meaning) {
  const bool parallel =
      meaning && meaning->read_as && !strcmp(meaning->read_as, "parallel");
  const lcm_node *node = NULL;
  if (lcm_loop_runs_once(ast)) {
    lcm_node *once = lcm_lower_node(l, LCM_NODE_SERIES, ast);
    lcm_lower_child(l, once, lcm_lower_body(l, ast->first));
    node = lcm_lower_apply(l, once, lcm_lower_anchor(ast));
  } else {
    lcm_lower_loop_start(l, nodes, ast);
    lcm_let_before(l, nodes, ast);
    node = parallel
               ? lcm_lower_parallel(l, ast, meaning)
               : lcm_lower_apply(l, lcm_lower_loop(l, LCM_NODE_LOOP, ast, 1),
                                 lcm_lower_anchor(ast));
  }
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

/* Add nodes for the label "ast" with the statement that is its child. */
static void lower_labelled(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_ast *ast) {
  const lcm_ast *last = ast->last;
  if (last && (ast->kind == LCM_AST_LABEL || last != ast->first))
    lcm_lower_block(l, nodes, last, NULL);
}

/* Add nodes for the statement "ast", which needs them, to "nodes"; no pragma
 * governs it.  "meaning" is what comments say of it, or NULL. */
static void lower_kind(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast, const struct lcm_meaning *meaning) {
  lcm_node *node = NULL;
  switch (lcm_ast_class_of(ast->kind)) {
  case LCM_CLASS_LOOP:
    if (!lcm_thread_awaits(l, nodes, ast))
      lower_repetition(l, nodes, ast, meaning);
    return;
  case LCM_CLASS_CHOICE:
    if (lcm_thread_lower_barrier(l, nodes, ast))
      return;
    if (ast->kind == LCM_AST_IF)
      lcm_lower_if(l, nodes, ast);
    else
      lcm_lower_switch(l, nodes, ast);
    return;
  case LCM_CLASS_LABEL:
    lower_labelled(l, nodes, ast);
    return;
  case LCM_CLASS_JUMP:
    if (ast->kind != LCM_AST_GOTO)
      break;
    lcm_lower_jump(l, nodes, ast);
    return;
  case LCM_CLASS_COMPOUND:
    node = lcm_lower_node(l, LCM_NODE_SERIES, ast);
    lcm_lower_child(l, node, lcm_lower_body(l, ast));
    break;
  case LCM_CLASS_TOP:
  case LCM_CLASS_VARIABLE:
  case LCM_CLASS_SIMPLE:
  case LCM_CLASS_CALL:
  case LCM_CLASS_PLACE:
  case LCM_CLASS_CHANGE:
  case LCM_CLASS_MAYBE:
  case LCM_CLASS_VALUE:
    break;
  }
  node = node ? node : lower_simple(l, ast);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes,
               lcm_lower_apply(l, node, lcm_lower_anchor(ast)));
}

/* Add nodes for the statement "ast" as lower_kind. */
static void lower_interesting(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast) {
  struct lcm_meaning meaning;
  const struct lcm_meaning *outer = l->around.said;
  const bool said = lcm_lower_meaning(&meaning, l, lcm_lower_anchor(ast));
  const bool covered = said && lcm_lower_covers(&meaning);
  l->around.said = said ? &meaning : NULL;
  l->around.covered += covered;
  lower_kind(l, nodes, ast, l->around.said);
  l->around.covered -= covered;
  l->around.said = outer;
}

/* Return the last statement of the range that `begin` opened at "ast", or NULL
 * where none opens there. */
static const lcm_ast *range_end(struct lcm_lowering *l, const lcm_ast *ast,
                                const lcm_directive **begin) {
  *begin = NULL;
  if (!ast->anchor)
    return NULL;
  for (size_t i = 0; i < l->bound.on[ast->anchor - 1].n; i++)
    if (l->bound.on[ast->anchor - 1].at[i]->kind == LCM_DIR_BEGIN)
      *begin = l->bound.on[ast->anchor - 1].at[i];
  if (!*begin)
    return NULL;
  unsigned end = 0;
  for (const lcm_directive *d = *begin + 1;
       d < l->bound.directives + l->bound.n_directives && !end; d++)
    if (d->kind == LCM_DIR_END && d->words[0] == (*begin)->words[0])
      end = d->loc.begin;
  const lcm_ast *last = ast;
  while (last->next && last->next->begin < end)
    last = last->next;
  return last;
}

/* Claim the pragmas from the offset "from" to "until", where a statement stands
 * unless "first" is NULL: standalone ones become nodes; return the index of the
 * first that governs the statement in "*first" and their number. */
static size_t claim(struct block *b, size_t *first, unsigned from,
                    struct lcm_order_spot until) {
  struct lcm_lowering *l = b->l;
  const bool trailing = first == NULL;
  size_t n = 0;
  for (size_t i = lcm_lower_pragma(l, from); i < l->bound.pragmas.n; i++) {
    const lcm_pragma *pragma = &l->bound.pragmas.at[i];
    if (!lcm_order_precedes(pragma, until))
      break;
    if (l->bound.claimed[i] || (trailing && !pragma->standalone))
      continue;
    l->bound.claimed[i] = true;
    if (!pragma->standalone) {
      *first = n ? *first : i;
      n++;
      continue;
    }
    const lcm_node *node = lcm_lower_standalone(l, pragma);
    if (node) {
      flush(b);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, node);
    }
  }
  return n;
}

/* Return whether "ast" does nothing by itself. */
static bool is_idle(const struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_ASM)
    return lcm_asm_is_empty(l, ast);
  return ast->kind == LCM_AST_NULL || ast->kind == LCM_AST_BREAK ||
         ast->kind == LCM_AST_CONTINUE ||
         (ast->kind == LCM_AST_RETURN && !ast->first) ||
         ((ast->kind == LCM_AST_CASE || ast->kind == LCM_AST_LABEL) &&
          (!ast->last || !ast->last->marked));
}

/* Let the plain statement "ast", which gives variables values, be a fragment
 * too where the analysis counts. */
static void count_one(struct block *b, const lcm_ast *ast) {
  if (!b->l->options->costs)
    return;
  b->first = b->last = ast;
  flush(b);
}

/* Return whether a statement from "first" to "last" refers to what the
 * assignment "ast" changes. */
static bool is_told_of(const lcm_ast *first, const lcm_ast *last,
                       const lcm_ast *ast) {
  const lcm_ast *to = ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE
                          ? ast->first
                          : NULL;
  if (ast->kind == LCM_AST_DECLSTMT)
    return false;
  if (!to || to->kind != LCM_AST_REF)
    return true;
  for (const lcm_ast *at = first; at; at = at == last ? NULL : at->next)
    if (lcm_syntax_refers(at, to->key))
      return true;
  return false;
}

/* Add "lets", which the plain statement "ast" that takes time makes: "ast" goes
 * on with the fragment gathered so far, before which they stand, for nothing in
 * it speaks of what they change. */
static void gather(struct block *b, const lcm_node_list *lets,
                   const lcm_ast *ast) {
  if (b->first && is_told_of(b->first, b->last, ast))
    flush(b);
  for (size_t i = 0; i < lets->n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(b->l->ctx), b->nodes, lets->at[i]);
  b->first = b->first ? b->first : ast;
  b->last = ast;
}

/* Return whether "ast" declares an array: what reads or writes that stands in
 * other fragments where the analysis counts. */
static bool declares_array(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *var = ast->kind == LCM_AST_DECLSTMT ? ast->first : NULL;
  while (var && !var->is_array)
    var = var->next;
  return var && l->options->costs;
}

/* Add what the loop "ast" fills an array of numbers with. */
static void add_lets(struct block *b, const lcm_ast *ast) {
  lcm_node_list lets = {0};
  lcm_numbers_fill(b->l, &lets, ast);
  if (lets.n)
    flush(b);
  for (size_t i = 0; i < lets.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(b->l->ctx), b->nodes, lets.at[i]);
}

/* Return the LET "let" with what the statement "ast" around it reads and
 * writes, unless a fragment of its own says that. */
static const lcm_node *touching(struct lcm_lowering *l, const lcm_node *let,
                                const lcm_ast *ast) {
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_node);
  *copy = *let;
  if (l->options->costs)
    return let;
  lcm_lower_values(l, copy, ast);
  return copy->n_reads + copy->n_writes + copy->n_attributes ? copy : let;
}

/* Return whether "ast" is plain but for loops that are to be nodes for
 * edits. */
static bool is_parted(const struct block *b, const lcm_ast *ast) {
  return ast->kept && b->l->options->n_kept && !b->parts &&
         !lcm_order_is_parallel(b->l, ast) &&
         !lcm_lower_concerns(b->l, ast->begin, ast->end);
}

/* Return whether "ast" does nothing but give variables values that are
 * followed. */
static bool only_sets(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *at = ast->first;
  const unsigned does = LCM_AST_HOLDS_CALL | LCM_AST_HOLDS_CHANGE;
  if (ast->kind == LCM_AST_ASSIGN)
    return at && at->kind == LCM_AST_REF && !(ast->last->holds & does) &&
           lcm_let_follows(l, at->name);
  if (ast->kind == LCM_AST_IF && (!at || (at->holds & does)))
    return false;
  if (ast->kind != LCM_AST_IF && ast->kind != LCM_AST_COMPOUND)
    return false;
  for (at = ast->kind == LCM_AST_IF ? at->next : at; at; at = at->next)
    if (!only_sets(l, at))
      return false;
  return true;
}

/* Return whether "node" does nothing but call functions. */
static bool only_calls(const lcm_node *node) {
  if (node->kind == LCM_NODE_CALL)
    return true;
  if (node->kind != LCM_NODE_BRANCH && node->kind != LCM_NODE_SERIES)
    return false;
  for (size_t i = 0; i < node->n_children; i++)
    if (!only_calls(node->children[i]))
      return false;
  return true;
}

/* Return whether the call "node" may be given the index of "range", which is
 * gone behind its loop. */
static bool is_told(const lcm_node *node, const lcm_iteration *range) {
  if (node->kind != LCM_NODE_CALL)
    return true;
  for (size_t i = 0; i < node->u.call.n_args; i++)
    if (node->u.call.args[i] &&
        lcm_expr_has(node->u.call.args[i], range->index))
      return true;
  return false;
}

/* Lower the calls of the condition of "loop" (another statement: nothing),
 * whose node is "node", that end it, into "nodes": it is asked once more than
 * its body runs where nothing else leaves that. */
static void lower_last_test(struct lcm_lowering *l, lcm_node_list *nodes,
                            const lcm_ast *loop, const lcm_node *node) {
  struct lcm_header h = {.raw = false};
  lcm_node_list calls = {0};
  const lcm_ast *body = lcm_ast_is_loop(loop) ? lcm_loop_body(loop) : NULL;
  lcm_iteration range;
  bool down = false;
  if (!body || loop->kind == LCM_AST_DO || !node ||
      (node->kind != LCM_NODE_WHILE && node->kind != LCM_NODE_LOOP) ||
      lcm_leave_ways(body, LCM_LEAVE_LOOP))
    return;
  const bool counts = loop->kind == LCM_AST_FOR &&
                      loop->first->kind == LCM_AST_DECLSTMT &&
                      lcm_header_values(&range, &down, l, loop);
  if (loop->kind == LCM_AST_FOR)
    (void)lcm_header_read(&h, l, loop);
  for (const lcm_ast *at = loop->first; at; at = at->next)
    if (at != body && at->marked && lcm_header_part(&h, loop, at) == 1)
      lcm_lower_calls(l, &calls, at);
  for (size_t i = 0; i < calls.n; i++)
    if (!only_calls(calls.at[i]) || (counts && is_told(calls.at[i], &range)))
      return;
  for (size_t i = 0; i < calls.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, calls.at[i]);
}

/* Lower the plain or interesting statement "ast". */
static void lower_one(struct block *b, const lcm_ast *ast) {
  struct lcm_lowering *l = b->l;
  const bool annotated = ast->anchor && l->bound.on[ast->anchor - 1].n > 0;
  const bool sets_inside =
      ast->kind == LCM_AST_IF || ast->kind == LCM_AST_SWITCH ||
      ast->kind == LCM_AST_COMPOUND || lcm_ast_is_loop(ast);
  if (l->globals.grids && ast->kind == LCM_AST_FOR)
    add_lets(b, ast);
  const bool parted = is_parted(b, ast);
  if (annotated || (!parted && lcm_lower_needs_nodes(l, ast))) {
    flush(b);
    lower_interesting(l, b->nodes, ast);
    const lcm_node *node = b->nodes->n ? b->nodes->at[b->nodes->n - 1] : NULL;
    if (sets_inside && !b->parts)
      lcm_let_behind(l, b->nodes, ast);
    else if (ast->kind == LCM_AST_DECLSTMT)
      lcm_let_declare(l, b->nodes, ast);
    else if (ast->kind == LCM_AST_ASSIGN)
      lcm_let_assign(l, b->nodes, ast);
    if (!annotated)
      lower_last_test(l, b->nodes, ast, node);
    return;
  }
  if (is_idle(l, ast))
    return;
  lcm_node_list lets = {0};
  if (ast->kind == LCM_AST_DECLSTMT)
    lcm_let_declare(l, &lets, ast);
  else
    lcm_let_assign(l, &lets, ast);
  if (!lets.n && sets_inside && only_sets(l, ast))
    lcm_let_behind(l, &lets, ast);
  if (lets.n && !l->options->costs && lcm_let_takes_time(l, ast)) {
    gather(b, &lets, ast);
    return;
  }
  if (lets.n) {
    flush(b);
    count_one(b, ast);
    lets.at[0] = touching(l, lets.at[0], ast);
    for (size_t i = 0; i < lets.n; i++)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, lets.at[i]);
    return;
  }
  if (!b->first)
    b->first = ast;
  b->last = ast;
  b->parted = b->parted || parted;
  if (sets_inside && !b->parts)
    lcm_let_behind(l, &lets, ast);
  if (lets.n || declares_array(l, ast))
    flush(b);
  for (size_t i = 0; i < lets.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, lets.at[i]);
}

/* Return whether "ast" is or has a loop. */
static bool has_loop(const lcm_ast *ast) {
  if (lcm_ast_is_loop(ast))
    return true;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (has_loop(at))
      return true;
  return false;
}

static void lower_parts(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *first, const lcm_ast *last) {
  struct block b = {.l = l, .nodes = nodes, .parts = true};
  for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next) {
    const bool loop = has_loop(ast);
    if (loop)
      flush(&b);
    lower_one(&b, ast);
    if (loop)
      flush(&b);
  }
  flush(&b);
}

/* Lower the range from "ast" to "last" that `begin` opened as one node. */
static void lower_range(struct block *b, const lcm_ast *ast,
                        const lcm_ast *last) {
  struct lcm_lowering *l = b->l;
  lcm_node_list nodes = {0};
  lcm_directive_list kept = l->bound.on[ast->anchor - 1];
  flush(b);
  l->bound.on[ast->anchor - 1].n = 0;
  lower_from(l, &nodes,
             (struct stretch){ast, last->next, pragmas_from(l, ast), true});
  l->bound.on[ast->anchor - 1] = kept;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_SERIES, ast);
  node->loc.end = last->end;
  node->children = nodes.at;
  node->n_children = nodes.n;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes,
               lcm_lower_apply(l, node, lcm_lower_anchor(ast)));
}

void lcm_lower_block(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *first, const lcm_ast *stop) {
  lower_from(l, nodes,
             (struct stretch){first, stop, pragmas_from(l, first), false});
}

static void lower_statements(struct lcm_lowering *l, lcm_node_list *nodes,
                             const lcm_ast *compound) {
  struct block b = {.l = l, .nodes = nodes};
  lcm_let_hide(l, nodes, compound, false);
  if (compound->first)
    lcm_lower_block(l, nodes, compound->first, NULL);
  else
    (void)claim(&b, NULL, compound->begin, lcm_order_end(l, compound));
  lcm_let_hide(l, nodes, compound, true);
}

/* Claim the standalone pragmas behind "last" in its block, before "stop". */
static void claim_trailing(struct block *b, const lcm_ast *last,
                           const lcm_ast *stop) {
  const lcm_ast *parent = last->parent;
  if (parent && parent->kind == LCM_AST_COMPOUND)
    (void)claim(b, NULL, lcm_order_behind(b->l, last),
                stop ? lcm_order_begin(b->l, stop)
                     : lcm_order_end(b->l, parent));
}

void lcm_lower_trailing(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *last, const lcm_ast *stop) {
  struct block b = {.l = l, .nodes = nodes};
  claim_trailing(&b, last, stop);
}

/* Lower what stands behind "ast", where control does not come by itself, before
 * "stop": it is taken to run never.  Return the last statement. */
static const lcm_ast *lower_dead(struct block *b, const lcm_ast *ast,
                                 const lcm_ast *stop) {
  struct lcm_lowering *l = b->l;
  const lcm_ast *last = ast;
  bool any = false;
  while (last->next && last->next != stop) {
    last = last->next;
    any = any || lcm_lower_needs_nodes(l, last);
  }
  if (!any || (ast->kind == LCM_AST_GOTO && ast->next->kind == LCM_AST_LABEL))
    return any ? ast : last;
  lcm_node_list nodes = {0};
  const lcm_expr **never = LCM_NEW(lcm_ctx_arena(l->ctx), const lcm_expr *);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, ast->next);
  flush(b);
  lcm_lower_block(l, &nodes, ast->next, stop);
  *never = lcm_expr_int(l->ctx, 0);
  node->label = lcm_lower_label(l, ast->next);
  node->u.branch.conditions = never;
  lcm_lower_attribute(l, node, "assumed", "never");
  lcm_lower_child(l, node, lcm_lower_series(l, &nodes, node->loc));
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, node);
  return last;
}

/* Return whether "ast" or something below it jumps to the label "name". */
static bool jumps_to(const lcm_ast *ast, const char *name) {
  if (ast->kind == LCM_AST_GOTO)
    return ast->name == name;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return false;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (jumps_to(child, name))
      return true;
  return false;
}

/* Return the first `return` in or below "ast", or NULL. */
static const lcm_ast *return_in(const lcm_ast *ast) {
  const lcm_ast *found = ast->kind == LCM_AST_RETURN ? ast : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return found;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = return_in(at);
  return found;
}

/* Note behind "ast", and before the label that it jumps to, that it may not get
 * there, for it returns as well. */
static void note_return(struct block *b, const lcm_ast *ast) {
  struct lcm_lowering *l = b->l;
  const lcm_ast *jump = return_in(ast);
  if (!jump)
    return;
  flush(b);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, jump);
  const lcm_expr **never = LCM_NEW(lcm_ctx_arena(l->ctx), const lcm_expr *);
  *never = lcm_expr_int(l->ctx, 0);
  node->label = lcm_lower_label(l, jump);
  node->u.branch.conditions = never;
  lcm_lower_attribute(l, node, "exit", "yes");
  lcm_lower_attribute(l, node, "assumed", "never");
  lcm_lower_child(l, node, lcm_lower_node(l, LCM_NODE_SERIES, jump));
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, node);
}

/* Return the first label behind "ast" in its block, before "stop", that it, or
 * something in it, jumps to; NULL for none. */
static const lcm_ast *label_behind(const lcm_ast *ast, const lcm_ast *stop) {
  if (ast->kind != LCM_AST_GOTO && !lcm_leave_ways(ast, LCM_LEAVE_JUMP))
    return NULL;
  for (const lcm_ast *at = ast->next; at && at != stop; at = at->next)
    if (at->kind == LCM_AST_LABEL && jumps_to(ast, at->name))
      return at;
  return NULL;
}

/* Lower what stands behind "ast", which has been lowered and may be left,
 * before "stop": it runs unless "left" holds.  Return the last statement that
 * is done. */
static const lcm_ast *lower_behind(struct block *b, const lcm_ast *ast,
                                   const lcm_ast *stop, const lcm_expr *left) {
  struct lcm_lowering *l = b->l;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_node_list nodes = {0};
  const lcm_ast *last = ast;
  flush(b);
  lcm_lower_block(l, &nodes, ast->next, stop);
  while (last->next && last->next != stop)
    last = last->next;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, ast->next);
  const lcm_expr **conditions = LCM_NEW_ARRAY(arena, const lcm_expr *, 2);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, 2);
  conditions[0] = left;
  children[0] = lcm_lower_node(l, LCM_NODE_SERIES, ast);
  children[1] = lcm_lower_series(l, &nodes, node->loc);
  node->label = lcm_lower_label(l, ast->next);
  node->u.branch.conditions = conditions;
  node->children = children;
  node->n_children = 2;
  lcm_lower_attribute(l, node, "exit", "yes");
  LCM_LIST_ADD(arena, b->nodes, node);
  return last;
}

/* Return the condition that the statement "ast", of which something before
 * "stop" stands behind, is left, so that this does not run; NULL where it never
 * is, as far as that is known ("*open": it may be).  The nodes that keep it go
 * to "b". */
static const lcm_expr *left_by(struct block *b, const lcm_ast *ast,
                               const lcm_ast *stop, bool *open) {
  struct lcm_lowering *l = b->l;
  *open = false;
  if (!ast->next || ast->next == stop || !lcm_leave_ways(ast, LCM_LEAVE_ANY) ||
      lcm_leaves(ast))
    return NULL;
  const lcm_expr *left = lcm_leave_when(open, l, ast, LCM_LEAVE_ANY);
  if (lcm_expr_is_int(left, 0))
    return NULL;
  if (!lcm_leave_changes(l, ast, left))
    return left;
  lcm_node *let = lcm_lower_node(l, LCM_NODE_LET, ast);
  let->u.let = (struct lcm_assign){
      lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "left.%u.%u",
                                          let->loc.line, let->loc.column)),
      left};
  flush(b);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, let);
  return lcm_expr_symbol(l->ctx, let->u.let.name, LCM_DIM_NONE);
}

/* Put what the statements from "first" to before "stop" are where no edits are
 * announced into "plain"; return whether they need no nodes there, and "ast"
 * among them, an exit, is none. */
static bool without_exit(struct lcm_lowering *l, lcm_node_list *plain,
                         const lcm_ast *first, const lcm_ast *ast,
                         const lcm_ast *stop) {
  struct lcm_plainly plainly;
  if (!lcm_edits_are_kept(l) ||
      lcm_order_is_directed(l, first->begin, first, stop))
    return false;
  lcm_plainly_begin(&plainly, l);
  bool stays = !lcm_lower_is_exit(l, ast, stop);
  for (const lcm_ast *at = first; at && at != stop; at = at->next)
    stays = stays && !lcm_lower_needs_nodes(l, at);
  if (stays)
    lower_from(l, plain, (struct stretch){first, stop, first->begin, true});
  lcm_plainly_end(&plainly, l);
  return stays;
}

/* Lower the exit "ast", and what comes behind it before "stop"; return the last
 * statement that is done.  One that is an exit for edits alone is a part, with
 * the plain statements before it, of what all these are without edits. */
static const lcm_ast *lower_exit(struct block *b, const lcm_ast *ast,
                                 const lcm_ast *stop) {
  struct lcm_lowering *l = b->l;
  lcm_node_list plain = {0};
  lcm_node_list parts = {0};
  const lcm_ast *first = b->first ? b->first : ast;
  const bool parted = without_exit(l, &plain, first, ast, stop);
  if (!parted)
    flush(b);
  else if (b->first)
    lower_parts(l, &parts, b->first, b->last);
  b->first = b->last = parted ? NULL : b->first;
  b->parted = b->parted && !parted;
  const lcm_ast *until =
      lcm_lower_exit(l, parted ? &parts : b->nodes, ast, stop);
  if (parted)
    add_parts(l, b->nodes, &parts,
              plain.n == 1
                  ? plain.at[0]
                  : lcm_lower_series(l, &plain, lcm_lower_loc(l, first)));
  while (ast->next && ast->next != until)
    ast = ast->next;
  return ast;
}

/* Lower the statement "ast" of the block "b", before "stop", behind the pragmas
 * from the offset "from" on; return the last statement that is done. */
static const lcm_ast *lower_next(struct block *b, const lcm_ast *ast,
                                 const lcm_ast *stop, unsigned from) {
  struct lcm_lowering *l = b->l;
  const lcm_directive *begin = NULL;
  const lcm_ast *last = range_end(l, ast, &begin);
  size_t pragma = 0;
  if (last) {
    lower_range(b, ast, last);
    return last;
  }
  const size_t n = claim(b, &pragma, from, lcm_order_begin(l, ast));
  if (n) {
    flush(b);
    const lcm_node *node = lcm_lower_construct(l, pragma, n, ast);
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), b->nodes, node);
    lcm_let_construct(l, b->nodes, ast, (struct lcm_omp_crowd){pragma, n});
    lcm_omp_crew_tells(l, b->nodes, node, pragma, ast);
    return ast;
  }
  if (lcm_thread_is_start(l, ast))
    return ast;
  if (lcm_thread_begins(l, ast)) {
    flush(b);
    last = lcm_thread_lower(l, b->nodes, ast, stop);
    if (last)
      return last;
  }
  if (!lcm_lower_is_exit(l, ast, stop)) {
    const lcm_ast *label = label_behind(ast, stop);
    const lcm_ast *outer = l->around.landing;
    const lcm_ast *until = label ? label : stop;
    bool open = false;
    const lcm_expr *left = left_by(b, ast, until, &open);
    const bool silent =
        open && lcm_ast_is_loop(ast) && !lcm_leave_is_open(l, ast);
    l->around.landing = label ? label : outer;
    lower_one(b, ast);
    l->around.landing = outer;
    if (label || silent)
      note_return(b, ast);
    if (left)
      return lower_behind(b, ast, until, left);
    return lcm_leaves(ast) ? lower_dead(b, ast, label ? label : stop) : ast;
  }
  return lower_exit(b, ast, stop);
}

static void lower_from(struct lcm_lowering *l, lcm_node_list *nodes,
                       struct stretch s) {
  struct block b = {.l = l, .nodes = nodes};
  unsigned from = s.from;
  const lcm_ast *last = NULL;
  for (const lcm_ast *ast = s.first; ast && ast != s.stop; ast = last->next) {
    last = lower_next(&b, ast, s.stop, from);
    from = lcm_order_behind(l, last);
  }
  if (last && !s.alone)
    claim_trailing(&b, last, s.stop);
  flush(&b);
}

/* Lower the calls in the part number "part" of the header of the loop "ast",
 * and what its condition costs, into "nodes". */
static void lower_part(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast, int part) {
  struct lcm_header h = {.raw = false};
  const lcm_ast *body = lcm_loop_body(ast);
  if (ast->kind == LCM_AST_FOR)
    (void)lcm_header_read(&h, l, ast);
  for (const lcm_ast *at = ast->first; at; at = at->next) {
    if (at == body || lcm_header_part(&h, ast, at) != part)
      continue;
    lcm_lower_calls(l, nodes, at);
    if (l->options->costs ||
        (part == 1 && (at->marked || ast->kind != LCM_AST_FOR)))
      lcm_lower_remainder(l, nodes, at, false);
  }
}

void lcm_lower_loop_start(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast) {
  if (ast->kind == LCM_AST_FOR && ast->marked)
    lower_part(l, nodes, ast, 0);
}

/* Return the body of the loop "ast" with the calls of its condition, before it
 * unless that comes last, and of its step as one node. */
static const lcm_node *lower_round(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node_list nodes = {0};
  const lcm_ast *body = lcm_loop_body(ast);
  lcm_let_round(l, &nodes, ast);
  if (ast->kind != LCM_AST_DO)
    lower_part(l, &nodes, ast, 1);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nodes, lcm_lower_body(l, body));
  if (ast->kind == LCM_AST_DO)
    lower_part(l, &nodes, ast, 1);
  if (ast->kind == LCM_AST_FOR)
    lower_part(l, &nodes, ast, 2);
  return lcm_lower_series(l, &nodes, lcm_lower_loc(l, body));
}

/* Return what "ast" executes as one node, a series. */
static const lcm_node *alternative(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_node_list nodes = {0};
  if (ast)
    lcm_lower_calls(l, &nodes, ast);
  return lcm_lower_series(l, &nodes, lcm_lower_loc(l, ast));
}

/* Add the branch on "cond" (where "negated": on its contrary) that executes
 * "yes" and, unless NULL, else "no". */
static void add_choice(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *const parts[3], bool negated) {
  const lcm_ast *cond = parts[0];
  const lcm_expr *value = lcm_lower_expr(l, cond->begin, cond->end);
  if (value && negated)
    value = lcm_expr_apply(l->ctx, LCM_X_NOT, value);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BRANCH, cond->parent);
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_node *, 2);
  node->label = lcm_lower_label(l, cond->parent);
  node->children = children;
  children[node->n_children++] = alternative(l, parts[1]);
  if (parts[2])
    children[node->n_children++] = alternative(l, parts[2]);
  lcm_lower_choose(l, node, value, cond);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

void lcm_lower_calls(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left ? left->next : NULL;
  if (!ast->marked)
    return;
  if (ast->kind == LCM_AST_BLOCK) {
    if (left && left->kind == LCM_AST_COMPOUND)
      lcm_lower_block(l, nodes, left->first, NULL);
    return;
  }
  if (ast->kind == LCM_AST_ASM && !lcm_asm_is_empty(l, ast))
    lcm_lower_opaque(l, nodes, ast, "assembler code");
  if (ast->kind == LCM_AST_ASM || ast->kind == LCM_AST_SIZEOF)
    return;
  const bool both = ast->kind == LCM_AST_AND || ast->kind == LCM_AST_OR;
  const bool either = ast->kind == LCM_AST_CONDITIONAL;
  if (right && ((both && right->marked) ||
                (either && (right->marked || ast->last->marked)))) {
    lcm_lower_calls(l, nodes, left);
    add_choice(
        l, nodes,
        (const lcm_ast *const[]){left, right, either ? right->next : NULL},
        ast->kind == LCM_AST_OR);
    return;
  }
  for (; left; left = left->next)
    lcm_lower_calls(l, nodes, left);
  lcm_call_add(l, nodes, ast);
}

lcm_node *lcm_lower_loop(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast, unsigned collapse) {
  const size_t privates = l->region.privates.n;
  lcm_node *node = lcm_loop_node(l, kind, &ast, collapse);
  const lcm_node *round = lcm_lower_open_end(l, ast, lower_round(l, ast));
  lcm_lower_child(l, node, lcm_loop_turned(l, node, ast, round));
  l->region.privates.n = privates;
  return node;
}
