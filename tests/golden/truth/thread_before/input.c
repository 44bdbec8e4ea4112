#include <omp.h>
void work(int);
int main(void) {
#pragma omp parallel num_threads(4)
  {
    int t = omp_get_thread_num(), n = omp_get_num_threads();
    int left = (t - 1) % n, b = (t - 1) % 4, c = (t - 2) % n;
    int d = (t + n - 1) % n, e = (t - 1) / 2;
    for (int i = 0; i < left + b + c + d + e; i++)
      // lcm: model time = 1 s
      work(i);
  }
}
