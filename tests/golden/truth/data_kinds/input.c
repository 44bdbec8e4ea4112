enum { N = 1000, SIZE = 32 };
static double weights[SIZE], unit, factor, level, sum, slots[SIZE], out[N];
static int seen[SIZE];
int place(int i);
double weigh(int i, const double *all);

int main(void) {
  for (int k = 0; k < SIZE; k++)
    weights[k] = k;
#pragma omp parallel
  {
#pragma omp single
    unit = weights[1] / 3;
    for (int t = 0; t < 4; t++) {
#pragma omp single
      factor = unit * t;
#pragma omp for
      for (int i = 0; i < N; i++) {
        double w = weigh(i, weights) * factor + unit;
        int at = place(i) & (SIZE - 1);
        out[i] = w;
#pragma omp critical(one)
        level = level * 0.9 + w;
#pragma omp critical(two)
        sum += w;
#pragma omp critical(three)
        slots[at] = slots[at] / 2 + w;
#pragma omp atomic
        seen[at]++;
      }
    }
  }
  return level > sum;
}
