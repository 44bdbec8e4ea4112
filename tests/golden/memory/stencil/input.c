/* Three neighbours of each element: two of the three reads are of elements that
 * the iterations before have touched. */
static double a[1000001], b[1000001];

int main(void) {
#pragma omp parallel for
  for (int i = 1; i < 1000000; i++)
    b[i] = a[i - 1] + a[i] + a[i + 1];
  return 0;
}
