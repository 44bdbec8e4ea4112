// lcm: param n = 4 in 1..16
int main(void) {
  // lcm: model time = (8 - n) * 1 s
  return 0;
}
