#include <stdlib.h>
void leaf(void);
void f(int n) {
  if (n > 1) {
    f(n / 2);
    f(n / 2);
  } else {
    // lcm: model time = 1 s
    leaf();
  }
}
int main(int argc, char **argv) {
  f(atoi(argv[1]));
}
