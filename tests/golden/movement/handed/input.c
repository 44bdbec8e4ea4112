/* One of two loops in each round is parallel: what its threads have written
 * moves to the one that goes on, and what that writes moves to them. */
static double a[1000], b[1000];

int main(void) {
  for (int round = 0; round < 10; round++) {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      b[i] = a[i];
    for (int i = 0; i < 1000; i++)
      a[i] = b[i];
  }
  return a[7] > 1;
}
