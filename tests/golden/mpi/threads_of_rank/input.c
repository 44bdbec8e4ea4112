#include <mpi.h>
#include <omp.h>

enum { N = 64 };

// lcm: external work(k) flops = 1e9*k
void work(double k);

// Each thread has its share of N parts; the ranks know how many threads they
// have before they begin.
int main(int argc, char **argv) {
  int rank, size, counted;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int threads = omp_get_max_threads();
#pragma omp parallel
  {
#pragma omp single
    counted = omp_get_num_threads();
  }
  int share = N / size / threads;
#pragma omp parallel
  for (int k = 0; k < share; k++)
    work(0.5);
  for (int t = 0; t < counted; t++)
    work(1);
  MPI_Finalize();
  return 0;
}
