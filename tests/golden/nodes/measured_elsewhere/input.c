static double g(double x) {
  // lcm: model pc = 2 s
  return x * x;
}

static double f(double x) {
  // lcm: model pc = 5 s
  // lcm: model rc = 1 s*(procs - 1)
  // lcm: measured 2026-11-23 covers=pc,rc of=f/fragment#2
  double sum = x;
  sum += g(x) * 3.0 + x / 7.0;
  return sum;
}

int main(void) {
  double s = 0;
  for (int i = 0; i < 4; i++)
    s = f(s);
  return s > 3;
}
