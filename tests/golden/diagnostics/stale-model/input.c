void work(int);

int main(void) {
  // lcm: model pc = 2 s
  // lcm: measured 2026-11-20 machine=node7 points=9 r2=0.99 code=00c0ffee
  work(1);
}
