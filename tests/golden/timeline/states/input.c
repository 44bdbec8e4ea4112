void work(void);
static void helper(void) {
  // lcm: model time = 2 ms
  work();
}
int main(void) {
  // lcm: state outer "#102030"
  for (int i = 0; i < 1; i++) {
    // lcm: model time = 3 ms
    work();
    // lcm: state inner
    // lcm: model time = 1 ms
    work();
    helper();
  }
  // lcm: model time = 4 ms
  work();
}
