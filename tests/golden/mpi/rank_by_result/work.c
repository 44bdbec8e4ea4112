#include <mpi.h>

static int my_rank, n_ranks;

void begin(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
}

int get_rank(void) { return my_rank; }
int get_size(void) { return n_ranks; }
int last_of(int n) { return n + 1; }
