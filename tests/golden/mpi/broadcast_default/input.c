#include <mpi.h>
#include <stdlib.h>

// lcm: model time = seconds * 1 s
void work(int seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, n, m;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    n = 100;
    if (argc > 1)
      n = atoi(argv[1]);
  }
  MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
  work(n);
  if (rank == 0)
    m = argc > 2 ? atoi(argv[2]) : 7;
  MPI_Bcast(&m, 1, MPI_INT, 0, MPI_COMM_WORLD);
  work(m);
  MPI_Finalize();
  return 0;
}
