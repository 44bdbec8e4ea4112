#include <mpi.h>
#include <omp.h>

// lcm: model time = seconds * 1 s
void work(double seconds) { (void)seconds; }

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int m = 64 / size;
#pragma omp parallel
  {
    int n = omp_get_num_threads();
    int me = omp_get_thread_num();
    for (int i = me * m / n; i < (me + 1) * m / n; i++)
      work(0.5);
  }
  MPI_Finalize();
  return 0;
}
