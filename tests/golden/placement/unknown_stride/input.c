void work(void);
void rest(void);

int main(int argc, char **argv) {
  for (int i = 0; i < 8; i += argc) {
    if (i > 2) {
      // lcm: model time = 5 s
      work();
    }
    // lcm: model time = 1 s
    rest();
  }
}
