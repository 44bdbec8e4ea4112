#include <stdlib.h>
static int work(int s) { return s + 1; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), s = 0;
  while (s < n) {
    s = work(s);
    if (s % 3 == 0) {
      n -= work(0);
    }
  }
  return s == 0;
}
