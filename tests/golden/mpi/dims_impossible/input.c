#include <mpi.h>

int main(int argc, char **argv) {
  int dims[3] = {0, 3, 0}, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 3, dims);
  MPI_Finalize();
  return 0;
}
