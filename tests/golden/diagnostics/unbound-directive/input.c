int main(void) {
  return 0;
  // lcm: model time = 1 s
}
