/* Iterations that cost more and more, assigned in every static way. */
#include <stdlib.h>

void work(int);

// lcm: param n = 23

void rows(int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 ms * (i + 1)
    work(i);
#pragma omp parallel for schedule(static, 3)
  for (int i = 5; i < n; i += 2)
    // lcm: model time = 1 ms * i
    work(i);
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < n; i++)
    // lcm: model time = 2 ms
    work(i);
#pragma omp parallel
  {
    // lcm: model time = 3 ms
    work(0);
#pragma omp barrier
#pragma omp for schedule(static, 2)
    // lcm: model pc = 1 ms * n^2
    for (int i = 0; i < n; i++)
      work(i);
  }
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  rows(n);
  return argc;
}
