/* Data that move between sections, and cross between members of a team. */
// lcm: param n = 64 in 1..1024

double a[64];
double b[64];
double x;

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      // lcm: fragment writer
      // lcm: model time = 2 s
      x = 1;
    }
#pragma omp section
    {
      // lcm: fragment reader
      // lcm: model time = 1 s
      a[0] = x;
    }
  }
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 64; i++) {
      // lcm: model time = 1 ms
      a[i] = i;
    }
#pragma omp for
    for (int i = 0; i < 64; i++) {
      // lcm: model time = 1 ms
      b[i] = a[63 - i];
    }
  }
  b[0] = b[1] + a[1];
  return b[0] > 0;
}
