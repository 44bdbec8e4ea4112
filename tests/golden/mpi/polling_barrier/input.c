#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int rank, flag = 0;
  double b[100] = {0};
  MPI_Request r;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  work(1 + 3 * rank);
  MPI_Ibarrier(MPI_COMM_WORLD, &r);
  while (!flag) {
    work(0.5);
    MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
