/* Collectives one after the other, to which the ranks come at different
 * times. */
#include <mpi.h>

#include "work.h"

enum { N = 2000, MOST = 256 };

int main(int argc, char **argv) {
  static double part[N], all[MOST * N];
  double sum, one = 1;
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  work(1e-4 * (rank % 4 + 1));
  MPI_Bcast(part, N, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  work(1e-4 * (rank % 3 + 1));
  MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  work(1e-4 * (rank % 5 + 1));
  MPI_Gather(part, N, MPI_DOUBLE, all, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Scatter(all, N, MPI_DOUBLE, part, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  work(1e-4 * (rank % 3 + 1));
  MPI_Allgather(part, N, MPI_DOUBLE, all, N, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Reduce(part, all, N, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
