#include <odd.h>

int main(void) {
  return missing;
}
