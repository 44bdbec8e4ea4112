#include "nothere.h"

void lost(int n) {
  for (int i = 0; i < n; i++) {
    // lcm: model time = 2 s
    note(i);
  }
  thing_done(&things);
}
