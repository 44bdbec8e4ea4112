int x;
void f(void) {
  // lcm: model time = (point = 6 +/- 0.5) s
  x++;
}
