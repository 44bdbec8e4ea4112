#include <stdlib.h>

int main(int argc, char **argv) {
  const int n = a64l(argv[1]);
  double s = 0;
  for (int i = 0; i < n; i++) {
    double z = 1.0 / (1 + i);
    while (z < 4.0)
      z = z * z + 0.3;
    s += z;
  }
  return s > 0;
}
