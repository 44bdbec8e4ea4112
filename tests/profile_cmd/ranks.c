/* Two or more ranks that sleep: all meet, then rank 0 naps for 60 ms and sends
 * to each of the others, who wait for it. */
#include <mpi.h>
#include <time.h>

int main(int argc, char **argv) {
  struct timespec t = {0, 60000000};
  int rank = 0;
  int ranks = 1;
  int value = 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Barrier(MPI_COMM_WORLD); /* meet */
  if (rank == 0) {
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &t))
      ;
    for (int to = 1; to < ranks; to++)
      MPI_Send(&value, 1, MPI_INT, to, 0, MPI_COMM_WORLD); /* send */
  } else
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* receive */
             MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
