#include <stdlib.h>

static double a[1000];

/* A size that comes in as most do, and a choice that takes time. */
int main(int argc, char **argv) {
  const unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
  // lcm: model time = 1 s
  a[0] = (double)n;
  if (argc > 2)
    for (int i = 0; i < 1000; i++)
      a[i] = a[i] * 2.0 + 1.0;
  return 0;
}
