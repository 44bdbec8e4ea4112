#include <stdio.h>

#define ROUNDS 1000

struct config {
  int steps;
} config = {7};

int most = 300;

static double work(int n) {
  int few = 50;
  double s = 0;
  for (int i = 0; i < few; i++)
    // lcm: model time = 1 s
    s += i;
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    s += i;
  return s;
}

int main(void) {
  int n = 1000;
  double s = 0;
  struct config own;
  own.steps = 40;
  for (int i = 0; i < ROUNDS; i++)
    // lcm: model time = 1 s
    s += i;
  for (int i = 0; i < most; i++)
    // lcm: model time = 1 s
    s += i;
  for (int i = 0; i < own.steps; i++)
    // lcm: model time = 1 s
    s += i;
  for (int i = 0; i < config.steps; i++)
    // lcm: model time = 1 s
    s += i;
  printf("%g\n", s + work(n));
  return 0;
}
