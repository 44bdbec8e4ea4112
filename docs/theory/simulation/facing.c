#include <mpi.h>

static double x[1000];

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Send(x, 1000, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(x, 1000, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
