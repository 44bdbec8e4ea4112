#include <mpi.h>

int main(int argc, char **argv) {
  double a[40], b[40];
  MPI_Init(&argc, &argv);
  MPI_Alltoall(a, 10, MPI_DOUBLE, b, 10, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
