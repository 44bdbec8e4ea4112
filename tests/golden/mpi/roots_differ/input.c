#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  double x[10], y[10];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int k = 0; k < size; k++)
    MPI_Bcast(x, 10, MPI_DOUBLE, k, MPI_COMM_WORLD);
  MPI_Reduce(x, y, 10, MPI_DOUBLE, MPI_SUM, rank == 0 ? 0 : 1, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
