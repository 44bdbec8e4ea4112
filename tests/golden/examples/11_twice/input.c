void step(void);

static void once(void) {
  // lcm: model time = (2 +/- 0.2) s
  step();
}

int main(void) {
  once();
  once();
}
