// lcm: param n = 3
void work(int i);
void usage(void) {}

int main(void) {
  usage();
  // lcm: model time = n * 1 s
  work(1);
}
