#include <mpi.h>

void compute(void);

int main(int argc, char **argv) {
  double out[4][1000], in[4][1000];
  int size, near[4], dims[2] = {0, 0}, around[2] = {1, 1};
  MPI_Comm torus;
  MPI_Request r[8];
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, around, 0, &torus);
  MPI_Cart_shift(torus, 0, 1, &near[0], &near[1]);
  MPI_Cart_shift(torus, 1, 1, &near[2], &near[3]);
  for (int step = 0; step < 10; step++) {
    for (int i = 0; i < 4; i++)
      MPI_Irecv(in[i], 1000, MPI_DOUBLE, near[i], 0, torus, &r[i]);
    for (int i = 0; i < 4; i++)
      MPI_Isend(out[i], 1000, MPI_DOUBLE, near[i], 0, torus, &r[4 + i]);
    // lcm: model time = 1 s
    compute();
    MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
