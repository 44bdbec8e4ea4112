void f(void);
int main(void) {
  // lcm: fragment F
  // lcm: model time = 36 ns*n
  f();
}
