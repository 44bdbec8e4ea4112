#include <mpi.h>
#include <stddef.h>

struct cell {
  char name[6];
  double at[2];
  int id;
};

int main(int argc, char **argv) {
  static struct cell cells[10];
  static double grid[20][30];
  int rank;
  MPI_Datatype of_cell, whole, block, edge, column, pair;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int lengths[3];
  MPI_Aint at[3];
  MPI_Datatype types[3];
  lengths[0] = 6;
  lengths[1] = 2;
  lengths[2] = 1;
  at[0] = offsetof(struct cell, name);
  at[1] = offsetof(struct cell, at);
  at[2] = offsetof(struct cell, id);
  types[0] = MPI_CHAR;
  types[1] = MPI_DOUBLE;
  types[2] = MPI_INT;
  MPI_Type_create_struct(3, lengths, at, types, &of_cell);
  MPI_Type_create_resized(of_cell, 0, sizeof(struct cell), &whole);
  MPI_Type_commit(&whole);
  int sizes[2] = {20, 30}, parts[2] = {5, 4}, from[2] = {2, 3};
  MPI_Type_create_subarray(2, sizes, parts, from, MPI_ORDER_C, MPI_DOUBLE,
                           &block);
  MPI_Type_commit(&block);
  MPI_Type_create_hvector(20, 1, 30 * sizeof(double), MPI_DOUBLE, &edge);
  MPI_Type_create_resized(edge, 0, sizeof(double), &column);
  MPI_Type_commit(&column);
  int each[4], where[4];
  for (int i = 0; i < 4; i++) {
    each[i] = i + 1;
    where[i] = 10 * i;
  }
  MPI_Type_indexed(4, each, where, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  if (rank == 0) {
    MPI_Send(cells, 10, whole, 1, 0, MPI_COMM_WORLD);
    MPI_Send(grid, 1, block, 1, 1, MPI_COMM_WORLD);
    MPI_Send(grid, 2, column, 1, 2, MPI_COMM_WORLD);
    MPI_Send(grid, 1, pair, 1, 3, MPI_COMM_WORLD);
  } else if (rank == 1) {
    MPI_Recv(cells, 10, whole, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(grid, 1, block, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(grid, 2, column, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(grid, 1, pair, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
