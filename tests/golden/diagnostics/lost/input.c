// lcm: param n = 64 in 8..4096
int main(void) {
  // lcm: model pc = (3 +/- 0.5) us * n
  return 0;
}
