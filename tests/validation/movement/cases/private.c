/* Private and shared by the rules of OpenMP. */
#include <stdlib.h>
#define N 24
static double a[N], b[N], last;
static int counter;
static int own;
#pragma omp threadprivate(own)

static int next(void) {
  static int calls;
  calls += 1;
  return calls;
}

int main(void) {
  static double scratch[4];
  double t[4];
  double sum = 0;
  int i, j;
#pragma omp parallel for private(j) firstprivate(t) reduction(+ : sum)
  for (i = 0; i < N; i++) {
    for (j = 0; j < 4; j++)
      t[j] = i + j;
    a[i] = t[0] + t[3];
    sum += a[i];
  }
#pragma omp parallel for lastprivate(last)
  for (i = 0; i < N; i++)
    last = a[i];
#pragma omp parallel
  {
    double *mine = malloc(N * sizeof *mine);
    own = 1;
    for (int k = 0; k < N; k++)
      mine[k] = k;
#pragma omp for
    for (int k = 0; k < N; k++)
      b[k] = mine[k] + own;
#pragma omp single
    counter = 3;
    free(mine);
  }
  scratch[1] = b[0] + counter;
  a[0] = next() + scratch[1] + sum;
  return 0;
}
