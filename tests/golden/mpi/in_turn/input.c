#include <mpi.h>

int unknown(void);

int main(int argc, char **argv) {
  double x[10], y[100];
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 4; i++) {
    // lcm: prob 0.5
    if (unknown())
      MPI_Allgather(x, 10, MPI_DOUBLE, y, 10, MPI_DOUBLE, MPI_COMM_WORLD);
    else
      MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
