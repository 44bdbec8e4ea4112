void w(int i);
#define NAME first
#include "each.h"
#undef NAME
#define NAME second
#include "each.h"
#undef NAME
#define NAME third
#include "each.h"

int main(void) {
  first(8);
  second(16);
  return 0;
}
