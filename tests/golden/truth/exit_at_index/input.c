void work(void);

int main(void) {
  for (int i = 0; i < 10; i++) {
    // lcm: model time = 1 s
    work();
    if (i == 3)
      break;
  }
  for (int i = 20; i > 0; i -= 3) {
    if (i % 2 == 0 && i < 10)
      return 0;
    // lcm: model time = 10 s
    work();
  }
  // lcm: model time = 1000 s
  work();
  return 0;
}
