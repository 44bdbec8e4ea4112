void work(int i);
int chance(void);

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 32; i++) {
    // lcm: prob 0.1
    if (chance()) {
      // lcm: model time = 100 s
      work(i);
    }
  }
}
