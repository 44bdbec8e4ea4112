#include <stdlib.h>
void work(int);
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3;
  n = n * n;
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    work(i);
}
