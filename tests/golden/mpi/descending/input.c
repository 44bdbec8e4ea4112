#include <mpi.h>

// lcm: external work(k) flops = 1e9*k
void work(int k);

// Rank 0 collects what the others have worked on, the last one first.
int main(int argc, char **argv) {
  int rank, size, n = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int i = size - 1; i > 0; i--) {
      MPI_Recv(&n, 1, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      work(1);
    }
  } else {
    work(rank);
    MPI_Ssend(&n, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  // And tells them one by one, in the same order, which they hand on.
  int left = size - 1;
  while (left-- > 0) {
    if (rank == left + 1) {
      work(2 * left);
      MPI_Ssend(&n, 1, MPI_INT, left, 1, MPI_COMM_WORLD);
    } else if (rank == left) {
      MPI_Recv(&n, 1, MPI_INT, left + 1, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
