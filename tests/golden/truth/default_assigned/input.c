#include <stdio.h>
#include <stdlib.h>

// lcm: model time = 1 s
void step(void) {}

int main(int argc, char **argv) {
  int n = 7;
  for (int i = 0; i < n; i++)
    step();
  n = argc > 1 ? atoi(argv[1]) : 1000;
  for (int i = 0; i < n; i++)
    step();
  return 0;
}
