#include <mpi.h>
#include <stdio.h>

// lcm: model time = n * 1 s
void work(int n) { (void)n; }

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int a;
  if (rank == 0) {
    printf("%d ranks\n", size);
    a = 10;
  }
  MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);
  work(a);
  int b = 5;
  if (rank != 0)
    b = 0;
  MPI_Bcast(&b, 1, MPI_INT, 0, MPI_COMM_WORLD);
  work(b);
  int c = 100 * (rank + 1);
  MPI_Bcast(&c, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
  work(c);
  MPI_Finalize();
  return 0;
}
