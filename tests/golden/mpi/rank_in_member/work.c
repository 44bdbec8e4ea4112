#include "sim.h"

void step(int i);
void report(void);

void setup(struct sim *s) {
  s->comm = MPI_COMM_WORLD;
  MPI_Comm_rank(s->comm, &s->rank);
  MPI_Comm_size(s->comm, &s->size);
}

void work(const struct sim *s) {
  double sum = 0, all = 0;
  for (int i = s->rank; i < s->steps; i += s->size) {
    // lcm: model time = 1 ms
    step(i);
  }
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, s->comm);
  if (s->rank == 0) {
    // lcm: model time = 2 ms
    report();
  }
}
