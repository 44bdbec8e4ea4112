#include <stdlib.h>
void start(int *argc, char ***argv);
int main(int argc, char **argv) {
  // lcm: model time = 1 ms
  start(&argc, &argv);
  const int n = argc > 1 ? atoi(argv[1]) : 10;
  for (int i = 0; i < n; i++) {
    // lcm: model time = 1 ms
    ;
  }
  return 0;
}
