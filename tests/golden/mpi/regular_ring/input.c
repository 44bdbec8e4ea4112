#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, size;
  double a[1000], b[1000];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // lcm: param n = 1000 in 1..1000 "numbers in a message"
  // lcm: param steps = 10 "steps"
  const int n = 1000;
  const int steps = 10;
  const int right = (rank + 1) % size;
  const int left = (rank + size - 1) % size;
  for (int step = 0; step < steps; step++) {
    work(1e-3);
    MPI_Sendrecv(a, n, MPI_DOUBLE, right, 0, b, n, MPI_DOUBLE, left, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
