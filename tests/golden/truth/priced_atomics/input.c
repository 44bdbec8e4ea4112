/* Loops of atomic accesses, which the members of a team wait for. */
double kernel(long n) {
  double sum = 0;
  double product = 1;
  double last = 0;
  long count = 0;
#pragma omp parallel for num_threads(2)
  for (long i = 0; i < n; i++) {
#pragma omp atomic
    sum += 0.5;
  }
#pragma omp parallel for num_threads(2)
  for (long i = 0; i < n; i++) {
#pragma omp atomic
    product = product * 1.5;
  }
#pragma omp parallel for num_threads(2)
  for (long i = 0; i < n; i++) {
#pragma omp atomic
    count += i;
  }
#pragma omp parallel for num_threads(2)
  for (long i = 0; i < n; i++) {
#pragma omp atomic write
    last = 1;
  }
  return sum + product + (double)count + last;
}
