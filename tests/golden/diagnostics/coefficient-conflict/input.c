int main(void) {
  // lcm: model time = (k = 2 +/- 0.1) s
  int i = 1;
  // lcm: model time = (k = 2 +/- 0.2) s
  return i;
}
