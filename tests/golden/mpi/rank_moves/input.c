#include <mpi.h>
int main(int argc, char **argv) {
  int rank, size;
  double x[100];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rank--;
  if (rank >= 0)
    MPI_Send(x, 5, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD);
  rank++;
  if (rank + 1 < size)
    MPI_Recv(x, 100, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  MPI_Finalize();
}
