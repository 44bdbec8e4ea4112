int x;
void g(void) {
  // lcm: model time = (point = 7 +/- 0.5) s
  x++;
}
