/* Fragments: plain code with what it costs and accesses. */
#include "analyzer/lower/control/fragment.h"
#include "analyzer/lower/access/access.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/cost/cost.h"
#include "analyzer/lower/cost/slow.h"
#include "analyzer/lower/values/count.h"

/* Return the one of the statements from "first" to "last" that tells most of
 * what they do: a loop, or else the first, a declaration only where there is
 * nothing else. */
static const lcm_ast *telling(const lcm_ast *first, const lcm_ast *last) {
  const lcm_ast *plain = NULL;
  for (const lcm_ast *at = first; at; at = at == last ? NULL : at->next) {
    if (at->kind == LCM_AST_FOR || at->kind == LCM_AST_WHILE ||
        at->kind == LCM_AST_DO)
      return at;
    if (!plain && at->kind != LCM_AST_DECLSTMT && at->kind != LCM_AST_NULL)
      plain = at;
  }
  return plain && !(first->holds & LCM_AST_HOLDS_CALL) ? plain : first;
}

/* Put what the statements from "first" to "last" touch and cost into "node";
 * return whether the cost is of operations on whole numbers alone.  "*counts":
 * something is counted. */
static bool fill(struct lcm_lowering *l, lcm_node *node, const lcm_ast *first,
                 const lcm_ast *last, bool *counts) {
  lcm_lower_accesses(l, node, first, last);
  const bool whole = lcm_lower_cost(l, node, first, last);
  lcm_lower_slow(l, node, first, last);
  *counts = lcm_lower_count(l, node, first, last);
  return whole;
}

bool lcm_edits_are_kept(const struct lcm_lowering *l) {
  return l->options->n_kept && !l->options->costs;
}

void lcm_plainly_begin(struct lcm_plainly *plainly, struct lcm_lowering *l) {
  plainly->options = l->options;
  plainly->plain = *l->options;
  plainly->plain.n_kept = 0;
  l->options = &plainly->plain;
  l->parsing.last = l->parsing.last_index = (struct lcm_parsed){0};
}

void lcm_plainly_end(struct lcm_plainly *plainly, struct lcm_lowering *l) {
  l->options = plainly->options;
  l->parsing.last = l->parsing.last_index = (struct lcm_parsed){0};
}

/* Return whether the "n" sections at "a" are the "m" at "b". */
static bool are_same(const lcm_section *a, size_t n, const lcm_section *b,
                     size_t m) {
  for (size_t i = 0; i < n && n == m; i++)
    if (!lcm_section_equal(&a[i], &b[i]) || a[i].element != b[i].element)
      return false;
  return n == m;
}

/* Return whether "a" and "b" touch and cost the same. */
static bool cost_same(const lcm_node *a, const lcm_node *b) {
  return are_same(a->reads, a->n_reads, b->reads, b->n_reads) &&
         are_same(a->writes, a->n_writes, b->writes, b->n_writes) &&
         a->n_again == b->n_again && a->n_slow == b->n_slow &&
         a->flops == b->flops && a->cycles == b->cycles && a->rest == b->rest &&
         a->bytes == b->bytes;
}

/* Let "node" be, without edits, "plain", where that differs. */
static void set_plain(lcm_node *node, const lcm_node *plain) {
  if (cost_same(node, plain))
    return;
  node->whole = node->part_of = plain;
  node->n_whole = 1;
}

/* Return the fragment that the statements from "first" to "last" are by the
 * present options. */
static lcm_node *one(struct lcm_lowering *l, const lcm_ast *first,
                     const lcm_ast *last) {
  bool counts = false;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_FRAGMENT, first);
  node->loc.end = last->end;
  node->label = lcm_lower_label(l, telling(first, last));
  node->fingerprint = lcm_lower_hash(l, first->begin, last->end);
  (void)fill(l, node, first, last, &counts);
  return node;
}

const lcm_node *lcm_fragment_plain(struct lcm_lowering *l, const lcm_ast *first,
                                   const lcm_ast *last) {
  struct lcm_plainly plainly;
  if (!lcm_edits_are_kept(l))
    return one(l, first, last);
  lcm_plainly_begin(&plainly, l);
  const lcm_node *node = one(l, first, last);
  lcm_plainly_end(&plainly, l);
  return node;
}

lcm_node *lcm_fragment_of(struct lcm_lowering *l, const lcm_ast *first,
                          const lcm_ast *last) {
  lcm_node *node = one(l, first, last);
  if (lcm_edits_are_kept(l))
    set_plain(node, lcm_fragment_plain(l, first, last));
  return node;
}

/* Return the fragment of lcm_lower_remainder by the present options, or
 * NULL. */
static lcm_node *remainder_of(struct lcm_lowering *l, const lcm_ast *ast,
                              bool scalars) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_FRAGMENT, ast);
  bool any = false;
  const bool whole = fill(l, node, ast, ast, &any);
  for (size_t i = 0; i < node->n_reads; i++)
    any = any || scalars || lcm_section_is_array(&node->reads[i]);
  any = any || node->n_writes || node->marks.calls || !node->flops ||
        node->bytes || node->cycles ||
        ((scalars || !whole || l->options->weights) &&
         !lcm_expr_is_int(node->flops, 0));
  if (!any)
    return NULL;
  node->label = lcm_lower_label(l, ast);
  node->fingerprint = lcm_lower_hash(l, ast->begin, ast->end);
  return node;
}

void lcm_lower_remainder(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *ast, bool scalars) {
  struct lcm_plainly plainly;
  lcm_node *node = remainder_of(l, ast, scalars);
  if (lcm_edits_are_kept(l)) {
    lcm_plainly_begin(&plainly, l);
    lcm_node *plain = remainder_of(l, ast, scalars);
    lcm_plainly_end(&plainly, l);
    if (node)
      set_plain(node, plain ? plain : lcm_lower_node(l, LCM_NODE_SERIES, ast));
    else
      node = plain;
  }
  if (node)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

void lcm_fragment_touch(struct lcm_lowering *l, const lcm_node **node,
                        const lcm_ast *ast) {
  if ((*node)->kind != LCM_NODE_CALL && (*node)->kind != LCM_NODE_MESSAGE)
    return;
  lcm_node *copy = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_node);
  *copy = **node;
  lcm_lower_arguments(l, copy, ast);
  *node = copy;
}
