#include <stdlib.h>

int main(int argc, char **argv) {
  const int n = argc;
  double sum = 0;
  (void)argv;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    sum += 1.0;
  }
  return sum > 0;
}
