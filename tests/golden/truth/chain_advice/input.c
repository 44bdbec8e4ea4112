#include <mpi.h>

static double x[100];
void work(double *);

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank > 0)
    MPI_Recv(x, 100, MPI_DOUBLE, rank - 1, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  // lcm: model time = 1 s
  work(x);
  if (rank < size - 1)
    MPI_Send(x, 100, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
