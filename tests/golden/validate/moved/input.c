extern int n;
void step(int i);
double grow(double x);
double shrink(double x);

int main(void) {
  // lcm: begin main/fragment#1
  // lcm: model pc = 2 ms
  // lcm: measured 2026-11-22 points=3 covers=pc code=00000000 lines=3
  double x = 1;
  for (int i = 0; i < 1000; i++)
    x = x * 1.5 + 1;
  // lcm: end main/fragment#1
  // lcm: model pc = (a = 7 +/- 1) ms
  // lcm: measured 2026-11-22 points=3 covers=pc of=main/call#2 code=00000000 lines=2
  x = grow(x) + shrink(x);
#pragma omp parallel
  {
#pragma omp for
    // lcm: model pc = 100 ms
    // lcm: model sl = 4 ms
    // lcm: measured 2026-11-22 points=3 covers=pc,li,sl of=main/team#1 code=00000000 lines=3
    for (int i = 0; i < n; i++)
      step(i);
  }
  return x > 0;
}
