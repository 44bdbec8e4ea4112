#include "defs.h"

int main(void) {
  struct point p = {1, 2};
  // lcm: model time = 3 s
  return far_away(p) > 0;
}
