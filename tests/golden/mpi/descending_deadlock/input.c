#include <mpi.h>

// Rank 0 sends the last part first and waits until it is taken; rank 1 takes
// the first one first.
int main(int argc, char **argv) {
  int rank, part = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    for (int i = 2; i >= 0; i--)
      MPI_Ssend(&part, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
  } else if (rank == 1) {
    for (int i = 0; i < 3; i++)
      MPI_Recv(&part, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
