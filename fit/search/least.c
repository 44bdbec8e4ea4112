/* Weighted linear least squares with its covariance and leverages. */
#include <math.h>
#include <stdbool.h>

#include "fit/search/gsl_fit.h"
#include "fit/search/least.h"

/* The problem being solved: X = Q R D, in extended precision. */
struct factors {
  size_t n;
  size_t k;
  long double *q;     /* columns, orthonormal in the end, one behind another */
  long double *r;     /* upper triangle, k x k */
  long double *scale; /* length of each column (D) */
  long double *y;     /* values, weighted, and what is left of them */
  long double *along; /* Q'y */
};

/* Return the product of the "n" numbers at "a" and "b". */
static long double dot(const long double *a, const long double *b, size_t n) {
  long double sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Take "factor" times "b" from "a". */
static void take_away(long double *a, const long double *b, long double factor,
                      size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] -= factor * b[i];
}

/* Return the factors of "problem" before anything is done: weighted, columns
 * of length 1. */
static struct factors begin(lcm_arena *arena, const struct lcm_least *problem) {
  const size_t n = problem->n;
  const size_t k = problem->k;
  struct factors f = {n,
                      k,
                      LCM_NEW_ARRAY(arena, long double, 1 + n * k),
                      LCM_NEW_ARRAY(arena, long double, 1 + k * k),
                      LCM_NEW_ARRAY(arena, long double, k + 1),
                      LCM_NEW_ARRAY(arena, long double, n + 1),
                      LCM_NEW_ARRAY(arena, long double, k + 1)};
  for (size_t i = 0; i < n; i++) {
    const long double root = sqrtl(problem->w[i]);
    f.y[i] = root * problem->y[i];
    for (size_t j = 0; j < k; j++)
      f.q[j * n + i] = root * problem->x[i * k + j];
  }
  for (size_t j = 0; j < k; j++) {
    f.scale[j] = sqrtl(dot(f.q + j * n, f.q + j * n, n));
    for (size_t i = 0; i < n && f.scale[j] > 0; i++)
      f.q[j * n + i] /= f.scale[j];
  }
  return f;
}

/* Make column "j" orthogonal to those before it, twice, so that rounding leaves
 * nothing; LCM_EFIT where nothing is left of it. */
static lcm_status orthogonalise(struct factors *f, size_t j) {
  long double *column = f->q + j * f->n;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < j; i++) {
      const long double part = dot(f->q + i * f->n, column, f->n);
      f->r[i * f->k + j] += part;
      take_away(column, f->q + i * f->n, part, f->n);
    }
  const long double length = sqrtl(dot(column, column, f->n));
  f->r[j * f->k + j] = length;
  if (!(length > 0) || !isfinite((double)length))
    return LCM_EFIT;
  for (size_t i = 0; i < f->n; i++)
    column[i] /= length;
  return LCM_OK;
}

/* Put what is along each column of Q into "along", and leave the residual in
 * "y"; twice, as above. */
static void project(struct factors *f) {
  for (int pass = 0; pass < 2; pass++)
    for (size_t j = 0; j < f->k; j++) {
      const long double part = dot(f->q + j * f->n, f->y, f->n);
      f->along[j] += part;
      take_away(f->y, f->q + j * f->n, part, f->n);
    }
}

/* Return whether the columns are independent: a ratio of singular values above
 * the rounding of what they were computed from, which need not be computed
 * where no column is nearly what those before it are. */
static bool has_rank(lcm_arena *arena, const struct factors *f) {
  long double least = 1;
  for (size_t j = 0; j < f->k; j++)
    least = fminl(least, f->r[j * f->k + j]);
  if (least > 1e-4L && f->k < 5)
    return true;
  double *r = LCM_NEW_ARRAY(arena, double, f->k * f->k + 1);
  for (size_t i = 0; i < f->k * f->k; i++)
    r[i] = (double)f->r[i];
  return lcm_singular_ratio(r, f->k) > 1e-14;
}

/* Solve R x = b for the "k" numbers at "b", in place. */
static void substitute(const struct factors *f, long double *b) {
  for (size_t i = f->k; i-- > 0;) {
    for (size_t j = i + 1; j < f->k; j++)
      b[i] -= f->r[i * f->k + j] * b[j];
    b[i] /= f->r[i * f->k + i];
  }
}

/* Put (R'R)^-1, columns unscaled again, into "inverse". */
static void invert(lcm_arena *arena, const struct factors *f, double *inverse) {
  const size_t k = f->k;
  long double *rows = LCM_NEW_ARRAY(arena, long double, 1 + k * k);
  for (size_t c = 0; c < k; c++) {
    rows[c * k + c] = 1;
    substitute(f, rows + c * k);
  }
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++) {
      long double sum = 0;
      for (size_t c = 0; c < k; c++)
        sum += rows[c * k + i] * rows[c * k + j];
      inverse[i * k + j] = (double)(sum / f->scale[i] / f->scale[j]);
    }
}

/* Put the variation of y about its mean and about 0 into "out". */
static void vary(struct lcm_least_result *out,
                 const struct lcm_least *problem) {
  long double sum = 0;
  long double weight = 0;
  for (size_t i = 0; i < problem->n; i++) {
    sum += (long double)problem->w[i] * problem->y[i];
    weight += problem->w[i];
  }
  const long double mean = weight > 0 ? sum / weight : 0;
  long double about = 0;
  long double total = 0;
  for (size_t i = 0; i < problem->n; i++) {
    const long double d = problem->y[i] - mean;
    about += problem->w[i] * d * d;
    total += problem->w[i] * (long double)problem->y[i] * problem->y[i];
  }
  out->about = (double)about;
  out->total = (double)total;
}

/* Put the solution that "f" has into "out". */
static void finish(struct lcm_least_result *out, lcm_arena *arena,
                   struct factors *f, const struct lcm_least *problem) {
  *out = (struct lcm_least_result){
      .beta = LCM_NEW_ARRAY(arena, double, f->k + 1),
      .inverse = LCM_NEW_ARRAY(arena, double, f->k * f->k + 1),
      .leverage = LCM_NEW_ARRAY(arena, double, f->n + 1),
      .chi2 = (double)dot(f->y, f->y, f->n),
  };
  substitute(f, f->along);
  for (size_t j = 0; j < f->k; j++) {
    out->beta[j] = (double)(f->along[j] / f->scale[j]);
    out->volume += 2 * log((double)f->r[j * f->k + j]);
  }
  for (size_t i = 0; i < f->n; i++)
    for (size_t j = 0; j < f->k; j++)
      out->leverage[i] += (double)(f->q[j * f->n + i] * f->q[j * f->n + i]);
  invert(arena, f, out->inverse);
  vary(out, problem);
}

lcm_status lcm_least_solve(struct lcm_least_result *out, lcm_arena *arena,
                           const struct lcm_least *problem) {
  struct factors f = begin(arena, problem);
  for (size_t j = 0; j < f.k; j++) {
    const lcm_status status = orthogonalise(&f, j);
    if (status)
      return status;
  }
  if (f.k > f.n || (f.k > 1 && !has_rank(arena, &f)))
    return LCM_EFIT;
  project(&f);
  finish(out, arena, &f, problem);
  return LCM_OK;
}
