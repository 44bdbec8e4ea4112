/* Elements by indices that are made of those of the loops around. */
static double x[4000], y[40][100];

static void mirrored(void) {
#pragma omp parallel for
  for (int k = 0; k < 4000; k++) {
    int i = 3999 - k;
    x[i] = 1;
  }
}

static void downwards(void) {
#pragma omp parallel for
  for (int i = 3999; i >= 0; i--)
    x[i] = 1;
}

static void both(void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 100; j++)
      y[i][j] = 1;
}

int main(void) {
  mirrored();
  downwards();
  both();
  return 0;
}
