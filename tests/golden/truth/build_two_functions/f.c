static int count;

static void tick(void) {
  // lcm: model time = 1 s
  count++;
}

static void work(void) {
  for (int i = 0; i < ROUNDS; i++)
    tick();
}

void NAME(void) { work(); }
