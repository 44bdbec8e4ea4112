/* pipeline.c with data that are sent in 32 parts, each as soon as it is
 * made. */
#include <mpi.h>

enum { PARTS = 32, M = 1024, PART = M / PARTS };

static double made[M], used[M];

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank % 2 == 0) {
    const int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    for (int k = 0; k < PARTS; k++) {
      // lcm: fragment make
      // lcm: model time = 2 ms
      for (int i = 0; i < PART; i++)
        made[k * PART + i] = k * PART + i;
      MPI_Send(&made[k * PART], PART, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
    }
  } else {
    for (int k = 0; k < PARTS; k++) {
      MPI_Recv(&made[k * PART], PART, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      // lcm: fragment use
      // lcm: model time = 2 ms
      for (int i = 0; i < PART; i++)
        used[k * PART + i] = 2 * made[k * PART + i];
    }
  }
  MPI_Finalize();
  return rank % 2 && used[M - 1] != 2 * (M - 1);
}
