int main(void) {
  // lcm: model pc per run = (k = 2 +/- 0.3) s
  // lcm: measured 2026-11-20 points=9 common=10% covers=pc
  for (volatile int i = 0; i < 9; i++) {
  }
  // lcm: model pc per run = (4 +/- 0.4) s
  // lcm: measured 2026-11-20 points=9 common=10% covers=pc
  for (volatile int i = 0; i < 9; i++) {
  }
  return 0;
}
