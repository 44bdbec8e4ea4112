#include <mpi.h>
#include <stdio.h>
void work(void);
int main(int argc, char **argv) {
  double x[10];
  int err, me;
  err = MPI_Init(&argc, &argv);
  if (err)
    // lcm: model time = 100 s
    work();
  if (MPI_Comm_rank(MPI_COMM_WORLD, &me) != MPI_SUCCESS)
    // lcm: model time = 100 s
    work();
  int e = MPI_Bcast(x, 10, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (e != MPI_SUCCESS) {
    // lcm: model time = 100 s
    work();
    return 1;
  }
  // lcm: model time = 1 s
  work();
  MPI_Comm c;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  if (me == 0)
    // lcm: model time = 1 s
    work();
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  if (me == 1)
    // lcm: model time = 1 s
    work();
  MPI_Finalize();
  return 0;
}
