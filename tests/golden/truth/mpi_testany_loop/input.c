#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size, which = 0;
  double x[8];
  MPI_Request r[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    int left = size - 1;
    for (int i = 1; i < size; i++)
      MPI_Irecv(&x[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, &r[i - 1]);
    while (left > 0) {
      MPI_Waitany(size - 1, r, &which, MPI_STATUS_IGNORE);
      work(1);
      left--;
    }
  } else {
    work(rank);
    MPI_Send(&x[0], 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
