static void (*before)(int) = 0;

// lcm: model time = 2 s
static void work(int i) { (void)i; }

int main(void) {
  before(1);
  work(1);
  return 0;
}
