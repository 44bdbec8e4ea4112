/* A task fills an array, of which functions that are called in a loop behind it
 * read one element each. */
static double a[1000], sum;

static void take(int i) {
  // lcm: model pc = 1e-6 s
  sum += a[i];
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp taskwait
  }
  for (int i = 0; i < 1000; i++)
    take(i);
  return sum > 1;
}
