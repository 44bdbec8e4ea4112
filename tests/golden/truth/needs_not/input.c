#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int id;
  double sum = 0;
  if (argc > 1) {
    id = atoi(argv[1]);
    printf("run %d\n", id);
  }
  for (int i = 0; i < 1000; i++)
    sum += 2.0 * i;
  return sum > 5;
}
