#include <stdlib.h>

#include "sim.h"

int main(int argc, char **argv) {
  struct sim *s = malloc(sizeof *s);
  MPI_Init(&argc, &argv);
  setup(s);
  s->steps = 16;
  work(s);
  MPI_Finalize();
  free(s);
  return 0;
}
