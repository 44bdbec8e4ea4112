/* A picture that is blurred by a square of 5 by 5, row and column apart. */
#include <stdio.h>
#include <stdlib.h>

static const float WEIGHT[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

/* Blur "from" into "to", neighbours being "step" apart. */
static void blur(int n, const float *from, float *to, int step) {
#pragma omp parallel for
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < n - 2; j++) {
      float s = 0;
      for (int k = -2; k <= 2; k++)
        s += WEIGHT[k + 2] * from[i * n + j + k * step];
      to[i * n + j] = s;
    }
}

/* Blur a picture of n rows. */
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 64;
  float *a = malloc((size_t)(n * n) * sizeof *a);
  float *b = malloc((size_t)(n * n) * sizeof *b);
  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = (float)(i % 255);
  for (int k = 0; k < 4; k++) {
    blur(n, a, b, 1);
    blur(n, b, a, n);
  }
  printf("checksum %.9g\n", (double)a[n * n / 2]);
  free(a);
  free(b);
  return 0;
}
