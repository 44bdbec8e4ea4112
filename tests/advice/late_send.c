/* Late send: what the neighbour waits for is ready before the inside is
 * computed, and sent behind it. */
#include <mpi.h>

enum { STEPS = 10, M = 1000 };

static double edge[M], inside[M], halo[M];

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = (rank + size - 1) % size;
  const int right = (rank + 1) % size;
  for (int step = 0; step < STEPS; step++) {
    MPI_Request sent;
    // lcm: fragment edge
    // lcm: model time = 1 ms
    for (int i = 0; i < M; i++)
      edge[i] = halo[i] + 1;
    // lcm: fragment inside
    // lcm: model time = 64 ms / ranks
    for (int i = 0; i < M; i++)
      inside[i] = inside[i] + 2;
    MPI_Isend(edge, M, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &sent);
    MPI_Recv(halo, M, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return halo[M - 1] != STEPS || inside[M - 1] != 2 * STEPS;
}
