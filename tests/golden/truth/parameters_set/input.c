/* Parameters that functions give other values. */
int ask(void);
static double a[1000];

static void loop(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 us
    a[i] = i;
}

static void half(int n) {
  n = n / 2;
  loop(n);
}

static void asked(int n) {
  loop(n);
  n = ask();
  loop(n);
}

static void counted(int n) {
  while (n > 4)
    // lcm: model time = 1 us
    n--;
  loop(n);
}

static void moved(int n, int m) {
  for (int i = 0; i < m; i++)
    n += i;
  loop(n);
}

static void hidden(int n) {
  {
    const int n = 3;
    loop(n);
  }
  loop(n);
}

int main(void) {
  half(20);
  asked(30);
  counted(14);
  moved(40, 2);
  hidden(50);
  return 0;
}
