#include <mpi.h>
int main(int argc, char **argv) {
  double a[10], b[20];
  int index[4] = {2, 3, 4, 6}, edges[6] = {1, 3, 0, 3, 0, 2}, n, near[4], me;
  MPI_Comm graph;
  MPI_Init(&argc, &argv);
  MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph);
  if (graph != MPI_COMM_NULL) {
    MPI_Comm_rank(graph, &me);
    MPI_Neighbor_allgather(a, 10, MPI_DOUBLE, b, 10, MPI_DOUBLE, graph);
    MPI_Graph_neighbors_count(graph, me, &n);
    MPI_Graph_neighbors(graph, me, n, near);
    for (int i = 0; i < n; i++)
      MPI_Sendrecv(a, 10, MPI_DOUBLE, near[i], 0, b, 10, MPI_DOUBLE, near[i], 0,
                   graph, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
