#include <mpi.h>

void work(void);

int main(int argc, char **argv) {
  double a[10], b[10];
  int dims[2] = {1, 2}, wraps[2] = {0, 0}, left, right;
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, wraps, 0, &grid);
  if (grid != MPI_COMM_NULL) {
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    // lcm: model time = 1 s
    work();
    MPI_Sendrecv(a, 10, MPI_DOUBLE, right, 0, b, 10, MPI_DOUBLE, left, 0, grid,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(a, 10, MPI_DOUBLE, left, 0, b, 10, MPI_DOUBLE, right, 0, grid,
                 MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
