/* Items pass through all ranks, which work on each. */
#include <mpi.h>

#include "work.h"

enum { N = 1000, ITEMS = 25 };

int main(int argc, char **argv) {
  static double item[N];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int k = 0; k < ITEMS; k++) {
    if (rank > 0)
      MPI_Recv(item, N, MPI_DOUBLE, rank - 1, k, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    work(1e-4 * (rank % 2 + 1));
    if (rank < size - 1)
      MPI_Send(item, N, MPI_DOUBLE, rank + 1, k, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
