#include <mpi.h>
int main(int argc, char **argv) {
  static double a[1000], b[1000];
  int size;
  int counts[4] = {1, 2, 3, 4}, starts[4] = {0, 1, 3, 6};
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Reduce_scatter(a, b, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Alltoallv(a, counts, starts, MPI_DOUBLE, b, counts, starts, MPI_DOUBLE,
                MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
