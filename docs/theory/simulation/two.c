#include <mpi.h>

static double x[1000];

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank < 2)
    MPI_Send(x, 1000, MPI_DOUBLE, rank + 2, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(x, 1000, MPI_DOUBLE, rank - 2, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  MPI_Bcast(x, 1000, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
