// lcm: model time = 1 s
static void one(void) {}

// lcm: model time = 2 s
static void two(void) {}

static void (*const list[])(void) = {two, one};

int main(int argc, char **argv) {
  (void)argv;
  list[argc % 2]();
  // lcm: call two
  list[1]();
  // lcm: call one 0.25, two 3/4
  list[argc % 2]();
  return 0;
}
