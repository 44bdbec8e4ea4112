#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size;
  double x[2][10];
  MPI_Request r[2];
  int which;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    MPI_Recv_init(x[0], 10, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(x[1], 10, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD, &r[1]);
    for (int step = 0; step < 2; step++) {
      MPI_Startall(2, r);
      for (int k = 0; k < 2; k++) {
        MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
        work(1);
      }
    }
  } else {
    for (int step = 0; step < 2; step++) {
      work(1);
      MPI_Send(x[1], 10, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
      work(3);
      MPI_Send(x[0], 10, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
  }
  MPI_Finalize();
  return 0;
}
