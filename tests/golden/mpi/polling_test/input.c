#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, flag = 0;
  double b[100] = {0};
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Irecv(b, 100, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &r);
    while (!flag) {
      work(3);
      MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    }
  }
  if (rank == 1) {
    work(20);
    MPI_Send(b, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
