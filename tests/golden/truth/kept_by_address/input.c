double a[100], b[100];
void show(double *);
static double set(double x, double *kept) {
  if (x > 1)
    return 0;
  *kept = x;
  return 1;
}
static double last(double x, double *kept) {
  *kept = x;
  if (x > 1)
    return 0;
  return 1;
}
void f(void) {
  double kept = 0;
  double t;
  for (int i = 0; i < 100; i++) {
    b[i] = set(a[i], &kept) + kept;
  }
  for (int i = 0; i < 100; i++) {
    b[i] += last(a[i], &kept) + kept;
  }
  for (int i = 0; i < 100; i++) {
    t = a[i];
    b[i] = t * t;
  }
  show(&kept);
  show(&t);
}
int main(void) { f(); return 0; }
