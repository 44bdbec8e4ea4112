#include <mpi.h>

int main(int argc, char **argv) {
  int dims[2],(wraps[2];
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, wraps, 1, &grid);
  MPI_Finalize();
  return 0;
}
