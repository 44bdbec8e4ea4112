#include <stdlib.h>
static int count;
static void tick(void) {
  // lcm: model time = 1 s
  count++;
}
static int sum(const int *v, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}
static void raise(int *v, int by) { v[1] += by; }
static void by(int *v) { raise(v, 2); }
static int *first(int *v) { return v; }
int main(void) {
  int sizes[] = {5, 7, 3}, other[] = {4, 6}, third[3] = {2, 2, 2};
  int s = sum(sizes, 3);
  by(other);
  *first(third) = 9;
  for (int i = 0; i < sizes[1]; i++)
    tick();
  for (int i = 0; i < other[1]; i++)
    tick();
  for (int i = 0; i < third[0]; i++)
    tick();
  return s;
}
