/* Kernels whose costs are known from four sides (run.py): the trips of their
 * loops, what they compute, what they load and store, what they touch. */
#include "kernels.h"

real A[MOST][MOST], B[MOST][MOST], C[MOST][MOST];
real V[MOST][MOST][MOST], W[MOST][MOST][MOST];
real x[MOST * MOST], y[MOST * MOST], z[MOST * MOST];
struct point P[MOST * MOST];
cell first[MOST + 1], column[MOST * MOST];

/* ---- vectors -------------------------------------------------------------- */

void axpy(whole n, num a) {
  for (whole i = 0; i < n; i++)
    y[i] += a * x[i];
}

void dot(whole n, num a) {
  num s = a;
  for (whole i = 0; i < n; ++i)
    s += x[i] * y[i];
  z[0] = s;
}

void triad(whole n, num a) {
  whole i;
  for (i = 0; i <= n - 1; i = i + 1)
    z[i] = x[i] + a * y[i];
}

void reversed(whole n, num a) {
  for (whole i = n; i-- > 0;)
    y[n - 1 - i] = a - x[i];
}

void by_three(whole n, num a) {
  for (whole i = 1; i < n; i += 3)
    x[i] = x[i - 1] / a;
}

void down_by_two(whole n, num a) {
  for (whole i = n - 1; i >= 0; i -= 2)
    for (whole j = 0; j < i; j++)
      A[i][j] *= a;
}

void prefix(whole n, num a) {
  x[0] = a;
  for (whole i = 1; i < n; i++)
    x[i] = x[i] + x[i - 1];
}

void polynomial(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    num s = y[n - 1];
    for (whole k = n - 2; k >= 0; k--)
      s = s * x[i] + y[k];
    z[i] = s - a;
  }
}

/* ---- products of matrices ------------------------------------------------- */

void matvec(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    num s = a;
    for (whole j = 0; j < n; j++)
      s += A[i][j] * x[j];
    y[i] = s;
  }
}

void matvec_transposed(whole n, num a) {
  for (whole j = 0; j < n; j++)
    y[j] = a;
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < n; j++)
      y[j] += A[i][j] * x[i];
}

void both_products(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    z[i] = a;
    for (whole j = 0; j < 2 * n; j++) {
      y[j] = y[j] + x[i] * B[i][j / 2];
      z[i] = z[i] + B[i][j / 2] * x[j];
    }
  }
}

void outer_product(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < n; j++)
      A[i][j] += x[i] * y[j] + z[i] * x[n + j] - a;
}

void matmul(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < n; j++) {
      C[i][j] *= a;
      for (whole k = 0; k < n; k++)
        C[i][j] += A[i][k] * B[k][j];
    }
}

void matmul_ikj(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole k = 0; k < n; k++) {
      const num f = a * A[i][k];
      for (whole j = 0; j < n; j++)
        C[i][j] += f * B[k][j];
    }
}

void matmul_tiled(whole n, num a) {
  for (whole ii = 0; ii < n; ii += 4)
    for (whole kk = 0; kk < n; kk += 4)
      for (whole i = ii; i < (ii + 4 < n ? ii + 4 : n); i++)
        for (whole k = kk; k < (kk + 4 < n ? kk + 4 : n); k++)
          for (whole j = 0; j < n; j++)
            C[i][j] += a * A[i][k] * B[k][j];
}

void matmul_flat(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < n; j++) {
      num s = a;
      for (whole k = 0; k < n; k++)
        s += x[i * n + k] * y[k * n + j];
      z[i * n + j] = s;
    }
}

/* ---- triangular systems --------------------------------------------------- */

void forward_solve(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    num s = y[i] * a;
    for (whole j = 0; j < i; j++)
      s -= A[i][j] * x[j];
    x[i] = s / A[i][i];
  }
}

void back_solve(whole n, num a) {
  for (whole i = n - 1; i >= 0; i--) {
    num s = y[i] * a;
    for (whole j = i + 1; j < n; j++)
      s -= A[i][j] * x[j];
    x[i] = s / A[i][i];
  }
}

void lu(whole n, num a) {
  for (whole k = 0; k < n; k++)
    for (whole i = k + 1; i < n; i++) {
      A[i][k] /= A[k][k] + a;
      for (whole j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
    }
}

void cholesky(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    for (whole j = 0; j < i; j++) {
      for (whole k = 0; k < j; k++)
        A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (whole k = 0; k < i; k++)
      A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = sqrt(A[i][i] + a);
  }
}

void rank_update(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    for (whole j = 0; j <= i; j++)
      C[i][j] *= a;
    for (whole k = 0; k < n; k++)
      for (whole j = 0; j <= i; j++)
        C[i][j] += A[i][k] * A[j][k];
  }
}

void triangular_product(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < n; j++) {
      for (whole k = i + 1; k < n; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = a * B[i][j];
    }
}

void gram_schmidt(whole n, num a) {
  for (whole k = 0; k < n; k++) {
    num s = a;
    for (whole i = 0; i < n; i++)
      s += A[i][k] * A[i][k];
    const num r = sqrt(s);
    C[k][k] = r;
    for (whole i = 0; i < n; i++)
      B[i][k] = A[i][k] / r;
    for (whole j = k + 1; j < n; j++) {
      num t = a;
      for (whole i = 0; i < n; i++)
        t += B[i][k] * A[i][j];
      C[k][j] = t;
      for (whole i = 0; i < n; i++)
        A[i][j] = A[i][j] - B[i][k] * t;
    }
  }
}

void covariance(whole n, num a) {
  for (whole j = 0; j < n; j++) {
    num s = a;
    for (whole i = 0; i < n; i++)
      s += A[i][j];
    x[j] = s / a;
  }
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < n; j++)
      A[i][j] -= x[j];
  for (whole i = 0; i < n; i++)
    for (whole j = i; j < n; j++) {
      num s = a;
      for (whole k = 0; k < n; k++)
        s += A[k][i] * A[k][j];
      C[i][j] = s / a;
      C[j][i] = C[i][j];
    }
}

/* ---- stencils ------------------------------------------------------------- */

void jacobi_line(whole n, num a) {
  for (whole t = 0; t < n; t++) {
    for (whole i = 1; i < n - 1; i++)
      y[i] = a * (x[i - 1] + x[i] + x[i + 1]);
    for (whole i = 1; i < n - 1; i++)
      x[i] = a * (y[i - 1] + y[i] + y[i + 1]);
  }
}

void jacobi_plane(whole n, num a) {
  for (whole i = 1; i < n - 1; i++)
    for (whole j = 1; j < n - 1; j++)
      B[i][j] = a * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] +
                     A[i + 1][j]);
}

void seidel(whole n, num a) {
  for (whole i = 1; i <= n - 2; i++)
    for (whole j = 1; j <= n - 2; j++)
      A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] +
                 A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j - 1] +
                 A[i + 1][j] + A[i + 1][j + 1]) /
                a;
}

void heat_space(whole n, num a) {
  for (whole i = 1; i < n - 1; i++)
    for (whole j = 1; j < n - 1; j++)
      for (whole k = 1; k < n - 1; k++)
        W[i][j][k] = a * (V[i][j][k - 1] + V[i][j][k] + V[i][j][k + 1] +
                          V[i - 1][j][k] + V[i + 1][j][k]);
}

void waves(whole n, num a) {
  for (whole t = 0; t < n; t++) {
    for (whole j = 0; j < n; j++)
      B[0][j] = x[t];
    for (whole i = 1; i < n; i++)
      for (whole j = 0; j < n; j++)
        B[i][j] -= a * (C[i][j] - C[i - 1][j]);
    for (whole i = 0; i < n; i++)
      for (whole j = 1; j < n; j++)
        A[i][j] -= a * (C[i][j] - C[i][j - 1]);
    for (whole i = 0; i < n - 1; i++)
      for (whole j = 0; j < n - 1; j++)
        C[i][j] -= a * (A[i][j + 1] - A[i][j] + B[i + 1][j] - B[i][j]);
  }
}

void red_black(whole n, num a) {
  for (whole i = 1; i < n - 1; i++)
    for (whole j = 1 + i % 2; j < n - 1; j += 2)
      A[i][j] = a * (A[i - 1][j] + A[i + 1][j]);
}

/* ---- other shapes --------------------------------------------------------- */

void shortest_paths(whole n, num a) {
  for (whole k = 0; k < n; k++)
    for (whole i = 0; i < n; i++)
      for (whole j = 0; j < n; j++)
        A[i][j] = fmin(A[i][j], a * A[i][k] + A[k][j]);
}

void convolution(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < 5; j++)
      z[i] += a * x[i + j] * y[j];
}

void window(whole n, num a) {
  for (whole i = 2; i < n - 2; i++)
    for (whole j = 2; j < n - 2; j++) {
      num s = a;
      for (whole p = -2; p <= 2; p++)
        for (whole q = -2; q <= 2; q++)
          s += A[i + p][j + q] * B[p + 2][q + 2];
      C[i][j] = s;
    }
}

void banded(whole n, num a) {
  const whole none = 0;
  for (whole i = 0; i < n; i++) {
    num s = a;
    for (whole j = i < 2 ? none : i - 2; j <= (n - 1 < i + 3 ? n - 1 : i + 3);
         j++)
      s += A[i][j] * x[j];
    y[i] = s;
  }
}

void diagonals(whole n, num a) {
  const whole none = 0;
  for (whole d = 0; d <= 2 * n - 2; d++)
    for (whole i = d < n ? none : d - n + 1; i <= (d < n - 1 ? d : n - 1); i++)
      A[i][d - i] = a + B[i][d - i];
}

void exchanges(whole n, num a) {
  for (whole i = 0; i < n - 1; i++)
    for (whole j = 0; j < n - 1 - i; j++)
      x[j + 1] = x[j] + a;
}

void pyramid(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole j = i + 1; j < n; j++)
      for (whole k = j + 1; k < n; k++)
        V[i][j][k] = a * x[i + j + k];
}

void trapezoid(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole j = i; j < 2 * i + 3; j++)
      x[j] += y[3 * i] * a;
}

void halves(whole n, num a) {
  for (whole i = 0; i < n / 2; i++)
    for (whole j = 0; j < n; j++)
      A[2 * i][j] = A[2 * i + 1][j] * a;
}

void parts(whole n, num a) {
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < n; j++) {
      if (i == j)
        A[i][j] = a;
      else if (i < j)
        A[i][j] = B[i][j] * a;
      else
        A[i][j] = B[j][i] + C[i][j];
    }
}

void spread(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    if (i % 3 == 1)
      continue;
    x[4 * i + 1] = y[i] / a;
  }
}

/* The sum of the products of the first "n" elements at "p" and "q". */
INLINED num row_product(whole n, const real *p, const real *q) {
  num s = p[0] * q[0];
  for (whole k = 1; k < n; k++)
    s += p[k] * q[k];
  return s;
}

void by_rows(whole n, num a) {
  z[0] = a;
  for (whole i = 0; i < n; i++) {
    y[i] = row_product(n, A[i], x);
    for (whole j = 0; j <= i; j++)
      C[i][j] = row_product(n - j, &A[i][j], B[j]);
  }
}

void fields(whole n, num a) {
  for (whole i = 0; i < n; i++)
    P[i].at = a * P[i].to;
  for (whole i = 0; i < n - 1; i++)
    P[i].at += P[i + 1].at;
}

/* The product of the members of the point at "p". */
INLINED num area(const struct point *p) { return p->at * p->to; }

void pointed(whole n, num a) {
  for (whole i = 0; i < n; i++)
    z[i] = area(&P[2 * i]) + a;
}

void shared(whole n, num a) {
#pragma omp parallel for schedule(static)
  for (whole i = 0; i < n; i++)
    for (whole j = 0; j < n - i; j++)
      A[i][j] = a * B[i][j + i];
}

/* ---- not affine ----------------------------------------------------------- */

void doubling(whole n, num a) {
  for (whole i = 1; i <= n; i *= 2)
    x[i] += a;
}

void halving(whole n, num a) {
  for (whole m = n; m > 0; m /= 2)
    for (whole j = 0; j < m; j++)
      x[j] = y[j] - a;
}

void butterflies(whole n, num a) {
  for (whole len = 1; len < n; len *= 2)
    for (whole i = 0; i < n; i += 2 * len)
      for (whole j = 0; j < len; j++)
        z[i + j] = x[i + j] * a;
}

void gather(whole n, num a) {
  for (whole i = 0; i < n; i++)
    y[i] = a * x[(whole)column[i]];
}

void picked(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    const whole k = column[i];
    z[k] = z[k] + a;
  }
}

void sparse(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    num s = a;
    // lcm: count 3
    for (whole k = first[i]; k < first[i + 1]; k++)
      s += z[k] * x[(whole)column[k]];
    y[i] = s;
  }
}

void clipped(whole n, num a) {
  for (whole i = 0; i < n; i++) {
    const num v = x[i];
    if (v > a)
      y[i] = v - a;
  }
}
