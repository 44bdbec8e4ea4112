#include <mpi.h>
enum { N = 600 };
static double x[N], left, right;
double make(int i), step(double a, double b);

static void collect(void) {
  for (int i = 0; i < N; i++)
    MPI_Recv(&x[i], 1, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0)
    collect();
  else
    for (int i = 0; i < N; i++) {
      // lcm: model time = 1 us
      x[i] = make(i);
      MPI_Send(&x[i], 1, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD);
    }
  for (int t = 0; t < 100; t++) {
    MPI_Send(&left, 1, MPI_DOUBLE, (rank + 1) % size, 4, MPI_COMM_WORLD);
    MPI_Recv(&right, 1, MPI_DOUBLE, (rank + size - 1) % size, 4,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // lcm: model time = 1 us
    left = step(left, right);
  }
  MPI_Finalize();
  return 0;
}
