#include "conf.h"

int main(void) {
  return COUNT;
}
