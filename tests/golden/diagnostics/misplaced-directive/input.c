int main(void) {
  // lcm: prob 0.5
  return 0;
}
