/* Chain: each rank waits for the sum of those before it, and only then makes
 * its own part, which does not need that. */
#include <mpi.h>

enum { M = 1000 };

int main(int argc, char **argv) {
  int rank, size;
  double before = 0, own = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Recv(&before, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // lcm: fragment part
  // lcm: model time = 8 s / ranks
  for (int i = 0; i < M; i++)
    own += rank + 1;
  // lcm: ignore
  own += before;
  MPI_Send(&own, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return own != M * (rank + 1) * (rank + 2) / 2;
}
