void work(void);
static int first, last, count;

static void setup(void) {
  count = 7;
}

static void f(void) {
  for (int j = first; j <= last; j++)
    // lcm: model time = 1 s
    work();
  for (int j = 0; j < count; j++)
    // lcm: model time = 1000 s
    work();
}

int main(void) {
  first = 1;
  last = 140;
  setup();
  f();
  return 0;
}
