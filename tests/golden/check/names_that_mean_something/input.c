// lcm: param n = 4 in 1..16
// lcm: param last := n - 1
void step(int width, int height);
void step(int width, int height) {
  // lcm: model time = width * height * 1 us + 3 * machine.lock
  for (int i = 0; i < width; i++)
    // lcm: model time = (i + n + p + last) * 1 ns
    height++;
}
int main(void) {
  // lcm: model time = (16 - n) * 1 s + depth * 1 s
  // lcm: with depth = 3
  step(1, 2);
  return 0;
}
