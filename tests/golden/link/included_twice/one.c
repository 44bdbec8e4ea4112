#define FACTOR 2
#include "part.c"

void one(int n, void (*shape)(int)) {
  scale(n, shape);
}
