// lcm: param n = 100 in 1..10000 "items"
extern int n;
void start(void);
void item(int i);
void check(void);
void finish(void);

int main(void) {
  // lcm: fragment start
  // lcm: model pc = (a = 10 +/- 1) ms
  start();
#pragma omp parallel for
  // lcm: fragment items
  // lcm: model time per iteration = (b = 1 +/- 0.02) ms
  for (int i = 0; i < n; i++)
    item(i);
  // lcm: ignore
  check();
  finish();
  return 0;
}
