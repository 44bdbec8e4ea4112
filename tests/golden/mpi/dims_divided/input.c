#include <mpi.h>

int main(int argc, char **argv) {
  int size;
  double a[480];
  int dims[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Bcast(a, 480 / dims[0], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
