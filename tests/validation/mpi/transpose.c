/* A distributed transpose: everyone sends a block to everyone. */
#include <mpi.h>

#include "work.h"

enum { N = 500, MOST = 256 };

int main(int argc, char **argv) {
  static double from[MOST * N], to[MOST * N];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int step = 0; step < 3; step++) {
    work(1e-4 * (rank % 5 + 1));
    MPI_Alltoall(from, N, MPI_DOUBLE, to, N, MPI_DOUBLE, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
