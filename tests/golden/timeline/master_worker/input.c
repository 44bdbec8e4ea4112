#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size;
  double x[10];
  MPI_Status st;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int k = 0; k < 2 * (size - 1); k++) {
      MPI_Recv(x, 10, MPI_DOUBLE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &st);
      MPI_Send(x, 10, MPI_DOUBLE, st.MPI_SOURCE, 2, MPI_COMM_WORLD);
    }
  } else {
    for (int k = 0; k < 2; k++) {
      work(rank);
      MPI_Send(x, 10, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
      MPI_Recv(x, 10, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
