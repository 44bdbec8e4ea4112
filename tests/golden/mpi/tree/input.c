#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size;
  double x[10];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  work(1);
  for (int step = 1; step < size; step *= 2) {
    if (rank % (2 * step) == step) {
      MPI_Send(x, 10, MPI_DOUBLE, rank - step, 0, MPI_COMM_WORLD);
    } else if (rank % (2 * step) == 0 && rank + step < size) {
      MPI_Recv(x, 10, MPI_DOUBLE, rank + step, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      work(1);
    }
  }
  MPI_Finalize();
  return 0;
}
