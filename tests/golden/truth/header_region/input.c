void row(int i);
#include "include/rows.h"

int main(void) {
  rows(16);
  return 0;
}
