#include <stdlib.h>
void work(void);
int more(void);
double weight[100];

static void sweep(int width) {
#pragma omp parallel for
  for (int i = 0; i < width; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < width; i++)
    weight[i] *= 2;
}

int main(int argc, char **argv) {
  int columns = atoi(argv[1]);
  int rounds = atoi(argv[2]);
  for (int t = 0; t < rounds; t++)
    sweep(columns + 2);
  while (more())
    work();
  if (weight[0] > 1)
    // lcm: model time = 2 s
    work();
  return argc;
}
