#include <mpi.h>
enum { N = 800 };
static double made[N], used[N];
double make(int i), use(double x);

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) {
    for (int i = 0; i < N; i++)
      // lcm: model time = 1 ms
      made[i] = make(i);
    MPI_Send(made, N, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
  } else if (rank == 0) {
    MPI_Recv(made, N, MPI_DOUBLE, 1, MPI_ANY_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++)
      // lcm: model time = 1 ms
      used[i] = use(made[i]);
  }
  MPI_Finalize();
  return 0;
}
