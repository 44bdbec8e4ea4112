int main(void) {
  // lcm: model time = 3 s + 2 byte
  return 0;
}
