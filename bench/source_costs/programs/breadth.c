/* Distances in a graph of n places with four ways each, breadth first. */
#include <stdio.h>
#include <stdlib.h>

enum { WAYS = 4 };

struct graph {
  int n;
  int *to;
};

/* Set the distances of all places of "g" from the first, return how many are
 * reached. */
static int search(const struct graph *g, int *distance, int *queue) {
  int head = 0;
  int tail = 1;
  for (int i = 0; i < g->n; i++)
    distance[i] = -1;
  distance[0] = queue[0] = 0;
  while (head < tail) {
    const int at = queue[head++];
    for (int k = 0; k < WAYS; k++) {
      const int next = g->to[at * WAYS + k];
      if (distance[next] < 0) {
        distance[next] = distance[at] + 1;
        queue[tail++] = next;
      }
    }
  }
  return tail;
}

/* Search a graph of n places. */
int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1000;
  struct graph g = {n, malloc((size_t)n * WAYS * sizeof *g.to)};
  int *distance = malloc((size_t)n * sizeof *distance);
  int *queue = malloc((size_t)n * sizeof *queue);
  unsigned s = 1;
  for (int i = 0; i < n * WAYS; i++) {
    s = s * 1664525u + 1013904223u;
    g.to[i] = (int)((s >> 8) % (unsigned)n);
  }
  printf("checksum %d\n", search(&g, distance, queue));
  free(g.to);
  free(distance);
  free(queue);
  return 0;
}
