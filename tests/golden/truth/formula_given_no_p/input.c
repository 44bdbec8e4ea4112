void A(void), B(void), C(void);

int main(void) {
  // lcm: model time = 1 s
  C();
#pragma omp parallel sections
  {
#pragma omp section
    // lcm: fragment a
    // lcm: with p = p/T - 1
    // lcm: model pc = 8 s
    // lcm: model li = 0.5 s * p
    A();
#pragma omp section
    // lcm: fragment b
    // lcm: model pc = 10 s
    // lcm: model ip = 0.25 s * p
    B();
  }
  return 0;
}
