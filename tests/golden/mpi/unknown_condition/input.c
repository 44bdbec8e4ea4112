#include <mpi.h>
#include <stdlib.h>

void work(void);

int main(int argc, char **argv) {
  double v[10];
  MPI_Init(&argc, &argv);
  const int first = atoi(argv[1]);
  if (first)
    MPI_Recv(v, 10, MPI_DOUBLE, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  else
    MPI_Send(v, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  // lcm: model time = 1 s
  work();
  MPI_Finalize();
  return 0;
}
