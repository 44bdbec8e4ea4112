void step(void);

int main(void) {
  // lcm: model time = 1 s
  step();
  step();
  return 0;
}
