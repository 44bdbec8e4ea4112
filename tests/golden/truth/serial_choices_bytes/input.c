double a[1000], b[1000], c[1000], d[1000], e[1000], f[1000];
int flags[16], mode;

static void decided(int n) {
  for (int i = 0; i < n; i++)
    if (i < 10)
      a[i] = 1;
}

static void guessed(int n) {
  for (int i = 0; i < n; i++)
    if (flags[i & 15])
      b[i] = 1;
}

static void both(int n) {
  for (int i = 0; i < n; i++)
    if (flags[i & 15])
      c[i] = 1;
    else
      c[i] = 2;
}

static void one_of(int n) {
  for (int i = 0; i < n; i++)
    switch (flags[i & 15]) {
    case 0:
      d[i] = 1;
      break;
    case 1:
      d[i] = 2;
      break;
    default:
      break;
    }
}

static void goes_on(int n) {
  for (int i = 0; i < n; i++) {
    if (i % 4 == 0)
      continue;
    e[i] = 1;
  }
}

static void given(int n) {
  for (int i = 0; i < n; i++)
    if (mode == 2)
      f[i] = 1;
}

int main(void) {
  decided(1000);
  guessed(1000);
  both(1000);
  one_of(900);
  goes_on(1000);
  given(1000);
}
