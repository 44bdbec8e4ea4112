#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  static double b[10], c[10];
  int rank, size;
  MPI_Win left, right;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_create(b, sizeof b, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &left);
  MPI_Win_create(c, sizeof c, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &right);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, left);
  work(1);
  MPI_Win_unlock(rank, left);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, left);
    work(2);
    MPI_Win_unlock(1, left);
  } else if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, right);
    work(3);
    MPI_Win_unlock(1, right);
  }
  MPI_Win_free(&left);
  MPI_Win_free(&right);
  MPI_Finalize();
  return 0;
}
