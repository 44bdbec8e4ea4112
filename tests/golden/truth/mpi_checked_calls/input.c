#include <mpi.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

#define CHECK(call)                                                            \
  do {                                                                         \
    int code = (call);                                                         \
    if (code != MPI_SUCCESS)                                                   \
      MPI_Abort(MPI_COMM_WORLD, code);                                         \
  } while (0)

static void ask(int *me, int *all) {
  CHECK(MPI_Comm_rank(MPI_COMM_WORLD, me));
  MPI_Comm_size(MPI_COMM_WORLD, all);
}

int main(int argc, char **argv) {
  int me, all, mine, n;
  double x = 0;
  MPI_Init(&argc, &argv);
  ask(&me, &all);
  CHECK(MPI_Comm_rank(MPI_COMM_WORLD, &mine));
  { MPI_Comm_size(MPI_COMM_WORLD, &n); }
  if (mine == 0)
    CHECK(MPI_Send(&x, 1, MPI_DOUBLE, all - 1, 0, MPI_COMM_WORLD));
  else if (me == n - 1)
    CHECK(MPI_Recv(&x, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE));
  work(1);
  MPI_Finalize();
  return 0;
}
