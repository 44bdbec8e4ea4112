static int count;

static void mark(void) {
  // lcm: model time = 1 s
  count++;
}

int main(void) {
  int done = 0, i = 0, w = 0;
  while (!done && i < 5) {
    if (i == 3)
      done = 1;
    if (i % 2)
      w = w * w + i;
    if (w > 2)
      mark();
    i++;
  }
  return 0;
}
