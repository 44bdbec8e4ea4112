/* Loops one after another, with what is written and read between them. */
#define N 12
static double a[N], b[N];

static void add(int k) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += k;
}

int main(void) {
  for (int k = 0; k < 3; k++)
    add(k);
#pragma omp parallel for
  for (int i = 0; i < N / 2; i++)
    a[i] = i;
  for (int k = 0; k < 4; k++)
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] += k;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] += a[i];
  for (int k = 0; k < 3; k++)
    add(k);
  return 0;
}
