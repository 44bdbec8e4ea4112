#include "nowhere.h"
foo_t x1;
int f1(bar_t a, baz b) { qux c; return y + z; }
foo_t g1;
foo_t h1;
