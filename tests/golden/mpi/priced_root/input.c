#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size;
  double x[10];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  work(rank + 1);
  MPI_Bcast(x, 10, MPI_DOUBLE, 2, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
