/* The trapezoidal rule: parts are added up one after the other. */

// lcm: param n = 512 "number of trapezoids"

double f(double x);
double reduce(double mine);

double integrate(int n, double a, double h) {
  double sum = 0;
#pragma omp parallel
  {
    double mine = 0;
#pragma omp for schedule(static) nowait
    // lcm: model time per iteration = (term = 9 +/- 1) us
    for (int i = 0; i < n; i++)
      mine += h * f(a + i * h);
    // lcm: fragment reduction
    // lcm: model pc = 0 s
    // lcm: model cl = (onto = 42.7 +/- 5) us * (team - 1)
    sum = reduce(mine);
  }
  return sum;
}
