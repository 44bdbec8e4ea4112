/* Merge sort with tasks: a task for each left half above a cut-off. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// lcm: param n = 1048576 in 2..1073741824 "number of elements"

enum { CUTOFF = 4096 };

/* Order two numbers for qsort(). */
static int order(const void *a, const void *b) {
  const int x = *(const int *)a;
  const int y = *(const int *)b;
  return (x > y) - (x < y);
}

/* Merge the sorted halves of the "n" numbers at "a" by way of "room". */
static void merge(size_t n, int *a, int *room) {
  const size_t half = n / 2;
  size_t i = 0;
  size_t j = half;
  for (size_t k = 0; k < n; k++)
    room[k] = j == n || (i < half && a[i] <= a[j]) ? a[i++] : a[j++];
  memcpy(a, room, n * sizeof *a);
}

/* Sort the "n" numbers at "a" by way of "room". */
static void sort(size_t n, int *a, int *room) {
  if (n <= CUTOFF) {
    // lcm: fragment leaf
    // lcm: model time = (compare = 5 +/- 1) ns * n * log2(n)
    qsort(a, n, sizeof *a, order);
    return;
  }
#pragma omp task
  sort(n / 2, a, room);
  sort(n - n / 2, a + n / 2, room + n / 2);
#pragma omp taskwait
  // lcm: fragment merge
  // lcm: model time = (step = 4 +/- 1) ns * n
  merge(n, a, room);
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1048576;
  int *a = malloc(n * sizeof *a);
  int *room = malloc(n * sizeof *room);
  if (!a || !room)
    return 2;
  unsigned state = 1;
  unsigned sum = 0;
  // lcm: ignore
  for (size_t i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    a[i] = (int)(state >> 1);
    sum += (unsigned)a[i];
  }
  const double start = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  sort(n, a, room);
  const double seconds = omp_get_wtime() - start;
  int wrong = 0;
  // lcm: ignore
  for (size_t i = 0; i < n; i++) {
    sum -= (unsigned)a[i];
    wrong += i > 0 && a[i - 1] > a[i];
  }
  printf("n %zu wrong %d seconds %.6f\n", n, wrong, seconds);
  free(a);
  free(room);
  return wrong || sum ? 1 : 0;
}
