/* The loops of a nest and their conditions as the text of sets for isl. */
#include "model/sections/count_text.h"

/* Return the number of the step whose index is called "name", innermost first,
 * or the number of steps where there is none. */
static size_t index_of(const struct lcm_count_text *w, const char *name) {
  for (size_t i = w->nest->n; i-- > 0;)
    if (w->nest->at[i].index && w->nest->at[i].index == name)
      return i;
  return w->nest->n;
}

/* Return whether "e" speaks of an index. */
static bool has_index(const struct lcm_count_text *w, const lcm_expr *e) {
  for (size_t i = 0; i < w->nest->n; i++)
    if (w->nest->at[i].index && lcm_expr_has(e, w->nest->at[i].index))
      return true;
  return false;
}

/* Append the parameter that stands for "e". */
static bool put_atom(lcm_buf *buf, struct lcm_count_text *w,
                     const lcm_expr *e) {
  size_t i = 0;
  while (i < w->atoms.n && w->atoms.at[i] != e)
    i++;
  if (i == w->atoms.n)
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->atoms, e);
  lcm_buf_printf(buf, "x%zu", i);
  return true;
}

/* Append the quotient or remainder "e", by a number. */
static bool put_quotient(lcm_buf *buf, struct lcm_count_text *w,
                         const lcm_expr *e) {
  double value = 0;
  if (!lcm_expr_is_number(lcm_expr_arg(e, 1), &value) || value < 1 ||
      value > 1e6 || value != (double)(long long)value)
    return false;
  lcm_buf_puts(buf, lcm_expr_kind_of(e) == LCM_X_DIV ? "floor((" : "((");
  const bool affine = lcm_count_put_affine(buf, w, lcm_expr_arg(e, 0));
  lcm_buf_printf(buf,
                 lcm_expr_kind_of(e) == LCM_X_DIV ? ")/%lld)" : ") mod %lld)",
                 (long long)value);
  return affine;
}

/* Append "e", which is rounded down and has fractions as coefficients. */
static bool put_floor(lcm_buf *buf, struct lcm_count_text *w,
                      const lcm_expr *e) {
  const bool sum = lcm_expr_kind_of(e) == LCM_X_SUM_OF;
  long long by = 1;
  for (size_t i = 0; i < (sum ? lcm_expr_arity(e) : 1); i++) {
    const lcm_expr *term = sum ? lcm_expr_arg(e, i) : e;
    lcm_rat rat;
    if (!lcm_expr_core(w->ctx, &rat, term) &&
        lcm_expr_kind_of(term) != LCM_X_NUMBER)
      return false;
    if (rat.big || rat.den > 1000000 || by > 1000000)
      return false;
    for (long long k = 1; by % rat.den; k++)
      by = by / k * (k + 1);
  }
  const lcm_expr *whole = lcm_expr_expand(
      w->ctx, lcm_expr_mul(w->ctx, lcm_expr_int(w->ctx, by), e));
  lcm_buf_puts(buf, "floor((");
  const bool affine = whole && lcm_count_put_affine(buf, w, whole);
  lcm_buf_printf(buf, ")/%lld)", by);
  return affine;
}

/* Return whether the `if` "e" is the larger (LCM_X_MAX) or the smaller
 * (LCM_X_MIN) of its two values, which are whole; else LCM_X_IF. */
static lcm_expr_kind choice_of(lcm_ctx *ctx, const lcm_expr *e) {
  const lcm_expr *cond = lcm_expr_arg(e, 0);
  const bool less = lcm_expr_kind_of(cond) == LCM_X_LT;
  double rest = 0;
  if (!less && lcm_expr_kind_of(cond) != LCM_X_LE)
    return LCM_X_IF;
  const lcm_expr *gap =
      lcm_expr_sub(ctx, lcm_expr_arg(cond, 1), lcm_expr_arg(cond, 0));
  const lcm_expr *gain =
      lcm_expr_sub(ctx, lcm_expr_arg(e, 1), lcm_expr_arg(e, 2));
  if (lcm_expr_is_number(lcm_expr_sub(ctx, gain, gap), &rest) &&
      (rest == 0 || rest == (less ? -1 : 1)))
    return LCM_X_MAX;
  if (lcm_expr_is_number(lcm_expr_add(ctx, gain, gap), &rest) &&
      (rest == 0 || rest == (less ? 1 : -1)))
    return LCM_X_MIN;
  return LCM_X_IF;
}

/* Append the larger or smaller (by "kind") of the operands of "e" but for the
 * first "skipped". */
static bool put_extreme(lcm_buf *buf, struct lcm_count_text *w,
                        lcm_expr_kind kind, const lcm_expr *e, size_t skipped) {
  bool affine = kind == LCM_X_MAX || kind == LCM_X_MIN;
  lcm_buf_puts(buf, kind == LCM_X_MAX ? "max(" : "min(");
  for (size_t i = skipped; i < lcm_expr_arity(e) && affine; i++) {
    if (i > skipped)
      lcm_buf_puts(buf, ", ");
    affine = lcm_count_put_affine(buf, w, lcm_expr_arg(e, i));
  }
  lcm_buf_putc(buf, ')');
  return affine;
}

/* Append the atom "e", which speaks of an index. */
static bool put_operator(lcm_buf *buf, struct lcm_count_text *w,
                         const lcm_expr *e) {
  switch (lcm_expr_kind_of(e)) {
  case LCM_X_SYMBOL:
    lcm_buf_printf(buf, "c%zu", index_of(w, lcm_expr_name(e)));
    return true;
  case LCM_X_SUM_OF:
    return lcm_count_put_affine(buf, w, e);
  case LCM_X_DIV:
  case LCM_X_MOD:
    return put_quotient(buf, w, e);
  case LCM_X_FLOOR:
    return put_floor(buf, w, lcm_expr_arg(e, 0));
  case LCM_X_MAX:
  case LCM_X_MIN:
    return put_extreme(buf, w, lcm_expr_kind_of(e), e, 0);
  case LCM_X_IF:
    return put_extreme(buf, w, choice_of(w->ctx, e), e, 1);
  case LCM_X_NUMBER:
  case LCM_X_REAL:
  case LCM_X_COEF:
  case LCM_X_INDEX:
  case LCM_X_MUL_OF:
  case LCM_X_POW:
  case LCM_X_ABS:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_OF_TRUTH:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    break;
  }
  return false;
}

/* Return whether a number in "e" is no whole one, as in (i + 1/3*m)^2, so that
 * "e" need not be whole where its names are. */
static bool has_fraction(struct lcm_count_text *w, const lcm_expr *e) {
  lcm_rat rat;
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if (kind == LCM_X_DIV || kind == LCM_X_MOD || kind == LCM_X_FLOOR)
    return false;
  (void)lcm_expr_core(w->ctx, &rat, e);
  if (!lcm_rat_is_whole(rat))
    return true;
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    if (has_fraction(w, lcm_expr_arg(e, i)))
      return true;
  return false;
}

/* Append the monomial "e"; false where it is not affine with a whole
 * coefficient. */
static bool put_monomial(lcm_buf *buf, struct lcm_count_text *w,
                         const lcm_expr *e) {
  lcm_rat rat;
  const lcm_expr *core = lcm_expr_core(w->ctx, &rat, e);
  const bool parts = core && has_fraction(w, core);
  const lcm_expr *sum = parts ? lcm_expr_expand(w->ctx, e) : NULL;
  if (sum && sum != e && lcm_expr_kind_of(sum) == LCM_X_SUM_OF)
    return lcm_count_put_affine(buf, w, sum);
  const bool whole = core && !parts && lcm_rat_is_whole(rat) && !rat.big;
  if (!has_index(w, e)) {
    if (whole)
      lcm_buf_printf(buf, "%lld*", (long long)rat.num);
    return put_atom(buf, w, whole ? core : e);
  }
  if (!whole)
    return false;
  lcm_buf_printf(buf, "%lld*(", (long long)rat.num);
  const bool affine = put_operator(buf, w, core);
  lcm_buf_putc(buf, ')');
  return affine;
}

/* Append "e" as an affine expression; false where it is none. */
bool lcm_count_put_affine(lcm_buf *buf, struct lcm_count_text *w,
                          const lcm_expr *e) {
  if (lcm_expr_kind_of(e) == LCM_X_NUMBER) {
    lcm_rat rat;
    (void)lcm_expr_core(w->ctx, &rat, e);
    if (!lcm_rat_is_whole(rat) || rat.big)
      return false;
    lcm_buf_printf(buf, "%lld", (long long)rat.num);
    return true;
  }
  if (lcm_expr_kind_of(e) != LCM_X_SUM_OF)
    return put_monomial(buf, w, e);
  bool affine = true;
  for (size_t i = 0; i < lcm_expr_arity(e) && affine; i++) {
    const lcm_expr *term = lcm_expr_arg(e, i);
    if (i)
      lcm_buf_puts(buf, " + ");
    affine = lcm_expr_kind_of(term) == LCM_X_NUMBER
                 ? lcm_count_put_affine(buf, w, term)
                 : put_monomial(buf, w, term);
  }
  return affine;
}

/* Append the condition "e"; false where it is not affine. */
static bool put_condition(lcm_buf *buf, struct lcm_count_text *w,
                          const lcm_expr *e) {
  const char *word = lcm_expr_kind_of(e) == LCM_X_LT    ? " < "
                     : lcm_expr_kind_of(e) == LCM_X_LE  ? " <= "
                     : lcm_expr_kind_of(e) == LCM_X_EQ  ? " = "
                     : lcm_expr_kind_of(e) == LCM_X_NE  ? " != "
                     : lcm_expr_kind_of(e) == LCM_X_AND ? " and "
                     : lcm_expr_kind_of(e) == LCM_X_OR  ? " or "
                                                        : NULL;
  const bool logic =
      lcm_expr_kind_of(e) == LCM_X_AND || lcm_expr_kind_of(e) == LCM_X_OR;
  lcm_buf_puts(buf, lcm_expr_kind_of(e) == LCM_X_NOT ? "(not " : "(");
  bool affine = true;
  if (lcm_expr_kind_of(e) == LCM_X_NOT)
    affine = put_condition(buf, w, lcm_expr_arg(e, 0));
  else if (!word) {
    affine = lcm_count_put_affine(buf, w, e);
    lcm_buf_puts(buf, " != 0");
  } else
    for (size_t i = 0; i < lcm_expr_arity(e) && affine; i++) {
      if (i)
        lcm_buf_puts(buf, word);
      affine = logic ? put_condition(buf, w, lcm_expr_arg(e, i))
                     : lcm_count_put_affine(buf, w, lcm_expr_arg(e, i));
    }
  lcm_buf_putc(buf, ')');
  return affine;
}

/* Append " and ..." for all that "w->nest" says of its indices; false where
 * that is not affine. */
bool lcm_count_put_nest(lcm_buf *buf, struct lcm_count_text *w) {
  bool affine = true;
  for (size_t i = 0; i < w->nest->n && affine; i++) {
    const struct lcm_nesting *step = &w->nest->at[i];
    lcm_buf_puts(buf, " and ");
    if (!step->index) {
      affine = put_condition(buf, w, step->condition);
      continue;
    }
    affine = lcm_count_put_affine(buf, w, step->from);
    lcm_buf_printf(buf, " <= c%zu <= ", i);
    affine = affine && lcm_count_put_affine(buf, w, step->to);
  }
  return affine;
}

/* Append the names of the indices of "w->nest", commas between them; return
 * how many. */
size_t lcm_count_put_indices(lcm_buf *buf, const struct lcm_count_text *w) {
  size_t n = 0;
  for (size_t i = 0; i < w->nest->n; i++)
    if (w->nest->at[i].index)
      lcm_buf_printf(buf, "%sc%zu", n++ ? ", " : "", i);
  return n;
}

/* Return "[x0, ...] -> { [dims] : body }" for the isl library. */
char *lcm_count_set_text(const struct lcm_count_text *w, lcm_buf *dims,
                         lcm_buf *body) {
  lcm_buf set = {0};
  lcm_buf_putc(&set, '[');
  for (size_t i = 0; i < w->atoms.n; i++)
    lcm_buf_printf(&set, "%sx%zu", i ? ", " : "", i);
  lcm_buf_printf(&set, "] -> { [%s] : %s }", dims->text ? dims->text : "",
                 body->text ? body->text : "");
  lcm_buf_free(dims);
  lcm_buf_free(body);
  return lcm_buf_take(&set);
}
