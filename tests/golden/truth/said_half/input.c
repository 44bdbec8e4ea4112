/* Nobody says how often the condition holds: 0 to 100 ms. */
int main(int argc, char **argv) {
  for (int i = 0; i < 100; i++)
    if (argv[i]) {
      // lcm: model time = 1 ms
      asm("");
    }
  return 0;
}
