#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static double a[1000], b[1000];
  int rank, size, n = 10;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *counts = malloc(size * sizeof(int));
  int *starts = malloc(size * sizeof(int));
  int at = 0;
  for (int i = 0; i < size; i++) {
    counts[i] = n / size;
    if (i < n % size)
      counts[i]++;
    starts[i] = at;
    at += counts[i];
  }
  MPI_Scatterv(a, counts, starts, MPI_DOUBLE, b, counts[rank], MPI_DOUBLE, 0,
               MPI_COMM_WORLD);
  MPI_Gatherv(b, counts[rank], MPI_DOUBLE, a, counts, starts, MPI_DOUBLE, 0,
              MPI_COMM_WORLD);
  MPI_Alltoallv(a, counts, starts, MPI_DOUBLE, b, counts, starts, MPI_DOUBLE,
                MPI_COMM_WORLD);
  free(counts);
  MPI_Finalize();
  return 0;
}
