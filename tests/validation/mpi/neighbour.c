/* Halo exchange on a grid of ranks in three dimensions, one of which wraps, by
 * a neighbourhood collective, with unequal work. */
#include <mpi.h>

#include "work.h"

enum { N = 2000 };

#ifdef WITH_SMPI
#define MPI_Neighbor_alltoall neighbours

/* What SMPI lacks, in terms of what it has, for three dimensions. */
static void neighbours(double *a, int n, MPI_Datatype type, double *b, int m,
                       MPI_Datatype other, MPI_Comm grid) {
  MPI_Request r[12];
  int near[6];
  for (int i = 0; i < 3; i++)
    MPI_Cart_shift(grid, i, 1, &near[2 * i], &near[2 * i + 1]);
  for (int k = 0; k < 6; k++)
    MPI_Irecv(b + k * m, m, other, near[k], k ^ 1, grid, &r[k]);
  for (int k = 0; k < 6; k++)
    MPI_Isend(a + k * n, n, type, near[k], k, grid, &r[6 + k]);
  MPI_Waitall(12, r, MPI_STATUSES_IGNORE);
}
#endif

int main(int argc, char **argv) {
  static double a[6 * N], b[6 * N];
  MPI_Comm grid;
  int rank, size, at[3];
  int dims[3] = {0}, wraps[3] = {0, 1, 0};
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 3, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, wraps, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 3, at);
  for (int step = 0; step < 16; step++) {
    work(1e-4 + 1e-5 * at[0] + 2e-5 * at[1] + 5e-6 * at[2]);
    MPI_Neighbor_alltoall(a, N, MPI_DOUBLE, b, N, MPI_DOUBLE, grid);
  }
  MPI_Finalize();
  return 0;
}
