#include "nowhere.h"
#include "neither.h"
foo_t x;
int f(bar_t a, baz b) { qux c; return y + z; }
foo_t g;
foo_t h;
foo_t i;
foo_t j;
