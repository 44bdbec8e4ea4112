#include "other.h"
#include <string.h>

void change(struct twice *t) {
  t->n = 6;
}

void fill(void *where, int n) {
  const int twice = 2 * n;
  memcpy(where, &twice, sizeof twice);
}
