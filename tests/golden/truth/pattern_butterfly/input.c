#include <mpi.h>
static double x[10], y[10];
int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int m = 1; m < size; m *= 2) {
    MPI_Send(x, 10, MPI_DOUBLE, rank ^ m, 0, MPI_COMM_WORLD);
    MPI_Recv(y, 10, MPI_DOUBLE, rank ^ m, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
