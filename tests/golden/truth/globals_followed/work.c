#include <stdio.h>

#include "shared.h"

static long total;

void tick(void) {
  // lcm: model time = 1 s
  total++;
}

void work(void) {
  for (int i = 0; i < size; i++)
    tick();
  for (int i = 0; i < rows; i++)
    tick();
  for (int i = 0; i < cols; i++)
    tick();
  for (int i = 0; i < conf.a; i++)
    tick();
  for (int i = 0; i < conf.b; i++)
    tick();
}
