#include <mpi.h>

void step(int i);
void report(void);
int get_rank(void), get_size(void), last_of(int n);

static int ask_rank(MPI_Comm comm) {
  int r;
  MPI_Comm_rank(comm, &r);
  return r;
}

static int is_first(int k) { return k == 0; }

static void work(int n) {
  double sum = 0, all = 0;
  int me = get_rank();
  int many;
  many = get_size();
  for (int i = me; i < n; i += many) {
    // lcm: model time = 1 ms
    step(i);
  }
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  int own = ask_rank(MPI_COMM_WORLD);
  if (is_first(own)) {
    // lcm: model time = 2 ms
    report();
  }
}

void begin(int *argc, char ***argv);

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int n = last_of(15);
  work(n);
  MPI_Finalize();
  return 0;
}
