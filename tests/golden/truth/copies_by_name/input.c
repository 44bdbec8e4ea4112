double a[100], b[100], tmp[4];
static double last, sum;
static int i;
static double square(double x) {
  last = x;
  return x * x;
}
static void add(double x) { sum += x; }
static void add_to(double *s, double x) { *s += x; }
static void fill(double x) {
  for (int k = 0; k < 4; k++)
    tmp[k] = x * k;
}
static double keep(double x, double *kept) {
  *kept = x;
  return x > 1;
}
static void draw(void) { b[i] = i; }
int main(void) {
  double s = 0, t;
  for (int k = 0; k < 100; k++)
    b[k] = square(a[k]) + last;
  for (int k = 0; k < 100; k++)
    add(a[k]);
  for (int k = 0; k < 100; k++) {
    fill(a[k]);
    b[k] = tmp[3];
  }
  for (i = 0; i < 100; i++)
    draw();
  for (int k = 0; k < 100; k++)
    add_to(&s, a[k]);
  for (int k = 0; k < 100; k++)
    b[k] += keep(a[k], &t) + t;
  return s + t + sum;
}
