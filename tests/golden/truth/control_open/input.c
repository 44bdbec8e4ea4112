void work(void);
extern int flags[100];
extern int mode;
extern double values[100];

void skips(int n) {
  for (int i = 0; i < n; i++) {
    if (flags[i] > 3)
      continue;
    // lcm: model time = 1 s
    work();
  }
}

void returns(int n) {
  if (flags[n] > 3)
    return;
  // lcm: model time = 100 s
  work();
}

void bare(int n) {
  for (int i = 0; i < n; i++) {
    // lcm: model time = 1000 s
    work();
    switch (flags[i]) {
    case 1:
      return;
    }
  }
}

double sums(void) {
  double s = 0;
  if (mode == 3)
    for (int i = 0; i < 100; i++)
      s += values[i];
  return s;
}

int main(void) {
  skips(10);
  returns(10);
  bare(10);
  sums();
  return 0;
}
