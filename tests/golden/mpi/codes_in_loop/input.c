#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

#define CHECK(call)                                                            \
  do {                                                                         \
    int code_ = (call);                                                        \
    if (code_ != MPI_SUCCESS)                                                  \
      exit(code_);                                                             \
  } while (0)

#define TELL(call)                                                             \
  do {                                                                         \
    int code_ = (call);                                                        \
    if (code_ != MPI_SUCCESS) {                                                \
      fprintf(stderr, "error %d\n", code_);                                    \
      MPI_Abort(MPI_COMM_WORLD, code_);                                        \
    }                                                                          \
  } while (0)

#define KEEP(call)                                                             \
  do {                                                                         \
    int code_;                                                                 \
    code_ = (call);                                                            \
    if (MPI_SUCCESS != code_)                                                  \
      exit(code_);                                                             \
  } while (0)

int main(int argc, char **argv) {
  int rank, size, x = 0, y = 0;
  CHECK(MPI_Init(&argc, &argv));
  TELL(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  TELL(MPI_Comm_size(MPI_COMM_WORLD, &size));
  for (int i = 0; i < 3; i++)
    CHECK(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = 0; i < 3; i++)
    KEEP(MPI_Barrier(MPI_COMM_WORLD));
  for (int i = 0; i < 3; i++) {
    TELL(MPI_Sendrecv(&x, 1, MPI_INT, (rank + 1) % size, 0, &y, 1, MPI_INT,
                      (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE));
    work(1);
  }
  MPI_Finalize();
  return 0;
}
