#include <mpi.h>
enum { N = 10 };
double x[N], y[N], make(int), use(double);
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < N; i++) {
    if (rank == 0) {
      // lcm: model time = 1 s
      x[i] = make(i);
      MPI_Send(&x[i], 1, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
    } else if (rank == 1) {
      MPI_Recv(&x[i], 1, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      // lcm: model time = 0.1 s
      y[i] = use(x[i]);
    }
  }
  MPI_Finalize();
  return 0;
}
