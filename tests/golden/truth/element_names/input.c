#include <stdio.h>
void work(void);
int points[3];

static void sweep(void) {
  for (int i = 1; i < points[1]; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < points[2]; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i <= points[0] - 2; i++)
    // lcm: model time = 1 s
    work();
}

static void grow(void) {
  points[0] = 2 * points[1];
  for (int i = 0; i < points[0]; i++)
    // lcm: model time = 1 s
    work();
}

int main(void) {
  FILE *in = fopen("points", "r");
  fscanf(in, "%d %d %d", &points[0], &points[1], &points[2]);
  sweep();
  grow();
  return 0;
}
