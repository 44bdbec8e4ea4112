#include "work.h"

void wait_for(double seconds);

void step(void) {
  work(10);
  wait_for(20);
}
