void mark(void);
void f(int n) {
  for (int i = n; i <= 2; i += 2)
    for (int j = 1; j <= 5; j++)
      if (i != 2)
        mark();
}
