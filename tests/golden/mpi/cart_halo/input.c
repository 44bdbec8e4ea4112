#include <mpi.h>

void work(void);

int main(int argc, char **argv) {
  double a[100], b[100];
  int size, up, down, left, right;
  int dims[2] = {0, 0}, periods[2] = {0, 0};
  MPI_Comm cart;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &cart);
  MPI_Cart_shift(cart, 0, 1, &up, &down);
  MPI_Cart_shift(cart, 1, 1, &left, &right);
  // lcm: model time = 1 s
  work();
  MPI_Sendrecv(a, 10, MPI_DOUBLE, down, 0, b, 10, MPI_DOUBLE, up, 0, cart,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(a, 10, MPI_DOUBLE, up, 1, b, 10, MPI_DOUBLE, down, 1, cart,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(a, 10, MPI_DOUBLE, left, 2, b, 10, MPI_DOUBLE, right, 2, cart,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(a, 10, MPI_DOUBLE, right, 3, b, 10, MPI_DOUBLE, left, 3, cart,
               MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
