/* Pipeline: all data are made before the first are sent, and all are there
 * before the first are used. */
#include <mpi.h>

enum { M = 1024 };

static double made[M], used[M];

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank % 2 == 0) {
    const int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    // lcm: fragment make
    // lcm: model time = 64 ms
    for (int i = 0; i < M; i++)
      made[i] = i;
    MPI_Send(made, M, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(made, M, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    // lcm: fragment use
    // lcm: model time = 64 ms
    for (int i = 0; i < M; i++)
      used[i] = 2 * made[i];
  }
  MPI_Finalize();
  return rank % 2 && used[M - 1] != 2 * (M - 1);
}
