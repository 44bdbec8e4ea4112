#include <mpi.h>

int main(int argc, char **argv) {
  char out[2000], in[2000], a[1000], b[1000];
  int me;
  MPI_Request r[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Irecv(in, 2000, MPI_CHAR, (me + 2) % 4, 0, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(out, 2000, MPI_CHAR, (me + 2) % 4, 0, MPI_COMM_WORLD, &r[1]);
  MPI_Iallreduce(a, b, 1000, MPI_CHAR, MPI_BOR, MPI_COMM_WORLD, &r[2]);
  MPI_Bcast(b, 500, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
