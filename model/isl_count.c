#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/local_space.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/list.h"
#include "model/count.h"
#include "model/expr_internal.h"

/* Operations after which isl gives up, and pieces of a set after which the
 * count does. */
enum { MAX_OPERATIONS = 1000000, MAX_PIECES = 500, MAX_VARIABLES = 24 };

/* ---- sets as text ---------------------------------------------------------
 */

/* The text of a set that is being written.
 * atoms   expressions without indices that stand for parameters x0, x1, ...
 * nest    whose indices are c0, c1, ... */
struct writing {
  lcm_ctx *ctx;
  LCM_LIST(const lcm_expr *) atoms;
  const struct lcm_nest *nest;
};

static bool put_affine(lcm_buf *buf, struct writing *w, const lcm_expr *e);

/* Return the number of the step whose index is called "name", innermost first,
 * or the number of steps where there is none. */
static size_t index_of(const struct writing *w, const char *name) {
  for (size_t i = w->nest->n; i-- > 0;)
    if (w->nest->at[i].index && w->nest->at[i].index == name)
      return i;
  return w->nest->n;
}

/* Return whether "e" speaks of an index. */
static bool has_index(const struct writing *w, const lcm_expr *e) {
  for (size_t i = 0; i < w->nest->n; i++)
    if (w->nest->at[i].index && lcm_expr_has(e, w->nest->at[i].index))
      return true;
  return false;
}

/* Append the parameter that stands for "e". */
static bool put_atom(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  size_t i = 0;
  while (i < w->atoms.n && w->atoms.at[i] != e)
    i++;
  if (i == w->atoms.n)
    LCM_LIST_ADD(lcm_ctx_arena(w->ctx), &w->atoms, e);
  lcm_buf_printf(buf, "x%zu", i);
  return true;
}

/* Append the quotient or remainder "e", by a number. */
static bool put_quotient(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  double value = 0;
  if (!lcm_expr_is_number(e->args[1], &value) || value < 1 || value > 1e6 ||
      value != (double)(long long)value)
    return false;
  lcm_buf_puts(buf, e->kind == LCM_X_DIV ? "floor((" : "((");
  const bool affine = put_affine(buf, w, e->args[0]);
  lcm_buf_printf(buf, e->kind == LCM_X_DIV ? ")/%lld)" : ") mod %lld)",
                 (long long)value);
  return affine;
}

/* Append "e", which is rounded down and has fractions as coefficients. */
static bool put_floor(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  const bool sum = e->kind == LCM_X_SUM_OF;
  long long by = 1;
  for (size_t i = 0; i < (sum ? e->n : 1); i++) {
    const lcm_expr *term = sum ? e->args[i] : e;
    lcm_rat rat = term->rat;
    if (term->kind != LCM_X_NUMBER && !lcm_expr_core(w->ctx, &rat, term))
      return false;
    if (rat.big || rat.den > 1000000 || by > 1000000)
      return false;
    for (long long k = 1; by % rat.den; k++)
      by = by / k * (k + 1);
  }
  const lcm_expr *whole = lcm_expr_expand(
      w->ctx, lcm_expr_mul(w->ctx, lcm_expr_int(w->ctx, by), e));
  lcm_buf_puts(buf, "floor((");
  const bool affine = whole && put_affine(buf, w, whole);
  lcm_buf_printf(buf, ")/%lld)", by);
  return affine;
}

/* Return whether the `if` "e" is the larger (LCM_X_MAX) or the smaller
 * (LCM_X_MIN) of its two values, which are whole; else LCM_X_IF. */
static lcm_expr_kind choice_of(lcm_ctx *ctx, const lcm_expr *e) {
  const lcm_expr *cond = e->args[0];
  const bool less = cond->kind == LCM_X_LT;
  double rest = 0;
  if (!less && cond->kind != LCM_X_LE)
    return LCM_X_IF;
  const lcm_expr *gap = lcm_expr_sub(ctx, cond->args[1], cond->args[0]);
  const lcm_expr *gain = lcm_expr_sub(ctx, e->args[1], e->args[2]);
  if (lcm_expr_is_number(lcm_expr_sub(ctx, gain, gap), &rest) &&
      (rest == 0 || rest == (less ? -1 : 1)))
    return LCM_X_MAX;
  if (lcm_expr_is_number(lcm_expr_add(ctx, gain, gap), &rest) &&
      (rest == 0 || rest == (less ? 1 : -1)))
    return LCM_X_MIN;
  return LCM_X_IF;
}

/* Append the larger or smaller (by "kind") of the "n" expressions at "args". */
static bool put_extreme(lcm_buf *buf, struct writing *w, lcm_expr_kind kind,
                        const lcm_expr *const *args, size_t n) {
  bool affine = kind == LCM_X_MAX || kind == LCM_X_MIN;
  lcm_buf_puts(buf, kind == LCM_X_MAX ? "max(" : "min(");
  for (size_t i = 0; i < n && affine; i++) {
    if (i)
      lcm_buf_puts(buf, ", ");
    affine = put_affine(buf, w, args[i]);
  }
  lcm_buf_putc(buf, ')');
  return affine;
}

/* Append the atom "e", which speaks of an index. */
static bool put_operator(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  switch ((int)e->kind) {
  case LCM_X_SYMBOL:
    lcm_buf_printf(buf, "c%zu", index_of(w, e->name));
    return true;
  case LCM_X_SUM_OF:
    return put_affine(buf, w, e);
  case LCM_X_DIV:
  case LCM_X_MOD:
    return put_quotient(buf, w, e);
  case LCM_X_FLOOR:
    return put_floor(buf, w, e->args[0]);
  case LCM_X_MAX:
  case LCM_X_MIN:
    return put_extreme(buf, w, e->kind, e->args, e->n);
  case LCM_X_IF:
    return put_extreme(buf, w, choice_of(w->ctx, e), e->args + 1, 2);
  }
  return false;
}

/* Append the monomial "e"; false where it is not affine with a whole
 * coefficient. */
static bool put_monomial(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  lcm_rat rat;
  const lcm_expr *core = lcm_expr_core(w->ctx, &rat, e);
  const bool whole = core && lcm_rat_is_whole(rat) && !rat.big;
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
static bool put_affine(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  if (e->kind == LCM_X_NUMBER) {
    if (!lcm_rat_is_whole(e->rat) || e->rat.big)
      return false;
    lcm_buf_printf(buf, "%lld", (long long)e->rat.num);
    return true;
  }
  if (e->kind != LCM_X_SUM_OF)
    return put_monomial(buf, w, e);
  bool affine = true;
  for (size_t i = 0; i < e->n && affine; i++) {
    const lcm_expr *term = e->args[i];
    if (i)
      lcm_buf_puts(buf, " + ");
    affine = term->kind == LCM_X_NUMBER ? put_affine(buf, w, term)
                                        : put_monomial(buf, w, term);
  }
  return affine;
}

/* Append the condition "e"; false where it is not affine. */
static bool put_condition(lcm_buf *buf, struct writing *w, const lcm_expr *e) {
  const char *word = e->kind == LCM_X_LT    ? " < "
                     : e->kind == LCM_X_LE  ? " <= "
                     : e->kind == LCM_X_EQ  ? " = "
                     : e->kind == LCM_X_NE  ? " != "
                     : e->kind == LCM_X_AND ? " and "
                     : e->kind == LCM_X_OR  ? " or "
                                            : NULL;
  const bool logic = e->kind == LCM_X_AND || e->kind == LCM_X_OR;
  lcm_buf_puts(buf, e->kind == LCM_X_NOT ? "(not " : "(");
  bool affine = true;
  if (e->kind == LCM_X_NOT)
    affine = put_condition(buf, w, e->args[0]);
  else if (!word) {
    affine = put_affine(buf, w, e);
    lcm_buf_puts(buf, " != 0");
  } else
    for (size_t i = 0; i < e->n && affine; i++) {
      if (i)
        lcm_buf_puts(buf, word);
      affine = logic ? put_condition(buf, w, e->args[i])
                     : put_affine(buf, w, e->args[i]);
    }
  lcm_buf_putc(buf, ')');
  return affine;
}

/* Append " and ..." for all that "w->nest" says of its indices; false where
 * that is not affine. */
static bool put_nest(lcm_buf *buf, struct writing *w) {
  bool affine = true;
  for (size_t i = 0; i < w->nest->n && affine; i++) {
    const struct lcm_nesting *step = &w->nest->at[i];
    lcm_buf_puts(buf, " and ");
    if (!step->index) {
      affine = put_condition(buf, w, step->condition);
      continue;
    }
    affine = put_affine(buf, w, step->from);
    lcm_buf_printf(buf, " <= c%zu <= ", i);
    affine = affine && put_affine(buf, w, step->to);
  }
  return affine;
}

/* Append the names of the indices of "w->nest", commas between them; return
 * how many. */
static size_t put_indices(lcm_buf *buf, const struct writing *w) {
  size_t n = 0;
  for (size_t i = 0; i < w->nest->n; i++)
    if (w->nest->at[i].index)
      lcm_buf_printf(buf, "%sc%zu", n++ ? ", " : "", i);
  return n;
}

/* Return "[x0, ...] -> { [dims] : body }" for the isl library. */
static char *set_text(const struct writing *w, lcm_buf *dims, lcm_buf *body) {
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

/* ---- sums -----------------------------------------------------------------
 */

/* A constraint: the coefficients of the variables, of the parameters, and the
 * constant; their sum is at least 0, or 0 where "equal". */
struct row {
  bool equal;
  long long *at;
};

typedef LCM_LIST(struct row) row_list;

/* A part of a sum: "value" where "guard" holds (NULL: everywhere). */
struct term {
  const lcm_expr *guard;
  const lcm_expr *value;
};

/* A sum under way.
 * names     of the variables, "n_vars" of them
 * atoms     what the parameters stand for, "n_params" of them
 * context   what is known of the parameters
 * terms     found so far
 * n_pieces  looked at so far
 * failed    there is no sum */
struct summing {
  lcm_ctx *ctx;
  isl_ctx *isl;
  const char *names[MAX_VARIABLES];
  size_t n_vars;
  const lcm_expr *const *atoms;
  size_t n_params;
  bool *natural;
  LCM_LIST(struct term) terms;
  size_t n_pieces;
  bool failed;
};

/* Return how many numbers a row has. */
static size_t width(const struct summing *s) {
  return s->n_vars + s->n_params + 1;
}

/* Return a row of zeros. */
static struct row new_row(const struct summing *s, bool equal) {
  return (struct row){
      equal, LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), long long, width(s))};
}

/* Add to "row" "factor" times "other"; overflow fails the sum. */
static void add_row(struct summing *s, struct row *row, long long factor,
                    const struct row *other) {
  for (size_t i = 0; i < width(s); i++) {
    long long product = 0;
    if (__builtin_mul_overflow(factor, other->at[i], &product) ||
        __builtin_add_overflow(row->at[i], product, &row->at[i]))
      s->failed = true;
  }
}

/* Return "a" times row "x" plus "b" times row "y". */
static struct row combine(struct summing *s, long long a, const struct row *x,
                          long long b, const struct row *y) {
  struct row row = new_row(s, x->equal && y->equal);
  add_row(s, &row, a, x);
  add_row(s, &row, b, y);
  return row;
}

/* Return "row" without its coefficient of variable "skip" (SIZE_MAX: all of
 * it) as an expression. */
static const lcm_expr *expr_of(const struct summing *s, const struct row *row,
                               size_t skip) {
  lcm_ctx *ctx = s->ctx;
  const lcm_expr *sum = lcm_expr_int(ctx, row->at[width(s) - 1]);
  for (size_t i = 0; i < s->n_vars + s->n_params; i++) {
    if (i == skip || !row->at[i])
      continue;
    const lcm_expr *of = i < s->n_vars
                             ? lcm_expr_symbol(ctx, s->names[i], LCM_DIM_NONE)
                             : s->atoms[i - s->n_vars];
    sum = lcm_expr_add(ctx, sum,
                       lcm_expr_mul(ctx, lcm_expr_int(ctx, row->at[i]), of));
  }
  return sum;
}

/* Return the coefficient of "constraint" at "pos" of "type". */
static long long coefficient(struct summing *s, isl_constraint *constraint,
                             enum isl_dim_type type, size_t pos) {
  isl_val *val =
      type == isl_dim_cst
          ? isl_constraint_get_constant_val(constraint)
          : isl_constraint_get_coefficient_val(constraint, type, (int)pos);
  const long number = val ? isl_val_get_num_si(val) : 0;
  s->failed = s->failed || !val || isl_val_is_int(val) != isl_bool_true ||
              number > 1000000000 || number < -1000000000;
  isl_val_free(val);
  return number;
}

/* Rows being read from a basic set; "n_dims" of the variables are its own. */
struct reading {
  struct summing *s;
  row_list *rows;
  size_t n_dims;
};

/* Read one constraint. */
static isl_stat read_row(isl_constraint *constraint, void *user) {
  struct reading *r = user;
  struct summing *s = r->s;
  struct row row = new_row(s, isl_constraint_is_equality(constraint) != 0);
  for (size_t i = 0; i < s->n_vars; i++)
    row.at[i] = i < r->n_dims
                    ? coefficient(s, constraint, isl_dim_set, i)
                    : coefficient(s, constraint, isl_dim_div, i - r->n_dims);
  for (size_t i = 0; i < s->n_params; i++)
    row.at[s->n_vars + i] = coefficient(s, constraint, isl_dim_param, i);
  row.at[width(s) - 1] = coefficient(s, constraint, isl_dim_cst, 0);
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), r->rows, row);
  isl_constraint_free(constraint);
  return s->failed ? isl_stat_error : isl_stat_ok;
}

/* Return "row" as a constraint in "space". */
static isl_constraint *constraint_of(const struct summing *s,
                                     const struct row *row,
                                     __isl_keep isl_local_space *space) {
  isl_constraint *c =
      row->equal ? isl_constraint_alloc_equality(isl_local_space_copy(space))
                 : isl_constraint_alloc_inequality(isl_local_space_copy(space));
  for (size_t i = 0; i < s->n_vars; i++)
    c = isl_constraint_set_coefficient_si(c, isl_dim_set, (int)i,
                                          (int)row->at[i]);
  for (size_t i = 0; i < s->n_params; i++)
    c = isl_constraint_set_coefficient_si(c, isl_dim_param, (int)i,
                                          (int)row->at[s->n_vars + i]);
  return isl_constraint_set_constant_si(c, (int)row->at[width(s) - 1]);
}

/* Return "rows" as a basic set all of whose variables are dimensions. */
static isl_basic_set *set_of(const struct summing *s, const row_list *rows) {
  isl_space *space =
      isl_space_set_alloc(s->isl, (unsigned)s->n_params, (unsigned)s->n_vars);
  isl_local_space *local = isl_local_space_from_space(isl_space_copy(space));
  isl_basic_set *set = isl_basic_set_universe(space);
  for (size_t i = 0; i < rows->n; i++)
    set = isl_basic_set_add_constraint(set,
                                       constraint_of(s, &rows->at[i], local));
  isl_local_space_free(local);
  return set;
}

/* Return what is known of the parameters. */
static isl_basic_set *context_of(const struct summing *s) {
  row_list rows = {0};
  for (size_t i = 0; i < s->n_params; i++) {
    if (!s->natural[i])
      continue;
    struct row row = new_row(s, false);
    row.at[s->n_vars + i] = 1;
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &rows, row);
  }
  return set_of(s, &rows);
}

/* Drop of "rows" what follows from the rest and what is known; false where no
 * point fulfils them. */
static bool simplify(struct summing *s, row_list *rows) {
  const long long most = 1000000000;
  row_list simple = {0};
  struct reading reading = {s, &simple, s->n_vars};
  for (size_t i = 0; i < rows->n; i++)
    for (size_t k = 0; k < width(s); k++)
      s->failed =
          s->failed || rows->at[i].at[k] > most || rows->at[i].at[k] < -most;
  if (s->failed)
    return false;
  isl_basic_set *set = set_of(s, rows);
  isl_basic_set *known =
      isl_basic_set_intersect(isl_basic_set_copy(set), context_of(s));
  const isl_bool empty = isl_basic_set_is_empty(known);
  isl_basic_set_free(known);
  if (empty == isl_bool_false) {
    set = isl_basic_set_detect_equalities(set);
    set = isl_basic_set_gist(set, context_of(s));
    set = isl_basic_set_remove_redundancies(set);
    s->failed = !set || isl_basic_set_dim(set, isl_dim_div) != 0 ||
                isl_basic_set_foreach_constraint(set, read_row, &reading);
  }
  isl_basic_set_free(set);
  s->failed = s->failed || empty == isl_bool_error;
  *rows = simple;
  return !s->failed && empty == isl_bool_false;
}

/* Return the condition that "row", which has no variables, says. */
static const lcm_expr *condition_of(const struct summing *s,
                                    const struct row *row) {
  lcm_ctx *ctx = s->ctx;
  struct row rest = new_row(s, row->equal);
  memcpy(rest.at, row->at, width(s) * sizeof *rest.at);
  rest.at[width(s) - 1] = 0;
  const lcm_expr *low = lcm_expr_int(ctx, -row->at[width(s) - 1]);
  return lcm_expr_binary(ctx, row->equal ? LCM_X_EQ : LCM_X_LE, low,
                         expr_of(s, &rest, SIZE_MAX));
}

/* Add "value" where "rows", without variables, and "guard" (may be NULL)
 * hold. */
static void add_term(struct summing *s, const row_list *rows,
                     const lcm_expr *guard, const lcm_expr *value) {
  for (size_t i = 0; i < rows->n; i++) {
    const lcm_expr *one = condition_of(s, &rows->at[i]);
    guard = guard ? lcm_expr_binary(s->ctx, LCM_X_AND, guard, one) : one;
    s->failed = s->failed || !guard;
  }
  for (size_t i = 0; i < s->terms.n; i++)
    if (s->terms.at[i].guard == guard) {
      s->terms.at[i].value = lcm_expr_add(s->ctx, s->terms.at[i].value, value);
      return;
    }
  const struct term term = {guard, value};
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->terms, term);
}

static void sum(struct summing *s, row_list rows, const lcm_expr *guard,
                const lcm_expr *body);

/* Return "e" with the variable "var" replaced by "by". */
static const lcm_expr *replace(const struct summing *s, const lcm_expr *e,
                               size_t var, const lcm_expr *by) {
  const struct lcm_subst subst = {s->names[var], by};
  return e && by ? lcm_expr_subst(s->ctx, e, &subst, 1) : NULL;
}

/* Put a row of "rows" that is an equation into "*equation", with a variable in
 * it, one with the coefficient 1 or -1 if there is any, in "*var". */
static bool find_equation(size_t *equation, size_t *var,
                          const struct summing *s, const row_list *rows) {
  bool found = false;
  for (size_t i = 0; i < rows->n; i++)
    for (size_t k = 0; rows->at[i].equal && k < s->n_vars; k++) {
      const long long a = rows->at[i].at[k];
      const bool unit = a == 1 || a == -1;
      if (!a || (found && !unit))
        continue;
      *equation = i;
      *var = k;
      found = true;
      if (unit)
        return true;
    }
  return found;
}

/* Return whether "row" has a variable besides "var". */
static bool has_others(const struct summing *s, const struct row *row,
                       size_t var) {
  for (size_t i = 0; i < s->n_vars; i++)
    if (i != var && row->at[i])
      return true;
  return false;
}

/* Sum "body" where row "equation" of "rows" says what the variable "var" is. */
static void sum_equation(struct summing *s, const row_list *rows,
                         const lcm_expr *guard, const lcm_expr *body,
                         size_t equation, size_t var) {
  lcm_ctx *ctx = s->ctx;
  row_list rest = {0};
  const struct row *by = &rows->at[equation];
  const long long a = by->at[var] < 0 ? -by->at[var] : by->at[var];
  const long long sign = by->at[var] < 0 ? -1 : 1;
  const lcm_expr *value = lcm_expr_div(
      ctx, lcm_expr_mul(ctx, expr_of(s, by, var), lcm_expr_int(ctx, -sign)),
      lcm_expr_int(ctx, a));
  if (a != 1 && has_others(s, by, var)) {
    s->failed = true;
    return;
  }
  if (a != 1) {
    const lcm_expr *whole =
        lcm_expr_binary(ctx, LCM_X_EQ,
                        lcm_expr_binary(ctx, LCM_X_MOD, expr_of(s, by, var),
                                        lcm_expr_int(ctx, a)),
                        lcm_expr_int(ctx, 0));
    guard = guard ? lcm_expr_binary(ctx, LCM_X_AND, guard, whole) : whole;
  }
  for (size_t i = 0; i < rows->n; i++) {
    if (i == equation)
      continue;
    struct row row =
        combine(s, a, &rows->at[i], -sign * rows->at[i].at[var], by);
    row.equal = rows->at[i].equal;
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &rest, row);
  }
  sum(s, rest, guard, replace(s, body, var, value));
}

/* The bounds of a variable: rows with a positive and with a negative
 * coefficient. */
struct limits {
  row_list lower;
  row_list upper;
  row_list rest;
  bool unit;
};

/* Put what "rows" say of "var" into "*out". */
static void find_limits(struct limits *out, const struct summing *s,
                        const row_list *rows, size_t var) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  memset(out, 0, sizeof *out);
  out->unit = true;
  for (size_t i = 0; i < rows->n; i++) {
    const long long a = rows->at[i].at[var];
    row_list *list = a > 0 ? &out->lower : a < 0 ? &out->upper : &out->rest;
    LCM_LIST_ADD(arena, list, rows->at[i]);
    out->unit = out->unit && a <= 1 && a >= -1;
  }
}

/* Return the variable to sum over next: of those with unit coefficients that
 * with the fewest pairs of bounds, the last; "n_vars" where none is left. */
static size_t choose(const struct summing *s, const row_list *rows) {
  size_t best = s->n_vars;
  size_t least = 0;
  for (size_t i = s->n_vars; i-- > 0;) {
    struct limits limits;
    find_limits(&limits, s, rows, i);
    const size_t pairs = limits.lower.n * limits.upper.n;
    const size_t rank =
        limits.unit ? pairs : pairs + (size_t)MAX_PIECES * MAX_PIECES;
    if (limits.lower.n + limits.upper.n == 0 ||
        (best < s->n_vars && rank >= least))
      continue;
    best = i;
    least = rank;
  }
  return best;
}

/* Add to "rows" that bound "i" of "list" (of "var") is the tightest one, the
 * first of several. */
static void add_tightest(struct summing *s, row_list *rows,
                         const row_list *list, size_t i, size_t var) {
  for (size_t k = 0; k < list->n; k++) {
    const long long a = llabs(list->at[i].at[var]);
    const long long b = llabs(list->at[k].at[var]);
    if (k == i)
      continue;
    struct row row = combine(s, a, &list->at[k], -b, &list->at[i]);
    row.at[var] = 0;
    row.at[width(s) - 1] -= k < i;
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), rows, row);
  }
}

/* Return the sum of "body" over "range". */
static const lcm_expr *sum_range(const struct summing *s,
                                 struct lcm_range range, const lcm_expr *body) {
  const lcm_expr *closed = body && range.from && range.to
                               ? lcm_expr_sum_polynomial(s->ctx, range, body)
                               : NULL;
  return closed ? lcm_expr_expand(s->ctx, closed)
                : lcm_expr_over_open(s->ctx, LCM_X_SUM, range, body);
}

/* Return the quotient of "e" by "by" rounded down. */
static const lcm_expr *quotient(lcm_ctx *ctx, const lcm_expr *e, long long by) {
  return by == 1 ? e
                 : lcm_expr_binary(ctx, LCM_X_DIV, e, lcm_expr_int(ctx, by));
}

/* Sum "body" over the values of "var" from the bound "low" to "high" of
 * "limits". */
static void sum_between(struct summing *s, const struct limits *limits,
                        const lcm_expr *guard, const lcm_expr *body, size_t var,
                        size_t low, size_t high) {
  lcm_ctx *ctx = s->ctx;
  row_list rows = {0};
  const struct row *lower = &limits->lower.at[low];
  const struct row *upper = &limits->upper.at[high];
  const long long a = lower->at[var];
  const long long b = -upper->at[var];
  struct row room = combine(s, b, lower, a, upper);
  for (size_t i = 0; i < limits->rest.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &rows, limits->rest.at[i]);
  add_tightest(s, &rows, &limits->lower, low, var);
  add_tightest(s, &rows, &limits->upper, high, var);
  room.at[width(s) - 1] += a == 1 ? b : b == 1 ? a : 0;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &rows, room);
  const lcm_expr *from =
      lcm_expr_neg(ctx, quotient(ctx, expr_of(s, lower, var), a));
  const lcm_expr *to = quotient(ctx, expr_of(s, upper, var), b);
  sum(s, rows, guard,
      sum_range(s, (struct lcm_range){s->names[var], from, to}, body));
}

/* Return whether "body" speaks of a variable. */
static bool has_variable(const struct summing *s, const lcm_expr *body) {
  for (size_t i = 0; i < s->n_vars; i++)
    if (lcm_expr_has(body, s->names[i]))
      return true;
  return false;
}

/* Add the sum of "body" over the whole points of "rows", where "guard" (may be
 * NULL) holds, to the terms. */
static void sum(struct summing *s, row_list rows, const lcm_expr *guard,
                const lcm_expr *body) {
  size_t equation = 0;
  size_t var = 0;
  struct limits limits;
  s->failed = s->failed || !body || ++s->n_pieces > MAX_PIECES;
  if (s->failed || !simplify(s, &rows))
    return;
  if (find_equation(&equation, &var, s, &rows)) {
    sum_equation(s, &rows, guard, body, equation, var);
    return;
  }
  var = choose(s, &rows);
  if (var == s->n_vars) {
    s->failed = s->failed || has_variable(s, body);
    add_term(s, &rows, guard, body);
    return;
  }
  find_limits(&limits, s, &rows, var);
  s->failed = s->failed || !limits.lower.n || !limits.upper.n;
  for (size_t i = 0; i < limits.lower.n && !s->failed; i++)
    for (size_t k = 0; k < limits.upper.n && !s->failed; k++)
      sum_between(s, &limits, guard, body, var, i, k);
}

/* A sum over a set.
 * body   what is added
 * nest   whose indices are the dimensions of the set; NULL: those have no
 *        names */
struct whole {
  struct summing *s;
  const lcm_expr *body;
  const struct lcm_nest *nest;
};

/* Give the variables of a basic set of "n_dims" dimensions and "n_divs" others
 * their names. */
static void name_variables(struct whole *w, size_t n_dims, size_t n_divs) {
  struct summing *s = w->s;
  size_t n = 0;
  for (size_t i = 0; w->nest && i < w->nest->n; i++)
    if (w->nest->at[i].index)
      s->names[n++] = w->nest->at[i].index;
  for (; n < n_dims + n_divs; n++)
    s->names[n] = lcm_intern(
        s->ctx, lcm_arena_printf(lcm_ctx_arena(s->ctx), "count.%zu", n));
  s->n_vars = n;
}

/* Sum over one basic set. */
static isl_stat sum_basic(isl_basic_set *set, void *user) {
  struct whole *w = user;
  struct summing *s = w->s;
  row_list rows = {0};
  const size_t n_dims = (size_t)isl_basic_set_dim(set, isl_dim_set);
  const size_t n_divs = (size_t)isl_basic_set_dim(set, isl_dim_div);
  struct reading reading = {s, &rows, n_dims};
  s->failed = s->failed || n_dims + n_divs > MAX_VARIABLES;
  if (!s->failed) {
    name_variables(w, n_dims, n_divs);
    s->failed =
        isl_basic_set_foreach_constraint(set, read_row, &reading) || s->failed;
  }
  isl_basic_set_free(set);
  if (!s->failed)
    sum(s, rows, NULL, w->body);
  return s->failed ? isl_stat_error : isl_stat_ok;
}

/* Return the terms of "s" as one expression. */
static const lcm_expr *total(const struct summing *s) {
  const lcm_expr *zero = lcm_expr_int(s->ctx, 0);
  const lcm_expr *all = zero;
  for (size_t i = 0; i < s->terms.n; i++) {
    const struct term *term = &s->terms.at[i];
    all = lcm_expr_add(s->ctx, all,
                       term->guard
                           ? lcm_expr_if(s->ctx, term->guard, term->value, zero)
                           : term->value);
  }
  return all;
}

/* Return whether "e" is taken not to be negative: it is made of plain names
 * that are no indices of loops around "nest".  A logarithm is that of a number
 * of at least 1. */
static bool is_natural(const lcm_expr *e, const struct lcm_nest *nest) {
  bool natural = true;
  switch ((int)e->kind) {
  case LCM_X_NUMBER:
    return lcm_rat_sign(e->rat) >= 0;
  case LCM_X_SYMBOL:
    for (size_t k = 0; k < nest->n_outer; k++)
      natural = natural && e->name != nest->outer[k];
    return natural;
  case LCM_X_LOG2:
    return true;
  case LCM_X_POW:
    return is_natural(e->args[0], nest);
  case LCM_X_MUL_OF:
    natural = lcm_rat_sign(e->rat) >= 0;
    break;
  case LCM_X_SUM_OF:
  case LCM_X_DIV:
  case LCM_X_FLOOR:
  case LCM_X_MAX:
    break;
  default:
    return false;
  }
  for (size_t i = 0; i < e->n; i++)
    natural = natural && is_natural(e->args[i], nest);
  return natural;
}

/* Note which of the parameters of "s" are taken not to be negative. */
static void find_naturals(struct summing *s, const struct lcm_nest *nest) {
  s->natural = LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), bool, s->n_params + 1);
  for (size_t i = 0; i < s->n_params; i++)
    s->natural[i] = is_natural(s->atoms[i], nest);
}

/* Return the sum that "w" wants over the set "text"; NULL where there is
 * none. */
static const lcm_expr *sum_set(struct whole *w, const char *text) {
  struct summing *s = w->s;
  s->isl = isl_ctx_alloc();
  if (!s->isl)
    return NULL;
  isl_options_set_on_error(s->isl, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(s->isl, MAX_OPERATIONS);
  isl_set *set = isl_set_read_from_str(s->isl, text);
  set = isl_set_coalesce(isl_set_detect_equalities(set));
  set = isl_set_make_disjoint(isl_set_compute_divs(set));
  if (!set || isl_set_foreach_basic_set(set, sum_basic, w))
    s->failed = true;
  isl_set_free(set);
  isl_ctx_free(s->isl);
  return s->failed ? NULL : total(s);
}

const lcm_expr *lcm_count_sum(lcm_ctx *ctx, const struct lcm_nest *nest,
                              const lcm_expr *body) {
  struct writing w = {.ctx = ctx, .nest = nest};
  struct summing s = {.ctx = ctx};
  struct whole whole = {&s, body, nest};
  lcm_buf dims = {0};
  lcm_buf text = {0};
  (void)put_indices(&dims, &w);
  lcm_buf_puts(&text, "1 = 1");
  const bool affine = put_nest(&text, &w);
  s.atoms = w.atoms.at;
  s.n_params = w.atoms.n;
  find_naturals(&s, nest);
  char *set = set_text(&w, &dims, &text);
  const lcm_expr *sum = affine && body && set ? sum_set(&whole, set) : NULL;
  free(set);
  return sum;
}

/* Append the elements d0, d1, ... ("n_dims" of them) that "touch" touches;
 * false where they are not affine. */
static bool put_touch(lcm_buf *buf, struct writing *w,
                      const struct lcm_element *touch, size_t n_dims) {
  lcm_buf indices = {0};
  w->nest = &touch->nest;
  lcm_buf_putc(buf, '(');
  if (put_indices(&indices, w))
    lcm_buf_printf(buf, "exists %s: ", indices.text ? indices.text : "");
  lcm_buf_free(&indices);
  lcm_buf_puts(buf, "1 = 1");
  bool affine = put_nest(buf, w);
  for (size_t d = 0; d < n_dims && affine; d++) {
    lcm_buf_printf(buf, " and d%zu = ", d);
    affine = touch->subscripts[d] && put_affine(buf, w, touch->subscripts[d]);
  }
  lcm_buf_putc(buf, ')');
  return affine;
}

const lcm_expr *lcm_count_elements(lcm_ctx *ctx,
                                   const struct lcm_element *touches, size_t n,
                                   size_t n_dims) {
  struct writing w = {.ctx = ctx};
  struct summing s = {.ctx = ctx};
  struct whole whole = {&s, lcm_expr_int(ctx, 1), NULL};
  lcm_buf dims = {0};
  lcm_buf text = {0};
  bool affine = n > 0;
  for (size_t d = 0; d < n_dims; d++)
    lcm_buf_printf(&dims, "%sd%zu", d ? ", " : "", d);
  for (size_t i = 0; i < n && affine; i++) {
    if (i)
      lcm_buf_puts(&text, " or ");
    affine = put_touch(&text, &w, &touches[i], n_dims);
  }
  s.atoms = w.atoms.at;
  s.n_params = w.atoms.n;
  if (n)
    find_naturals(&s, &touches[0].nest);
  char *set = set_text(&w, &dims, &text);
  const lcm_expr *count = affine && set ? sum_set(&whole, set) : NULL;
  free(set);
  return count;
}

bool lcm_count_is_empty(lcm_ctx *ctx, const struct lcm_nest *nest) {
  const lcm_expr *sum = lcm_count_sum(ctx, nest, lcm_expr_int(ctx, 1));
  return sum && lcm_expr_is_int(sum, 0);
}
