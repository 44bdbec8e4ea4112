void work(void);

static void part(void) {
  // lcm: model pc = 6 s
  // lcm: model li = 1 s * (p - 1)
  work();
}

int main(void) {
#pragma omp parallel sections
  {
#pragma omp section
    // lcm: with p = p/2
    part();
#pragma omp section
    // lcm: with p = p/2
    for (int i = 0; i < 100; i++)
      part();
  }
}
