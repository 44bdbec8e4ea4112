#include <mpi.h>

void work(void);

int main(int argc, char **argv) {
  static double a[1000], b[1000];
  int size, i;
  int dims[2], periods[2];
  MPI_Comm cart;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (i = 0; i < 2; i++) {
    dims[i] = 0;
  }
  for (i = 0; i < 2; i++)
    periods[i] = 0;
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &cart);
  for (int step = 0; step < 3; step++) {
    // lcm: model time = 1 s
    work();
    MPI_Neighbor_alltoall(a, 10, MPI_DOUBLE, b, 10, MPI_DOUBLE, cart);
  }
  MPI_Finalize();
  return 0;
}
