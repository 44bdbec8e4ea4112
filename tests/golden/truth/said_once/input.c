/* Nobody says how often the loop runs, which is parallel: with one iteration
 * it takes 1 ms, and nobody knows how it scales. */
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = a64l("n");
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    // lcm: model time = 1 ms
    asm("");
  }
  return 0;
}
