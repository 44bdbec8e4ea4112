#include <mpi.h>

int main(int argc, char **argv) {
  double x = 0;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Send(&x, 1, MPI_DOUBLE, rank - 2, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
