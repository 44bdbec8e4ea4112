/* A linked list whose nodes are in the order of memory. */
#include "../kernel.h"

struct node {
  struct node *next;
  long value;
};

static struct node *nodes, *first;

/* Link "n" nodes. */
void prepare(long n) {
  nodes = malloc((size_t)n * sizeof *nodes);
  int *order = malloc((size_t)n * sizeof *order);
  for (long i = 0; i < n; i++)
    order[i] = (int)i;
  for (long i = 0; i < n; i++) {
    nodes[order[i]].value = i;
    nodes[order[i]].next = i + 1 < n ? nodes + order[i + 1] : NULL;
  }
  first = nodes + order[0];
  free(order);
}

/* Sum up the values of "n" nodes. */
double kernel(long n) {
  long s = n;
  for (const struct node *at = first; at; at = at->next)
    s += at->value;
  return (double)s;
}
