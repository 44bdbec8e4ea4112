/* Sizes that a switch gives. */
static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static int size_of(char problem) {
  switch (problem) {
  case 'S':
    return 10;
  case 'W':
  case 'A':
    return 20;
  default:
    break;
  }
  return 7;
}

static void set(int problem) {
  int n;
  switch (problem) {
  case 1:
    n = 3;
    break;
  case 2:
    n = 4;
    break;
  default:
    n = 5;
  }
  count(n);
}

static void fall(int problem) {
  int n = 1;
  switch (problem) {
  case 1:
    n += 10;
  case 2:
    n += 100;
    break;
  case 3:
    n = 2;
  }
  count(n);
}

static void leave(int problem) {
  int n = 1;
  switch (problem) {
  case 1:
    if (n > 0)
      break;
    n = 2;
  }
  count(n);
}

int main(void) {
  count(size_of('A'));
  count(size_of('S'));
  count(size_of('X'));
  for (int i = 0; i < 4; i++)
    set(i);
  for (int i = 0; i < 4; i++)
    fall(i);
  leave(1);
  return 0;
}
