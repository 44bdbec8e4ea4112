#include <mpi.h>
void prepare(int i), take(int i);

int main(int argc, char **argv) {
  int rank, size, got = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    for (int to = 1; to < size; to++) {
      // lcm: model time = 1 s
      prepare(to);
      MPI_Send(&to, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
    }
  } else {
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int left = 2;
    while (left > 0) {
      // lcm: model time = 2 s
      take(got);
      MPI_Bsend(&left, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
      left--;
    }
  }
  MPI_Finalize();
  return got;
}
