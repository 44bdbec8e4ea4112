void work(int i);

int main(void) {
#pragma omp parallel for schedule(static)
  // lcm: model time per iteration = 1 s
  for (int i = 0; i < 10; i++)
    work(i);
}
