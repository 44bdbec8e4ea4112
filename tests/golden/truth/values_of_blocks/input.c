void TICK(void);
int asked(int at);

/* Runs as often as its second argument says. */
static void work(double scale, int rows, int columns) {
  for (int i = 0; i < rows; i++) {
    // lcm: model pc = 1 us
    TICK();
  }
}

/* Goes over blocks, the last of which is smaller, for those who ask. */
static void blocks(int n, int size) {
  int high, rows;
  for (int at = 0; at < n; at += size) {
    // lcm: prob 1
    if (asked(at)) {
      high = at + size;
      if (high > n) {
        high = n;
        rows = high - at;
      } else
        rows = size;
      work(0.5,  // scale (in parts, of the whole)
           rows, /* rows (of a block) */
           1);
    }
  }
  for (int at = 0; at < n; at += size) {
    // lcm: prob 1
    if (asked(-at)) {
      high = at + size;
      rows = size;
      if (high > n)
        rows -= high - n;
      rows++;
      work(rows, rows /* and one, to be sure */, 1);
    }
  }
}

int main(void) {
  blocks(10, 4);
  return 0;
}
