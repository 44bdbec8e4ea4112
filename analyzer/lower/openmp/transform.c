/* Directives between a construct and its loop, which make other loops. */
#include <string.h>

#include "analyzer/lower/openmp/clause.h"
#include "analyzer/lower/openmp/standalone.h"
#include "analyzer/lower/openmp/transform.h"
#include "analyzer/lower/values/names.h"

/* The loops of a nest, the outermost first. */
typedef LCM_LIST(lcm_iteration) nest_list;

static bool is_called(const lcm_pragma *pragma, const char *name) {
  return !strcmp(pragma->construct, name);
}

/* Return the expressions in the clause "name" of "pragma"; none where it has no
 * such clause, or one of them has no model. */
static lcm_expr_list values_of(struct lcm_lowering *l, const lcm_pragma *pragma,
                               const char *name) {
  const struct lcm_clause *clause = lcm_pragma_clause(pragma, name);
  struct lcm_omp_list items = {"", clause && clause->args ? clause->args : ""};
  lcm_expr_list values = {0};
  for (const char *item = lcm_omp_next(l, &items); item;
       item = lcm_omp_next(l, &items)) {
    const lcm_expr *value = lcm_lower_clause(l, item);
    if (!value)
      return (lcm_expr_list){0};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &values, value);
  }
  return values;
}

/* Return the least of "a" and "b". */
static const lcm_expr *least(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return lcm_expr_nary(ctx, LCM_X_MIN, both, 2);
}

/* Return whether "size" is known to divide the number of values of "range",
 * whose step is "step". */
static bool divides(lcm_ctx *ctx, const lcm_iteration *range,
                    const lcm_expr *step, const lcm_expr *size) {
  double span = 0;
  double by = 0;
  double part = 0;
  if (!lcm_expr_is_number(lcm_expr_sub(ctx, range->to, range->from), &span) ||
      !lcm_expr_is_number(step, &by) || !lcm_expr_is_number(size, &part) ||
      by < 1 || part < 1 || span < 0 || span > 1e15 || part > 1e15)
    return false;
  return ((long long)(span / by) + 1) % (long long)part == 0;
}

/* Split "range" into parts of "size" values, as "pragma" says: "*outer" goes
 * over them, "*inner" over the values of one.  Those of a part lie side by side
 * or, for `stripe`, "size" apart.  False where it cannot be split. */
static bool split(lcm_iteration *outer, lcm_iteration *inner,
                  struct lcm_lowering *l, const lcm_iteration *range,
                  const lcm_expr *size, const lcm_pragma *pragma) {
  lcm_ctx *ctx = l->ctx;
  double value = 1;
  if (range->factor || (lcm_expr_is_number(size, &value) && value < 1))
    return false;
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *step = range->step ? range->step : one;
  const lcm_expr *wide = lcm_expr_mul(ctx, step, size);
  const lcm_expr *reach = lcm_expr_mul(ctx, step, lcm_expr_sub(ctx, size, one));
  const char *index =
      LCM_INTERN_JOINED(ctx, range->index, ".", pragma->construct);
  const lcm_expr *first = lcm_expr_symbol(ctx, index, LCM_DIM_NONE);
  *outer = *inner = *range;
  outer->index = index;
  inner->from = first;
  if (is_called(pragma, "stripe")) {
    outer->to = least(ctx, range->to, lcm_expr_add(ctx, range->from, reach));
    inner->step = wide;
    return true;
  }
  outer->step = wide;
  inner->to = lcm_expr_add(ctx, first, reach);
  if (!divides(ctx, range, step, size))
    inner->to = least(ctx, range->to, inner->to);
  return true;
}

/* Split the outer loops of "nest", one by each of "sizes". */
static bool split_all(nest_list *nest, struct lcm_lowering *l,
                      const lcm_expr_list *sizes, const lcm_pragma *pragma) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n = sizes->n < nest->n ? sizes->n : nest->n;
  nest_list outer = {0};
  nest_list inner = {0};
  for (size_t i = 0; i < nest->n; i++) {
    lcm_iteration parts[2] = {{0}, nest->at[i]};
    if (i < n &&
        !split(&parts[0], &parts[1], l, &nest->at[i], sizes->at[i], pragma))
      return false;
    if (i < n)
      LCM_LIST_ADD(arena, &outer, parts[0]);
    LCM_LIST_ADD(arena, &inner, parts[1]);
  }
  for (size_t i = 0; i < inner.n; i++)
    LCM_LIST_ADD(arena, &outer, inner.at[i]);
  *nest = outer;
  return n > 0;
}

/* Return whether a bound of one of the first "n" loops of "nest" depends on the
 * index of another. */
static bool is_skewed(const nest_list *nest, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < n; k++)
      if (lcm_expr_has(nest->at[i].from, nest->at[k].index) ||
          lcm_expr_has(nest->at[i].to, nest->at[k].index))
        return true;
  return false;
}

/* Return how many loops the directive `interchange` exchanges. */
static size_t n_exchanged(struct lcm_lowering *l, const lcm_pragma *pragma) {
  const bool named = lcm_pragma_clause(pragma, "permutation") != NULL;
  return named ? values_of(l, pragma, "permutation").n : 2;
}

/* Exchange the outer loops of "nest" as "pragma" says. */
static bool exchange(nest_list *nest, struct lcm_lowering *l,
                     const lcm_pragma *pragma) {
  const lcm_expr_list order = values_of(l, pragma, "permutation");
  const size_t n = n_exchanged(l, pragma);
  if (n < 2 || n > nest->n || is_skewed(nest, n))
    return false;
  nest_list out = {0};
  for (size_t i = 0; i < n; i++) {
    double at = (double)(n - i);
    if (order.n &&
        (!lcm_expr_is_number(order.at[i], &at) || at < 1 || at > (double)n))
      return false;
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &out, nest->at[(size_t)at - 1]);
  }
  memcpy(nest->at, out.at, n * sizeof *out.at);
  return true;
}

/* Let "pragma" make of "nest" what it does; false where that is not
 * followed. */
static bool apply(nest_list *nest, struct lcm_lowering *l,
                  const lcm_pragma *pragma) {
  lcm_expr_list sizes = {0};
  if (is_called(pragma, "reverse"))
    return true;
  if (is_called(pragma, "interchange"))
    return exchange(nest, l, pragma);
  if (is_called(pragma, "tile") || is_called(pragma, "stripe"))
    sizes = values_of(l, pragma, "sizes");
  else if (is_called(pragma, "unroll"))
    sizes = values_of(l, pragma, "partial");
  return sizes.n && split_all(nest, l, &sizes, pragma);
}

/* Say that "pragma", between "c" and what it governs, is not followed. */
static void report(struct lcm_omp *c, lcm_node_list *nodes,
                   const lcm_pragma *pragma) {
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  const char *name = pragma->construct;
  const char *reason =
      lcm_omp_directive_is_known(name)
          ? lcm_arena_printf(arena,
                             "'%s' between '%s' and its loop is not followed: "
                             "the loop is divided as it is written",
                             name, c->pragma->construct)
          : lcm_arena_printf(arena,
                             "'%s' is no directive of OpenMP that is known: "
                             "'%s' is read without it",
                             name, c->pragma->construct);
  LCM_LIST_ADD(
      arena, nodes,
      lcm_omp_behind_opaque(c->l, pragma, lcm_intern(c->l->ctx, reason), NULL));
}

unsigned lcm_omp_depth(const struct lcm_omp *c, unsigned collapse) {
  size_t depth = collapse;
  for (size_t i = c->at + 1; i < c->at + c->n; i++) {
    const lcm_pragma *pragma = &c->l->bound.pragmas.at[i];
    const size_t n =
        is_called(pragma, "interchange") ? n_exchanged(c->l, pragma) : 0;
    depth = n > depth ? n : depth;
  }
  return (unsigned)depth;
}

/* Let "loop" divide the iterations of the first "collapse" loops of "nest"; the
 * others are in its body. */
static void rebuild(struct lcm_lowering *l, lcm_node *loop,
                    const nest_list *nest, unsigned collapse) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n = collapse < nest->n ? collapse : nest->n;
  for (size_t i = nest->n; i > n; i--) {
    lcm_node *inner = lcm_node_new(l->ctx, LCM_NODE_LOOP, loop->loc);
    const lcm_node **child = LCM_NEW(arena, const lcm_node *);
    *child = inner;
    inner->label = loop->label;
    inner->u.loop.ranges = &nest->at[i - 1];
    inner->u.loop.n_ranges = 1;
    inner->children = loop->children;
    inner->n_children = loop->n_children;
    loop->children = child;
    loop->n_children = 1;
  }
  loop->u.loop.ranges = nest->at;
  loop->u.loop.n_ranges = n;
}

void lcm_omp_transform(struct lcm_omp *c, lcm_node_list *nodes, lcm_node *loop,
                       unsigned collapse) {
  nest_list nest = {0};
  bool changed = loop->u.loop.n_ranges > collapse;
  for (size_t i = 0; i < loop->u.loop.n_ranges; i++)
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &nest, loop->u.loop.ranges[i]);
  for (size_t i = c->at + c->n; i-- > c->at + 1;) {
    const lcm_pragma *pragma = &c->l->bound.pragmas.at[i];
    if (nest.n && apply(&nest, c->l, pragma))
      changed = true;
    else
      report(c, nodes, pragma);
  }
  if (changed)
    rebuild(c->l, loop, &nest, collapse);
}

void lcm_omp_transform_none(struct lcm_omp *c, lcm_node_list *nodes) {
  for (size_t i = c->at + 1; i < c->at + c->n; i++)
    report(c, nodes, &c->l->bound.pragmas.at[i]);
}
