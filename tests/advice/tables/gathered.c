/* Rank 0 takes a part from each of the others, one after the other, and hands
 * all of it to each. */
#include <mpi.h>

enum { M = 1000 };

static double part[M], all[M];

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int r = 1; r < size; r++)
      MPI_Recv(part, M, MPI_DOUBLE, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int r = 1; r < size; r++)
      MPI_Send(all, M, MPI_DOUBLE, r, 1, MPI_COMM_WORLD);
  } else {
    MPI_Send(part, M, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(all, M, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
