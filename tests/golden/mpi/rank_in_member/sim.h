#include <mpi.h>

struct sim {
  MPI_Comm comm;
  int rank, size, steps;
};
void setup(struct sim *s);
void work(const struct sim *s);
