void update(void);

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp critical(total)
  {
    // lcm: model time = 1 s
    update();
  }
}
