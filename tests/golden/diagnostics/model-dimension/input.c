int main(void) {
  // lcm: model time = 3 s * 2 s
  return 0;
}
