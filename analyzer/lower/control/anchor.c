/* The statements that pragmas and comments bind to, with their directives. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/names.h"

static const size_t NONE = (size_t)-1;

/* Add an anchor; return its index. */
static size_t add(struct lcm_lowering *l, lcm_anchor_kind kind, unsigned begin,
                  unsigned end, size_t parent) {
  const struct lcm_anchor anchor = {kind, begin, end, parent, l->bound.block};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->bound.anchors, anchor);
  return l->bound.anchors.n - 1;
}

size_t lcm_lower_anchor(const lcm_ast *ast) {
  return ast->anchor ? ast->anchor - 1 : NONE;
}

/* Return the kind of anchor that the statement "ast" is. */
static lcm_anchor_kind kind_of(const struct lcm_lowering *l,
                               const lcm_ast *ast) {
  const enum lcm_ast_class class = lcm_ast_class_of(ast->kind);
  return class == LCM_CLASS_LOOP         ? LCM_ANCHOR_LOOP
         : class == LCM_CLASS_CHOICE     ? LCM_ANCHOR_BRANCH
         : lcm_chare_is_send(l, ast)     ? LCM_ANCHOR_SEND
         : ast->kind == LCM_AST_DECLSTMT ? LCM_ANCHOR_DECLARATION
                                         : LCM_ANCHOR_STATEMENT;
}

static void add_children(struct lcm_lowering *l, const lcm_ast *ast,
                         size_t parent);

/* Add anchors for the pragmas between "from" and the statement "ast", and for
 * the statement. */
static void add_statement(struct lcm_lowering *l, lcm_ast *ast, unsigned from,
                          size_t parent) {
  const struct lcm_order_spot spot = lcm_order_begin(l, ast);
  for (size_t i = lcm_lower_pragma(l, from < ast->begin ? from : ast->begin);
       i < l->bound.pragmas.n &&
       lcm_order_precedes(&l->bound.pragmas.at[i], spot);
       i++) {
    const lcm_pragma *pragma = &l->bound.pragmas.at[i];
    if (pragma->order && l->bound.pragma_anchor[i] != NONE)
      continue;
    const unsigned end = pragma->standalone ? pragma->loc.end : ast->end;
    l->bound.pragma_anchor[i] =
        add(l, LCM_ANCHOR_CONSTRUCT, pragma->loc.begin, end, parent);
  }
  const size_t at = add(l, kind_of(l, ast), ast->begin, ast->end, parent);
  ast->anchor = (unsigned)at + 1;
  add_children(l, ast, at);
}

/* Return whether the children of "ast" that are no expressions are statements
 * of their own. */
static bool holds_statements(const lcm_ast *ast) {
  return ast->kind == LCM_AST_COMPOUND || lcm_ast_is_loop(ast) ||
         ast->kind == LCM_AST_IF || ast->kind == LCM_AST_SWITCH ||
         ast->kind == LCM_AST_FUNCTION;
}

/* Add anchors for the standalone pragmas between "from" and the end of the
 * block "ast", behind which no statement stands. */
static void add_trailing(struct lcm_lowering *l, const lcm_ast *ast,
                         unsigned from, size_t parent) {
  for (size_t i = lcm_lower_pragma(l, from);
       i < l->bound.pragmas.n && l->bound.pragmas.at[i].loc.begin < ast->end;
       i++) {
    const lcm_loc loc = l->bound.pragmas.at[i].loc;
    if (l->bound.pragmas.at[i].standalone)
      l->bound.pragma_anchor[i] =
          add(l, LCM_ANCHOR_CONSTRUCT, loc.begin, loc.end, parent);
  }
}

/* Return whether a pragma stands between the offsets "from" and "to". */
static bool has_pragma(const struct lcm_lowering *l, unsigned from,
                       unsigned to) {
  const size_t i = lcm_lower_pragma(l, from);
  return i < l->bound.pragmas.n && l->bound.pragmas.at[i].loc.begin < to;
}

/* Add the anchors below "ast"; a compound that is a body is no anchor, unless a
 * pragma governs it. */
static void add_children(struct lcm_lowering *l, const lcm_ast *ast,
                         size_t parent) {
  const unsigned around = l->bound.block;
  unsigned from = ast->begin;
  if (!holds_statements(ast))
    return;
  l->bound.block = ast->begin;
  for (lcm_ast *child = ast->first; child; child = child->next) {
    if (lcm_lower_is_statement(ast, child)) {
      const bool body =
          child->kind == LCM_AST_COMPOUND && ast->kind != LCM_AST_COMPOUND &&
          (ast->kind == LCM_AST_FUNCTION || !has_pragma(l, from, child->begin));
      if (body)
        add_children(l, child, parent);
      else
        add_statement(l, child, from, parent);
    }
    from = child->end;
  }
  if (ast->kind == LCM_AST_COMPOUND)
    add_trailing(l, ast, from, parent);
  l->bound.block = around;
}

/* The anchors of a file by where they begin, those of one place once: a file
 * that is included several times has functions several times. */
struct places {
  struct lcm_anchor *at;
  size_t n;
  size_t *of; /* for each anchor, which of them it is */
};

/* An anchor and its number. */
struct numbered {
  const struct lcm_anchor *anchor;
  size_t number;
};

/* Order anchors by where they begin, and equal ones by their numbers. */
static int numbered_order(const void *a, const void *b) {
  const struct numbered *x = a;
  const struct numbered *y = b;
  const int by = (x->anchor->begin > y->anchor->begin) -
                 (x->anchor->begin < y->anchor->begin);
  return by ? by : (x->number > y->number) - (x->number < y->number);
}

/* Return the place in "places" of "anchor", which comes behind all of them;
 * their number where it is a new one. */
static size_t place_of(const struct places *places,
                       const struct lcm_anchor *anchor) {
  for (size_t i = places->n; i > 0; i--) {
    const struct lcm_anchor *known = &places->at[i - 1];
    if (known->begin != anchor->begin)
      break;
    if (known->end == anchor->end && known->kind == anchor->kind)
      return i - 1;
  }
  return places->n;
}

/* Return the places of the anchors of the file. */
static struct places find_places(struct lcm_lowering *l) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n = l->bound.anchors.n;
  struct numbered *all = LCM_NEW_ARRAY(arena, struct numbered, n + 1);
  struct places places = {LCM_NEW_ARRAY(arena, struct lcm_anchor, n + 1), 0,
                          LCM_NEW_ARRAY(arena, size_t, n + 1)};
  bool sorted = true;
  for (size_t i = 0; i < n; i++) {
    all[i] = (struct numbered){&l->bound.anchors.at[i], i};
    sorted = sorted && (!i || all[i - 1].anchor->begin <= all[i].anchor->begin);
  }
  if (!sorted)
    qsort(all, n, sizeof *all, numbered_order);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_anchor *anchor = all[i].anchor;
    const size_t at = sorted ? places.n : place_of(&places, anchor);
    places.of[all[i].number] = at;
    if (at < places.n)
      continue;
    places.at[at] = *anchor;
    if (anchor->parent != NONE)
      places.at[at].parent = places.of[anchor->parent];
    places.n++;
  }
  return places;
}

/* Spread the directives over the anchors at the places that they are bound
 * to. */
static void spread(struct lcm_lowering *l, const struct places *places,
                   const struct lcm_binding_result *bound) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n = l->bound.anchors.n;
  lcm_directive_list *on =
      LCM_NEW_ARRAY(arena, lcm_directive_list, places->n + 1);
  for (size_t i = 0; i < l->bound.n_directives; i++)
    if (bound[i].first != NONE)
      LCM_LIST_ADD(arena, &on[bound[i].first], &l->bound.directives[i]);
  l->bound.on = LCM_NEW_ARRAY(arena, lcm_directive_list, n + 1);
  for (size_t i = 0; i < n; i++)
    l->bound.on[i] = on[places->of[i]];
}

/* Add the anchors of the file, where anything may be bound to them. */
static void add_all(struct lcm_lowering *l) {
  if (!l->bound.n_directives && !l->bound.pragmas.n && !l->bound.n_entries)
    return;
  for (lcm_ast *top = l->syntax->top; top; top = top->next) {
    const bool holds = top->kind == LCM_AST_FUNCTION;
    const size_t at =
        add(l, holds ? LCM_ANCHOR_FUNCTION : LCM_ANCHOR_DECLARATION, top->begin,
            top->end, NONE);
    top->anchor = (unsigned)at + 1;
    if (holds)
      add_children(l, top, at);
  }
}

void lcm_lower_bind(struct lcm_lowering *l) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  l->bound.pragma_anchor = LCM_NEW_ARRAY(arena, size_t, l->bound.pragmas.n + 1);
  for (size_t i = 0; i < l->bound.pragmas.n; i++)
    l->bound.pragma_anchor[i] = NONE;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && l->bound.pragmas.n)
      lcm_orders_find(l, top);
  add_all(l);
  struct lcm_binding_result *bound = LCM_NEW_ARRAY(
      arena, struct lcm_binding_result, l->bound.n_directives + 1);
  const struct places places = find_places(l);
  const lcm_status status =
      lcm_directives_bind(bound, l->ctx, l->bound.directives,
                          l->bound.n_directives, places.at, places.n);
  l->status = l->status ? l->status : status;
  spread(l, &places, bound);
}

bool lcm_lower_concerns(const struct lcm_lowering *l, unsigned begin,
                        unsigned end) {
  const size_t i = lcm_lower_pragma(l, begin);
  if (i < l->bound.pragmas.n && l->bound.pragmas.at[i].loc.begin < end)
    return true;
  size_t low = 0;
  size_t high = l->bound.n_directives;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (l->bound.directives[middle].loc.begin < begin)
      low = middle + 1;
    else
      high = middle;
  }
  return low < l->bound.n_directives &&
         l->bound.directives[low].loc.begin < end;
}

bool lcm_lower_covers(const struct lcm_meaning *meaning) {
  bool all = meaning->ignored;
  for (size_t i = 0; i < meaning->n_models; i++)
    all = all || lcm_amount_traits(meaning->models[i].category) & LCM_OF_WHOLE;
  return all;
}

bool lcm_lower_meaning(struct lcm_meaning *out, struct lcm_lowering *l,
                       size_t anchor) {
  if (anchor == NONE || !l->bound.on[anchor].n)
    return false;
  const struct lcm_scope scope = lcm_lower_scope(l);
  const lcm_status status =
      lcm_directives_mean(out, l->ctx, l->bound.on[anchor].at,
                          l->bound.on[anchor].n, l->options->variant, &scope);
  l->status = l->status ? l->status : status;
  return true;
}

bool lcm_lower_needs_nodes(const struct lcm_lowering *l, const lcm_ast *ast) {
  return (ast->marked && (!ast->kept || l->options->n_kept)) ||
         lcm_order_is_parallel(l, ast) ||
         lcm_lower_concerns(l, ast->begin, ast->end);
}
