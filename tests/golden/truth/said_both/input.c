/* A function has no cost, and a condition may hold or not. */
extern void work(void);

int main(int argc, char **argv) {
  work();
  if (argv[1]) {
    // lcm: model time = 1 ms
    asm("");
  }
  return 0;
}
