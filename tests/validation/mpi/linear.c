/* A reduction by one rank that takes the parts of the others in order. */
#include <mpi.h>

#include "work.h"

enum { N = 10000 };

int main(int argc, char **argv) {
  static double part[N];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  work(1e-4 * (rank % 4 + 1));
  if (rank == 0) {
    for (int from = 1; from < size; from++) {
      MPI_Recv(part, N, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      work(5e-5);
    }
  } else {
    MPI_Send(part, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
