#include <stdatomic.h>
#include <stdlib.h>

_Atomic int count, parts[10];
struct {
  _Atomic int used;
  int free;
} store;
int plain, last;
double v[100], *buffer;

void atomics(_Atomic int *at) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    count++;
    parts[0] += i;
    store.used = store.used + 1;
    ++*at;
  }
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    __sync_fetch_and_add(&plain, 2);
}

void beside(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    count++;
    store.free++;
  }
}

void buffers(double *b) {
#pragma omp parallel private(b)
  {
    b = malloc(80);
    b[0] = 1;
    b[1] = b[0];
    free(b);
  }
}

void short_loop(int n) {
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    for (int k = 0; k < i - 20; k++)
      last = k;
}

void long_loop(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i - 20; k++)
      last = k;
}
