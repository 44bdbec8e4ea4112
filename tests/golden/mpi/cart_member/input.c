#include <mpi.h>

void work(void);

struct place {
  MPI_Comm cart;
  int up, down, left, right, at;
};

static int me;

static void settle(struct place *p) {
  int size, dims[2] = {0, 0}, periods[2] = {0, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &p->cart);
  MPI_Comm_rank(p->cart, &p->at);
  MPI_Comm_rank(p->cart, &me);
  MPI_Cart_shift(p->cart, 0, 1, &p->up, &p->down);
  MPI_Cart_shift(p->cart, 1, 1, &p->left, &p->right);
}

static void swap(const struct place *p, double *a, double *b) {
  MPI_Sendrecv(a, 10, MPI_DOUBLE, p->down, 0, b, 10, MPI_DOUBLE, p->up, 0,
               p->cart, MPI_STATUS_IGNORE);
  MPI_Sendrecv(a, 10, MPI_DOUBLE, p->up, 1, b, 10, MPI_DOUBLE, p->down, 1,
               p->cart, MPI_STATUS_IGNORE);
  MPI_Sendrecv(a, 10, MPI_DOUBLE, p->left, 2, b, 10, MPI_DOUBLE, p->right, 2,
               p->cart, MPI_STATUS_IGNORE);
  MPI_Sendrecv(a, 10, MPI_DOUBLE, p->right, 3, b, 10, MPI_DOUBLE, p->left, 3,
               p->cart, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  double a[100], b[100];
  struct place here;
  MPI_Init(&argc, &argv);
  settle(&here);
  if (here.at < 4 && me < 4)
    // lcm: model time = 1 s
    work();
  if (here.at > 3 || me > 3)
    // lcm: model time = 1 s
    work();
  swap(&here, a, b);
  MPI_Finalize();
  return 0;
}
