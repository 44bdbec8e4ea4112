#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size;
  double x[10];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int k = 0; k < 4; k++) {
    if (rank > 0)
      MPI_Recv(x, 10, MPI_DOUBLE, rank - 1, k, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    work(1);
    if (rank < size - 1)
      MPI_Send(x, 10, MPI_DOUBLE, rank + 1, k, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
