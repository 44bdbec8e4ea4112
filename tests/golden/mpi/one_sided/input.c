#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size;
  double x[10];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(x, 80, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  work(rank + 1);
  MPI_Put(x, 5, MPI_DOUBLE, 1 - rank, 5, 5, MPI_DOUBLE, win);
  MPI_Win_fence(0, win);
  MPI_Finalize();
  return 0;
}
