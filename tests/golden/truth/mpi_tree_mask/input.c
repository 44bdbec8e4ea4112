#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size, mask = 1;
  double a = 1, b;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  while (mask < size) {
    if (rank & mask) {
      MPI_Send(&a, 1, MPI_DOUBLE, rank - mask, 0, MPI_COMM_WORLD);
      break;
    }
    if (rank + mask < size) {
      MPI_Recv(&b, 1, MPI_DOUBLE, rank + mask, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      work(1);
    }
    mask <<= 1;
  }
  MPI_Finalize();
  return 0;
}
