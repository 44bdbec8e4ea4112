// lcm: random x = exponential(2)
// lcm: random event = prob(0.5)
void work(void);
void sum(void) {
  for (int i = 0; i < 4; i++)
    // lcm: model time = x * 1 s
    work();
}
void longest(void) {
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    // lcm: model time = x * 1 s
    work();
}
void few(void) {
  for (int i = 0; i < 3; i++)
    // lcm: model time = (1 + 2 * event) * 1 s
    work();
}
void f(void) {
  sum();
  longest();
  few();
}
