/* Reading processes: sequences and parallel compositions of statements. */
#include <stdlib.h>
#include <string.h>

#include "pamela/cursor.h"
#include "pamela/expression.h"
#include "pamela/label.h"
#include "pamela/names.h"
#include "pamela/process.h"
#include "pamela/statement.h"

/* What is open around the place being read.  Processes are read with a stack
 * of these, not by recursion, so that nesting costs no stack. */
enum open_kind {
  AN_EQUATION,
  A_GROUP,
  A_SEQ,
  A_PAR,
  AN_IF,
  AN_ELSE,
  A_WHILE,
  A_USING
};

/* What was read last in an equation or group. */
enum after { AFTER_OPENING, AFTER_SEMICOLON, AFTER_BAR };

/* kind     of what is open */
struct open {
  enum open_kind kind;
  pml_kind closer;      /* of a group */
  enum after after;     /* what was read last */
  bool sure;            /* what is in it happens whenever it is reached */
  size_t start;         /* its first token */
  size_t chain;         /* where its statements begin in the stack "chain" */
  size_t branches;      /* of a group or equation: those that a "||" ended */
  size_t mark;          /* how many names were visible */
  lcm_node *node;       /* of a head, to get its body */
  const lcm_node *then; /* the first alternative of an else */
};

/* An equation being read. */
struct process {
  struct pml *p;
  LCM_LIST(struct open) stack;
  pml_nodes chain;
  pml_nodes branches;
};

/* Return the innermost open one. */
static struct open *top(struct process *x) {
  return &x->stack.at[x->stack.n - 1];
}

/* Open "open" at token "start". */
static void push(struct process *x, struct open open, size_t start) {
  struct pml *p = x->p;
  open.start = start;
  open.chain = x->chain.n;
  open.branches = x->branches.n;
  p->unsure += !open.sure;
  if (x->stack.n >= LCM_MAX_DEPTH)
    pml_error(p, LCM_EDEPTH, LCM_DIAG_DEPTH, pml_place(p, start),
              "statements are nested more than %d deep", LCM_MAX_DEPTH);
  else
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &x->stack, open);
}

/* Close the innermost open one. */
static void pop(struct process *x) {
  x->p->unsure -= !top(x)->sure;
  x->stack.n--;
}

/* Give "node" the one child "child" and its last token. */
static void adopt(struct pml *p, const struct open *open,
                  const lcm_node *child) {
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), const lcm_node *, 1);
  children[0] = child;
  open->node->children = children;
  open->node->n_children = 1;
  open->node->loc = pml_span(p, open->start);
}

/* ---- heads ----------------------------------------------------------------
 */

/* Return the condition at hand, in parentheses. */
static const lcm_expr *read_condition(struct pml *p) {
  const lcm_expr *e = pml_expression(p);
  (void)pml_expect(p, PML_CLOSE, "')'");
  return p->status ? NULL : e;
}

/* Take the draw "draw" out of the list: nothing mentions it any more. */
static void drop_draw(struct pml *p, const struct lcm_draw *draw) {
  for (size_t i = (size_t)(draw - p->draws.at); i + 1 < p->draws.n; i++)
    p->draws.at[i] = p->draws.at[i + 1];
  p->draws.n--;
}

/* Return "e" between 0 and 1. */
static const lcm_expr *clamped(struct pml *p, const lcm_expr *e) {
  const lcm_expr *zero = lcm_expr_int(p->ctx, 0);
  const lcm_expr *one = lcm_expr_int(p->ctx, 1);
  const lcm_expr *low[] = {zero, e};
  const lcm_expr *some = lcm_expr_nary(p->ctx, LCM_X_MAX, low, 2);
  const lcm_expr *high[] = {one, some};
  return some ? lcm_expr_nary(p->ctx, LCM_X_MIN, high, 2) : NULL;
}

/* Return the probability of "condition" where that is prob(x), random < x or
 * x < random; else NULL. */
static const lcm_expr *probability(struct pml *p, const lcm_expr *condition) {
  const struct lcm_draw *draw = pml_draw_of(p, condition);
  const lcm_expr_kind kind = lcm_expr_kind_of(condition);
  if (draw && draw->kind == LCM_DRAW_PROB) {
    const lcm_expr *chance = draw->args[0];
    drop_draw(p, draw);
    return chance;
  }
  for (size_t i = 0; (kind == LCM_X_LT || kind == LCM_X_LE) && i < 2; i++) {
    const lcm_expr *other = lcm_expr_arg(condition, 1 - i);
    draw = pml_draw_of(p, lcm_expr_arg(condition, i));
    if (!draw || draw->kind != LCM_DRAW_RANDOM ||
        lcm_expr_has(other, draw->name))
      continue;
    drop_draw(p, draw);
    return clamped(p, i ? lcm_expr_sub(p->ctx, lcm_expr_int(p->ctx, 1), other)
                        : other);
  }
  return NULL;
}

/* Return the branch whose condition is at hand, behind "if(". */
static lcm_node *read_if(struct pml *p, size_t start) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const lcm_expr *condition = read_condition(p);
  lcm_node *node = lcm_node_new(p->ctx, LCM_NODE_BRANCH, pml_place(p, start));
  const lcm_expr **list = LCM_NEW_ARRAY(arena, const lcm_expr *, 2);
  if (!condition)
    return node;
  const lcm_expr *chance = probability(p, condition);
  list[0] = chance ? chance : condition;
  if (chance)
    node->u.branch.probabilities = list;
  else
    node->u.branch.conditions = list;
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, chance ? "if prob(" : "if ");
  pml_put_label(p, &buf, list[0]);
  lcm_buf_puts(&buf, chance ? ")" : "");
  node->label = lcm_ctx_text(p->ctx, &buf);
  return node;
}

/* Return the while whose condition is at hand, behind "while(". */
static lcm_node *read_while(struct pml *p, size_t start) {
  lcm_node *node = lcm_node_new(p->ctx, LCM_NODE_WHILE, pml_place(p, start));
  const lcm_expr *condition = read_condition(p);
  lcm_buf buf = {0};
  node->u.loop.condition = condition;
  lcm_buf_puts(&buf, "while ");
  pml_put_label(p, &buf, condition);
  node->label = lcm_ctx_text(p->ctx, &buf);
  return node;
}

/* Return whether the loop "node" has an iteration whatever the params are. */
static bool is_never_empty(const lcm_node *node) {
  long long from = 0;
  long long to = 0;
  return node->u.loop.n_ranges &&
         pml_is_whole(node->u.loop.ranges[0].from, &from) &&
         pml_is_whole(node->u.loop.ranges[0].to, &to) && from <= to;
}

/* Open the seq or par at hand, behind its parenthesis. */
static void open_range(struct process *x, enum open_kind kind, size_t start) {
  struct pml *p = x->p;
  const lcm_node_kind node_kind =
      kind == A_SEQ ? LCM_NODE_LOOP : LCM_NODE_PARLOOP;
  struct open open = {.kind = kind, .mark = p->scope.n};
  open.node = lcm_node_new(p->ctx, node_kind, pml_place(p, start));
  pml_range(p, open.node);
  open.sure = is_never_empty(open.node);
  p->loops += kind == A_SEQ;
  push(x, open, start);
}

/* Open what "word", at hand, begins, and return true; false where it is the
 * word of a simple statement. */
static bool open_head(struct process *x, const char *word) {
  struct pml *p = x->p;
  const size_t start = p->at;
  struct open open = {.mark = p->scope.n};
  static const char *const WORDS[] = {"seq", "par", "if", "while", "using"};
  size_t which = 0;
  while (which < 5 && strcmp(WORDS[which], word) != 0)
    which++;
  if (which == 5)
    return false;
  p->at += 2;
  if (which < 2) {
    open_range(x, which ? A_PAR : A_SEQ, start);
    return true;
  }
  open.kind = which == 2 ? AN_IF : which == 3 ? A_WHILE : A_USING;
  open.sure = which == 4;
  if (which == 2)
    open.node = read_if(p, start);
  else if (which == 3)
    open.node = read_while(p, start);
  else {
    open.node = lcm_node_new(p->ctx, LCM_NODE_USING, pml_place(p, start));
    pml_using(p, open.node);
  }
  p->loops += which == 3;
  push(x, open, start);
  return true;
}

/* ---- groups ---------------------------------------------------------------
 */

/* Return a node of "kind" with the nodes of "list" from number "from" on as
 * children, which are taken off the list; the one child where there is only
 * one. */
static const lcm_node *gather(struct process *x, lcm_node_kind kind,
                              pml_nodes *list, size_t from) {
  struct pml *p = x->p;
  const size_t n = list->n - from;
  const size_t start = top(x)->start;
  list->n = from;
  if (n == 1)
    return list->at[from];
  lcm_node *node = lcm_node_new(p->ctx, kind, pml_span(p, start));
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), const lcm_node *, n + 1);
  for (size_t i = 0; i < n; i++)
    children[i] = list->at[from + i];
  node->children = children;
  node->n_children = n;
  return node;
}

/* End the branch at hand: what follows is another process. */
static void end_branch(struct process *x) {
  const lcm_node *branch = gather(x, LCM_NODE_SERIES, &x->chain, top(x)->chain);
  LCM_LIST_ADD(lcm_ctx_arena(x->p->ctx), &x->branches, branch);
  x->p->scope.n = top(x)->mark;
  top(x)->after = AFTER_BAR;
}

/* Close the group or equation that is open and return what it holds. */
static const lcm_node *close_group(struct process *x) {
  const lcm_node *node = NULL;
  if (x->branches.n == top(x)->branches)
    node = gather(x, LCM_NODE_SERIES, &x->chain, top(x)->chain);
  else {
    end_branch(x);
    node = gather(x, LCM_NODE_PARALLEL, &x->branches, top(x)->branches);
  }
  pop(x);
  return node;
}

/* Return whether the group or equation that is open ends at the token at
 * hand. */
static bool at_end(const struct process *x, const struct open *open) {
  return open->kind == A_GROUP ? pml_is_at(x->p, open->closer)
                               : pml_is_at(x->p, PML_END) || pml_at_item(x->p);
}

/* Return whether the open one may end at the token at hand, where a statement
 * could stand. */
static bool may_end(struct process *x) {
  const struct open *open = top(x);
  if (open->kind == A_GROUP)
    return open->after != AFTER_BAR && at_end(x, open);
  return open->kind == AN_EQUATION && open->after == AFTER_SEMICOLON &&
         at_end(x, open);
}

/* ---- the reading ----------------------------------------------------------
 */

/* Take the index of the seq "open" out of what is visible; locals stay. */
static void drop_index(struct pml *p, const struct open *open) {
  for (size_t i = open->mark; i + 1 < p->scope.n; i++)
    p->scope.at[i] = p->scope.at[i + 1];
  p->scope.n -= p->scope.n > open->mark;
}

/* Make "body" the body of the head that is open; return its node, or NULL where
 * another alternative follows. */
static const lcm_node *close_head(struct process *x, const lcm_node *body) {
  struct pml *p = x->p;
  struct open *open = top(x);
  if (open->kind == AN_IF && pml_accept_word(p, "else")) {
    open->kind = AN_ELSE;
    open->then = body;
    return NULL;
  }
  adopt(p, open, body);
  if (open->kind == AN_ELSE) {
    const lcm_node **both =
        LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), const lcm_node *, 2);
    both[0] = open->then;
    both[1] = body;
    open->node->children = both;
    open->node->n_children = 2;
  }
  if (open->kind == A_PAR)
    p->scope.n = open->mark;
  if (open->kind == A_SEQ)
    drop_index(p, open);
  if (open->kind == A_SEQ || open->kind == A_WHILE)
    pml_loop_end(p);
  const lcm_node *node = open->node;
  pop(x);
  return node;
}

/* Take the statement "node" that was read into what is open; return the
 * process once that is complete, NULL while more is to be read. */
static const lcm_node *take(struct process *x, const lcm_node *node) {
  struct pml *p = x->p;
  while (node && !p->status) {
    struct open *open = top(x);
    if (open->kind != A_GROUP && open->kind != AN_EQUATION) {
      node = close_head(x, node);
      continue;
    }
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &x->chain, node);
    open->after = AFTER_SEMICOLON;
    if (pml_accept(p, PML_SEMICOLON) && !may_end(x) && !pml_is_at(p, PML_BAR))
      return NULL;
    if (pml_accept(p, PML_BAR)) {
      end_branch(x);
      return NULL;
    }
    if (!at_end(x, open)) {
      pml_fail(p, open->kind == AN_EQUATION    ? "';' or '||'"
                  : open->closer == PML_FINISH ? "';', '||' or '}'"
                                               : "';', '||' or ')'");
      return NULL;
    }
    const bool is_group = open->kind == A_GROUP;
    p->at += is_group;
    node = close_group(x);
    if (!is_group)
      return node;
  }
  return NULL;
}

/* Read the beginning of a statement at hand: return a whole simple one, an
 * empty group, or NULL where something was opened. */
static const lcm_node *read_statement(struct process *x) {
  struct pml *p = x->p;
  const size_t start = p->at;
  const pml_kind kind = pml_here(p)->kind;
  if (kind == PML_WORD && pml_ahead(p, 1)->kind == PML_OPEN &&
      open_head(x, pml_here(p)->name))
    return NULL;
  if (kind != PML_OPEN && kind != PML_BEGIN)
    return pml_simple(p);
  const struct open group = {.kind = A_GROUP,
                             .closer =
                                 kind == PML_OPEN ? PML_CLOSE : PML_FINISH,
                             .sure = true,
                             .mark = p->scope.n};
  p->at++;
  push(x, group, start);
  if (p->status || !may_end(x))
    return NULL;
  p->at++;
  return close_group(x);
}

const lcm_node *pml_process(struct pml *p) {
  struct process x = {.p = p};
  const lcm_node *done = NULL;
  const struct open equation = {
      .kind = AN_EQUATION, .sure = true, .mark = p->scope.n};
  push(&x, equation, p->at);
  while (!done && !p->status)
    done = take(&x, read_statement(&x));
  return p->status ? NULL : done;
}
