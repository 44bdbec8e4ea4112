// lcm: param n = 40 GB
void triad(long i);

int main(void) {
#pragma omp parallel for
  // lcm: model work = n
  for (long i = 0; i < 1200000; i++)
    triad(i);
}
