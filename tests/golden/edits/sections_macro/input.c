/* Calls that are arguments of macros, with arguments that macros make. */
#define DO(call) call
#define ROW(k) rows[k]

static double rows[4][100];

static void fill(int n, double *x) {
  for (int i = 0; i < n; i++)
    x[i] = i;
}

static double sum(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int main(void) {
  double s = 0;
  fill(100, ROW(2));
  DO(s += sum(100, ROW(2)));
  return s > 0;
}
