/* With which weights a few values of a polynomial come to its sum: with those
 * with which the powers of the index come to theirs. */
#include <math.h>

#include "model/expr/pieces/weights.h"

/* Return the mean of the "m"th power of "n" equidistant places from -1 to 1. */
static double mean_power(int m, double n) {
  const double h = (n - 1) / 2;
  const double q = n * n;
  if (m % 2)
    return 0;
  const double mean =
      m == 0   ? 1
      : m == 2 ? (q - 1) / 12
      : m == 4 ? (q - 1) * (3 * q - 7) / 240
      : m == 6 ? (q - 1) * (3 * q * q - 18 * q + 31) / 1344
               : (q - 1) * (5 * q * q * q - 55 * q * q + 239 * q - 381) / 11520;
  return mean / pow(h, m);
}

/* Rows of powers of places, and the sums that they come to. */
typedef double lcm_powers[LCM_MOST_WEIGHTS][LCM_MOST_WEIGHTS + 1];

/* Solve the "n" equations "rows" for the weights of the places. */
static void solve(lcm_powers rows, size_t n) {
  for (size_t k = 0; k < n; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < n; i++)
      best = fabs(rows[i][k]) > fabs(rows[best][k]) ? i : best;
    for (size_t j = 0; j <= n; j++) {
      const double kept = rows[k][j];
      rows[k][j] = rows[best][j];
      rows[best][j] = kept;
    }
    for (size_t i = 0; i < n; i++) {
      const double by = i == k ? 0 : rows[i][k] / rows[k][k];
      for (size_t j = k; j <= n && by != 0; j++)
        rows[i][j] -= by * rows[k][j];
    }
  }
  for (size_t k = 0; k < n; k++)
    rows[k][n] /= rows[k][k];
}

void lcm_weights_at(double *weights, const double *places, size_t m, double n) {
  lcm_powers rows = {{0}};
  for (size_t k = 0; k < m; k++) {
    for (size_t i = 0; i < m; i++)
      rows[i][k] = pow(2 * places[k] / (n - 1) - 1, (double)i);
    rows[k][m] = mean_power((int)k, n);
  }
  solve(rows, m);
  for (size_t k = 0; k < m; k++)
    weights[k] = rows[k][m] * n;
}

void lcm_weights_find(double *weights, double *places, size_t m, double n) {
  for (size_t k = 0; k < m; k++)
    places[k] =
        m > 1 ? floor((double)k * (n - 1) / (double)(m - 1)) : floor(n / 2);
  lcm_weights_at(weights, places, m, n);
}
