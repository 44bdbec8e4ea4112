#include <mpi.h>
#include <stdlib.h>

typedef struct {
  int rank, size, rows;
} domain;

static int count;

static void tick(void) {
  // lcm: model time = 1 s
  count++;
}

static domain split(int n, MPI_Comm comm) {
  domain d;
  MPI_Comm_rank(comm, &d.rank);
  MPI_Comm_size(comm, &d.size);
  d.rows = n / d.size + (d.rank < n % d.size);
  return d;
}

static void sweep(const domain *d) {
  for (int i = 0; i < d->rows; i++)
    tick();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  domain d = split(10, MPI_COMM_WORLD);
  domain other = split(3, MPI_COMM_WORLD);
  for (int step = 0; step < 2; step++) {
    sweep(&d);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  sweep(&other);
  MPI_Finalize();
  return 0;
}
