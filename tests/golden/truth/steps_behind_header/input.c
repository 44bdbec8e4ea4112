/* What the header of a `for` leaves in a variable that has another value
 * before. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static void up(void) {
  int i = 1;
  for (; i < 4; i++)
    ;
  count(i);
}

static void from_value(void) {
  int i = 2;
  for (i = 5; i < 20; i += 4)
    ;
  count(i);
}

static void down(void) {
  int i = 100;
  for (; i > 40; i--)
    ;
  count(i);
}

static void doubled(void) {
  int i = 1;
  for (; i < 100; i *= 2)
    ;
  count(i);
}

static void never(void) {
  int i = 3;
  for (i = 200; i < 4; i++)
    ;
  count(i);
}

/* Four at a time, and the rest. */
static void rest(int n) {
  int i = 0;
  for (; i < n - 3; i += 4)
    // lcm: model time = 4 s
    ;
  for (; i < n; i++)
    // lcm: model time = 1 s
    ;
}

/* The inner loop goes on where it was. */
static void goes_on(int n) {
  int j = 0;
  for (int i = 0; i < n; i++)
    for (; j < 2 * i; j++)
      // lcm: model time = 1 s
      ;
}

int main(void) {
  up();
  from_value();
  down();
  doubled();
  never();
  rest(411);
  goes_on(400);
  return 0;
}
