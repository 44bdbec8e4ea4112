#include <omp.h>
void work(int i);
int main(int argc, char **argv) {
  if (argc > 1)
    omp_set_num_threads(2);
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    // lcm: model time = 1 s
    work(i);
}
