void f(void);
int main(void) {
  // lcm: fragment F
  // lcm: model time = 1 us*ceil(n/100)
  f();
}
