/* Halo exchange on a grid of ranks with unequal work, blocking along the first
 * dimension, not blocking along the second. */
#include <mpi.h>

#include "work.h"

enum { N = 5000 };

int main(int argc, char **argv) {
  static double a[4][N], b[4][N];
  MPI_Request r[4];
  MPI_Comm grid;
  int rank, size, up, down, left, right, at[2];
  int dims[2] = {0, 0}, wraps[2] = {0, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, wraps, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, at);
  MPI_Cart_shift(grid, 0, 1, &up, &down);
  MPI_Cart_shift(grid, 1, 1, &left, &right);
  for (int step = 0; step < 16; step++) {
    MPI_Irecv(b[0], N, MPI_DOUBLE, left, 1, grid, &r[0]);
    MPI_Irecv(b[1], N, MPI_DOUBLE, right, 1, grid, &r[1]);
    MPI_Isend(a[0], N, MPI_DOUBLE, left, 1, grid, &r[2]);
    MPI_Isend(a[1], N, MPI_DOUBLE, right, 1, grid, &r[3]);
    work(1e-4 + 2e-5 * at[0] + 1e-5 * at[1]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    MPI_Sendrecv(a[2], N, MPI_DOUBLE, up, 2, b[2], N, MPI_DOUBLE, down, 2, grid,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(a[3], N, MPI_DOUBLE, down, 3, b[3], N, MPI_DOUBLE, up, 3, grid,
                 MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
