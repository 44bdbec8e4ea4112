#include <mpi.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double err = 1, loc = 1;
  int it = 0;
  while (err > 1e-6 && it < 100) {
    MPI_Allreduce(&loc, &err, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    it++;
    loc *= 0.5;
  }
  MPI_Finalize();
  return 0;
}
