#define EACH [[omp::directive(parallel for)]]
void w(int i);

int main(void) {
  EACH for (int i = 0; i < 8; i++) {
    // lcm: model time = 1 s
    w(i);
  }
  return 0;
}
