/* The trapezoid rule, the areas added up by rank 0, which receives them one
 * after the other (Pacheco 1997, exercise 1 of chapter 12). */
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
  if (rank > 0) {
    MPI_Send(&sum, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  } else {
    for (int from = 1; from < size; from++) {
      double part;
      MPI_Recv(&part, 1, MPI_DOUBLE, from, 0, MPI_COMM_WORLD,
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
