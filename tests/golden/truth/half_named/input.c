#include <mpi.h>
int flags[100];
// lcm: model time = seconds * 1 s
static void work(double seconds) { (void)seconds; }
static void either(int i) { if (flags[i]) work(1); else work(1); }
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 || flags[flags[3]])
    work(3);
  for (int i = 0; i < 4; i++) {
    either(i);
    if (flags[i]) work(0.001);
    switch (flags[i]) { case 0: work(1); break; case 1: work(2); break; case 2: work(6); break; }
  }
  MPI_Finalize();
  return 0;
}
