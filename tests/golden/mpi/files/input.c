#include <mpi.h>

void work(void);

int main(int argc, char **argv) {
  double a[100], b[100];
  MPI_File all, own;
  MPI_Request r;
  int me;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_File_open(MPI_COMM_WORLD, "all", MPI_MODE_RDWR, MPI_INFO_NULL, &all);
  MPI_File_open(MPI_COMM_SELF, "own", MPI_MODE_RDONLY, MPI_INFO_NULL, &own);
  MPI_File_iread(own, a, 100, MPI_DOUBLE, &r);
  if (me == 1)
    // lcm: model time = 2 s
    work();
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_File_write_at_all(all, 0, b, 100, MPI_DOUBLE, MPI_STATUS_IGNORE);
  MPI_File_write_all_begin(all, b, 50, MPI_DOUBLE);
  // lcm: model time = 1 s
  work();
  MPI_File_write_all_end(all, b, MPI_STATUS_IGNORE);
  MPI_File_close(&own);
  MPI_File_close(&all);
  MPI_Finalize();
  return 0;
}
