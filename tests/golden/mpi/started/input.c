#include <mpi.h>

void work(void);

int main(int argc, char **argv) {
  int begun, ended, provided;
  MPI_Initialized(&begun);
  if (!begun) {
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (provided < MPI_THREAD_FUNNELED)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Initialized(&begun);
  if (begun)
    // lcm: model time = 1 s
    work();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalized(&ended);
  if (ended)
    // lcm: model time = 100 s
    work();
  MPI_Finalize();
  MPI_Finalized(&ended);
  if (ended)
    // lcm: model time = 2 s
    work();
  return 0;
}
