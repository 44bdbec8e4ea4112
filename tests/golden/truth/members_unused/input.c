#include <stdio.h>
#include <stdlib.h>
struct net {
  int cells;
  double *state;
};

static struct net *make(int cells) {
  struct net *net = malloc(sizeof *net);
  net->cells = cells;
  net->state = calloc(cells, sizeof *net->state);
  return net;
}

struct net *read_net(FILE *file) {
  int cells = 0;
  fscanf(file, "%d", &cells);
  return make(cells);
}

static void run(struct net *net) {
#pragma omp parallel for
  for (int i = 0; i < net->cells; i++)
    net->state[i] += 1;
}

int main(void) {
  struct net *net = make(8);
  run(net);
  free((char *)net);
  return 0;
}
