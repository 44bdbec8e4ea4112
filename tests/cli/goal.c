/* Messages of all kinds between ranks whose work differs: any source, requests,
 * two communicators with equal tags, and all that ranks do together. */
#include <mpi.h>

void work(int);

int main(int argc, char **argv) {
  double a[64], b[64], c[4096];
  int rank, size;
  MPI_Request requests[2];
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // lcm: model time = 1 us * (rank + 1)^2
  work(rank);
  MPI_Bcast(a, 64, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Irecv(b, 64, MPI_DOUBLE, (rank + size - 1) % size, 7, MPI_COMM_WORLD,
            &requests[0]);
  MPI_Isend(a, 64, MPI_DOUBLE, (rank + 1) % size, 7, MPI_COMM_WORLD,
            &requests[1]);
  // lcm: model time = 3 us
  work(0);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  if (rank == 0)
    for (int i = 1; i < size; i++)
      MPI_Recv(c, 4096, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  else
    MPI_Send(c, 4096, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Allreduce(a, b, 64, MPI_DOUBLE, MPI_SUM, half);
  // lcm: model time = 2 us * (size - rank)
  work(1);
  MPI_Alltoall(c, 2, MPI_DOUBLE, c, 2, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Gather(a, 8, MPI_DOUBLE, c, 8, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Scan(a, b, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
