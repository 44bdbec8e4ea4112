#include <omp.h>
int a[100], b[100];
omp_lock_t one, two;
void around(int n) {
#pragma omp parallel
  for (int t = 0; t < 9; t++) {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      a[i] = t;
#pragma omp barrier
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
  }
}
void between(int n) {
#pragma omp parallel
  for (int t = 0; t < 9; t++) {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = t;
#pragma omp for
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
  }
}
void next(int n) {
#pragma omp parallel
  for (int t = 0; t < 9; t++)
#pragma omp single nowait
    a[3] = t;
}
static void take(int tid) {
  if (tid == 0)
    omp_set_lock(&one);
  else
    omp_set_lock(&two);
}
static void give(int tid) {
  if (tid == 0)
    omp_unset_lock(&one);
  else
    omp_unset_lock(&two);
}
void locked(void) {
#pragma omp parallel
  {
    take(omp_get_thread_num());
    b[1] = 1;
    give(omp_get_thread_num());
  }
}
void shorter(int n) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      a[i] = 1;
#pragma omp for
    for (int i = 0; i < 7; i++)
      b[i] = a[i];
  }
}
