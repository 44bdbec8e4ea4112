/* Whole numbers and choices that are made of decimals, which C rounds. */
static const double STEP = 0.1;

static void count(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    ;
}

static int steps(double t, double dt) { return (int)(t / dt); }

int main(void) {
  double t = 0.3, dt = 0.1, h = 0.1 * 3, end = 0.7, x;
  float f = 0.6f, df = 0.1f;
  int a = t / dt;
  int b = (int)(t / 0.1);
  int c = end / STEP;
  int d = f / df;
  int e = (int)(t / dt + 0.5);
  int g = 1 + (int)(t / dt) * 2;
  count(a);
  count(10 * b);
  count(100 * c);
  count(1000 * d);
  count(10000 * e);
  count(100000 * g);
  count(1000000 * steps(0.3, 0.1));
  x = (int)(t / dt);
  count((int)(x * 20000000));
  for (int i = 0; i < (int)(t / dt); i++)
    // lcm: model time = 1e9 s
    ;
  for (int i = 0; i < h * 10; i++)
    // lcm: model time = 1e10 s
    ;
  if (dt + 0.2 == 0.3)
    count(1);
  if (h > 0.3)
    count(2);
  int k = dt * 3 > 0.3 ? 4 : 0;
  count(k);
  return 0;
}
