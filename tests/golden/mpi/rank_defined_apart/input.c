#include <mpi.h>

#include "ranks.h"

void step(int i) { (void)i; }
void report(void) {}

int main(int argc, char **argv) {
  int ierr;
  ierr = MPI_Init(&argc, &argv);
  ierr = MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  ierr = MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  work(16);
  ierr = MPI_Finalize();
  return ierr;
}
