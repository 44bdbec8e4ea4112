void shared(void);

int main(void) {
#pragma omp parallel
  shared();
}
