void move(void);

static void step(void) {
  // lcm: model time = 3 s
  move();
}

void all(void) { step(); }
