#include <mpi.h>

// lcm: model time = 1 s
void work(void) {}

#define STEPS(n, m)                                                            \
  do {                                                                         \
    int i, j;                                                                  \
    for (i = 0; i < n; i++)                                                    \
      for (j = i; j < m; j++)                                                  \
        work();                                                                \
    for (j = 0; j < 5; j++) {                                                  \
      MPI_Sendrecv(a, n, MPI_INT, (rank + 1) % size, 1, b, 100, MPI_INT,       \
                   (rank + size - 1) % size, 1, MPI_COMM_WORLD,                \
                   MPI_STATUS_IGNORE);                                         \
      MPI_Sendrecv(a, m, MPI_INT, (rank + 2) % size, 1, b, 100, MPI_INT,       \
                   (rank + size - 2) % size, 1, MPI_COMM_WORLD,                \
                   MPI_STATUS_IGNORE);                                         \
    }                                                                          \
  } while (0)

int main(int argc, char **argv) {
  int a[100], b[100], rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  STEPS(3, 4);
  MPI_Finalize();
  return 0;
}
