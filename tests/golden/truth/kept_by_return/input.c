double a[100], b[100];
static double kept;
void show(double *);
static double set(double x) {
  if (x > 1)
    return 0;
  kept = x;
  return 1;
}
static double last(double x) {
  kept = x;
  if (x > 1)
    return 0;
  return 1;
}
void f(void) {
  double t;
  for (int i = 0; i < 100; i++) {
    b[i] = set(a[i]) + kept;
  }
  for (int i = 0; i < 100; i++) {
    b[i] += last(a[i]) + kept;
  }
  for (int i = 0; i < 100; i++) {
    t = a[i];
    b[i] = t * t;
  }
  show(&t);
}
int main(void) { f(); return 0; }
