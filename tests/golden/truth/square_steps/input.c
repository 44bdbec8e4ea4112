void mark(void);
void f(int n, int m) {
  for (int i = m; i <= n; i += 3)
    if (i * i > 9)
      mark();
}
