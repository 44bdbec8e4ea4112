void work(void);

void f(int n, float dt, float cap) {
  float ratio = dt / cap;
  int m = n * ratio;
  for (int i = 0; i < m; i++)
    // lcm: model time = 1 s
    work();
  for (int i = 0; i < n / 3; i++)
    // lcm: model time = 1000 s
    work();
}
