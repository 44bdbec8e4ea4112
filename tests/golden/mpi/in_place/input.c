#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  int counts[4], starts[4];
  double a[125], b[500];
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 125, MPI_DOUBLE,
                MPI_COMM_WORLD);
  MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 125, MPI_DOUBLE,
                 MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 125, MPI_DOUBLE,
               MPI_COMM_WORLD);
  counts[0] = 125;
  counts[1] = 125;
  counts[2] = 125;
  counts[3] = 125;
  starts[0] = 0;
  starts[1] = 125;
  starts[2] = 250;
  starts[3] = 375;
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, counts, starts,
                 MPI_DOUBLE, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 125, MPI_DOUBLE, 0,
               MPI_COMM_WORLD);
  else
    MPI_Gather(a, 125, MPI_DOUBLE, b, 125, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
