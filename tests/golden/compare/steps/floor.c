void f(void);
int main(void) {
  // lcm: fragment F
  // lcm: model time = max(10 ns * n, 2 us)
  f();
}
