#include <mpi.h>

void work(void);
static int dims[2], near[4];
static const int around[2] = {1, 1};
static MPI_Comm torus;

static void connect(void) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, around, 1, &torus);
  MPI_Cart_shift(torus, 0, 1, &near[0], &near[1]);
  MPI_Cart_shift(torus, 1, 1, &near[2], &near[3]);
}

int main(int argc, char **argv) {
  double a[4][100], b[4][100];
  MPI_Request r[8];
  int rank, at[2];
  MPI_Init(&argc, &argv);
  connect();
  MPI_Comm_rank(torus, &rank);
  MPI_Cart_coords(torus, rank, 2, at);
  for (int step = 0; step < 2; step++) {
    // lcm: model time = 1 s
    work();
    for (int i = 0; i < 4; i++)
      MPI_Irecv(a[i], 10, MPI_DOUBLE, near[i], 0, torus, &r[i]);
    for (int i = 0; i < 4; i++)
      MPI_Isend(b[i], 10, MPI_DOUBLE, near[i], 0, torus, &r[4 + i]);
    MPI_Waitall(8, r, MPI_STATUSES_IGNORE);
  }
  if (at[0] == 2)
    // lcm: model time = 2 s
    work();
  MPI_Finalize();
  return 0;
}
