/* The order of pragmas and statements, also where one macro makes several. */
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/syntax.h"

/* A walk along the statements of a function. */
struct walk {
  struct lcm_lowering *l;
  size_t i; /* the pragma that the statements at hand come with */
  /* how many marks have come by there, "expected" being all of them */
  size_t mark;
  const struct lcm_marks *expected;
};

/* Return the mark of the statement "ast". */
static char mark_of(const lcm_ast *ast) {
  const enum lcm_ast_class class = lcm_ast_class_of(ast->kind);
  return class == LCM_CLASS_COMPOUND ? LCM_MARK_BLOCK
         : class == LCM_CLASS_LOOP   ? LCM_MARK_LOOP
         : class == LCM_CLASS_CHOICE ? LCM_MARK_BRANCH
                                     : LCM_MARK_OTHER;
}

/* Return whether "ast" is made by a use of a macro that makes pragmas too. */
static bool is_made(struct walk *w, const lcm_ast *ast) {
  struct lcm_lowering *l = w->l;
  const size_t i = lcm_lower_pragma(l, ast->begin);
  if (i == l->bound.pragmas.n ||
      l->bound.pragmas.at[i].loc.begin != ast->begin ||
      !l->bound.pragmas.at[i].made)
    return false;
  if (l->bound.pragmas.at[i].made != w->expected) {
    w->i = i;
    w->mark = 0;
    w->expected = l->bound.pragmas.at[i].made;
  }
  return true;
}

/* Give up the order of what the use at hand makes: it is not what the syntax
 * has. */
static void give_up(struct walk *w) {
  for (size_t i = w->i; i < w->l->bound.pragmas.n; i++)
    if (w->l->bound.pragmas.at[i].made == w->expected)
      w->l->bound.pragmas.at[i].order = 0;
}

/* Let "key" stand behind the next mark, which is to be "mark". */
static void note(struct walk *w, const void *key, char mark) {
  const struct lcm_marks *expected = w->expected;
  if (expected->broken || w->mark >= expected->n ||
      expected->marks[w->mark] != mark)
    give_up(w);
  lcm_map_put(lcm_ctx_arena(w->l->ctx), &w->l->bound.orders, key, ++w->mark);
}

/* Note the marks of the statement "ast" and those in it. */
static void walk(struct walk *w, const lcm_ast *ast) {
  const bool made = is_made(w, ast);
  if (made)
    note(w, ast, mark_of(ast));
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (lcm_lower_is_statement(ast, child))
      walk(w, child);
  if (made && ast->kind == LCM_AST_COMPOUND)
    note(w, &ast->end, LCM_MARK_END);
}

void lcm_orders_find(struct lcm_lowering *l, const lcm_ast *function) {
  struct walk w = {.l = l};
  bool any = false;
  for (size_t i = lcm_lower_pragma(l, function->begin);
       i < l->bound.pragmas.n &&
       l->bound.pragmas.at[i].loc.begin < function->end;
       i++)
    any = any || l->bound.pragmas.at[i].made;
  if (any && function->last)
    walk(&w, function->last);
}

/* Return the place "at" with the order of "key". */
static struct lcm_order_spot spot_of(const struct lcm_lowering *l, unsigned at,
                                     const void *key) {
  size_t order = 0;
  (void)lcm_map_get(&l->bound.orders, key, &order);
  return (struct lcm_order_spot){at, (unsigned)order};
}

struct lcm_order_spot lcm_order_begin(const struct lcm_lowering *l,
                                      const lcm_ast *ast) {
  return spot_of(l, ast->begin, ast);
}

struct lcm_order_spot lcm_order_end(const struct lcm_lowering *l,
                                    const lcm_ast *ast) {
  const struct lcm_order_spot made = spot_of(l, ast->begin, &ast->end);
  return made.order ? made : (struct lcm_order_spot){ast->end, 0};
}

unsigned lcm_order_behind(const struct lcm_lowering *l, const lcm_ast *ast) {
  return lcm_order_begin(l, ast).order ? ast->begin : ast->end;
}

bool lcm_order_precedes(const lcm_pragma *pragma, struct lcm_order_spot spot) {
  if (pragma->loc.begin != spot.at)
    return pragma->loc.begin < spot.at;
  return !pragma->raw &&
         (!pragma->order || !spot.order || pragma->order <= spot.order);
}

bool lcm_order_is_parallel(const struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_order_spot begin = lcm_order_begin(l, ast);
  const struct lcm_order_spot end = lcm_order_end(l, ast);
  if (!begin.order)
    return false;
  for (size_t i = lcm_lower_pragma(l, begin.at);
       i < l->bound.pragmas.n && l->bound.pragmas.at[i].loc.begin == begin.at;
       i++)
    if (l->bound.pragmas.at[i].order > begin.order &&
        (!end.order || l->bound.pragmas.at[i].order <= end.order))
      return true;
  return false;
}

/* Count the pieces of syntax like "ast" - of its kind and name, that begin
 * where it does - from "at" on, in order, up to itself into "*n"; return
 * whether it has come. */
static bool count_like(size_t *n, const lcm_ast *at, const lcm_ast *ast) {
  if (at == ast)
    return true;
  if (at->begin != ast->begin)
    return false;
  *n += at->kind == ast->kind && at->name == ast->name;
  for (const lcm_ast *child = at->first; child; child = child->next)
    if (count_like(n, child, ast))
      return true;
  return false;
}

size_t lcm_order_among(const lcm_ast *ast) {
  const lcm_ast *top = ast;
  size_t n = 0;
  while (top->parent && top->parent->begin == ast->begin)
    top = top->parent;
  const lcm_ast *at = top->parent ? top->parent->first : top;
  while (at && !count_like(&n, at, ast))
    at = at->next;
  return n;
}

size_t lcm_lower_pragma(const struct lcm_lowering *l, unsigned at) {
  size_t low = 0;
  size_t high = l->bound.pragmas.n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (l->bound.pragmas.at[middle].loc.begin < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool lcm_order_is_directed(const struct lcm_lowering *l, unsigned from,
                           const lcm_ast *first, const lcm_ast *stop) {
  const lcm_ast *last = first;
  while (last->next && last->next != stop)
    last = last->next;
  for (size_t i = lcm_lower_pragma(l, from);
       i < l->bound.pragmas.n &&
       lcm_order_precedes(&l->bound.pragmas.at[i], lcm_order_end(l, last));
       i++)
    if (!l->bound.claimed[i])
      return true;
  return false;
}
