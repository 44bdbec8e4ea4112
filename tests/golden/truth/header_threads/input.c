#include "team.h"

int main(void) {
  team();
  return 0;
}
