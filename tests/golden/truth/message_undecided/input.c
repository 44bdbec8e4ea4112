#include <mpi.h>

static double cells[1000];

int main(int argc, char **argv) {
  int me, all, last;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  last = argc - 2;
#pragma omp parallel
  for (int j = 1; j < 1000; j++) {
    if (argc < last)
      cells[0] = 1;
    else if (me < all - 1)
      MPI_Send(&cells[j], 1, MPI_DOUBLE, me + 1, j, MPI_COMM_WORLD);
  }
  if (me > last)
    cells[1] = 2;
  MPI_Finalize();
  return 0;
}
