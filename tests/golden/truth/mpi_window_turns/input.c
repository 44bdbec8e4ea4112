#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

static void add(MPI_Win w, double *c, int to, double s) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, w);
  work(s);
  MPI_Put(c, 10, MPI_DOUBLE, to, 0, 10, MPI_DOUBLE, w);
  MPI_Win_unlock(to, w);
}

int main(int argc, char **argv) {
  static double b[10], c[10];
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(b, sizeof b, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  add(win, c, rank % 2, 1);
  MPI_Win_lock_all(0, win);
  work(1);
  MPI_Win_unlock_all(win);
  if (rank == 0)
    add(win, c, 2, 4);
  else {
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
    work(2);
    MPI_Win_unlock(2, win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
