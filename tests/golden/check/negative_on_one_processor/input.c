int main(void) {
  // lcm: model time = (p - 2) * 1 s
  return 0;
}
