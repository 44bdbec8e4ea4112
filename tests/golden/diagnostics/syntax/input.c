int main(void) {
  // lcm: model pc 3 s
  return 0;
}
