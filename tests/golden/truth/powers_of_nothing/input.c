/* An index that is multiplied has no value where the bound is below its first
 * one, whatever the logarithm of that would be: 4 and 8, and 1, 3 and 9 are the
 * values of those that have some. */
void mark(void);

static void up(int n) {
  for (int i = 1; i < n; i *= 3) {
    // lcm: model time = 1 s
    mark();
  }
}

int main(void) {
  for (int i = 1; i < 0; i *= 2) {
    // lcm: model time = 100 s
    mark();
  }
  for (int i = 1; i <= -3; i *= 3) {
    // lcm: model time = 100 s
    mark();
  }
  for (int i = 4; i < 10; i *= 2) {
    // lcm: model time = 1 s
    mark();
  }
  for (int i = 4; i < 3; i *= 2) {
    // lcm: model time = 100 s
    mark();
  }
  up(0);
  up(-9);
  up(10);
  return 0;
}
