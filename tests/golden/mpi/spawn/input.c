#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Comm others;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_spawn("worker", MPI_ARGV_NULL, 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                 &others, MPI_ERRCODES_IGNORE);
  MPI_Comm_connect("port", MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others);
  MPI_Win_wait(window);
  MPIX_Comm_shrink(MPI_COMM_WORLD, &others);
  MPI_Finalize();
  return 0;
}
