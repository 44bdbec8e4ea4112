#include <omp.h>
#include <stdlib.h>
void work(int i);
int main(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 0;
  if (threads > 0)
    omp_set_num_threads(threads);
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    // lcm: model time = 1 s
    work(i);
}
