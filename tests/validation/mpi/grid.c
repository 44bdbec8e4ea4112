/* Halo exchange on a grid of 2 columns of ranks, with communicators for rows
 * and columns, and the largest change of all after each step. */
#include <mpi.h>

#include "work.h"

enum { N = 5000 };

int main(int argc, char **argv) {
  static double a[N], b[N];
  double change = 0, most;
  MPI_Comm row, column;
  int rank, size, x, y, height;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &row);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &column);
  MPI_Comm_rank(row, &x);
  MPI_Comm_rank(column, &y);
  MPI_Comm_size(column, &height);
  const int above = y > 0 ? y - 1 : MPI_PROC_NULL;
  const int below = y < height - 1 ? y + 1 : MPI_PROC_NULL;
  for (int step = 0; step < 8; step++) {
    work(2e-4 + 1e-4 * x + 1e-5 * y);
    MPI_Sendrecv(a, N, MPI_DOUBLE, above, 3, b, N, MPI_DOUBLE, below, 3, column,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(a, N, MPI_DOUBLE, below, 4, b, N, MPI_DOUBLE, above, 4, column,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(a, N, MPI_DOUBLE, 1 - x, 5, b, N, MPI_DOUBLE, 1 - x, 5, row,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(&change, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
