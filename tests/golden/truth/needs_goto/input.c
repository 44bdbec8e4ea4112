#include <stdio.h>
#include <stdlib.h>

void work(int i);

int main(int argc, char **argv) {
  int n, rounds, error = 0;
  if (argc != 3) {
    printf("usage: %s N ROUNDS\n", argv[0]);
    error = 1;
    goto end;
  }
  n = atoi(*++argv);
  if (n < 1) {
    printf("N must be positive\n");
    error = 1;
    goto end;
  }
  rounds = atoi(*++argv);
end:;
  if (error)
    exit(1);
  for (int k = 0; k < rounds; k++)
    for (int i = 0; i < n; i++) {
      // lcm: model time = 3 us
      work(i);
    }
  return 0;
}
