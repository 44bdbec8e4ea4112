/* Runs the kernels: `driver N` all of them once at size N, each behind data of
 * which half is above 1; a build that counts writes what each did. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>

#define KERNEL(name) void name(whole n, num a);
ALL_KERNELS
#undef KERNEL

/* What an element holds. */
#ifdef __cplusplus
counts now;
#define VALUE(e) (e).value
#else
#define VALUE(e) (e)
#endif

/* Fill the arrays. */
static void fill(void) {
  for (int i = 0; i < MOST * MOST; i++) {
    VALUE(x[i]) = i % 2 ? 0.5 : 1.5;
    VALUE(y[i]) = 0.25;
    VALUE(z[i]) = 0.125;
    VALUE(column[i]) = 7 * i % MOST;
  }
  for (int i = 0; i < MOST; i++) {
    VALUE(first[i]) = 3 * i;
    for (int j = 0; j < MOST; j++) {
      VALUE(A[i][j]) = i == j ? MOST : 1;
      VALUE(B[i][j]) = 1;
      VALUE(C[i][j]) = 1;
      for (int k = 0; k < MOST; k++)
        VALUE(V[i][j][k]) = VALUE(W[i][j][k]) = 1;
    }
  }
  VALUE(first[MOST]) = 3 * MOST;
}

/* Run "kernel", called "name". */
static void run(void (*kernel)(whole, num), const char *name, int n) {
  fill();
#ifdef __cplusplus
  now = counts();
  kernel(n, 1.0);
  printf("%s %ld %ld %ld %ld %ld %ld %ld %ld\n", name, now.add, now.mul,
         now.div, now.special, now.integer, now.load, now.store, now.bytes);
#else
  (void)name;
  kernel(n, 1.0);
#endif
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 8;
#define KERNEL(name) run(name, #name, n);
  ALL_KERNELS
#undef KERNEL
  return 0;
}
