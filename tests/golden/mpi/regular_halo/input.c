#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size;
  double e[4][1000];
  MPI_Request r[4];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  for (int step = 0; step < 20; step++) {
    MPI_Irecv(e[0], 1000, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Irecv(e[1], 1000, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &r[1]);
    MPI_Isend(e[2], 1000, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(e[3], 1000, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &r[3]);
    work(5e-6);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    work(1e-6);
  }
  MPI_Finalize();
  return 0;
}
