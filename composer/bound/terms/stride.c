/* Counts of strided uses, without a sum over the uses. */
#include "composer/bound/terms/stride.h"
#include "composer/bound/terms/prove.h"

/* A sum over "range" of (c * index + d) mod modulus = m. */
struct strided {
  struct lcm_range range;
  const lcm_expr *c;
  const lcm_expr *d;
  const lcm_expr *modulus;
  const lcm_expr *m;
};

static const lcm_expr *plus(struct lcm_bound_algebra *a, const lcm_expr *e,
                            long long k) {
  return lcm_expr_add(a->ctx, e, lcm_expr_int(a->ctx, k));
}

/* Return whether all of "s" is whole, its modulus at least 1, and nothing of it
 * but the remainder depends on the index. */
static bool is_plain(struct lcm_bound_algebra *a, const struct strided *s) {
  const lcm_expr *const all[] = {s->c, s->d,          s->modulus,
                                 s->m, s->range.from, s->range.to};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!lcm_bound_is_whole(a->ctx, all[i]) ||
        lcm_expr_has(all[i], s->range.index))
      return false;
  return lcm_bound_takes(a, plus(a, s->modulus, -1));
}

/* Take the sum "e" apart into "*s"; false where it is none of that kind. */
static bool take(struct strided *s, struct lcm_bound_algebra *a,
                 const lcm_expr *e) {
  const lcm_expr *parts[2];
  const lcm_expr *same = lcm_expr_arg(e, 2);
  if (lcm_expr_kind_of(same) != LCM_X_EQ)
    return false;
  const bool swapped = lcm_expr_kind_of(lcm_expr_arg(same, 0)) != LCM_X_MOD;
  const lcm_expr *remainder = lcm_expr_arg(same, swapped);
  s->range = (struct lcm_range){lcm_expr_name(e), lcm_expr_arg(e, 0),
                                lcm_expr_arg(e, 1)};
  if (lcm_expr_kind_of(remainder) != LCM_X_MOD ||
      !lcm_bound_affine(a, lcm_expr_arg(remainder, 0), s->range.index, parts))
    return false;
  s->c = parts[0];
  s->d = parts[1];
  s->modulus = lcm_expr_arg(remainder, 1);
  s->m = lcm_expr_arg(same, !swapped);
  return is_plain(a, s);
}

/* Return the stride of "s" as a number from 1 on with the same remainders:
 * itself, or modulo the modulus; NULL for a negative number. */
static const lcm_expr *stride_of(struct lcm_bound_algebra *a,
                                 const struct strided *s) {
  double c = 0;
  if (lcm_expr_is_number(s->c, &c))
    return c >= 1 ? s->c : NULL;
  return plus(
      a, lcm_expr_binary(a->ctx, LCM_X_MOD, plus(a, s->c, -1), s->modulus), 1);
}

/* Return (stride * x + d - m - less) div modulus: the last k with m + k modulus
 * not above what the index "x" gives, less "less". */
static const lcm_expr *last_turn(struct lcm_bound_algebra *a,
                                 const struct strided *s,
                                 const lcm_expr *stride, const lcm_expr *x,
                                 long long less) {
  const lcm_expr *at =
      lcm_expr_add(a->ctx, lcm_expr_mul(a->ctx, stride, x),
                   plus(a, lcm_expr_sub(a->ctx, s->d, s->m), -less));
  return lcm_expr_binary(a->ctx, LCM_X_DIV, at, s->modulus);
}

/* Return "e" where "low" <= "high", which is left out where it is certain. */
static const lcm_expr *where_ordered(struct lcm_bound_algebra *a,
                                     const lcm_expr *low, const lcm_expr *high,
                                     const lcm_expr *e) {
  if (lcm_bound_proves(a, lcm_expr_sub(a->ctx, high, low)))
    return e;
  return lcm_expr_mul(a->ctx, lcm_expr_binary(a->ctx, LCM_X_LE, low, high), e);
}

/* Return the sum "s" counted: what is used are the numbers x = m + k modulus
 * between those of both ends of the range with x = d modulo the stride, so that
 * k is one residue r or several of them, each met once in a stride of k. */
static const lcm_expr *counted(struct lcm_bound_algebra *a,
                               const struct strided *s) {
  lcm_ctx *ctx = a->ctx;
  const lcm_expr *stride = stride_of(a, s);
  if (!stride)
    return NULL;
  const struct lcm_range residues = lcm_bound_open_range(
      a, (struct lcm_range){lcm_intern(ctx, "r"), lcm_expr_int(ctx, 0),
                            plus(a, stride, -1)});
  const lcm_expr *r = lcm_expr_symbol(ctx, residues.index, LCM_DIM_NONE);
  const lcm_expr *ends[2] = {last_turn(a, s, stride, s->range.to, 0),
                             last_turn(a, s, stride, s->range.from, 1)};
  for (size_t i = 0; i < 2; i++)
    ends[i] =
        lcm_expr_binary(ctx, LCM_X_DIV, lcm_expr_sub(ctx, ends[i], r), stride);
  const lcm_expr *off = lcm_expr_add(ctx, lcm_expr_sub(ctx, s->m, s->d),
                                     lcm_expr_mul(ctx, r, s->modulus));
  const lcm_expr *meets = lcm_expr_binary(
      ctx, LCM_X_EQ, lcm_expr_binary(ctx, LCM_X_MOD, off, stride),
      lcm_expr_int(ctx, 0));
  const lcm_expr *count = lcm_expr_over_open(
      ctx, LCM_X_SUM, residues,
      lcm_expr_mul(ctx, meets, lcm_expr_sub(ctx, ends[0], ends[1])));
  lcm_bound_close_range(a);
  count = where_ordered(a, lcm_expr_int(ctx, 0), s->m, count);
  count = where_ordered(a, s->m, plus(a, s->modulus, -1), count);
  return where_ordered(a, s->range.from, s->range.to, count);
}

const lcm_expr *lcm_bound_strided(struct lcm_bound_algebra *a,
                                  const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  struct strided s;
  if (kind == LCM_X_SUM && take(&s, a, e)) {
    const lcm_expr *count = counted(a, &s);
    return count ? count : e;
  }
  if (kind != LCM_X_SUM_OF && kind != LCM_X_MUL_OF)
    return e;
  const lcm_expr *all = lcm_expr_int(a->ctx, kind == LCM_X_MUL_OF);
  const lcm_expr *same = all;
  for (size_t i = 0; i < lcm_expr_arity(e); i++) {
    const lcm_expr *part = lcm_expr_arg(e, i);
    const lcm_expr *next = lcm_bound_strided(a, part);
    const bool product = kind == LCM_X_MUL_OF;
    all = product ? lcm_expr_mul(a->ctx, all, next)
                  : lcm_expr_add(a->ctx, all, next);
    same = product ? lcm_expr_mul(a->ctx, same, part)
                   : lcm_expr_add(a->ctx, same, part);
  }
  const lcm_expr *coefficient = kind == LCM_X_MUL_OF && same
                                    ? lcm_expr_div(a->ctx, e, same)
                                    : lcm_expr_int(a->ctx, 1);
  return all ? lcm_expr_mul(a->ctx, all, coefficient) : e;
}
