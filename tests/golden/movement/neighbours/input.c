#include <mpi.h>

static double out[40], in[40], old[10];

int main(int argc, char **argv) {
  int dims[2] = {0, 0}, wraps[2] = {1, 1}, size;
  MPI_Comm grid;
  MPI_File file;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, wraps, 0, &grid);
  MPI_File_open(grid, "old", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_read_at_all(file, 0, old, 10, MPI_DOUBLE, MPI_STATUS_IGNORE);
  for (int i = 0; i < 10; i++)
    out[i] = old[i];
  MPI_Neighbor_alltoall(out, 10, MPI_DOUBLE, in, 10, MPI_DOUBLE, grid);
  MPI_File_write(file, in, 40, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
