#include <mpi.h>
void work(int i);
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    // lcm: model time = 1 s
    work(i);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
