extern int early, late, never, zero;

static long total;

static void use_late(void) {
  for (int i = 0; i < late; i++)
    // lcm: model time = 100 s
    total++;
}

static void use(void) {
  for (int i = 0; i < early; i++)
    // lcm: model time = 1 s
    total++;
  for (int i = 0; i < never; i++)
    // lcm: model time = 1000 s
    total++;
  for (int i = 0; i < zero; i++)
    // lcm: model time = 10000 s
    total++;
}

int main(void) {
  early = 10;
  use_late();
  late = 5;
  use();
  if (total > 3)
    zero = 0;
  use_late();
  return (int)total;
}
