/* Long messages, which wait for their receivers: a ring in which even ranks
 * send first, and computing between the start of a message and its end. */
#include <mpi.h>

#include "work.h"

enum { N = 50000 };

int main(int argc, char **argv) {
  static double out[N], in[N];
  MPI_Request request;
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int right = (rank + 1) % size;
  const int left = (rank + size - 1) % size;
  for (int i = 0; i < 4; i++) {
    work(1e-4 * (rank % 3 + 1));
    if (rank % 2 == 0) {
      MPI_Send(out, N, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
      MPI_Recv(in, N, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(in, N, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out, N, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
    }
    MPI_Isend(out, N, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &request);
    work(1e-3);
    MPI_Recv(in, N, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
