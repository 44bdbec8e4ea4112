#include <stdlib.h>
void work(void);

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  const int m = argc < 3 ? 7 : atoi(argv[2]);
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < m; i++)
    // lcm: model time = 1000 s
    work();
  return 0;
}
