// lcm: param n = 4
int main(void) {
  // lcm: model time = (k + n) * 1 s
  // lcm: ... + 2 s * log2(size)
  return 0;
}
