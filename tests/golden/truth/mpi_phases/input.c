#include <mpi.h>

double a[1000], b[1000];

int main(int argc, char **argv) {
  int rank, size, phase, to, from;
  MPI_Request r, s;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int it = 0; it < 10; it++) {
    for (phase = 1; phase < size; phase++) {
      from = (rank + phase) % size;
      to = (rank - phase + size) % size;
      MPI_Irecv(b, 1000, MPI_DOUBLE, from, phase, MPI_COMM_WORLD, &r);
      MPI_Isend(a, 1000, MPI_DOUBLE, to, phase, MPI_COMM_WORLD, &s);
      MPI_Wait(&r, MPI_STATUS_IGNORE);
      MPI_Wait(&s, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
