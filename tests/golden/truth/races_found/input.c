#include <omp.h>

double v[1000], w[1000], grid[100][100];
int table[1000], length, flag;
omp_lock_t one, two;

void temporary(void) {
  double mean;
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    mean = w[i] / 2;
    v[i] = mean;
  }
}

void append(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    table[length++] = i;
}

void element(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    v[0] += w[i];
}

void index_of_all(void) {
  int i, j;
#pragma omp parallel for
  for (i = 0; i < 100; i++)
    for (j = 0; j < 100; j++)
      grid[i][j] = 0;
}

void behind_nowait(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 1000; i++)
      v[i] = i;
#pragma omp for
    for (int i = 0; i < 999; i++)
      w[i] = v[i + 1];
  }
}

void single(int *first) {
#pragma omp parallel
  {
#pragma omp single nowait
    *first = 1;
#pragma omp critical
    w[omp_get_thread_num()] += *first;
  }
}

void two_names(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
#pragma omp critical(a)
    flag = i;
#pragma omp critical(b)
    table[i] = flag;
  }
}

void tasks(void) {
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1;
    table[0] = x;
#pragma omp taskwait
  }
}

void half_atomic(void) {
  int n = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp atomic
    n++;
    table[omp_get_thread_num()] = n;
  }
}

static void put(double *to, int k) { to[k + 1] = to[k]; }

void by_call(double *to) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < 100; i++)
    put(to, i);
}
