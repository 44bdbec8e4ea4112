#include "sum.h"

static double a[1000];

// lcm: model time = 2 s
static void start(void) { a[0] = 1; }

int main(void) {
  start();
  return sum(1000, a) > 0;
}
