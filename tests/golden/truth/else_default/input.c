#include <stdlib.h>
void work(int);
int main(int argc, char **argv) {
  int n = 10;
  if (argc > 1)
    n = atoi(argv[1]);
  else
    n = 7;
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    work(i);
}
