static int count;

static void mark(void) {
  // lcm: model time = 1 s
  count++;
}

int main(void) {
  int done = 0, i = 0, left = 9;
  while (!done && i < 5) {
    if (i == 3 || i == 7)
      done = 1;
    if (i == 20)
      for (int k = 0; k < 100; k++)
        mark();
    for (int k = 0; k < i; k++)
      mark();
    i++;
  }
  done = 0;
  while (left > 0 && !done) {
    if (left == 5)
      done = 1;
    for (int k = 0; k < left; k++)
      mark();
    left -= 2;
  }
  done = 0;
  for (int at = 1; at < 100 && !done; at += 4) {
    if (at > 9)
      done = 1;
    for (int k = at; k < 20; k++)
      mark();
  }
  return 0;
}
