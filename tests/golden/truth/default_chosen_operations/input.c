/* A size that the user may choose, in the fragment that goes through it. */
#include <stdlib.h>

static double a[100000];

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 100;
  for (int i = 0; i < n; i++)
    a[i] += 1;
  return 0;
}
