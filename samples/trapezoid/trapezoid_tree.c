/* The trapezoid rule, the areas added up along a tree (Pacheco 1997): in each
 * step half of the ranks that are left give their sum to a partner. */
#include <mpi.h>
#include <stdlib.h>

#include "trapezoid.h"

// lcm: param n = 1024 in 1..1000000000 "number of trapezoids"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const long n = argc > 1 ? strtol(argv[1], NULL, 10) : 1024;
  // lcm: fragment area
  // lcm: model time = (k1 = 0.9 +/- 0.1) us * n / ranks
  double sum = area(n * rank / size, n * (rank + 1) / size, n);
  for (int step = 1; step < size; step *= 2) {
    if (rank % (2 * step) == step) {
      MPI_Send(&sum, 1, MPI_DOUBLE, rank - step, 0, MPI_COMM_WORLD);
    } else if (rank % (2 * step) == 0 && rank + step < size) {
      double part;
      MPI_Recv(&part, 1, MPI_DOUBLE, rank + step, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      // lcm: fragment add
      // lcm: model time = 0.4 us
      sum += part;
    }
  }
  MPI_Finalize();
  // lcm: ignore
  return rank == 0 ? check(sum, n) : 0;
}
