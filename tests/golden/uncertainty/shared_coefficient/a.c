void step(void);

int main(void) {
  // lcm: model time = (k = 2 +/- 0.5) s + 1 s
  step();
}
