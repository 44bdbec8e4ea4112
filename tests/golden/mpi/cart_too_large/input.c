#include <mpi.h>

int main(int argc, char **argv) {
  int dims[2] = {2, 3}, wraps[2] = {1, 1};
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, wraps, 0, &grid);
  MPI_Finalize();
  return 0;
}
