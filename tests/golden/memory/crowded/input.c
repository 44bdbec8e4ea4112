/* Every row is swept ten times, by one member. */
static double a[8][150000], b[8][150000];

int main(void) {
  const int n = 150000;
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
    for (int t = 0; t < 10; t++) {
      // lcm: fragment sweep
      for (int j = 0; j < n; j++)
        a[i][j] = b[i][j];
    }
  }
  return 0;
}
