/* Two nodes: each rank exchanges blocks with one of the other node, and all of
 * a node share its interface to the network; then barriers, and work of which
 * there is more on some. */
#include <mpi.h>

#include "work.h"

enum { N = 20000 };

int main(int argc, char **argv) {
  static double a[N], b[N];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int other = (rank + size / 2) % size;
  for (int step = 0; step < 5; step++) {
    MPI_Sendrecv(a, N, MPI_DOUBLE, other, 1, b, N, MPI_DOUBLE, other, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    work(1e-4 * (rank % 3 + 1));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
