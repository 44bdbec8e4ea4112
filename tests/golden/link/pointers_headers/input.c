#include "device.h"

// lcm: model time = 2 s
static void slow(int i) { (void)i; }

// lcm: model time = 1 s
static void fast(int i) { (void)i; }

int main(void) {
  struct device d = {slow, fast, 0};
  struct machine m = {slow};
  reset(&m, fast);
  d.start(count(&d));
  d.stop(0);
  m.start(1);
  return 0;
}
