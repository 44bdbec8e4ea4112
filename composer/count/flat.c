/* Sees arrays with one subscript, i * n + j, as arrays with several. */
#include "composer/count/flat.h"
#include "model/sections/sections.h"

enum { MAX_DIMS = 6 };

/* Subscripts of an access, outermost first. */
struct split {
  const lcm_expr *of[MAX_DIMS];
};

/* Accesses whose first subscript is being split. */
struct flat {
  lcm_ctx *ctx;
  const struct lcm_element *touches;
  struct split *splits; /* "n" of them, "n_dims" subscripts each */
  size_t n;
  size_t n_dims;
};

/* Return whether "e" speaks of an index of "nest". */
static bool has_index(const struct lcm_nest *nest, const lcm_expr *e) {
  for (size_t i = 0; i < nest->n; i++)
    if (nest->at[i].index && lcm_expr_has(e, nest->at[i].index))
      return true;
  return false;
}

/* Return whether "e" is a product of an index of "nest" with another name, or a
 * sum in which there is one. */
static bool is_flat(const struct lcm_nest *nest, const lcm_expr *e) {
  if (lcm_expr_kind_of(e) == LCM_X_SUM_OF) {
    for (size_t i = 0; i < lcm_expr_arity(e); i++)
      if (is_flat(nest, lcm_expr_arg(e, i)))
        return true;
    return false;
  }
  return lcm_expr_kind_of(e) == LCM_X_MUL_OF && lcm_expr_arity(e) > 1 &&
         has_index(nest, e);
}

/* Return whether 0 <= "rest" < "side" wherever "nest" leads. */
static bool fits(lcm_ctx *ctx, const struct lcm_nest *nest,
                 const lcm_expr *rest, const lcm_expr *side) {
  struct lcm_nesting *at =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_nesting, nest->n + 1);
  struct lcm_nest beyond = *nest;
  for (size_t i = 0; i < nest->n; i++)
    at[i] = nest->at[i];
  at[nest->n] = (struct lcm_nesting){
      .condition = lcm_expr_binary(
          ctx, LCM_X_OR,
          lcm_expr_binary(ctx, LCM_X_LT, rest, lcm_expr_int(ctx, 0)),
          lcm_expr_binary(ctx, LCM_X_LE, side, rest))};
  beyond.at = at;
  beyond.n = nest->n + 1;
  return at[nest->n].condition && lcm_count_is_empty(ctx, &beyond);
}

/* Split "e" into row * "side" + rest, the first two subscripts of "out": of the
 * terms with "side" in them those without an index go to the rest where
 * "narrow". */
static void divide(struct split *out, lcm_ctx *ctx, const struct lcm_nest *nest,
                   const lcm_expr *e, const lcm_expr *side, bool narrow) {
  const lcm_expr **row = &out->of[0];
  const lcm_expr **rest = &out->of[1];
  const bool sum = lcm_expr_kind_of(e) == LCM_X_SUM_OF;
  *row = *rest = lcm_expr_int(ctx, 0);
  for (size_t i = 0; i < (sum ? lcm_expr_arity(e) : 1); i++) {
    const lcm_expr *term = sum ? lcm_expr_arg(e, i) : e;
    const bool over = lcm_expr_has(term, lcm_expr_name(side)) &&
                      (!narrow || has_index(nest, term));
    if (over)
      *row = lcm_expr_add(ctx, *row, lcm_expr_div(ctx, term, side));
    else
      *rest = lcm_expr_add(ctx, *rest, term);
  }
}

/* Split the first subscript of access "i" by "side"; false where that does not
 * fit. */
static bool split_one(struct split *out, const struct flat *f, size_t i,
                      const lcm_expr *side) {
  const struct lcm_nest *nest = &f->touches[i].nest;
  const lcm_expr *e = lcm_expr_expand(f->ctx, f->splits[i].of[0]);
  for (size_t d = 1; d < f->n_dims; d++)
    out->of[d + 1] = f->splits[i].of[d];
  for (int narrow = 0; e && narrow < 2; narrow++) {
    divide(out, f->ctx, nest, e, side, narrow);
    if (out->of[0] && out->of[1] && fits(f->ctx, nest, out->of[1], side))
      return true;
  }
  return false;
}

/* Split the first subscripts by "side"; false where that does not fit. */
static bool split_by(struct flat *f, const lcm_expr *side) {
  struct split *splits =
      LCM_NEW_ARRAY(lcm_ctx_arena(f->ctx), struct split, f->n);
  for (size_t i = 0; i < f->n; i++)
    if (!split_one(&splits[i], f, i, side))
      return false;
  f->splits = splits;
  f->n_dims++;
  return true;
}

/* Split the first subscripts by any name in access "i". */
static bool split_any(struct flat *f, size_t i) {
  const char *const *names = NULL;
  const struct lcm_nest *nest = &f->touches[i].nest;
  const lcm_expr *e = f->splits[i].of[0];
  const size_t n = lcm_expr_names(&names, f->ctx, e);
  for (size_t k = 0; k < n; k++) {
    const lcm_expr *side = lcm_expr_symbol(f->ctx, names[k], LCM_DIM_NONE);
    if (!has_index(nest, side) && split_by(f, side))
      return true;
  }
  return false;
}

/* Return the splits as accesses. */
static const struct lcm_element *finish(const struct flat *f) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  struct lcm_element *out = LCM_NEW_ARRAY(arena, struct lcm_element, f->n);
  for (size_t i = 0; i < f->n; i++) {
    const lcm_expr **of = LCM_NEW_ARRAY(arena, const lcm_expr *, f->n_dims);
    for (size_t d = 0; d < f->n_dims; d++)
      of[d] = f->splits[i].of[d];
    out[i] = (struct lcm_element){f->touches[i].nest, of};
  }
  return out;
}

const struct lcm_element *lcm_cost_unflatten(size_t *n_dims, lcm_ctx *ctx,
                                             const struct lcm_element *touches,
                                             size_t n) {
  struct flat f = {.ctx = ctx, .touches = touches, .n = n, .n_dims = 1};
  f.splits = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct split, n);
  for (size_t i = 0; i < n; i++)
    f.splits[i].of[0] = touches[i].subscripts[0];
  for (size_t i = 0; i < n;) {
    const lcm_expr *e = lcm_expr_expand(ctx, f.splits[i].of[0]);
    if (!e)
      return NULL;
    if (!is_flat(&touches[i].nest, e)) {
      i++;
      continue;
    }
    if (f.n_dims == MAX_DIMS - 1 || !split_any(&f, i))
      return NULL;
    i = 0;
  }
  *n_dims = f.n_dims;
  return f.n_dims > 1 ? finish(&f) : NULL;
}
