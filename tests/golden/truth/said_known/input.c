/* Every cost and every count is known. */
int main(void) {
  for (int i = 0; i < 100; i++) {
    // lcm: model time = 1 ms
    asm("");
  }
  return 0;
}
