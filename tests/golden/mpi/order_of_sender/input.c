#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size, x = 0, y = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 1) {
    MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Recv(&y, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&x, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Ssend(&x, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Send(&x, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
