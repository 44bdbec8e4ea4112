int main(void) {
  // lcm: model pc = 1 s
  // lcm: model pc = 2 s
  return 0;
}
