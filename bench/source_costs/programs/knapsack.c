/* A knapsack of n by 100 things, the best value for each weight. */
#include <stdio.h>
#include <stdlib.h>

/* Fill a knapsack. */
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000;
  int *best = calloc((size_t)n + 1, sizeof *best);
  for (int k = 0; k < 100; k++) {
    const int weight = 3 + k * 7 % 97;
    const int value = 5 + k * 11 % 83;
    for (int w = n; w >= weight; w--)
      if (best[w - weight] + value > best[w])
        best[w] = best[w - weight] + value;
  }
  printf("checksum %d\n", best[n]);
  free(best);
  return 0;
}
