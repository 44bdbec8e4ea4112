/* One member reads in a loop with calls what another has written. */
double a[100];

double next(double x) { return x + 1; }

int main(void) {
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp single
    for (int i = 0; i < 100; i++)
      a[i] = next(a[i]);
  }
}
