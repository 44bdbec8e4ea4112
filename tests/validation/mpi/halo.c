/* Halo exchange in one dimension without blocking; the ranks are not equally
 * fast, and computing goes on while messages are on their way. */
#include <mpi.h>

#include "work.h"

enum { N = 20000 };

int main(int argc, char **argv) {
  static double ends[4][N];
  MPI_Request requests[4];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  for (int step = 0; step < 20; step++) {
    MPI_Irecv(ends[0], N, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(ends[1], N, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(ends[2], N, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(ends[3], N, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[3]);
    work(1e-4 * (rank % 3 + 1));
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    work(5e-5);
  }
  MPI_Finalize();
  return 0;
}
