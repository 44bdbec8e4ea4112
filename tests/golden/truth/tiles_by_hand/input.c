void mark(void);

void f(int n) {
  for (int ii = 0; ii < n; ii += 16) {
    int e = ii + 16;
    if (e > n)
      e = n;
    for (int i = ii; i < e; i++)
      mark();
  }
}
