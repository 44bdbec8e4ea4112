#include <stdlib.h>

void block(int b);

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1024;
  int nb = n / 64;
  for (int b = 0; b < nb; b++) {
    // lcm: model time = 1 ms
    block(b);
  }
  return 0;
}
