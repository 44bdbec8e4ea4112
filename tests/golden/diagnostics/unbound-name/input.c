int main(void) {
  // lcm: model time = k * 1 s
  return 0;
}
