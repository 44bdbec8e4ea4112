#include "work.h"

// lcm: external wait_for(seconds) flops = 1e9*seconds
void wait_for(double seconds);

int main(void) {
  work(3);
  wait_for(1);
  step();
  return 0;
}
