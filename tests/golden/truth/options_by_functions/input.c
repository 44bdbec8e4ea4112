/* Sizes that functions read from the arguments of the program. */
#include <stdlib.h>
#include <string.h>

static int option(int argc, char **argv, const char *key, int otherwise) {
  for (int i = 1; i + 1 < argc; i++)
    if (!strcmp(argv[i], key))
      return atoi(argv[i + 1]);
  return otherwise;
}

static int argument(int argc, char **argv, int k, int otherwise) {
  if (argc > k)
    return atoi(argv[k]);
  return otherwise;
}

static int steps(double step, double end) { return (int)(end / step + 0.5); }

static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

int main(int argc, char **argv) {
  int n = option(argc, argv, "-n", 50);
  int rounds = argument(argc, argv, 1, 7);
  for (int i = 0; i < rounds; i++)
    count(n);
  count(steps(0.01, 1.0));
  return 0;
}
