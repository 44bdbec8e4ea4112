// lcm: param n = 5
void shared(void);
void usage(void) {}

int main(void) {
  usage();
  shared();
}
