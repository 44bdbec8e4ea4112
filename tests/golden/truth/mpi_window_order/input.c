#include <mpi.h>

// lcm: model time = seconds * 1 s
static void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  static double b[10];
  int rank, x = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(b, sizeof b, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1)
    work(1);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  if (rank == 0)
    MPI_Recv(&x, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Send(&x, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
