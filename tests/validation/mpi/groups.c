/* Two halves of the ranks, made as groups, that each go around a ring and
 * combine what they have; their leaders exchange it; all but the first rank
 * report to the second at the end. */
#include <mpi.h>

#include "work.h"

enum { N = 4000 };

int main(int argc, char **argv) {
  static double a[N], b[N];
  MPI_Group all, lower, upper, leading, others;
  MPI_Comm half, leaders, rest;
  int rank, size, me, n;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int range[1][3] = {{0, size / 2 - 1, 1}}, first[2], zero[1] = {0};
  first[0] = 0;
  first[1] = size / 2;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_range_incl(all, 1, range, &lower);
  MPI_Group_difference(all, lower, &upper);
  MPI_Group_incl(all, 2, first, &leading);
  MPI_Group_excl(all, 1, zero, &others);
  if (rank < size / 2)
    MPI_Comm_create(MPI_COMM_WORLD, lower, &half);
  else
    MPI_Comm_create(MPI_COMM_WORLD, upper, &half);
  MPI_Comm_create(MPI_COMM_WORLD, leading, &leaders);
  MPI_Comm_create(MPI_COMM_WORLD, others, &rest);
  MPI_Comm_rank(half, &me);
  if (rank < size / 2)
    MPI_Group_size(lower, &n);
  else
    MPI_Group_size(upper, &n);
  for (int step = 0; step < 16; step++) {
    work(3e-4 + 2e-5 * me);
    MPI_Sendrecv(a, N, MPI_DOUBLE, (me + 1) % n, 0, b, N, MPI_DOUBLE,
                 (me + n - 1) % n, 0, half, MPI_STATUS_IGNORE);
    MPI_Allreduce(a, b, 10, MPI_DOUBLE, MPI_SUM, half);
    if (leaders != MPI_COMM_NULL)
      MPI_Sendrecv(a, N, MPI_DOUBLE, rank == 0, 1, b, N, MPI_DOUBLE, rank == 0,
                   1, leaders, MPI_STATUS_IGNORE);
  }
  if (rank > 0)
    MPI_Reduce(a, b, 100, MPI_DOUBLE, MPI_SUM, 0, rest);
  MPI_Finalize();
  return 0;
}
