void uneven(int i);
void all(void);
void one(void);

int main(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 2; i++) {
      // lcm: model time = (if(i < 1, 4, 1)) s
      uneven(i);
    }
    // lcm: model time = 2 s
    all();
#pragma omp single nowait
    {
      // lcm: model time = 3 s
      one();
    }
  }
}
