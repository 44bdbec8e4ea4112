#include <mpi.h>

void work(int);

int main(int argc, char **argv) {
  int sizes[2], at[2], ends[2], rank, x;
  const int dims[2] = {3, 2};
  int i, wraps[2], kept[2] = {0, 1};
  double data[10];
  MPI_Comm grid, row;
  MPI_Init(&argc, &argv);
  for (i = 0; i < 2; i++)
    wraps[i] = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, wraps, 0, &grid);
  MPI_Cart_get(grid, 2, sizes, wraps, at);
  MPI_Cart_sub(grid, kept, &row);
  MPI_Comm_rank(row, &x);
  ends[0] = at[0];
  ends[1] = sizes[1] - 1;
  MPI_Cart_rank(grid, ends, &rank);
  const int y = at[0], last = rank;
  if (x == 0)
    // lcm: model time = (y + 1) * 1 s
    work(0);
  else
    // lcm: model time = (last mod 2) * 1 s
    work(1);
  MPI_Bcast(data, 10, MPI_DOUBLE, 0, row);
  MPI_Finalize();
  return 0;
}
