#include <mpi.h>
static double out[100], in[100], all[800], sum, own, grid[8][100];
int main(int argc, char **argv) {
  int rank, size;
  MPI_Request r[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 100; i++)
    out[i] = i;
  MPI_Send(out, 50, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD);
  MPI_Recv(&in[10], 50, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  for (int i = 0; i < 100; i++)
    own += in[i];
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, grid[2], 100, MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  MPI_Bcast(in, 100, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Allgather(out, 100, MPI_DOUBLE, all, 100, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Irecv(in, 100, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
            &r[0]);
  MPI_Isend(out, 100, MPI_DOUBLE, (rank + 1) % size, 0, MPI_COMM_WORLD, &r[1]);
  all[0] = sum;
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  out[3] = in[4];
  MPI_Finalize();
  return 0;
}
