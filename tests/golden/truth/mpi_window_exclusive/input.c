#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  static double b[10], c[10];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create(b, sizeof b, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Get(c, 10, MPI_DOUBLE, 0, 0, 10, MPI_DOUBLE, win);
  MPI_Win_flush(0, win);
  work(1);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
