#include <mpi.h>
double x[100], y[100], z[100];
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    // lcm: model time = 4 s
    for (int i = 0; i < 100; i++)
      x[i] = i;
    // lcm: model time = 6 s
    for (int i = 0; i < 100; i++)
      y[i] = i;
    MPI_Send(x, 100, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(x, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // lcm: model time = 5 s
    for (int i = 0; i < 100; i++)
      z[i] = x[i];
  }
  MPI_Finalize();
  return 0;
}
