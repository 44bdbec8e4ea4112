void f(void);
int main(void) {
  // lcm: fragment F
  // lcm: model time = 2 ns*n^2 + 5 ns*n
  f();
}
