#include <mpi.h>

#include "ranks.h"

void step(int i);
void report(void);

void work(int n) {
  double sum = 0, all = 0;
  for (int i = my_rank; i < n; i += n_ranks) {
    // lcm: model time = 1 ms
    step(i);
  }
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (my_rank == 0) {
    // lcm: model time = 2 ms
    report();
  }
}
