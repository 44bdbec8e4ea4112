#include <mpi.h>

int main(int argc, char **argv) {
  double x[100];
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Recv(x, 100, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(x, 100, MPI_DOUBLE, 1 - rank, 7, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
