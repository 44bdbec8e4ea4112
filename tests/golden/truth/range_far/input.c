// lcm: param n in 10..20 "size"
double a[100];

void f(int m) {
  // lcm: model pc = (c = 1 +/- 0.01) us * n^3
  // lcm: measured 2026-11-25 machine=x points=15 r2=0.99 covers=pc
  a[0] = m;
}
