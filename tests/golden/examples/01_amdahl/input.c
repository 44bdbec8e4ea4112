void start(void);
void work(int i);

int main(void) {
  // lcm: model time = 2 s
  start();
#pragma omp parallel for
  // lcm: model time per iteration = 0.1 s
  for (int i = 0; i < 100; i++)
    work(i);
}
