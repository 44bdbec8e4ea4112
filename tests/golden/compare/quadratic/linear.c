void f(void);
int main(void) {
  // lcm: fragment F
  // lcm: model time = 40 ns*n + 900 ns
  f();
}
