#include <mpi.h>

int main(int argc, char **argv) {
  double v[10];
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  if (me < 2)
    MPI_Send(v, 10, MPI_DOUBLE, me + 2, 0, MPI_COMM_WORLD);
  else
    MPI_Recv(v, 10, MPI_DOUBLE, me - 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
