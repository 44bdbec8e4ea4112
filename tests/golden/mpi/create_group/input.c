#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Group group;
  MPI_Comm some;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  if (rank < 2)
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &some);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
