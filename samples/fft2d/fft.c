#include "fft.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/* Put the "n" values at "x" into bit-reversed order. */
static void reverse_bits(size_t n, cplx *x) {
  for (size_t i = 1, j = 0; i < n; i++) {
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      const cplx kept = x[i];
      x[i] = x[j];
      x[j] = kept;
    }
  }
}

void fft(size_t n, cplx *x) {
  reverse_bits(n, x);
  for (size_t half = 1; half < n; half *= 2) {
    const cplx step = cexp(-I * PI / (double)half);
    for (size_t start = 0; start < n; start += 2 * half) {
      cplx w = 1;
      for (size_t i = start; i < start + half; i++) {
        const cplx odd = w * x[i + half];
        x[i + half] = x[i] - odd;
        x[i] += odd;
        w *= step;
      }
    }
  }
}

/* Return the input at row "i", column "j" of iteration "k": numbers without
 * structure, the same on every machine. */
static cplx input(size_t i, size_t j, size_t k) {
  const unsigned a = (unsigned)(i * 7919 + j * 104729 + k * 1299709);
  const unsigned b = (a ^ (a >> 13)) * 2654435761u;
  return (double)(b >> 8 & 1023) / 512 - 1 + I * ((double)(b >> 20) / 2048 - 1);
}

void fill(size_t n, cplx *row, size_t i, size_t k) {
  for (size_t j = 0; j < n; j++)
    row[j] = input(i, j, k);
}

/* Return the 2D transform at frequency ("u", "v") by its definition. */
static cplx definition(size_t n, size_t u, size_t v, size_t k) {
  cplx sum = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      const size_t turns = (u * i + v * j) % n;
      sum += input(i, j, k) * cexp(-2 * I * PI * (double)turns / (double)n);
    }
  return sum;
}

/* Return the sum of squares of the input of iteration "k". */
static double energy(size_t n, size_t k) {
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      sum += creal(input(i, j, k) * conj(input(i, j, k)));
  return sum;
}

double transform_error(size_t n, cplx b[n][n], size_t k) {
  double largest = 0;
  double squares = 0;
  for (size_t v = 0; v < n; v++)
    for (size_t u = 0; u < n; u++) {
      largest = fmax(largest, cabs(b[v][u]));
      squares += creal(b[v][u] * conj(b[v][u]));
    }
  const double whole = energy(n, k) * (double)(n * n);
  double error = fabs(squares - whole) / whole;
  const size_t probes[][2] = {{0, 0}, {1, 0}, {0, 1}, {n / 2, n - 1}, {3, 2}};
  for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
    const size_t u = probes[i][0] % n;
    const size_t v = probes[i][1] % n;
    error = fmax(error, cabs(b[v][u] - definition(n, u, v, k)) / largest);
  }
  return error;
}
