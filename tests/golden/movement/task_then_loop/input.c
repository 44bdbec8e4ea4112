/* A task fills an array, which a parallel loop behind it reads. */
static double a[1000], b[1000];

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp taskwait
  }
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    b[i] = a[i];
  return b[7] > 1;
}
