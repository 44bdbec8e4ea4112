#include <mpi.h>

void work(void);

int main(int argc, char **argv) {
  int rank, v[10];
  MPI_Comm two;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2, rank, &two);
  if (rank < 2) {
    MPI_Win_create(v, sizeof v, 1, MPI_INFO_NULL, two, &window);
    MPI_Win_fence(0, window);
    if (rank == 0)
      MPI_Put(v, 10, MPI_INT, 1, 0, 10, MPI_INT, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
  }
  // lcm: model time = 1 s
  work();
  MPI_Finalize();
  return 0;
}
