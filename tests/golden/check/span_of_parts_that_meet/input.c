void lead(void);
void once(void);
void part(int i);

static void meet(void) {
#pragma omp single
  {
    // lcm: model time = 4 s
    once();
  }
}

int main(void) {
#pragma omp parallel
  for (int t = 0; t < 2; t++) {
#pragma omp master
    {
      // lcm: model time = 5 s
      lead();
    }
    meet();
#pragma omp for nowait
    for (int i = 0; i < 2; i++) {
      // lcm: model time = 1 s
      part(i);
    }
  }
}
