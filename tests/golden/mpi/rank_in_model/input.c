#include <mpi.h>

void work(void);

int main(void) {
  int rank;
  MPI_Init(0, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // lcm: model time = 1 ms * (1 + rank)
  work();
  MPI_Finalize();
}
