/* Solves recurrences in closed form, level by level. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "composer/formula/recurrence_solve.h"

enum { MOST_POWER = 6, MOST_DEGREE = 4 };

static const char *const TITLES[] = {
    "work", "span", "span behind tasks made before", "until all tasks end"};

/* c rho^j j^k, where j counts the levels of the recursion. */
struct mono {
  const lcm_expr *c;
  const lcm_expr *rho;
  int k;
};

/* A sum of such. */
typedef LCM_LIST(struct mono) monos;

/* The levels of a recursion: level 0 is the last call. */
struct levels {
  struct lcm_recursion *r;
  /* the size of a level is "fraction" times that of the one below; else one
   * more ("sign" 1) or one less (-1) */
  bool divides;
  long fraction;
  int sign;
  /* the size at level 0: a number, or the symbol of what is left */
  const lcm_expr *start;
  /* of "divides": the largest size that does not call */
  const lcm_expr *bottom;
  const char *name; /* of the number of levels, "is" its value */
  const lcm_expr *is;
  bool used;
  const lcm_expr *unless; /* what must not be 0, NULL: nothing */
  const lcm_expr **also;  /* where to put a form by Fibonacci numbers */
};

/* ---- small things -------------------------------------------------------- */

/* Return the whole number "value". */
static const lcm_expr *whole(const struct levels *l, long long value) {
  return lcm_expr_int(l->r->ctx, value);
}

/* Return "e" with the name "name" replaced by "by". */
static const lcm_expr *put(const struct levels *l, const lcm_expr *e,
                           const char *name, const lcm_expr *by) {
  const struct lcm_subst subst = {name, by};
  return e ? lcm_expr_subst(l->r->ctx, e, &subst, 1) : NULL;
}

/* Return whether "a" and "b" are the same number, or the same expression. */
static bool same(const lcm_expr *a, const lcm_expr *b) {
  double x = 0;
  double y = 0;
  return a == b ||
         (lcm_expr_is_number(a, &x) && lcm_expr_is_number(b, &y) && x == y);
}

/* Return the binomial coefficient n over k. */
static long choose(int n, int k) {
  long out = 1;
  for (int i = 0; i < k; i++)
    out = out * (n - i) / (i + 1);
  return out;
}

/* Add "c" rho^j j^k to "m". */
static void add_mono(const struct levels *l, monos *m, const lcm_expr *c,
                     const lcm_expr *rho, int k) {
  if (!c || lcm_expr_is_int(c, 0))
    return;
  for (size_t i = 0; i < m->n; i++)
    if (m->at[i].k == k && same(m->at[i].rho, rho)) {
      m->at[i].c = lcm_expr_add(l->r->ctx, m->at[i].c, c);
      return;
    }
  const struct mono one = {c, rho, k};
  LCM_LIST_ADD(lcm_ctx_arena(l->r->ctx), m, one);
}

/* Return the value of "m" at level "j". */
static const lcm_expr *value_at(const struct levels *l, const monos *m,
                                const lcm_expr *j) {
  lcm_ctx *ctx = l->r->ctx;
  const lcm_expr *sum = whole(l, 0);
  for (size_t i = 0; i < m->n; i++) {
    const lcm_expr *one = m->at[i].c;
    if (!lcm_expr_is_int(m->at[i].rho, 1))
      one = lcm_expr_mul(ctx, one, lcm_expr_pow(ctx, m->at[i].rho, j));
    if (m->at[i].k)
      one = lcm_expr_mul(ctx, one, lcm_expr_pow(ctx, j, whole(l, m->at[i].k)));
    sum = lcm_expr_add(ctx, sum, one);
  }
  return sum;
}

/* ---- the recurrence by levels -------------------------------------------- */

/* Return the size at level "j". */
static const lcm_expr *size_at(const struct levels *l, const lcm_expr *j) {
  lcm_ctx *ctx = l->r->ctx;
  if (l->divides)
    return lcm_expr_mul(ctx, l->start,
                        lcm_expr_pow(ctx, whole(l, l->fraction), j));
  return l->sign > 0 ? lcm_expr_add(ctx, l->start, j)
                     : lcm_expr_sub(ctx, l->start, j);
}

/* Put the polynomial "g" in the size into "*out" by levels; false where it is
 * none. */
static bool by_levels(monos *out, const struct levels *l, const lcm_expr *g) {
  lcm_ctx *ctx = l->r->ctx;
  const char *size = l->r->size;
  const lcm_expr *at[MOST_DEGREE + 1];
  double low = 1;
  for (int e = 0; e <= MOST_DEGREE; e++, low *= e) {
    const lcm_expr *c = put(l, g, size, whole(l, 0));
    at[e] = c ? lcm_expr_div(ctx, c, whole(l, (long long)low)) : NULL;
    g = g ? lcm_expr_derive(ctx, g, size) : NULL;
    if (!at[e] || !g)
      return false;
  }
  if (!lcm_expr_is_int(lcm_expr_expand(ctx, g), 0))
    return false;
  for (int e = 0; e <= MOST_DEGREE; e++) {
    if (l->divides) {
      const lcm_expr *c =
          lcm_expr_mul(ctx, at[e], lcm_expr_pow(ctx, l->start, whole(l, e)));
      add_mono(l, out, c, whole(l, (long long)pow((double)l->fraction, e)), 0);
      continue;
    }
    for (int k = 0; k <= e; k++) {
      const lcm_expr *c = lcm_expr_mul(
          ctx, at[e],
          lcm_expr_mul(ctx,
                       whole(l, choose(e, k) * (l->sign < 0 && k % 2 ? -1 : 1)),
                       lcm_expr_pow(ctx, l->start, whole(l, e - k))));
      add_mono(l, out, c, whole(l, 1), k);
    }
  }
  return true;
}

/* Add the solution of X(j) = a X(j - 1) + c a^j j^k with X(0) = 0 to "out";
 * false where "k" is too large. */
static bool resonate(monos *out, const struct levels *l, struct mono g) {
  lcm_ctx *ctx = l->r->ctx;
  static const struct {
    int k;
    int power;
    int num;
    int den;
  } SUMS[] = {{0, 1, 1, 1}, {1, 1, 1, 2}, {1, 2, 1, 2},
              {2, 1, 1, 6}, {2, 2, 1, 2}, {2, 3, 1, 3},
              {3, 2, 1, 4}, {3, 3, 1, 2}, {3, 4, 1, 4}};
  for (size_t i = 0; i < sizeof SUMS / sizeof *SUMS; i++)
    if (SUMS[i].k == g.k)
      add_mono(
          l, out,
          lcm_expr_mul(ctx, g.c, lcm_expr_ratio(ctx, SUMS[i].num, SUMS[i].den)),
          g.rho, SUMS[i].power);
  return g.k <= 3;
}

/* Add a solution of X(j) = a1 X(j - 1) + a2 X(j - 2) + g to "out", where
 * g.rho is no root. */
static void particular(monos *out, struct levels *l, const lcm_expr *const a[2],
                       struct mono g) {
  lcm_ctx *ctx = l->r->ctx;
  const lcm_expr *rho = g.rho;
  const lcm_expr *square = lcm_expr_mul(ctx, rho, rho);
  const lcm_expr *main = lcm_expr_sub(
      ctx, lcm_expr_sub(ctx, square, lcm_expr_mul(ctx, a[0], rho)), a[1]);
  const lcm_expr *alpha[MOST_POWER + 1];
  const char *const *names = NULL;
  if (lcm_expr_names(&names, ctx, main))
    l->unless = lcm_expr_expand(ctx, main);
  for (int i = g.k; i >= 0; i--) {
    const lcm_expr *right =
        i == g.k ? lcm_expr_mul(ctx, square, g.c) : whole(l, 0);
    for (int m = i + 1; m <= g.k; m++) {
      const long sign = (m - i) % 2 ? -1 : 1;
      const lcm_expr *one = lcm_expr_add(
          ctx, lcm_expr_mul(ctx, lcm_expr_mul(ctx, a[0], rho), whole(l, sign)),
          lcm_expr_mul(ctx, a[1], whole(l, sign * (1L << (m - i)))));
      right = lcm_expr_add(
          ctx, right,
          lcm_expr_mul(ctx, lcm_expr_mul(ctx, alpha[m], whole(l, choose(m, i))),
                       one));
    }
    alpha[i] = lcm_expr_div(ctx, right, main);
    add_mono(l, out, alpha[i], rho, i);
  }
}

/* Put the roots of x^2 = a1 x + a2 into "root"; false where they are equal. */
static bool roots_of(const lcm_expr *root[2], const struct levels *l,
                     const lcm_expr *const a[2]) {
  lcm_ctx *ctx = l->r->ctx;
  const lcm_expr *inside = lcm_expr_add(ctx, lcm_expr_mul(ctx, a[0], a[0]),
                                        lcm_expr_mul(ctx, whole(l, 4), a[1]));
  double value = 1;
  const lcm_expr *spread = lcm_expr_apply(ctx, LCM_X_SQRT, inside);
  if (!spread || (lcm_expr_is_number(inside, &value) && value <= 0))
    return false;
  if (lcm_expr_is_number(inside, &value) && sqrt(value) == floor(sqrt(value)))
    spread = whole(l, (long long)sqrt(value));
  const lcm_expr *half = lcm_expr_ratio(ctx, 1, 2);
  root[0] = lcm_expr_mul(ctx, half, lcm_expr_add(ctx, a[0], spread));
  root[1] = lcm_expr_mul(ctx, half, lcm_expr_sub(ctx, a[0], spread));
  return root[0] && root[1];
}

/* Return the Fibonacci number with the index "k". */
static const lcm_expr *fibonacci(const struct levels *l, const lcm_expr *k) {
  lcm_ctx *ctx = l->r->ctx;
  char *text = lcm_expr_to_str(k, LCM_TEXT);
  const char *name =
      lcm_arena_printf(lcm_ctx_arena(ctx), "F(%s)", text ? text : "?");
  free(text);
  return lcm_expr_symbol(ctx, lcm_intern(ctx, name), LCM_DIM_NONE);
}

/* Return "m" + h1 F(j + 1) + h0 F(j), which is h1 at level 0 and h0 at -1 and
 * then the sum of the two before it. */
static const lcm_expr *by_fibonacci(const struct levels *l, const monos *m,
                                    const lcm_expr *h1, const lcm_expr *h0) {
  lcm_ctx *ctx = l->r->ctx;
  const lcm_expr *next = lcm_expr_add(ctx, l->is, whole(l, 1));
  const lcm_expr *sum = value_at(l, m, l->is);
  if (h1 == h0) {
    next = lcm_expr_add(ctx, next, whole(l, 1));
    return lcm_expr_add(ctx, sum, lcm_expr_mul(ctx, h1, fibonacci(l, next)));
  }
  sum = lcm_expr_add(ctx, sum, lcm_expr_mul(ctx, h1, fibonacci(l, next)));
  return lcm_expr_add(ctx, sum, lcm_expr_mul(ctx, h0, fibonacci(l, l->is)));
}

/* Add the multiples of the powers of the roots to "m" that make it "first" at
 * level 0 and, where "a" has two parts, "before" at level -1. */
static bool fit(monos *m, const struct levels *l, const lcm_expr *const a[2],
                const lcm_expr *first, const lcm_expr *before) {
  lcm_ctx *ctx = l->r->ctx;
  const lcm_expr *root[2];
  const lcm_expr *h1 = lcm_expr_sub(ctx, first, value_at(l, m, whole(l, 0)));
  if (lcm_expr_is_int(a[1], 0)) {
    add_mono(l, m, h1, a[0], 0);
    return h1 != NULL;
  }
  const lcm_expr *h0 =
      before ? lcm_expr_sub(ctx, before, value_at(l, m, whole(l, -1))) : NULL;
  if (!h0 || !roots_of(root, l, a))
    return false;
  if (lcm_expr_is_int(a[0], 1) && lcm_expr_is_int(a[1], 1))
    *l->also = by_fibonacci(l, m, h1, h0);
  const lcm_expr *apart =
      lcm_expr_expand(ctx, lcm_expr_sub(ctx, root[0], root[1]));
  for (int i = 0; i < 2; i++) {
    const lcm_expr *top = lcm_expr_add(ctx, lcm_expr_mul(ctx, h1, root[i]),
                                       lcm_expr_mul(ctx, a[1], h0));
    const lcm_expr *c =
        lcm_expr_div(ctx, lcm_expr_mul(ctx, top, whole(l, i ? -1 : 1)), apart);
    add_mono(l, m, lcm_expr_expand(ctx, c), root[i], 0);
  }
  return true;
}

/* Solve X(j) = a1 X(j - 1) + a2 X(j - 2) + g into "out". */
static bool solve(monos *out, struct levels *l, const lcm_expr *const a[2],
                  const monos *g, const lcm_expr *const start[2]) {
  const bool one = lcm_expr_is_int(a[1], 0);
  const lcm_expr *root[2] = {a[0], a[0]};
  if (!one && !roots_of(root, l, a))
    return false;
  for (size_t i = 0; i < g->n; i++) {
    const struct mono *m = &g->at[i];
    const bool resonant = same(m->rho, root[0]) || same(m->rho, root[1]);
    if (m->k > MOST_POWER || (resonant && !one))
      return false;
    if (resonant && !resonate(out, l, *m))
      return false;
    if (!resonant)
      particular(out, l, a, *m);
  }
  return fit(out, l, a, start[0], start[1]);
}

/* ---- where the recursion ends -------------------------------------------- */

/* Return the least size (where "down") at which "cond" "holds", or the largest,
 * NULL where it does not say. */
static const lcm_expr *limit_of(const struct levels *l, const lcm_expr *cond,
                                bool holds, bool down) {
  lcm_ctx *ctx = l->r->ctx;
  const char *size = l->r->size;
  const lcm_expr_kind kind = lcm_expr_kind_of(cond);
  if (kind == LCM_X_NOT)
    return limit_of(l, lcm_expr_arg(cond, 0), !holds, down);
  if ((kind == LCM_X_OR && !holds) || (kind == LCM_X_AND && holds)) {
    const lcm_expr *most = NULL;
    for (size_t i = 0; i < lcm_expr_arity(cond); i++) {
      const lcm_expr *one = limit_of(l, lcm_expr_arg(cond, i), holds, down);
      const lcm_expr *both[] = {most, one};
      if (one)
        most = most ? lcm_expr_nary(ctx, down ? LCM_X_MAX : LCM_X_MIN, both, 2)
                    : one;
    }
    return most;
  }
  if (kind != LCM_X_LT && kind != LCM_X_LE && kind != LCM_X_EQ &&
      kind != LCM_X_NE)
    return NULL;
  const lcm_expr *x = lcm_expr_symbol(ctx, size, LCM_DIM_NONE);
  const lcm_expr *left = lcm_expr_arg(cond, 0);
  const lcm_expr *right = lcm_expr_arg(cond, 1);
  const lcm_expr *diff = lcm_expr_sub(ctx, left, right);
  const lcm_expr *slope = diff ? lcm_expr_derive(ctx, diff, size) : NULL;
  double factor = 0;
  if (!slope || !lcm_expr_is_number(slope, &factor) || factor == 0)
    return NULL;
  const lcm_expr *border = lcm_expr_sub(
      ctx, x, lcm_expr_mul(ctx, diff, lcm_expr_div(ctx, whole(l, 1), slope)));
  const lcm_expr *next = lcm_expr_add(ctx, border, whole(l, down ? 1 : -1));
  if (kind == LCM_X_EQ || kind == LCM_X_NE)
    return holds == (kind == LCM_X_NE) ? next : NULL;
  const bool below = (factor > 0) == holds;
  const bool strict = (kind == LCM_X_LT) == holds;
  if (below == down)
    return NULL;
  return strict ? next : border;
}

/* Return the last size of "one", which calls. */
static const lcm_expr *last_size(const struct levels *l,
                                 const struct lcm_case *one, bool down) {
  const lcm_expr *most = NULL;
  for (size_t i = 0; i < one->n_guards; i++) {
    const lcm_expr *limit =
        limit_of(l, one->guards[i].cond, one->guards[i].holds, down);
    const lcm_expr *both[] = {most, limit};
    if (limit)
      most =
          most ? lcm_expr_nary(l->r->ctx, down ? LCM_X_MAX : LCM_X_MIN, both, 2)
               : limit;
  }
  return most;
}

/* Return whether "one" is the case at the size "at": 1, 0, or -1 where that is
 * not known. */
static int applies(const struct levels *l, const struct lcm_case *one,
                   const lcm_expr *at) {
  int out = 1;
  for (size_t i = 0; i < one->n_guards; i++) {
    double value = 0;
    const lcm_expr *cond = put(l, one->guards[i].cond, l->r->size, at);
    if (!cond || !lcm_expr_is_number(cond, &value))
      out = out == 0 ? 0 : -1;
    else if ((value != 0) != one->guards[i].holds)
      return 0;
  }
  return out;
}

/* Return "e", a time, as a number where it is one that roots are in. */
static const lcm_expr *as_number(const struct levels *l, const lcm_expr *e) {
  const char *const *names = NULL;
  const lcm_coef *const *coefs = NULL;
  lcm_ctx *ctx = l->r->ctx;
  char digits[32];
  double value = 0;
  if (!e || lcm_expr_names(&names, ctx, e) || lcm_expr_coefs(&coefs, ctx, e) ||
      lcm_expr_eval(&value, e, NULL, 0) || value == 0)
    return e;
  (void)snprintf(digits, sizeof digits, "%.13g", value);
  const lcm_expr *second = lcm_expr_unit(ctx, lcm_measure_find("s"));
  return lcm_expr_mul(ctx, lcm_expr_decimal(ctx, digits), second);
}

/* Return the value of "part" at the size "at", where the function does not call
 * itself. */
static const lcm_expr *bottom_value(const struct levels *l, enum lcm_part part,
                                    const lcm_expr *at) {
  const struct lcm_recursion *r = l->r;
  const lcm_expr *otherwise = NULL;
  for (size_t i = r->cases.n; i-- > 0;) {
    const struct lcm_case *one = &r->cases.at[i];
    const int holds = one->calls ? 0 : applies(l, one, at);
    const lcm_expr *value = as_number(l, put(l, one->parts[part], r->size, at));
    if (!holds || !value)
      continue;
    if (holds > 0 || !otherwise) {
      otherwise = value;
      continue;
    }
    const lcm_expr *when = whole(l, 1);
    for (size_t k = 0; k < one->n_guards; k++) {
      const lcm_expr *cond = put(l, one->guards[k].cond, r->size, at);
      if (!one->guards[k].holds)
        cond = lcm_expr_apply(r->ctx, LCM_X_NOT, cond);
      when = lcm_expr_binary(r->ctx, LCM_X_AND, when, cond);
    }
    otherwise = lcm_expr_if(r->ctx, when, value, otherwise);
  }
  return otherwise;
}

/* ---- one part ------------------------------------------------------------ */

/* The parts that were solved. */
struct solved {
  monos parts[LCM_PART_COUNT];
  bool has[LCM_PART_COUNT];
};

/* Return "m" one level below. */
static monos shifted(const struct levels *l, const monos *m, long by) {
  monos out = {0};
  lcm_ctx *ctx = l->r->ctx;
  for (size_t i = 0; i < m->n; i++)
    for (int k = 0; k <= m->at[i].k; k++) {
      const lcm_expr *c = lcm_expr_div(
          ctx, m->at[i].c, lcm_expr_pow(ctx, m->at[i].rho, whole(l, by)));
      long power = 1;
      for (int e = k; e < m->at[i].k; e++)
        power *= -by;
      c = lcm_expr_mul(ctx, c, whole(l, choose(m->at[i].k, k) * power));
      add_mono(l, &out, c, m->at[i].rho, k);
    }
  return out;
}

/* Take the terms out of "*e", the value of "part": of itself into "a", of parts
 * that are solved into "g".  Return why that is not possible, or NULL. */
static const char *take_terms(const lcm_expr *a[2], monos *g,
                              const lcm_expr **e, const struct levels *l,
                              enum lcm_part part, const struct solved *solved) {
  lcm_ctx *ctx = l->r->ctx;
  for (size_t i = 0; i < l->r->terms.n; i++) {
    const struct lcm_term *t = &l->r->terms.at[i];
    if (!lcm_expr_has(*e, t->name))
      continue;
    const lcm_expr *c = lcm_expr_derive(ctx, *e, t->name);
    if (!c || lcm_expr_has(c, t->name) || lcm_expr_has(c, l->r->size))
      return "the number of its calls is not the same at each size";
    const long by = l->divides ? 1 : labs(t->less);
    if (l->divides ? t->fraction != l->fraction : by < 1 || by > 2)
      return "its calls are not of one size, or of sizes one and two less";
    *e = put(l, *e, t->name, whole(l, 0));
    if (t->part == part) {
      a[by - 1] = lcm_expr_add(ctx, a[by - 1], c);
      continue;
    }
    if (!solved->has[t->part])
      return "what it depends on has no closed form";
    const monos below = shifted(l, &solved->parts[t->part], by);
    for (size_t k = 0; k < below.n; k++)
      add_mono(l, g, lcm_expr_mul(ctx, below.at[k].c, c), below.at[k].rho,
               below.at[k].k);
  }
  return NULL;
}

/* Solve "part" into "solved"; return why not, or NULL. */
static const char *solve_part(struct solved *solved, struct levels *l,
                              const struct lcm_case *calls,
                              enum lcm_part part) {
  lcm_ctx *ctx = l->r->ctx;
  const lcm_expr *a[2] = {whole(l, 0), whole(l, 0)};
  const lcm_expr *e = lcm_expr_expand(ctx, calls->parts[part]);
  monos g = {0};
  if (!e)
    return "it is too large";
  const char *reason = take_terms(a, &g, &e, l, part, solved);
  if (reason)
    return reason;
  for (size_t i = 0; i < l->r->terms.n; i++)
    if (lcm_expr_has(e, l->r->terms.at[i].name))
      return "which of its tasks takes longest is not decided";
  if (!by_levels(&g, l, e))
    return "what one call costs is no polynomial of the size";
  const lcm_expr *start[2] = {
      bottom_value(l, part, size_at(l, whole(l, 0))),
      lcm_expr_is_int(a[1], 0)
          ? NULL
          : bottom_value(l, part, size_at(l, whole(l, -1)))};
  if (!start[0])
    return "where it ends is not known";
  if (!solve(&solved->parts[part], l, a, &g, start))
    return "it is none of the kinds that are solved";
  solved->has[part] = true;
  return NULL;
}

/* ---- all parts ----------------------------------------------------------- */

/* Put what the levels of "calls" are into "l"; return why that is not known, or
 * NULL. */
static const char *find_levels(struct levels *l, const struct lcm_case *calls) {
  struct lcm_recursion *r = l->r;
  lcm_ctx *ctx = r->ctx;
  const lcm_expr *x = lcm_expr_symbol(ctx, r->size, LCM_DIM_NONE);
  bool down = true;
  for (size_t i = 0; i < r->terms.n; i++) {
    const struct lcm_term *t = &r->terms.at[i];
    if (!t->fraction && !t->less)
      return "the sizes of its calls are no whole fractions, and not one or "
             "two less";
    l->divides = t->fraction != 0;
    l->fraction = t->fraction;
    down = t->less >= 0;
  }
  l->sign = down ? 1 : -1;
  const lcm_expr *last = last_size(l, calls, down);
  if (!last)
    return "where it ends is not known";
  l->bottom = lcm_expr_sub(ctx, last, whole(l, down ? 1 : -1));
  if (!l->divides) {
    l->start = l->bottom;
    l->is =
        down ? lcm_expr_sub(ctx, x, l->start) : lcm_expr_sub(ctx, l->start, x);
    return NULL;
  }
  const lcm_expr *ratio = lcm_expr_div(ctx, x, l->bottom);
  const lcm_expr *depth =
      l->fraction == 2
          ? lcm_expr_apply(ctx, LCM_X_LOG2, ratio)
          : lcm_expr_div(ctx, lcm_expr_apply(ctx, LCM_X_LOG, ratio),
                         lcm_expr_apply(ctx, LCM_X_LOG, whole(l, l->fraction)));
  const lcm_expr *both[] = {whole(l, 0),
                            lcm_expr_apply(ctx, LCM_X_CEIL, depth)};
  l->is = depth ? lcm_expr_nary(ctx, LCM_X_MAX, both, 2) : NULL;
  l->name = lcm_intern(ctx, "L");
  const lcm_expr *levels = lcm_expr_symbol(ctx, l->name, LCM_DIM_NONE);
  l->start = lcm_expr_symbol(ctx, lcm_intern(ctx, "m"), LCM_DIM_NONE);
  (void)levels;
  return l->is ? NULL : "where it ends is not known";
}

/* Return the closed form of "m" as an expression of the size. */
static const lcm_expr *closed_form(struct levels *l, const monos *m) {
  lcm_ctx *ctx = l->r->ctx;
  if (!l->divides)
    return value_at(l, m, l->is);
  const lcm_expr *x = lcm_expr_symbol(ctx, l->r->size, LCM_DIM_NONE);
  const lcm_expr *levels = lcm_expr_symbol(ctx, l->name, LCM_DIM_NONE);
  const lcm_expr *left =
      lcm_expr_div(ctx, x, lcm_expr_pow(ctx, whole(l, l->fraction), levels));
  const lcm_expr *sum = whole(l, 0);
  for (size_t i = 0; i < m->n; i++) {
    double rho = 0;
    const lcm_expr *one = m->at[i].c;
    const bool number = lcm_expr_is_number(m->at[i].rho, &rho);
    const double e =
        number && rho > 0 ? log(rho) / log((double)l->fraction) : -1;
    const long long whole_e = llround(e);
    if (number && e > -0.5 && fabs(e - (double)whole_e) < 1e-12 && whole_e &&
        pow((double)l->fraction, (double)whole_e) == rho)
      one = lcm_expr_mul(
          ctx, one,
          lcm_expr_pow(ctx, lcm_expr_div(ctx, x, l->start), whole(l, whole_e)));
    else if (!lcm_expr_is_int(m->at[i].rho, 1))
      one = lcm_expr_mul(ctx, one, lcm_expr_pow(ctx, m->at[i].rho, levels));
    if (m->at[i].k)
      one = lcm_expr_mul(ctx, one,
                         lcm_expr_pow(ctx, levels, whole(l, m->at[i].k)));
    sum = lcm_expr_add(ctx, sum, one);
  }
  sum = put(l, lcm_expr_expand(ctx, sum), lcm_expr_name(l->start), left);
  l->used = l->used || (sum && lcm_expr_has(sum, l->name));
  return sum;
}

/* Return how fast "m" grows. */
static const char *growth_of(const struct levels *l, const monos *m) {
  lcm_arena *arena = lcm_ctx_arena(l->r->ctx);
  double most = -1;
  int power = 0;
  for (size_t i = 0; i < m->n; i++) {
    double rho = 0;
    if (lcm_expr_eval(&rho, m->at[i].rho, NULL, 0))
      return NULL;
    rho = fabs(rho);
    if (rho > most + 1e-12 || (rho > most - 1e-12 && m->at[i].k > power)) {
      power = m->at[i].k;
      most = rho;
    }
  }
  if (most < 0)
    return NULL;
  const char *size = l->r->size;
  const char *by = l->divides    ? lcm_arena_printf(arena, "log(%s)", size)
                   : l->sign > 0 ? size
                                 : l->name;
  if (!by)
    return NULL;
  const char *many = !power       ? ""
                     : power == 1 ? by
                                  : lcm_arena_printf(arena, "%s^%d", by, power);
  if (!l->divides)
    return most > 1 + 1e-12 ? lcm_arena_printf(arena, "%s%s%.4g^%s", many,
                                               *many ? " " : "", most, size)
           : *many          ? many
                            : NULL;
  const double e = log(most) / log((double)l->fraction);
  const char *main = fabs(e) < 1e-12 ? ""
                     : fabs(e - 1) < 1e-9
                         ? size
                         : lcm_arena_printf(arena, "%s^%.4g", size, e);
  return *main && *many ? lcm_arena_printf(arena, "%s %s", main, many)
         : *main        ? main
         : *many        ? many
                        : NULL;
}

/* Add "part" of "r", solved or not for "reason", to "parts". */
static void add_part(struct lcm_recurrence_part *out, struct lcm_recursion *r,
                     enum lcm_part part, const char *reason) {
  static const char *const NAMES[] = {"W", "S", "R", "E"};
  const lcm_expr **cases =
      LCM_NEW_ARRAY(lcm_ctx_arena(r->ctx), const lcm_expr *, r->cases.n + 1);
  for (size_t i = 0; i < r->cases.n; i++)
    cases[i] = r->cases.at[i].parts[part];
  *out = (struct lcm_recurrence_part){.name = NAMES[part],
                                      .title = TITLES[part],
                                      .cases = cases,
                                      .reason = reason};
}

/* Return the one case of "r" that calls, or NULL. */
static const struct lcm_case *calling(const struct lcm_recursion *r) {
  const struct lcm_case *found = NULL;
  for (size_t i = 0; i < r->cases.n; i++) {
    if (r->cases.at[i].calls && found)
      return NULL;
    found = r->cases.at[i].calls ? &r->cases.at[i] : found;
  }
  return found;
}

/* Return whether any part of "r" but "part" itself mentions "part". */
static bool is_needed(const struct lcm_recursion *r, enum lcm_part part) {
  if (!r->tasks)
    return part == LCM_PART_WORK;
  if (part <= LCM_PART_SPAN)
    return true;
  if (part == LCM_PART_ALL)
    return r->has[part];
  for (size_t i = 0; i < r->terms.n; i++)
    for (size_t k = 0; k < r->cases.n; k++)
      if (r->terms.at[i].part == part &&
          lcm_expr_has(r->cases.at[k].parts[LCM_PART_SPAN],
                       r->terms.at[i].name))
        return true;
  return false;
}

void lcm_recursion_solve(struct lcm_recurrence *out, struct lcm_recursion *r) {
  static const enum lcm_part ORDER[] = {LCM_PART_WORK, LCM_PART_REST,
                                        LCM_PART_SPAN, LCM_PART_ALL};
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  struct lcm_recurrence_part *parts =
      LCM_NEW_ARRAY(arena, struct lcm_recurrence_part, LCM_PART_COUNT);
  struct levels l = {.r = r};
  struct solved solved = {0};
  const struct lcm_case *calls = calling(r);
  const char *reason = !r->size ? "not exactly one argument changes from call "
                                  "to call"
                       : !calls ? "it calls itself in several cases"
                                : find_levels(&l, calls);
  out->parts = parts;
  for (size_t i = 0; i < LCM_PART_COUNT; i++) {
    const enum lcm_part part = ORDER[i];
    const lcm_expr *also = NULL;
    l.also = &also;
    if (!is_needed(r, part))
      continue;
    const char *why = reason ? reason : solve_part(&solved, &l, calls, part);
    struct lcm_recurrence_part *one = &parts[out->n_parts++];
    add_part(one, r, part, why);
    if (why)
      continue;
    one->closed = closed_form(&l, &solved.parts[part]);
    one->also = also;
    one->growth = growth_of(&l, &solved.parts[part]);
  }
  if (l.used) {
    out->levels = l.name;
    out->levels_is = l.is;
  }
  if (!reason && l.divides)
    out->holds = lcm_arena_printf(arena, "%s is a multiple of %ld^L", r->size,
                                  l.fraction);
  char *unless = l.unless ? lcm_expr_to_str(l.unless, LCM_TEXT) : NULL;
  if (unless)
    out->holds =
        lcm_arena_printf(arena, "%s%s%s is not 0", out->holds ? out->holds : "",
                         out->holds ? " and " : "", unless);
  free(unless);
}
