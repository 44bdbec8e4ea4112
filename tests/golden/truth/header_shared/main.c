#define REPEAT 8
#include "step.h"
void other(void);

int main(void) {
  all(2);
  other();
  return 0;
}
