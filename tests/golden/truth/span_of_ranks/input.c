#include <mpi.h>
double cells[1000];
extern int mode;
int main(int argc, char **argv) {
  int me, all, n = 1000;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
#pragma omp parallel
  for (int j = 1; j < n; j++) {
    if (mode > 5) {
      cells[j] = 1;
    } else if (me < all - 1) {
      MPI_Send(&cells[j], 1, MPI_DOUBLE, me + 1, j, MPI_COMM_WORLD);
    }
  }
  if (me > 0)
    cells[1] = 2;
  MPI_Finalize();
  return 0;
}
