// lcm: param n in 100..1000 "size"
void f(int i);
double a[100000];
int main(int argc, char **argv) {
  int n = argc;
  // lcm: model li = (l = 10 +/- 1) us * (p - 1)
  // lcm: measured 2026-11-25 machine=x points=15 r2=0.99 covers=li,sl,rc p=1..2
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    // lcm: model time = (t = 1 +/- 0.4) us * (i + 1)
    f(i);
  return 0;
}
