// lcm: param n = 4 in 0..16
int main(void) {
  // lcm: model time = log2(n) * 1 s
  return 0;
}
