#include <mpi.h>

struct world {
  int me, all;
};

static void pass(const struct world *w, double *v) {
  const int next = w->me + 1 < w->all ? w->me + 1 : MPI_PROC_NULL;
  const int last = w->me > 0 ? w->me - 1 : MPI_PROC_NULL;
  MPI_Recv(v, 10, MPI_DOUBLE, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(v, 10, MPI_DOUBLE, next, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  struct world w;
  double v[10];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &w.me);
  MPI_Comm_size(MPI_COMM_WORLD, &w.all);
  pass(&w, v);
  MPI_Finalize();
  return 0;
}
