struct pair {
  double *x;
  double sum;
};

static double table[17];
static int seen;

static void fill(double *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = i;
}

static void halves(struct pair *p, int n) {
  fill(p->x, 4);
  fill(p->x + 4, n - 4);
  p->sum = table[n];
}

static void perhaps(double *a, int flag) {
  if (flag)
    fill(a + 2, 1);
}

static void down(double *a, int n) {
  double own[4];
  if (n == 0)
    return;
  fill(own, 4);
  a[n] = own[1];
  seen = n;
  down(a, n - 1);
}

int main(int argc, char **argv) {
  double x[16];
  struct pair p = {x, 0};
  halves(&p, 16);
  perhaps(x, argc);
  down(x, 15);
  return argv[0][0];
}
