#include <mpi.h>

int main(int argc, char **argv) {
  static double a[1000], b[1000];
  int size, mine = 3;
  int counts[4], starts[4] = {0, 10, 20, 30};
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 4; i++)
    counts[i] = 1;
  MPI_Allgather(&mine, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Alltoallv(a, counts, starts, MPI_DOUBLE, b, counts, starts, MPI_DOUBLE,
                MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
