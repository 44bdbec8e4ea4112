#include <stdio.h>
#include <stdlib.h>
void work(void);

int main(int argc, char *argv[]) {
  int rounds;
  if (argc != 2 && argc != 3) {
    fprintf(stderr, "usage: %s n [rounds]\n", argv[0]);
    return 1;
  }
  int n = atoi(argv[1]);
  if (argc == 3)
    rounds = atoi(argv[2]);
  else
    rounds = 7;
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < rounds; i++)
    // lcm: model time = 1 s
    work();
  return 0;
}
