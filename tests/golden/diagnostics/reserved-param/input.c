#include <mpi.h>

void work(void);

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  // lcm: param p := size
  // lcm: model time = 12 s / p
  work();
  MPI_Finalize();
  return 0;
}
