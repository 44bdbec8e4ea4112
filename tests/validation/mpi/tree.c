/* A reduction up a binomial tree, by messages. */
#include <mpi.h>

#include "work.h"

enum { N = 10000 };

int main(int argc, char **argv) {
  static double part[N];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  work(1e-4 * (rank % 4 + 1));
  for (int step = 1; step < size; step *= 2) {
    if (rank % (2 * step) == step) {
      MPI_Send(part, N, MPI_DOUBLE, rank - step, 0, MPI_COMM_WORLD);
    } else if (rank % (2 * step) == 0 && rank + step < size) {
      MPI_Recv(part, N, MPI_DOUBLE, rank + step, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      work(5e-5);
    }
  }
  MPI_Finalize();
  return 0;
}
