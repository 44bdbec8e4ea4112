int main(void) {
  // lcm: modle time = 1 s
  return 0;
}
