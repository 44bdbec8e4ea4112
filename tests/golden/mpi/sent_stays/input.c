#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size, m, all[64];
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = 10 + rank;
  MPI_Allreduce(&n, &m, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Reduce(&n, &m, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Gather(&n, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allgather(&n, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Scan(&n, &m, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Exscan(&n, &m, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Iallreduce(&n, &m, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&n, 1, MPI_INT, (rank + 1) % size, 0, &m, 1, MPI_INT,
               (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  work(n);
  MPI_Finalize();
  return 0;
}
