// lcm: param n = 4 in 1..16
int main(void) {
  // lcm: model pc = (8 - n) * 1 s
  // lcm: measured 2026-11-22 points=4
  return 0;
}
