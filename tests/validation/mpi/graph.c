/* Exchange with the neighbours in a graph that is made of the edges that each
 * rank gives: to the next rank, and to the one half way around. */
#include <mpi.h>

#include "work.h"

enum { N = 3000 };

#ifdef WITH_SMPI
/* What SMPI lacks, in terms of what it has, for this graph. */
static void neighbours(double *a, int n, double *b, MPI_Comm comm) {
  MPI_Request r[4];
  int me, size;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &size);
  const int by[2] = {1, size / 2};
  for (int k = 0; k < 2; k++)
    MPI_Irecv(b + k * n, n, MPI_DOUBLE, (me + size - by[k]) % size, k, comm,
              &r[k]);
  for (int k = 0; k < 2; k++)
    MPI_Isend(a, n, MPI_DOUBLE, (me + by[k]) % size, k, comm, &r[2 + k]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
}
#define MPI_Neighbor_allgather(a, n, t, b, m, u, comm) neighbours(a, n, b, comm)
#define MPI_Dist_graph_create(comm, n, from, degree, to, w, info, again, made) \
  MPI_Comm_dup(comm, made)
#endif

int main(int argc, char **argv) {
  static double a[N], b[2 * N];
  MPI_Comm graph;
  int rank, size, degree[1] = {2}, to[2];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  to[0] = (rank + 1) % size;
  to[1] = (rank + size / 2) % size;
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, degree, to, MPI_UNWEIGHTED,
                        MPI_INFO_NULL, 0, &graph);
  for (int step = 0; step < 16; step++) {
    work(2e-4 + 5e-5 * (rank % 3) + 1e-6 * rank);
    MPI_Neighbor_allgather(a, N, MPI_DOUBLE, b, N, MPI_DOUBLE, graph);
  }
  MPI_Finalize();
  return 0;
}
