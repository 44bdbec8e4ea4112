#include <mpi.h>

void work(void);

int main(int argc, char **argv) {
  double a[3], b[3];
  int size, wraps = 0;
  int counts[2] = {1, 2}, places[2] = {0, 1}, wanted[2] = {2, 1};
  MPI_Comm line;
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &wraps, 0, &line);
  MPI_Neighbor_alltoallv_init(a, counts, places, MPI_DOUBLE, b, wanted, places,
                              MPI_DOUBLE, line, MPI_INFO_NULL, &r);
  for (int step = 0; step < 2; step++) {
    MPI_Start(&r);
    // lcm: model time = 0.25 s
    work();
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
