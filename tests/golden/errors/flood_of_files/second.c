#include "nowhere.h"
foo_t x2;
int f2(bar_t a, baz b) { qux c; return y + z; }
foo_t g2;
foo_t h2;
