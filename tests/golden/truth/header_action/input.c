#include "act.h"

int main(void) {
  each(8, one);
  each(8, two);
  return 0;
}
