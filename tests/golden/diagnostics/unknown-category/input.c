int main(void) {
  // lcm: model ws = 1 s
  return 0;
}
