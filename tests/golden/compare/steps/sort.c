void f(void);
int main(void) {
  // lcm: fragment F
  // lcm: model time = 3 ns*n*log2(n)
  f();
}
