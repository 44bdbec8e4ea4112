#include <mpi.h>

int main(int argc, char **argv) {
  char v[2000];
  int me;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_create(v, 2000, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (me == 0) {
    MPI_Put(v, 2000, MPI_CHAR, 2, 0, 2000, MPI_CHAR, win);
    MPI_Get(v, 2000, MPI_CHAR, 3, 0, 2000, MPI_CHAR, win);
  }
  MPI_Win_fence(0, win);
  if (me == 0)
    MPI_Get(v, 2000, MPI_CHAR, 2, 0, 2000, MPI_CHAR, win);
  if (me == 3)
    MPI_Put(v, 2000, MPI_CHAR, 1, 0, 2000, MPI_CHAR, win);
  if (me == 2)
    MPI_Put(v, 2000, MPI_CHAR, 3, 0, 2000, MPI_CHAR, win);
  MPI_Win_fence(0, win);
  MPI_Finalize();
  return 0;
}
