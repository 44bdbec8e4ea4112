#include <omp.h>

double v[2000], w[2000], sum, grid[100][100];
int list[2000], flag, length;
omp_lock_t lock;
double *own;
#pragma omp threadprivate(own)

int level(int k);

void sums(int n) {
  double best = 0, last;
#pragma omp parallel for reduction(+ : sum) reduction(max : best) lastprivate(last)
  for (int i = 0; i < n; i++) {
    double x = v[i];
    sum += x;
    best = x > best ? x : best;
    last = x;
  }
  v[0] = best + last;
}

void alone(int n) {
#pragma omp parallel for num_threads(1)
  for (int i = 1; i < n; i++)
    v[i] = v[i - 1];
#pragma omp parallel for if (0)
  for (int i = 1; i < n; i++)
    v[i] = v[i - 1];
#pragma omp parallel for
  for (int i = 1; i < 2; i++)
    v[i] = v[i - 1];
}

void apart(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    v[2 * i] = v[2 * i + 1];
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    v[i] = v[i + 1000];
#pragma omp parallel for schedule(static, 2) num_threads(4)
  for (int i = 0; i < 1000; i += 1)
    v[i / 2] += 1;
}

void ordered(int n) {
#pragma omp parallel for ordered
  for (int i = 1; i < n; i++) {
#pragma omp ordered
    v[i] = v[i - 1];
  }
#pragma omp parallel
  {
#pragma omp single
    flag = 1;
#pragma omp for nowait
    for (int i = 0; i < 1000; i++)
      v[i] = flag;
#pragma omp for
    for (int i = 0; i < 1000; i++)
      w[i] = v[i];
#pragma omp master
    flag = 2;
  }
}

void locked(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    omp_set_lock(&lock);
    list[length++] = i;
    omp_unset_lock(&lock);
#pragma omp atomic
    flag++;
  }
}

void numbers(void) {
#pragma omp parallel
  {
    int k = omp_get_thread_num();
    list[k] = k;
    own[0] = k;
  }
}

void tasks(void) {
  int x, y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1;
#pragma omp taskwait
    list[0] = x;
#pragma omp task shared(y) depend(out : y)
    y = 1;
#pragma omp task shared(y) depend(in : y)
    list[1] = y;
#pragma omp taskgroup
    {
#pragma omp task
      list[2] = 1;
    }
    list[2]++;
  }
}

void rows(double *a, const int *start) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    int low = start[i], high = start[i + 1];
    for (int k = low; k < high; k++)
      a[k] = i;
  }
}

void levels(double *a) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    int k = level(i);
    a[k] = i;
  }
}

void branch(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (list[i] > 100)
      flag = i;
}

void tests(omp_lock_t *lock) {
#pragma omp parallel
  {
    while (!omp_test_lock(lock))
      ;
    flag++;
    omp_unset_lock(lock);
  }
}
