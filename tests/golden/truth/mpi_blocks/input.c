#include <mpi.h>
#include <stdlib.h>

void work(int);

/* the first ranks take one more each */
static void even(int rank, int size, int n) {
  int lo, hi, each = n / size, more = n % size;
  if (rank < more) {
    lo = (each + 1) * rank;
    hi = lo + each;
  } else {
    lo = (each + 1) * more + each * (rank - more);
    hi = lo + each - 1;
  }
  for (int i = lo; i <= hi; i++)
    // lcm: model time = 1 ms
    work(i);
}

/* the last rank takes what is left */
static void last(int rank, int size, int n) {
  int lo = rank * (n / size);
  int hi = lo + n / size;
  if (rank == size - 1)
    hi = n;
  for (int i = lo; i < hi; i++)
    // lcm: model time = 1 ms
    work(i);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = atoi(argv[1]);
  even(rank, size, n);
  MPI_Barrier(MPI_COMM_WORLD);
  last(rank, size, n);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
