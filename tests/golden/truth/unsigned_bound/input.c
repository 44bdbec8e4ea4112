static int count;
static double w[20];

static void mark(void) {
  // lcm: model time = 1 s
  count++;
}

static void from(int first, unsigned end) {
  for (int i = first - 4; i < end; i++)
    mark();
}

int main(void) {
  for (int i = -2; i < sizeof w / sizeof *w; i++)
    mark();
  for (int i = -2; i < (int)(sizeof w / sizeof *w); i++)
    mark();
  for (long i = -2; i < 5u; i++)
    mark();
  for (int i = -1; i <= 4u; i += 2)
    mark();
  from(6, 5);
  from(1, 5);
  return 0;
}
