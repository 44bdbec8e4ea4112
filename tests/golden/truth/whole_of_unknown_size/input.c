#include <stdlib.h>

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *x = malloc(n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = 3 * i + 1;
  return x[n / 2] > 3;
}
