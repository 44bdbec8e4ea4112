void work(void);
void update(void);

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 200000; i++) {
    // lcm: model time = 1 s
    work();
#pragma omp critical(update)
    {
      // lcm: model time = 1 s
      update();
    }
  }
}
