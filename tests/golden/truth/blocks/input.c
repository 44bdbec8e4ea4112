#include <mpi.h>
#include <stdlib.h>
void work(void);

int main(int argc, char **argv) {
  int rank, size, lo, hi;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = atoi(argv[1]);
  int w = n / size, rest = n % size;
  if (rank < rest) {
    lo = (w + 1) * rank;
    hi = lo + w;
  } else {
    lo = (w + 1) * rest + w * (rank - rest);
    hi = lo + w - 1;
  }
  for (int i = lo; i <= hi; i++)
    // lcm: model time = 1 s
    work();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
