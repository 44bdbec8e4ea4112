void mark(void);
void f(int n) {
  for (int i = n - 3; i > n / 2; i -= 3)
    // lcm: model time = 1 s
    mark();
}
