int full(int i);
void work(int i);
void flush(int i);

int main(void) {
#pragma omp parallel
  for (int i = 0; i < 8; i++) {
    // lcm: model time = 1 s
    work(i);
    // lcm: prob 0.25
    if (i) {
#pragma omp critical(flush)
      {
        // lcm: model time = 2 s
        flush(i);
      }
    }
  }
}
