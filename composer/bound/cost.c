/* What evaluating an expression costs, in O notation, and how long it is. */
#include <string.h>

#include "base/list.h"
#include "base/map.h"
#include "composer/bound/cost.h"

enum { MAX_TERMS = 16 };

/* Products of extents, such as "N*P". */
typedef LCM_LIST(const char *) product_list;

/* A cost being found: the indices around, and what was seen. */
struct costing {
  lcm_ctx *ctx;
  LCM_LIST(const char *) indices;
  lcm_map seen;
};

/* Add "product" to "products" unless it is there. */
static void add_product(struct costing *c, product_list *products,
                        const char *product) {
  for (size_t i = 0; i < products->n; i++)
    if (!strcmp(products->at[i], product))
      return;
  if (products->n < MAX_TERMS)
    LCM_LIST_ADD(lcm_ctx_arena(c->ctx), products, product);
}

/* Return "name", the extent of a range, as far as params say it: "" for a
 * number. */
static const char *extent_of(struct costing *c, const lcm_expr *e) {
  const char *const *names = NULL;
  const char *extent = "";
  const lcm_expr *gap =
      lcm_expr_sub(c->ctx, lcm_expr_arg(e, 1), lcm_expr_arg(e, 0));
  const size_t n = gap ? lcm_expr_names(&names, c->ctx, gap) : 0;
  for (size_t i = 0; i < n; i++) {
    bool index = false;
    for (size_t k = 0; k < c->indices.n && !index; k++)
      index = c->indices.at[k] == names[i];
    if (!index)
      extent = lcm_arena_printf(lcm_ctx_arena(c->ctx), "%s%s%s", extent,
                                *extent ? "*" : "", names[i]);
  }
  return extent;
}

/* Collect what the ranges in "e" cost into "products". */
static void collect(struct costing *c, product_list *products,
                    const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  const bool over =
      kind == LCM_X_SUM || kind == LCM_X_PROD || kind == LCM_X_MAX_OVER;
  size_t unused = 0;
  if (lcm_map_get(&c->seen, e, &unused))
    return;
  if (!over) {
    lcm_map_put(lcm_ctx_arena(c->ctx), &c->seen, e, 1);
    for (size_t i = 0; i < lcm_expr_arity(e); i++)
      collect(c, products, lcm_expr_arg(e, i));
    return;
  }
  product_list inner = {0};
  const char *extent = extent_of(c, e);
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->indices, lcm_expr_name(e));
  const lcm_map seen = c->seen;
  c->seen = (lcm_map){0};
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    collect(c, &inner, lcm_expr_arg(e, i));
  c->seen = seen;
  c->indices.n--;
  if (!inner.n && *extent)
    add_product(c, products, extent);
  for (size_t i = 0; i < inner.n; i++)
    add_product(c, products,
                lcm_arena_printf(lcm_ctx_arena(c->ctx), "%s%s%s", extent,
                                 *extent ? "*" : "", inner.at[i]));
}

const char *lcm_bound_cost_of(lcm_ctx *ctx, const lcm_expr *e) {
  struct costing c = {.ctx = ctx};
  product_list products = {0};
  const char *text = "";
  if (e)
    collect(&c, &products, e);
  for (size_t i = 0; i < products.n; i++)
    text = lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s%s", text, i ? " + " : "",
                            products.at[i]);
  return lcm_arena_printf(lcm_ctx_arena(ctx), "O(%s)", *text ? text : "1");
}

/* Lengths of expressions that were met. */
struct measuring {
  lcm_ctx *ctx;
  lcm_map at;
  LCM_LIST(double) lengths;
};

/* Return how many operators and operands "e" has when it is written out. */
static double length_of(struct measuring *m, const lcm_expr *e) {
  double length = 1;
  size_t at = 0;
  if (lcm_map_get(&m->at, e, &at))
    return m->lengths.at[at];
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    length += length_of(m, lcm_expr_arg(e, i));
  lcm_map_put(lcm_ctx_arena(m->ctx), &m->at, e, m->lengths.n);
  LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &m->lengths, length);
  return length;
}

double lcm_bound_length_of(lcm_ctx *ctx, const lcm_expr *e) {
  struct measuring m = {.ctx = ctx};
  return e ? length_of(&m, e) : 0;
}
