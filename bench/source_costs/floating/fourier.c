/* A Fourier transform in place, radix 2, without the final order. */
#include "../kernel.h"
#include <math.h>

static double *re, *im, *wre, *wim;

/* Fill the data and the table of roots of unity. */
void prepare(long n) {
  const size_t bytes = (size_t)n * sizeof *re;
  re = malloc(bytes);
  im = malloc(bytes);
  wre = malloc(bytes);
  wim = malloc(bytes);
  for (long i = 0; i < n; i++) {
    re[i] = (double)(i % 9);
    im[i] = 0;
    wre[i] = cos(6.283185307179586 * (double)i / (double)n);
    wim[i] = -sin(6.283185307179586 * (double)i / (double)n);
  }
}

/* Transform "n" values, a power of two. */
double kernel(long n) {
  for (long half = n / 2; half >= 1; half /= 2)
    for (long at = 0; at < n; at += 2 * half)
      for (long k = 0; k < half; k++) {
        const long i = at + k;
        const long w = k * (n / (2 * half));
        const double x = re[i] - re[i + half];
        const double y = im[i] - im[i + half];
        re[i] += re[i + half];
        im[i] += im[i + half];
        re[i + half] = x * wre[w] - y * wim[w];
        im[i + half] = x * wim[w] + y * wre[w];
      }
  return re[1] + im[2];
}
