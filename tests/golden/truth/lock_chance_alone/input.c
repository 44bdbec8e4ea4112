int more(void), pool, hits;

int main(void) {
#pragma omp parallel
  {
    // lcm: prob 0.25
    if (more()) {
#pragma omp critical
      {
        // lcm: model time = 1 s
        hits = pool;
      }
    }
  }
  return 0;
}
